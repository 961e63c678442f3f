/* The serial line to the radio or the cable: 9600 baud, 8N1. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

void uart_start(void);

/* How many bytes may be sent now. */
uint8_t uart_room(void);

/* There must be room. */
void uart_send(const uint8_t *bytes, uint8_t size);

/* Until all is sent. */
void uart_flush(void);

/* Is there a byte? */
uint8_t uart_has(void);

uint8_t uart_take(void);

#endif
