/* The remote's time: milliseconds since power-on. */
#ifndef TICKS_H
#define TICKS_H

#include <stdint.h>

void ticks_start(void);

/* Wraps after 49 days. */
uint32_t now_ms(void);

#endif
