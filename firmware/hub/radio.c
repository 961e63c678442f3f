/* The radio's bytes, and the commands of the HC-12 (its manual, version 2: SET low for 40 ms before a
 * command, 80 ms after SET is high again it passes bytes on). */
#include "radio.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "judge.h"
#include "link.h"
#include "pins.h"

#define BAUD 9600UL
#define CHUNK_MOST 48
#define QUIET (5 * SCANS_A_MS)
#define BEFORE_COMMAND (50UL * SCANS_A_MS)
#define COMMAND (100UL * SCANS_A_MS)
#define AFTER_COMMAND (100UL * SCANS_A_MS)

uint16_t radio_lost;
static volatile uint8_t out[256], out_in, out_at;
static volatile uint8_t in[256], in_in, in_at;
static uint8_t in_seen; /* what was there when it last became more */
static uint32_t quiet_since;

static enum { PASSING, SILENT, COMMANDED, LEAVING } state;
static uint32_t state_since;
static uint8_t wanted; /* a channel; 0: none */
static uint8_t told;   /* the channel that was wanted last: it is not set twice */

void radio_start(void)
{
    PORTD = _BV(RADIO_SET_BIT);
    DDRD = _BV(RADIO_SET_BIT);
    UCSR1A = _BV(U2X1);
    UCSR1C = _BV(UCSZ11) | _BV(UCSZ10);
    UBRR1 = F_CPU / 8 / BAUD - 1;
    UCSR1B = _BV(RXEN1) | _BV(TXEN1) | _BV(RXCIE1);
}

ISR(USART1_RX_vect)
{
    uint8_t byte = UDR1, next = in_in + 1;
    if (next == in_at)
        return;
    in[in_in] = byte;
    in_in = next;
}

ISR(USART1_UDRE_vect)
{
    uint8_t at = out_at;
    UDR1 = out[at++];
    out_at = at;
    if (at == out_in)
        UCSR1B &= ~_BV(UDRIE1);
}

static void put(uint8_t byte)
{
    out[out_in] = byte;
    out_in++;
}

static void send(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR1B |= _BV(UDRIE1); }
}

void radio_out(const uint8_t *bytes, uint8_t size)
{
    if (state != PASSING || size > (uint8_t)(out_at - out_in - 1)) {
        radio_lost++;
        return;
    }
    while (size--)
        put(*bytes++);
    send();
}

void radio_channel(uint8_t channel)
{
    if (channel >= 1 && channel <= 100 && channel != told)
        wanted = told = channel;
}

static void command(uint8_t channel)
{
    static const char at[] = "AT+C";
    for (const char *letter = at; *letter; letter++)
        put(*letter);
    put('0' + channel / 100);
    put('0' + channel / 10 % 10);
    put('0' + channel % 10);
    send();
}

static void enter(uint8_t next)
{
    state = next;
    state_since = judged;
}

static void change_channel(void)
{
    uint32_t lasted = judged - state_since;
    switch (state) {
    case PASSING:
        if (wanted && out_in == out_at) {
            PORTD &= ~_BV(RADIO_SET_BIT);
            enter(SILENT);
        }
        break;
    case SILENT:
        if (lasted >= BEFORE_COMMAND) {
            command(wanted);
            wanted = 0;
            enter(COMMANDED);
        }
        break;
    case COMMANDED:
        if (lasted >= COMMAND) {
            PORTD |= _BV(RADIO_SET_BIT);
            enter(LEAVING);
        }
        break;
    case LEAVING:
        if (lasted >= AFTER_COMMAND)
            enter(PASSING);
        break;
    }
}

static void tell(uint8_t size)
{
    struct msg_radio_in chunk = {.type = MSG_RADIO_IN};
    if (!link_room())
        return;
    for (uint8_t i = 0; i < size; i++)
        chunk.data[i] = in[(uint8_t)(in_at + i)];
    in_at += size;
    link_send(&chunk, 1 + size);
}

void radio_turn(void)
{
    uint8_t size = in_in - in_at;
    if (in_in != in_seen) {
        in_seen = in_in;
        quiet_since = judged;
    }
    if (size >= CHUNK_MOST)
        tell(CHUNK_MOST);
    else if (size && judged - quiet_since >= QUIET)
        tell(size);
    if (wanted || state != PASSING)
        change_channel();
}
