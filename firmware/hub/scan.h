/* The scan: all inputs each 50 us into the history of debounce.h. The hub's one clock. */
#ifndef SCAN_H
#define SCAN_H

#include <avr/io.h>
#include <stdint.h>

#define TICK_HZ 2000000UL
#define SCAN_TICKS 100
#define SCANS_A_MS 20
#define READ_TICKS 10 /* from the call of the timer to the reading, which is when a scan is due */

/* The last scan's number, modulo 65536. Scan n is due at tick n * SCAN_TICKS. */
extern volatile uint16_t scan_count;
/* Scans that came a period late: their levels are those of later. */
extern volatile uint16_t scans_missed;
/* From when a scan was due to its end: the most ticks. */
extern volatile uint8_t scan_longest;

/* When the last scan was due, by timer 3. */
extern volatile uint16_t scan_due;

/* A moment as an interrupt catches it. */
struct moment {
    uint16_t scan; /* the last one */
    int16_t past;  /* ticks since it was due */
};

/* Interrupts must be off. */
static inline void moment_now(volatile struct moment *now)
{
    now->scan = scan_count;
    now->past = (int16_t)(TCNT3 - scan_due);
}

/* Takes scan 0, and one each 50 us from when interrupts are allowed. */
void scan_start(void);

#endif
