/* Power-on: which one it is, why, and the watchdog. */
#ifndef BOOT_H
#define BOOT_H

#include <stdint.h>

/* Another at each power-on; never 0. */
extern uint32_t boot_id;
/* MCUSR as it was. */
extern uint8_t boot_reason;

/* Counts the power-on in EEPROM (a few milliseconds), and starts the watchdog: 500 ms. */
void boot_start(void);

#endif
