/* What the hub's program takes of its chip, measured: budget ELF END JUDGED SCAN_COUNT, the last three
 * addresses of variables in the data space. */
#include <stdio.h>
#include <stdlib.h>
#include "avrsim.h"

#define MS 16000
#define SCAN 800
#define TIMER_VECTOR 17
#define VECTORS 57
#define PAINT 0xc5
#define WAIT_MOST 256 /* scans that may wait to be judged */

static const char ports[] = "ACFKL";

struct found {
    double busy, busiest;
    unsigned backlog;
};

static unsigned word_at(const uint8_t *data, unsigned address)
{
    return data[address] | data[address + 1] << 8;
}

/* Runs on; how busy it was in all and in the busiest millisecond, and the most scans that waited. */
static struct found live(struct avrsim *sim, unsigned ms, unsigned judged, unsigned taken)
{
    struct found found = {0};
    for (unsigned i = 0; i < ms; i++) {
        uint64_t cycle = avrsim_cycle(sim), slept = avrsim_slept(sim);
        double busy;
        unsigned backlog;
        avrsim_run(sim, cycle + MS);
        busy = 1 - (double)(avrsim_slept(sim) - slept) / (double)(avrsim_cycle(sim) - cycle);
        found.busy += busy / ms;
        if (busy > found.busiest)
            found.busiest = busy;
        backlog = (word_at(avrsim_data(sim), taken) - word_at(avrsim_data(sim), judged)) & 0xffff;
        if (backlog > found.backlog)
            found.backlog = backlog;
    }
    return found;
}

/* All forty come at once, bounce for 4 ms with an edge each 400 us, and are left again. */
static void bounce(struct avrsim *sim, uint64_t at)
{
    for (int line = 0; line < 40; line++) {
        uint8_t inactive = line < 20;
        uint8_t port = ports[line / 8], bit = line % 8;
        for (int edge = 0; edge < 11; edge++)
            avrsim_drive(sim, at + (uint64_t)(edge * 400 + line) * 16, port, bit, (edge + inactive) % 2 == 0);
        avrsim_drive(sim, at + 60 * MS, port, bit, inactive);
    }
}

static unsigned stack(struct avrsim *sim, unsigned end)
{
    unsigned free = end;
    while (free < avrsim_data_size(sim) && avrsim_data(sim)[free] == PAINT)
        free++;
    return avrsim_data_size(sim) - free;
}

int main(int count, char **words)
{
    struct avrsim *sim = count == 5 ? avrsim_new(words[1], "atmega2560", 16000000) : NULL;
    unsigned end, judged, taken;
    struct found idle, burst;
    uint64_t begun, spent;
    if (!sim)
        return 1;
    end = strtoul(words[2], NULL, 16) & 0xffff;
    judged = strtoul(words[3], NULL, 16) & 0xffff;
    taken = strtoul(words[4], NULL, 16) & 0xffff;
    for (unsigned address = end; address < avrsim_data_size(sim); address++)
        avrsim_data(sim)[address] = PAINT;
    for (int line = 0; line < 40; line++)
        avrsim_drive(sim, 0, ports[line / 8], line % 8, line < 20);
    avrsim_run(sim, 20 * MS);
    avrsim_watch_interrupts(sim, VECTORS);
    begun = avrsim_cycle(sim);
    idle = live(sim, 100, judged, taken);
    spent = avrsim_spent(sim, TIMER_VECTOR, 0) * SCAN / (avrsim_cycle(sim) - begun);
    bounce(sim, avrsim_cycle(sim));
    burst = live(sim, 150, judged, taken);
    printf("hub: a scan takes %u of its %d cycles; busy %.0f %% of the time, %.0f %% of the millisecond"
           " in which 40 lines bounce most\n",
           (unsigned)spent, SCAN, 100 * idle.busy, 100 * burst.busiest);
    printf("hub: %u scans wait then, of %d that may; interrupts are off for %.1f us at most;"
           " stack %u bytes\n",
           burst.backlog, WAIT_MOST, (double)avrsim_interrupts_off(sim) / 16, stack(sim, end));
    avrsim_free(sim);
    return 0;
}
