/* The serial line to the Pi: 250000 baud, 8N1, through its own USB chip. */
#ifndef UART_H
#define UART_H

#include <stdint.h>
#include "scan.h"

/* Bytes that were lost on their way from the Pi. */
extern volatile uint16_t uart_lost;

void uart_start(void);

/* How many bytes may be sent now. */
uint8_t uart_room(void);

/* There must be room. */
void uart_send(const uint8_t *bytes, uint8_t size);

/* Is there a byte from the Pi? */
uint8_t uart_has(void);

uint8_t uart_take(void);

/* When the last zero that ended a frame came: the one that was taken last, or one right behind it. */
struct moment uart_ended(void);

#endif
