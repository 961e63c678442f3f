/* The hub's pins: an Arduino Mega 2560. How they are named on its board stands in firmware/README.md. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

/* Lines 0 to 39 are the bits 0 to 7 of ports A, C, F, K, L: pads pull to ground, docks of masks too.
 * All are pulled up. */
#define PADS_A 0xff /* bits whose line is active when it is low */
#define PADS_C 0xff
#define PADS_F 0x0f

/* Lines 40 and 41: active when low, pulled up. */
#define KEY_BIT PE5
#define WORD_BIT PE4

/* Seats 1 to 20: the free bits of these ports, from the lowest. No light shares a port with an input. */
#define SEATS_B 0xff
#define SEATS_H 0x7b /* 0 1 3 4 5 6 */
#define SEATS_G 0x27 /* 0 1 2 5 */
#define SEATS_J 0x03

/* SET of the HC-12: low, it takes commands. */
#define RADIO_SET_BIT PD7

#endif
