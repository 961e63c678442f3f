/* The hub's pins: an Arduino Mega 2560. Made from hardware/pins.toml by `make hardware`. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

/* Lines 0 to 39 are the bits 0 to 7 of ports A, C, F, K, L, all pulled up. These are pads: active when low.
 * The others are docks of masks, which pull to ground while the mask is in them. */
#define PADS_A 0xff
#define PADS_C 0xff
#define PADS_F 0x0f

/* Lines 40 and 41: active when low, pulled up. */
#define KEY_BIT PE5
#define WORD_BIT PE4

/* Seats 1 to 20: these bits, from the lowest. No light shares a port with an input. */
#define SEATS_B 0xff
#define SEATS_H 0x7b
#define SEATS_G 0x27
#define SEATS_J 0x03

/* SET of the HC-12: low, it takes commands. */
#define RADIO_SET_BIT PD7

#endif
