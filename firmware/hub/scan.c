/* The scan. Timer 1 calls it; timer 3 runs on beside it and shows how late it comes. */
#include "scan.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include "debounce.h"
#include "pins.h"

volatile uint8_t history[HISTORY][BANKS];
volatile uint16_t scan_count;
volatile uint16_t scans_missed;
volatile uint8_t scan_longest;
volatile uint16_t scan_due;

static inline uint8_t key_and_word(uint8_t port, uint8_t again)
{
    uint8_t lines = 0;
    if (!(port & _BV(KEY_BIT)))
        lines |= 1;
    if (!(port & _BV(WORD_BIT)))
        lines |= 2;
    if (!(again & _BV(KEY_BIT)))
        lines |= 1 << AGAIN_SHIFT;
    if (!(again & _BV(WORD_BIT)))
        lines |= 2 << AGAIN_SHIFT;
    return lines;
}

/* Interrupts must be off. The first reading of key and word is theirs; the last tells whether one changed
 * meanwhile. */
static inline void read_lines(volatile uint8_t *scan, uint8_t late)
{
    uint8_t e = PINE, a = PINA, c = PINC, f = PINF, k = PINK, l = PINL, again = PINE;
    *scan++ = a ^ PADS_A;
    *scan++ = c ^ PADS_C;
    *scan++ = f ^ PADS_F;
    *scan++ = k;
    *scan++ = l;
    *scan = key_and_word(e, again) | (late ? LATE : 0);
}

ISR(TIMER1_COMPA_vect)
{
    uint16_t count = scan_count, due = scan_due;
    uint8_t late, past;
    do {
        count++;
        due += SCAN_TICKS;
        late = (int16_t)(TCNT3 - due) >= SCAN_TICKS;
        read_lines(history[count % HISTORY], late);
        if (late)
            scans_missed++;
    } while (late);
    scan_count = count;
    scan_due = due;
    past = TCNT3L - (uint8_t)due;
    if (past > scan_longest)
        scan_longest = past;
}

void scan_start(void)
{
    scan_due = READ_TICKS;
    read_lines(history[0], 0);
    OCR1A = SCAN_TICKS - 1;
    TIMSK1 = _BV(OCIE1A);
    TCCR3B = _BV(CS31);             /* an eighth of the clock */
    TCCR1B = _BV(WGM12) | _BV(CS11); /* from 0 to OCR1A, at the same rate */
}
