/* The HC-12 on the second serial port, 9600 baud: bytes as they are, and its channel. */
#ifndef RADIO_H
#define RADIO_H

#include <stdint.h>

/* Chunks of the Pi that found no room. */
extern uint16_t radio_lost;

void radio_start(void);

/* Bytes for the radio: all of them, or none. */
void radio_out(const uint8_t *bytes, uint8_t size);

/* Sets the channel, 1 to 100, within a quarter of a second; the radio's answer is told like all it brings. */
void radio_channel(uint8_t channel);

/* To be called each few scans: tells what came, and does what is due. */
void radio_turn(void);

#endif
