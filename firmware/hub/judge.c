/* From scans to lines of the log. */
#include "judge.h"
#include <util/atomic.h>
#include "debounce.h"
#include "lights.h"
#include "log.h"

#define TURN_MOST 32 /* scans in one turn of the main loop */
#define COARSEST 655 /* scans that the message can tell of */

uint32_t judged;
uint8_t glitches[LINE_COUNT];
uint8_t armed;
static uint32_t armed_since;
static uint8_t armed_last; /* the last Arm's number: one that was served is not armed again */
static uint16_t backlog_most;
static uint16_t unread; /* scans overwritten before they were judged */
static uint16_t blind, blind_until; /* so many were before this scan, when that last happened */

static uint16_t scans_taken(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { count = scan_count; }
    return count;
}

static uint32_t whole(uint16_t scan)
{
    return judged + (int16_t)(scan - (uint16_t)judged);
}

uint32_t moment_ticks(const struct moment *moment)
{
    return whole(moment->scan) * SCAN_TICKS + moment->past;
}

uint16_t judge_missed(void)
{
    uint16_t missed;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { missed = scans_missed; }
    return missed + unread;
}

uint16_t judge_backlog(void)
{
    uint16_t most = backlog_most;
    backlog_most = 0;
    return most;
}

/* Of an active edge: 0, or the ticks within which other stamps are not told apart from its own. */
static uint16_t grain(uint8_t line, uint16_t scan)
{
    uint16_t scans = scan == blind_until ? blind : 0;
    uint8_t before = history[(uint16_t)(scan - 1) % HISTORY][BANK_LAST];
    for (uint16_t i = scan; i != (uint16_t)judged && (history[i % HISTORY][BANK_LAST] & LATE); i++)
        scans++;
    if (line >= LINE_KEY && (before >> AGAIN_SHIFT & 1 << (line - LINE_KEY)))
        scans++;
    if (scans > COARSEST)
        scans = COARSEST;
    return scans ? scans * SCAN_TICKS + 1 : 0;
}

void debounce_tell(uint8_t what, uint8_t line, uint16_t scan, uint16_t extent)
{
    uint16_t coarse = what == WHAT_RELEASE ? 0 : grain(line, scan);
    if (line == LINE_WORD) {
        if (what != WHAT_PRESS || !armed || (int32_t)(whole(scan) - armed_since) < 0)
            return;
        what = WHAT_ONSET;
        armed = 0;
    }
    if (what == WHAT_REJECTED && glitches[line] < 255)
        glitches[line]++;
    log_line(what, line, whole(scan) * SCAN_TICKS - SCAN_TICKS / 2, extent * SCAN_TICKS, coarse);
}

void judge_start(void)
{
    debounce_start(0);
}

uint8_t judge_scans(void)
{
    uint16_t backlog = scans_taken() - (uint16_t)judged;
    if (!backlog)
        return 0;
    if (backlog > backlog_most)
        backlog_most = backlog;
    if (backlog > HISTORY - KEPT) {
        blind = backlog - 1;
        unread += blind;
        judged += blind;
        blind_until = judged + 1;
        debounce_lose(judged);
        backlog = 1;
    }
    if (backlog > TURN_MOST)
        backlog = TURN_MOST;
    while (backlog--)
        debounce_scan(++judged);
    lights_contact(level);
    return 1;
}

uint32_t judge_pending_ticks(void)
{
    uint16_t age;
    debounce_settle(judged);
    age = debounce_oldest(judged, armed ? LINE_COUNT : LINE_WORD);
    return (judged - age) * SCAN_TICKS - (age ? SCAN_TICKS / 2 : 0);
}

void judge_arm(uint8_t number)
{
    if (number && number == armed_last)
        return;
    armed = armed_last = number;
    armed_since = whole(scans_taken()) + 1;
}
