/* The HC-12's channel. */
#ifndef RADIO_H
#define RADIO_H

#include <stdint.h>

void radio_start(void);

/* Sets the channel, 1 to 100; takes a quarter of a second. */
void radio_channel(uint8_t channel);

#endif
