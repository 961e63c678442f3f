/* The seat lights: the Pi's picture, blinking by itself, and the contact light, which waits for nobody. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdint.h>
#include "messages.h"

void lights_start(void);

/* The Pi's picture; good for 3 s. */
void lights_set(const struct msg_lights *picture);

/* The pads that are touched now, seat 1 in bit 0 of the first byte. */
void lights_contact(const uint8_t pads[3]);

/* Time goes on: to be called each few scans. */
void lights_turn(void);

#endif
