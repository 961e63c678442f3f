/* A short queue of presses. */
#include "presses.h"

#define MOST 8

uint8_t presses_waiting, presses_failed;
static struct press queue[MOST];
static uint8_t first;
static uint16_t count;

void presses_restart(void)
{
    if (presses_waiting)
        presses_give_up();
    count = 0;
}

void presses_add(uint8_t key, uint16_t screen, uint32_t now)
{
    if (presses_waiting == MOST) {
        presses_give_up();
        return;
    }
    queue[(first + presses_waiting++) % MOST] = (struct press){++count, screen, now, key};
    presses_failed = 0;
}

const struct press *presses_first(void)
{
    return &queue[first];
}

uint8_t presses_acknowledge(uint16_t number)
{
    uint8_t waited = presses_waiting;
    while (presses_waiting && (int16_t)(number - queue[first].number) >= 0) {
        first = (first + 1) % MOST;
        presses_waiting--;
    }
    return waited != presses_waiting;
}

void presses_give_up(void)
{
    presses_waiting = 0;
    presses_failed = 1;
}
