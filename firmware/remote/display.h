/* The display: 128 x 64 pixels, as four lines of twenty letters and a margin of signs. */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdint.h>

enum sign { SIGN_NONE, SIGN_WAITS, SIGN_FAILED };

void display_start(void);

/* What the margin says of the last press, and of the cells in millivolts (0: by cable). */
void display_signs(enum sign press, uint16_t battery_mv);

/* Draws one letter or sign that has changed; 0: there was none. */
uint8_t display_turn(void);

#endif
