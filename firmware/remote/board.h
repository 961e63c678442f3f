/* The remote's board: an ATmega328P at 8 MHz and 3.0 to 5.0 V, straight from three cells or the cable. */
#ifndef BOARD_H
#define BOARD_H

#undef F_CPU
#define F_CPU 8000000UL

#include <avr/io.h>

/* Port B: the display, an SSD1309 or SSD1306 of 128 x 64 pixels on SPI. */
#define DISPLAY_RESET PB0
#define DISPLAY_DATA PB1   /* high: data, low: commands */
#define DISPLAY_SELECT PB2
#define DISPLAY_MOSI PB3
#define DISPLAY_CLOCK PB5

/* Port C: the keys' rows, one driven low at a time; the radio's SET, low for commands; nothing, for noise. */
#define KEY_ROWS 0x0f
#define RADIO_SET PC4
#define NOISE_CHANNEL 5

/* Port D: the line to radio or cable; «Спасибо», and the cable's sense, low when there; the keys' columns. */
#define KEY_THANKS PD2
#define CABLE_SENSE PD3
#define KEY_COLUMNS 0xf0

#define BY_CABLE (!(PIND & _BV(CABLE_SENSE)))

#endif
