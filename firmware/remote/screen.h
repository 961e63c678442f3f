/* What the display shows: four lines of twenty letters, changed only when a screen is whole. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdint.h>

#define ROWS 4
#define COLUMNS 20

/* The letters on the display. */
extern uint8_t screen_shown[ROWS][COLUMNS];

/* The number of the screen that is wholly shown; 0: none that counts. */
extern uint16_t screen_number;

/* Words of the remote's own, of which words.h has some: no screen is shown any more. */
void screen_own(const uint8_t *words);

/* A row of the screen that is on its way. */
void screen_row(uint8_t row, const uint8_t *text);

/* The rows are there: they are shown, as that screen, if it is this CRC's. */
void screen_whole(uint16_t number, uint16_t crc);

#endif
