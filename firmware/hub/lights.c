/* What the lights show.
 *
 * If the Pi has been silent for 3 s, no light tells of a hand or of a living player: all are off, and
 * seat 1 flashes. */
#include "lights.h"
#include "judge.h"
#include "pins.h"

#define SEATS 20
#define ALL ((1UL << SEATS) - 1)
#define SILENT_AFTER (3000UL * SCANS_A_MS)
#define STEP (1000UL * SCANS_A_MS / STEPS) /* the patterns repeat after a second */
#define STEPS 6 /* no light flashes more than three times a second: it would harm who is sensitive to that */
#define DIM_TURNS 8 /* in one of them the dim lights are on */

static uint32_t seats[LIGHT_DIM + 1]; /* those that are to be in this mode, seat 1 in bit 0 */
static uint32_t reflex, shown;
static uint8_t contact[3];
static uint32_t heard, stepped;
static uint8_t step, turn;

/* Takes as many of the low bits of `picture` as `pins` has, and leaves the rest. */
static uint8_t deal(uint32_t *picture, uint8_t pins)
{
    uint8_t lit = 0;
    for (uint8_t bit = 1; bit; bit <<= 1)
        if (pins & bit) {
            if (*picture & 1)
                lit |= bit;
            *picture >>= 1;
        }
    return lit;
}

static void show(uint32_t picture)
{
    if (picture == shown)
        return;
    shown = picture;
    PORTB = deal(&picture, SEATS_B);
    PORTH = deal(&picture, SEATS_H);
    PORTG = deal(&picture, SEATS_G);
    PORTJ = deal(&picture, SEATS_J);
}

static uint32_t bits(const uint8_t bytes[3])
{
    return bytes[0] | (uint16_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
}

static void refresh(void)
{
    uint32_t lit = seats[LIGHT_ON] | (reflex & bits(contact));
    if (step < STEPS / 2)
        lit |= seats[LIGHT_SLOW];
    if (step & 1)
        lit |= seats[LIGHT_FAST];
    if (!step)
        lit |= seats[LIGHT_FLASH];
    if (!turn)
        lit |= seats[LIGHT_DIM];
    show(lit);
}

static void clear(void)
{
    for (uint8_t mode = 0; mode <= LIGHT_DIM; mode++)
        seats[mode] = 0;
    reflex = 0;
}

static void be_safe(void)
{
    clear();
    seats[LIGHT_FLASH] = 1;
    refresh();
}

void lights_start(void)
{
    DDRB = SEATS_B;
    DDRH = SEATS_H;
    DDRG = SEATS_G;
    DDRJ = SEATS_J;
    be_safe();
}

void lights_set(const struct msg_lights *picture)
{
    clear();
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        uint8_t mode = picture->modes[seat / 2] >> seat % 2 * 4 & 0x0f;
        if (mode <= LIGHT_DIM)
            seats[mode] |= 1UL << seat;
    }
    reflex = bits(picture->reflex) & ALL;
    heard = judged;
    refresh();
}

void lights_contact(const uint8_t pads[3])
{
    if (pads[0] == contact[0] && pads[1] == contact[1] && pads[2] == contact[2])
        return;
    for (uint8_t i = 0; i < 3; i++)
        contact[i] = pads[i];
    refresh();
}

void lights_turn(void)
{
    turn = (turn + 1) % DIM_TURNS;
    if (judged - stepped >= STEP) {
        stepped = judged;
        step = (step + 1) % STEPS;
        if (judged - heard >= SILENT_AFTER)
            be_safe();
        refresh();
    } else if (seats[LIGHT_DIM] && turn < 2) {
        refresh();
    }
}
