/* The cells' voltage, and noise. */
#ifndef BATTERY_H
#define BATTERY_H

#include <stdint.h>

void battery_start(void);

/* Millivolts at the supply pin, by the chip's own reference (10 %). */
uint16_t battery_mv(void);

/* Sixteen bits that nobody can foretell well: an open input's lowest bits. */
uint16_t battery_noise(void);

#endif
