/* The presses that the Pi has not acknowledged, in order. */
#ifndef PRESSES_H
#define PRESSES_H

#include <stdint.h>

struct press {
    uint16_t number; /* in its session, from 1; wraps */
    uint16_t screen; /* that was shown */
    uint32_t since;
    uint8_t key;
};

extern uint8_t presses_waiting; /* how many */
extern uint8_t presses_failed;  /* the last ones were given up; until the next is taken */

/* A new session counts from 1. */
void presses_restart(void);

/* Takes a press; if there is no room, it and all that wait are given up. */
void presses_add(uint8_t key, uint16_t screen, uint32_t now);

/* The one to say now; there must be one. */
const struct press *presses_first(void);

/* Those up to `number` are with the Pi; were there any? */
uint8_t presses_acknowledge(uint16_t number);

/* What was typed behind a lost press would mean something else without it: all go. */
void presses_give_up(void);

#endif
