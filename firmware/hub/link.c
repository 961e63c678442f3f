/* What is said to the Pi and when, and what is done with what it says. */
#include "link.h"
#include <string.h>
#include <util/atomic.h>
#include "boot.h"
#include "debounce.h"
#include "frame.h"
#include "judge.h"
#include "lights.h"
#include "log.h"
#include "radio.h"
#include "uart.h"

#define FIRMWARE 0x0100
#define GRAIN_TICKS 1
#define TICK_CYCLES 8
#define RATE_MS 100
#define RATE_LEAST_MS 10
#define RATE_MOST_MS 250
#define RATE_FOR (10000UL * SCANS_A_MS) /* a rate is good for */
#define GLITCHES_EACH (1000UL * SCANS_A_MS)
#define HEARD_MOST 64 /* bytes from the Pi in one turn */

static struct frame_in from_pi;
static uint8_t hello_due = 1;
static uint8_t rate_ms = RATE_MS;
static uint32_t rate_since, beat_since, glitches_since;

uint8_t link_room(void)
{
    return uart_room() >= FRAME_MOST;
}

uint8_t link_send(const void *message, uint8_t size)
{
    uint8_t frame[FRAME_MOST];
    if (!link_room())
        return 0;
    uart_send(frame, frame_encode(message, size, frame));
    return 1;
}

static void say_hello(void)
{
    struct msg_hello hello = {
        .type = MSG_HELLO,
        .version = WIRE_VERSION,
        .firmware = FIRMWARE,
        .boot = boot_id,
        .tick_hz = TICK_HZ,
        .grain_ticks = GRAIN_TICKS,
        .reset = boot_reason,
    };
    if (link_send(&hello, sizeof hello))
        hello_due = 0;
}

static uint16_t longest_scan(void)
{
    uint8_t ticks;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        ticks = scan_longest;
        scan_longest = 0;
    }
    return (uint16_t)(ticks + READ_TICKS) * TICK_CYCLES;
}

static void say_heartbeat(void)
{
    uint32_t pending_ticks = judge_pending_ticks(); /* may log lines: before all else is looked at */
    struct msg_heartbeat beat = {
        .type = MSG_HEARTBEAT,
        .boot = boot_id,
        .ticks = judged * SCAN_TICKS,
        .pending_ticks = pending_ticks,
        .next_seq = log_next,
        .armed = armed,
        .rate = rate_ms,
        .lost = log_lost,
        .unlogged = log_unlogged,
        .missed_scans = judge_missed(),
        .bad_frames = from_pi.bad + uart_lost + radio_lost,
        .resent = log_resent,
        .scan_cycles = longest_scan(),
        .backlog = judge_backlog(),
    };
    memcpy(beat.down, down, sizeof beat.down);
    memcpy(beat.active, level, sizeof beat.active);
    link_send(&beat, sizeof beat);
}

static void say_glitches(void)
{
    struct msg_glitches message = {.type = MSG_GLITCHES};
    memcpy(message.counts, glitches, sizeof message.counts);
    link_send(&message, sizeof message);
}

static void answer(const struct msg_ping *ping)
{
    struct moment received = uart_ended(), now;
    struct msg_pong pong = {
        .type = MSG_PONG,
        .boot = boot_id,
        .number = ping->number,
        .received_ticks = moment_ticks(&received),
    };
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { moment_now(&now); }
    pong.sent_ticks = moment_ticks(&now);
    link_send(&pong, sizeof pong);
}

static void set_rate(uint8_t wanted_ms)
{
    if (wanted_ms < RATE_LEAST_MS || wanted_ms > RATE_MOST_MS)
        return;
    rate_ms = wanted_ms;
    rate_since = judged;
}

static void acknowledged(const struct msg_ack *ack)
{
    if (ack->boot == boot_id)
        log_acknowledge(ack->next_seq);
}

/* Is it this message, of its right length? */
#define IS(id, record) (type == (id) && size == sizeof(struct record))

static void take(const uint8_t *payload, uint8_t size)
{
    uint8_t type = payload[0];
    const void *message = payload;
    if (type == MSG_ASK_HELLO)
        hello_due = 1;
    else if (IS(MSG_PING, msg_ping))
        answer(message);
    else if (IS(MSG_ACK, msg_ack))
        acknowledged(message);
    else if (IS(MSG_LIGHTS, msg_lights))
        lights_set(message);
    else if (IS(MSG_ARM, msg_arm))
        judge_arm(payload[1]);
    else if (IS(MSG_RATE, msg_rate))
        set_rate(payload[1]);
    else if (type == MSG_RADIO_OUT)
        radio_out(payload + 1, size - 1);
    else if (IS(MSG_CHANNEL, msg_channel))
        radio_channel(payload[1]);
}

void link_listen(void)
{
    uint8_t size;
    for (uint8_t i = 0; i < HEARD_MOST && uart_has(); i++)
        if ((size = frame_byte(&from_pi, uart_take())))
            take(from_pi.payload, size);
}

void link_turn(void)
{
    if (judged - rate_since >= RATE_FOR)
        set_rate(RATE_MS);
    if (hello_due)
        say_hello();
    if (judged - beat_since >= rate_ms * (uint32_t)SCANS_A_MS && link_room()) {
        beat_since = judged;
        say_heartbeat();
    }
    if (judged - glitches_since >= GLITCHES_EACH && link_room()) {
        glitches_since = judged;
        say_glitches();
    }
    log_send(); /* last: it takes whatever room there is */
}
