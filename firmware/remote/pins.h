/* The remote's pins: an ATmega328P. Made from hardware/pins.toml by `make hardware`. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

/* Port B: the display, an SSD1309 or SSD1306 of 128 x 64 pixels on SPI. */
#define DISPLAY_RESET PB0
#define DISPLAY_DATA PB1 /* high: data, low: commands */
#define DISPLAY_SELECT PB2
#define DISPLAY_MOSI PB3
#define DISPLAY_CLOCK PB5

/* Port C: the keys' rows, one driven low at a time; the radio's SET, low for commands; an open pin. */
#define KEY_ROWS 0x0f
#define RADIO_SET PC4
#define NOISE_CHANNEL 5

/* Port D: «Спасибо», and the cable's sense, low when there; the keys' columns. */
#define KEY_THANKS PD2
#define CABLE_SENSE PD3
#define KEY_COLUMNS 0xf0

#endif
