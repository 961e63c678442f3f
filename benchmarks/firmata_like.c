/* A hub as a builder would have it, in the manner of StandardFirmata on a Mega 2560: the loop reads each
 * input pin by its number, and tells a group of eight when one has changed, at 57600 baud. Stamps are the
 * host's affair. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>

#define BAUD 57600UL
#define PINS 70
#define GROUPS ((PINS + 7) / 8)
#define CHANGED 0x90

struct pin {
    volatile uint8_t *port;
    uint8_t mask;
};

#define P(port, bit) {&PIN##port, 1 << bit}
#define LOW_UP(port) P(port, 0), P(port, 1), P(port, 2), P(port, 3)
#define UP(port) LOW_UP(port), P(port, 4), P(port, 5), P(port, 6), P(port, 7)
#define HIGH_DOWN(port) P(port, 7), P(port, 6), P(port, 5), P(port, 4)
#define DOWN(port) HIGH_DOWN(port), P(port, 3), P(port, 2), P(port, 1), P(port, 0)

/* The board's pins 0 to 69; those that are no inputs are never read. */
static const struct pin pins[PINS] PROGMEM = {
    [2] = P(E, 4), [3] = P(E, 5), [22] = UP(A), [30] = DOWN(C), [42] = DOWN(L), [54] = UP(F), [62] = UP(K),
};

static uint8_t inputs[GROUPS], known[GROUPS];
static volatile uint8_t out[64], out_in, out_at;

ISR(USART0_UDRE_vect)
{
    UDR0 = out[out_at];
    out_at = (out_at + 1) % sizeof out;
    if (out_at == out_in)
        UCSR0B &= ~_BV(UDRIE0);
}

static void write(uint8_t byte)
{
    uint8_t next = (out_in + 1) % sizeof out;
    while (next == out_at)
        ;
    out[out_in] = byte;
    out_in = next;
    UCSR0B |= _BV(UDRIE0);
}

static uint8_t __attribute__((noinline)) read_pin(uint8_t pin)
{
    volatile uint8_t *port = (volatile uint8_t *)pgm_read_word(&pins[pin].port);
    return *port & pgm_read_byte(&pins[pin].mask) ? 1 : 0;
}

static uint8_t read_group(uint8_t group)
{
    uint8_t levels = 0;
    for (uint8_t bit = 0; bit < 8; bit++)
        if (inputs[group] & 1 << bit && read_pin(group * 8 + bit))
            levels |= 1 << bit;
    return levels;
}

static void tell_changes(void)
{
    for (uint8_t group = 0; group < GROUPS; group++) {
        uint8_t levels = read_group(group);
        if (levels == known[group])
            continue;
        known[group] = levels;
        write(CHANGED | group);
        write(levels & 0x7f);
        write(levels >> 7);
    }
}

int main(void)
{
    PORTA = PORTC = PORTF = PORTK = PORTL = 0xff;
    PORTE = _BV(PE4) | _BV(PE5);
    for (uint8_t pin = 0; pin < PINS; pin++)
        if (pgm_read_word(&pins[pin].port))
            inputs[pin / 8] |= 1 << pin % 8;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0B = _BV(TXEN0);
    sei();
    for (;;)
        tell_changes();
}
