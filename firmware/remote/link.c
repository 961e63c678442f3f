/* The session with the Pi: calls for one, opens what comes, says each press until it is acknowledged. */
#include "board.h"
#include "link.h"

#include <string.h>

#include "battery.h"
#include "frame.h"
#include "presses.h"
#include "radio.h"
#include "screen.h"
#include "settings.h"
#include "uart.h"
#include "words.h"

#define FIRMWARE 0x0100
#define CALL_MS 1000
#define STATUS_MS 1000
#define AGAIN_MS 160 /* the lines alone take 80 ms for it and its answer; a radio that speaks hears nothing */
#define GIVE_UP_MS 2000
#define HAILED_AFTER_MS 900 /* a Hail may be an old one, sent again: who hears the Pi does not obey it */
#define GONE_AFTER_MS 3500

uint16_t link_battery_mv;

static uint8_t paired, in_session, calling, gone;
static uint8_t key[KEY_BYTES]; /* of the session */
static uint32_t sent, heard;   /* counters of the session */
static uint8_t refused;
static struct {
    uint32_t boot;
    uint16_t call;
    uint16_t noise;
} nonce; /* NONCE_BYTES: of the session that is asked for */
static uint32_t heard_ms; /* when the Pi was last heard */
static uint32_t call_ms, status_ms, press_ms; /* when each is next due */

static uint8_t reached(uint32_t due, uint32_t now)
{
    return (int32_t)(now - due) >= 0;
}

static void send(const uint8_t *sealing, void *payload, uint8_t size)
{
    uint8_t out[FRAME_MOST];
    seal(sealing, payload, size);
    uart_send(out, frame_encode(payload, size, out));
}

static void send_call(void)
{
    struct msg_call call = {.type = MSG_CALL, .version = WIRE_VERSION, .firmware = FIRMWARE};
    call.remote = settings.remote;
    memcpy(call.nonce, &nonce, NONCE_BYTES);
    send(settings.key, &call, sizeof call);
}

static void send_press(void)
{
    const struct press *press = presses_first();
    struct msg_press message = {.type = MSG_PRESS, .counter = ++sent, .press = press->number};
    message.key = press->key;
    message.screen = press->screen;
    send(key, &message, sizeof message);
}

static void send_status(void)
{
    struct msg_status status = {.type = MSG_STATUS, .counter = ++sent, .screen = screen_number};
    status.battery_mv = link_battery_mv;
    status.refused = refused;
    send(key, &status, sizeof status);
}

static void begin_call(uint32_t now)
{
    nonce.call++;
    nonce.noise = battery_noise();
    calling = 1;
    call_ms = now;
}

void link_start(uint32_t now)
{
    paired = settings_read();
    gone = 1;
    heard_ms = now - GONE_AFTER_MS;
    in_session = 0;
    presses_restart();
    screen_own(paired ? no_link : not_paired);
    if (!paired)
        return;
    nonce.boot = settings_boot();
    radio_channel(settings.channel);
    begin_call(now);
}

static void answered(const struct msg_answer *answer, uint8_t size, uint32_t now)
{
    if (answer->remote != settings.remote || !calling || memcmp(answer->called, &nonce, NONCE_BYTES))
        return;
    if (!opens(settings.key, answer, size)) {
        refused++;
        return;
    }
    session_key(key, settings.key, answer->called, answer->nonce);
    calling = 0;
    in_session = 1;
    sent = heard = 0;
    screen_number = 0;
    presses_restart();
    heard_ms = status_ms = now;
}

static void hailed(const struct msg_hail *hail, uint8_t size, uint32_t now)
{
    if (hail->remote != settings.remote || calling)
        return;
    if (now - heard_ms < HAILED_AFTER_MS || !opens(settings.key, hail, size))
        refused++;
    else
        begin_call(now);
}

static void pair(const struct msg_pair *with, uint32_t now)
{
    if (!BY_CABLE || with->channel < 1 || with->channel > 100)
        return;
    settings.remote = with->remote;
    settings.channel = with->channel;
    memcpy(settings.key, with->key, KEY_BYTES);
    settings_write();
    link_start(now);
}

/* Is a frame of the session the Pi's, and new? All of them begin with type and counter, end with a tag. */
static uint8_t passes(const uint8_t *payload, uint8_t size, uint32_t now)
{
    uint32_t counter;
    if (!in_session)
        return 0;
    memcpy(&counter, payload + 1, sizeof counter);
    if (counter <= heard || !opens(key, payload, size)) {
        refused++;
        return 0;
    }
    heard = counter;
    heard_ms = now;
    return 1;
}

static void shown(const struct msg_screen *message, uint32_t now)
{
    screen_whole(message->screen, message->crc);
    gone = gone && screen_number != message->screen;
    status_ms = now;
}

static void acknowledged(const struct msg_pressed *pressed, uint32_t now)
{
    if (presses_acknowledge(pressed->press))
        press_ms = now;
}

void link_received(const uint8_t *payload, uint8_t size, uint32_t now)
{
    const void *message = payload;
    const struct msg_row *row = message;
    switch (payload[0]) {
    case MSG_ANSWER:
        if (paired && size == sizeof(struct msg_answer))
            answered(message, size, now);
        break;
    case MSG_HAIL:
        if (paired && size == sizeof(struct msg_hail))
            hailed(message, size, now);
        break;
    case MSG_PAIR:
        if (size == sizeof(struct msg_pair))
            pair(message, now);
        break;
    case MSG_ROW:
        if (size == sizeof *row && passes(payload, size, now))
            screen_row(row->row, row->text);
        break;
    case MSG_SCREEN:
        if (size == sizeof(struct msg_screen) && passes(payload, size, now))
            shown(message, now);
        break;
    case MSG_PRESSED:
        if (size == sizeof(struct msg_pressed) && passes(payload, size, now))
            acknowledged(message, now);
        break;
    }
}

void link_press(uint8_t pressed, uint32_t now)
{
    if (!in_session) {
        presses_give_up();
        return;
    }
    if (!presses_waiting)
        press_ms = now;
    presses_add(pressed, screen_number, now);
}

static void tire(uint32_t now)
{
    if (presses_waiting && now - presses_first()->since >= GIVE_UP_MS)
        presses_give_up();
    if (paired && !gone && now - heard_ms >= GONE_AFTER_MS) {
        gone = 1;
        screen_own(no_link);
    }
}

void link_turn(uint32_t now)
{
    tire(now);
    if (uart_room() < FRAME_MOST)
        return;
    if (calling && reached(call_ms, now)) {
        call_ms = now + CALL_MS;
        send_call();
    } else if (presses_waiting && reached(press_ms, now)) {
        press_ms = now + AGAIN_MS;
        send_press();
    } else if (in_session && reached(status_ms, now)) {
        status_ms = now + STATUS_MS;
        send_status();
    }
}
