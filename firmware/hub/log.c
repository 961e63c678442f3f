/* The log, and when its lines are sent. */
#include "log.h"
#include "boot.h"
#include "debounce.h"
#include "judge.h"
#include "link.h"

#define LINES 128
#define AGAIN_AFTER (20 * SCANS_A_MS)
#define AGAIN_MOST 8

struct line {
    uint8_t what, line;
    uint32_t ticks;
    uint16_t extent_ticks, grain_ticks;
};

uint16_t log_lost, log_unlogged, log_resent, log_first, log_next;
static struct line lines[LINES];
static uint16_t sent;  /* the lines before were sent once */
static uint16_t again, again_end; /* the lines of this round that are still to be sent again */
static uint32_t waits_since;      /* for an acknowledgement that says more than the last */

void log_line(uint8_t what, uint8_t line, uint32_t ticks, uint16_t extent_ticks, uint16_t grain_ticks)
{
    uint16_t waiting = log_next - log_first;
    if (what == WHAT_REJECTED && waiting >= LINES / 2) {
        log_unlogged++;
    } else if (waiting >= LINES) {
        log_lost++;
    } else {
        if (!waiting)
            waits_since = judged;
        lines[log_next++ % LINES] = (struct line){what, line, ticks, extent_ticks, grain_ticks};
    }
}

void log_acknowledge(uint16_t next)
{
    uint16_t more = next - log_first;
    if (!more || more > (uint16_t)(sent - log_first))
        return;
    log_first = again = again_end = next;
    waits_since = judged;
}

static uint8_t send_line(uint16_t seq)
{
    const struct line *line = &lines[seq % LINES];
    struct msg_edge edge = {MSG_EDGE,    boot_id,           seq, line->what, line->line,
                            line->ticks, line->extent_ticks, line->grain_ticks};
    return link_send(&edge, sizeof edge);
}

void log_send(void)
{
    if (sent != log_next) {
        if (send_line(sent))
            sent++;
        return;
    }
    if (log_first != sent && judged - waits_since >= AGAIN_AFTER) {
        waits_since = judged;
        again = log_first;
        again_end = (uint16_t)(sent - log_first) < AGAIN_MOST ? sent : log_first + AGAIN_MOST;
    }
    if (again != again_end && send_line(again)) {
        again++;
        log_resent++;
    }
}
