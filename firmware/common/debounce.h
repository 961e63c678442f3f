/* What the lines come to: the debounce rule of tests/vectors/debounce.txt, for all lines of a hub at once.
 *
 * Time is counted in scans, modulo 65536. An edge belongs to the first scan that shows it. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>
#include "messages.h"

#define BANKS 6     /* line n is bit n % 8 of bank n / 8 */
#define HISTORY 512 /* scans; a power of two */
#define KEPT 256    /* of them, behind the one that is judged: a contact is judged anew from them */

#define WHAT_RELEASE 0
#define WHAT_PRESS 1
#define WHAT_REJECTED 2
#define WHAT_ONSET 3 /* of the word; told by who waits for it */

/* Of the last bank, beside the lines 40 and 41, which are read once more after all the others. */
#define BANK_LAST 5
#define LINES_LAST 0x03
#define AGAIN_SHIFT 2
#define LATE 0x10 /* this scan was read a period late or more, right before the next one */

/* The levels of each scan, 1 is active; written ahead of the judging by whoever scans. */
extern volatile uint8_t history[HISTORY][BANKS];

/* Of the last scan that was judged, a bit a line. */
extern uint8_t level[BANKS];
/* Of them, those that are confirmed. */
extern uint8_t down[BANKS];

/* What is under way is forgotten, and every line is what `scan` shows: to be called before the first scan. */
void debounce_start(uint16_t scan);

/* Judges the next scan, whose levels are in the history. */
void debounce_scan(uint16_t scan);

/* Decides what time alone has decided by the last scan; else each line waits its turn, 6 scans at most. */
void debounce_settle(uint16_t scan);

/* The scans before `scan` were not seen: contacts under way are rejected, what is confirmed stands. */
void debounce_lose(uint16_t scan);

/* How many scans before `scan` the oldest contact or release began that is still under way, of the first
 * `lines` lines; 0: there is none. The end of the word is nobody's affair. */
uint16_t debounce_oldest(uint16_t scan, uint8_t lines);

/* To be given by the program: `line` came to `what`, at `scan`. A press: `extent` scans to the last active
 * edge of its confirmation. Rejected: it lasted `extent` scans. */
void debounce_tell(uint8_t what, uint8_t line, uint16_t scan, uint16_t extent);

#endif
