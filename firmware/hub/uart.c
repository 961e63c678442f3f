/* Both directions of the line to the Pi, each with a ring of 256 bytes. */
#include "uart.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#define BAUD 250000UL

/* An index wraps by itself. What is equal is empty. */
static volatile uint8_t out[256], out_in, out_at;
static volatile uint8_t in[256], in_in, in_at;
static volatile struct moment ended;
volatile uint16_t uart_lost;

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = F_CPU / 8 / BAUD - 1;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART0_RX_vect)
{
    static uint8_t last;
    uint8_t failed = UCSR0A & (_BV(FE0) | _BV(DOR0));
    uint8_t byte = UDR0, next = in_in + 1;
    if (failed || next == in_at)
        uart_lost++;
    if (!byte && last)
        moment_now(&ended);
    last = byte;
    if (next == in_at)
        return;
    in[in_in] = byte;
    in_in = next;
}

ISR(USART0_UDRE_vect)
{
    uint8_t at = out_at;
    UDR0 = out[at++];
    out_at = at;
    if (at == out_in)
        UCSR0B &= ~_BV(UDRIE0);
}

uint8_t uart_room(void)
{
    return out_at - out_in - 1;
}

void uart_send(const uint8_t *bytes, uint8_t size)
{
    while (size--) {
        out[out_in] = *bytes++;
        out_in++;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= _BV(UDRIE0); }
}

uint8_t uart_has(void)
{
    return in_in != in_at;
}

uint8_t uart_take(void)
{
    uint8_t byte = in[in_at];
    in_at++;
    return byte;
}

struct moment uart_ended(void)
{
    struct moment moment;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        moment.scan = ended.scan;
        moment.past = ended.past;
    }
    return moment;
}
