/* Both directions of the serial line, each with a ring of 128 bytes. What finds its ring full is lost. */
#include "board.h"
#include "uart.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#define BAUD 9600UL
#define RING 128
#define NEXT(at) (((at) + 1) & (RING - 1))

/* What is equal is empty. */
static volatile uint8_t out[RING], out_in, out_at;
static volatile uint8_t in[RING], in_in, in_at;

void uart_start(void)
{
    PORTD |= _BV(PD0); /* quiet, when nothing is plugged in */
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = F_CPU / 8 / BAUD - 1;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0, next = NEXT(in_in);
    if (next == in_at)
        return;
    in[in_in] = byte;
    in_in = next;
}

ISR(USART_UDRE_vect)
{
    UDR0 = out[out_at];
    out_at = NEXT(out_at);
    if (out_at == out_in)
        UCSR0B &= ~_BV(UDRIE0);
}

uint8_t uart_room(void)
{
    return (out_at - out_in - 1) & (RING - 1);
}

void uart_send(const uint8_t *bytes, uint8_t size)
{
    while (size--) {
        out[out_in] = *bytes++;
        out_in = NEXT(out_in);
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= _BV(UDRIE0); }
}

void uart_flush(void)
{
    while (out_at != out_in)
        ;
}

uint8_t uart_has(void)
{
    return in_in != in_at;
}

uint8_t uart_take(void)
{
    uint8_t byte = in[in_at];
    in_at = NEXT(in_at);
    return byte;
}
