/* The remote's board: an ATmega328P at 8 MHz and 3.0 to 5.0 V, straight from three cells or the cable. */
#ifndef BOARD_H
#define BOARD_H

#undef F_CPU
#define F_CPU 8000000UL

#include <avr/io.h>

#include "pins.h"

#define BY_CABLE (!(PIND & _BV(CABLE_SENSE)))

#endif
