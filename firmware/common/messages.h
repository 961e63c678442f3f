/* Every message as a packed struct. Made from firmware/messages.toml by `make messages`. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdint.h>

#define WIRE_VERSION 1
#define PAYLOAD_MOST 49

#define LINE_PADS 0
#define LINE_MASKS 20
#define LINE_KEY 40
#define LINE_WORD 41
#define LINE_COUNT 42

#define LIGHT_OFF 0
#define LIGHT_ON 1
#define LIGHT_SLOW 2
#define LIGHT_FAST 3
#define LIGHT_FLASH 4
#define LIGHT_DIM 5

/* The hub, at power-on and when asked. */
#define MSG_HELLO 0x01
struct msg_hello {
    uint8_t type;
    uint8_t version; /* of this table of messages */
    uint16_t firmware; /* the program's own version, major * 256 + minor */
    uint32_t boot; /* another at each power-on: a new counter and a new log */
    uint32_t tick_hz; /* of the counter */
    uint16_t grain_ticks; /* two stamps closer than this are not told apart */
    uint8_t reset; /* why it started: MCUSR */
} __attribute__((packed));

/* A line of the log: what a contact came to. Sent again until acknowledged. */
#define MSG_EDGE 0x02
struct msg_edge {
    uint8_t type;
    uint8_t boot; /* the last byte of the boot id */
    uint16_t seq; /* counts the log's lines from 0 at power-on, and wraps */
    uint8_t what; /* 0 release, 1 press, 2 rejected, 3 onset of the word */
    uint8_t line; /* of [lines] */
    uint32_t ticks; /* first contact; of a release its first edge */
    uint16_t extent_ticks; /* press: to the last active edge of its confirmation; rejected: how long */
    uint16_t grain_ticks; /* of this stamp, if it is coarser than the counter's own */
} __attribute__((packed));

/* Where the counter and the log stand: all that is stamped before `pending_ticks` is in the log. */
#define MSG_HEARTBEAT 0x03
struct msg_heartbeat {
    uint8_t type;
    uint32_t boot; /* as in Hello */
    uint32_t ticks; /* every scan before it is judged */
    uint32_t pending_ticks; /* the oldest contact or release under way; `ticks` if there is none */
    uint16_t next_seq; /* of the log's next line */
    uint8_t down[6]; /* a bit a line: what is confirmed */
    uint8_t active[6]; /* a bit a line: the level of the last scan */
    uint8_t armed; /* the number of the Arm that waits for an onset; 0 none */
    uint8_t rate; /* milliseconds to the next heartbeat */
    uint16_t lost; /* confirmed lines that found the log full */
    uint16_t unlogged; /* rejected contacts that were only counted */
    uint16_t missed_scans; /* scans that came a period late, or were overwritten unread */
    uint16_t bad_frames; /* from the Pi: damaged, cut, overrun */
    uint16_t resent; /* lines sent again */
    uint16_t scan_cycles; /* the longest scan since the last heartbeat */
    uint16_t backlog; /* the most scans that waited to be judged since the last heartbeat */
} __attribute__((packed));

/* The answer to a Ping. */
#define MSG_PONG 0x04
struct msg_pong {
    uint8_t type;
    uint32_t boot; /* as in Hello */
    uint16_t number; /* of the Ping */
    uint32_t received_ticks; /* when the last byte of the Ping came */
    uint32_t sent_ticks; /* when this answer was queued */
} __attribute__((packed));

/* Once a second: how many contacts of each line came to nothing. */
#define MSG_GLITCHES 0x05
struct msg_glitches {
    uint8_t type;
    uint8_t counts[42]; /* a byte a line, since power-on; 255 stays */
} __attribute__((packed));

/* What the radio has brought, as it came. */
#define MSG_RADIO_IN 0x06
struct msg_radio_in {
    uint8_t type;
    uint8_t data[48]; /* bytes */
} __attribute__((packed));

/* Who are you? */
#define MSG_ASK_HELLO 0x81
struct msg_ask_hello {
    uint8_t type;
    uint8_t version; /* of the Pi's table of messages */
} __attribute__((packed));

/* What does your counter say? */
#define MSG_PING 0x82
struct msg_ping {
    uint8_t type;
    uint16_t number; /* comes back in the Pong */
} __attribute__((packed));

/* Every line of the log before `next_seq` is here. */
#define MSG_ACK 0x83
struct msg_ack {
    uint8_t type;
    uint32_t boot; /* of that log */
    uint16_t next_seq; /* the first line that is not */
} __attribute__((packed));

/* The picture of the seat lights; said again each second, or the hub shows its safe picture. */
#define MSG_LIGHTS 0x84
struct msg_lights {
    uint8_t type;
    uint8_t modes[10]; /* four bits a seat, seat 1 in the low bits of the first byte: of [lights] */
    uint8_t reflex[3]; /* a bit a seat: its light goes on at contact */
} __attribute__((packed));

/* The word is coming: stamp its onset, once. Said again until a heartbeat shows it. */
#define MSG_ARM 0x85
struct msg_arm {
    uint8_t type;
    uint8_t number; /* another each time; 0: do not wait any more */
} __attribute__((packed));

/* How often a heartbeat is wanted. */
#define MSG_RATE 0x86
struct msg_rate {
    uint8_t type;
    uint8_t rate; /* milliseconds, 10 to 250 */
} __attribute__((packed));

/* For the radio, as it is. */
#define MSG_RADIO_OUT 0x87
struct msg_radio_out {
    uint8_t type;
    uint8_t data[48]; /* bytes */
} __attribute__((packed));

/* The radio's channel: the hub sets its HC-12 to it. Said again now and then; one that is on it lets it be. */
#define MSG_CHANNEL 0x88
struct msg_channel {
    uint8_t type;
    uint8_t channel; /* 1 to 100 */
} __attribute__((packed));

/* A remote without a session asks for one, each second; its tag is made with the pairing key. */
#define MSG_CALL 0x21
struct msg_call {
    uint8_t type;
    uint8_t version; /* of its table of messages */
    uint16_t firmware; /* as in Hello */
    uint32_t remote; /* its number, given when it was paired */
    uint8_t nonce[8]; /* another for each session */
    uint8_t tag[8]; /* pairing key */
} __attribute__((packed));

/* A key was pressed. Sent again until it is acknowledged, for 2 s at most. */
#define MSG_PRESS 0x22
struct msg_press {
    uint8_t type;
    uint32_t counter; /* of the frames of this session from the remote: each only once, upwards */
    uint16_t press; /* counts the presses of this session, from 1, and wraps */
    uint8_t key; /* ASCII: 0-9 A B C D * # T */
    uint16_t screen; /* the last screen that was wholly shown when the key was pressed */
    uint8_t tag[8]; /* session key */
} __attribute__((packed));

/* Each second, and when a screen has become whole. */
#define MSG_STATUS 0x23
struct msg_status {
    uint8_t type;
    uint32_t counter; /* as in Press */
    uint16_t screen; /* the last that was wholly shown */
    uint16_t battery_mv; /* millivolts; 0: by cable */
    uint8_t refused; /* frames with a wrong tag or an old counter, modulo 256 */
    uint8_t tag[8]; /* session key */
} __attribute__((packed));

/* A session for the remote that called; both nonces make its key. */
#define MSG_ANSWER 0x31
struct msg_answer {
    uint8_t type;
    uint32_t remote; /* the number of the remote */
    uint8_t called[8]; /* the nonce of its Call */
    uint8_t nonce[8]; /* the Pi's own */
    uint8_t tag[8]; /* pairing key */
} __attribute__((packed));

/* One line of the display. */
#define MSG_ROW 0x32
struct msg_row {
    uint8_t type;
    uint32_t counter; /* of the frames of this session from the Pi: each only once, upwards */
    uint8_t row; /* 0 to 3 */
    uint8_t text[20]; /* codes of the display's own set (docs/remote.md) */
    uint8_t tag[8]; /* session key */
} __attribute__((packed));

/* The four lines that should be shown now; whole when their CRC-16 is this. Said again until a Status has it. */
#define MSG_SCREEN 0x33
struct msg_screen {
    uint8_t type;
    uint32_t counter; /* as in Row */
    uint16_t screen; /* its number */
    uint16_t crc; /* CRC-16/XMODEM of its 80 codes */
    uint8_t tag[8]; /* session key */
} __attribute__((packed));

/* The press is here, and will act once. */
#define MSG_PRESSED 0x34
struct msg_pressed {
    uint8_t type;
    uint32_t counter; /* as in Row */
    uint16_t press; /* of the Press */
    uint8_t tag[8]; /* session key */
} __attribute__((packed));

/* Frames come that the Pi cannot open (it has restarted): call again, remote. */
#define MSG_HAIL 0x35
struct msg_hail {
    uint8_t type;
    uint32_t remote; /* the number of the remote */
    uint8_t nonce[8]; /* the Pi's own */
    uint8_t tag[8]; /* pairing key */
} __attribute__((packed));

/* By cable only: become this table's remote. The remote answers with a Call. */
#define MSG_PAIR 0x36
struct msg_pair {
    uint8_t type;
    uint32_t remote; /* its number from now on */
    uint8_t key[16]; /* the pairing key */
    uint8_t channel; /* the radio's */
} __attribute__((packed));

#endif
