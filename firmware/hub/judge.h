/* What the lines come to: the scans are judged in their order, and confirmed lines are logged. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdint.h>
#include "messages.h"
#include "scan.h"

/* The last scan that was judged. The main loop's clock. */
extern uint32_t judged;

/* Scans that nobody saw in time: taken late, or overwritten before they were judged. */
uint16_t judge_missed(void);

/* The most scans that waited, since this was asked last. */
uint16_t judge_backlog(void);

/* Contacts of each line that came to nothing; 255 stays. */
extern uint8_t glitches[LINE_COUNT];

/* The first levels, without a line of the log. */
void judge_start(void);

/* Judges what has been scanned, some scans at most; false if there was none. */
uint8_t judge_scans(void);

/* Nothing that is stamped before this tick will be logged any more. */
uint32_t judge_pending_ticks(void);

/* The number of the Arm that waits for the word; 0: none. */
extern uint8_t armed;

/* Waits for the word from now on. Said again it changes nothing; 0 ends the wait. */
void judge_arm(uint8_t number);

/* The tick of a moment that lies less than 1.6 s from the last judged scan. */
uint32_t moment_ticks(const struct moment *moment);

#endif
