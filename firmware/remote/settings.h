/* What the remote keeps without power: whose it is, and how often it was switched on. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdint.h>
#include "seal.h"

struct settings {
    uint8_t serial; /* of two copies the later one counts */
    uint8_t channel;
    uint32_t remote;
    uint8_t key[KEY_BYTES];
    uint16_t crc;
};

extern struct settings settings;

/* Reads the settings; 0: it was never paired, or both copies are damaged. */
uint8_t settings_read(void);

/* Keeps them; power may fail at any moment. */
void settings_write(void);

/* Another number at each call, also after a power cut in the midst of the last one. */
uint32_t settings_boot(void);

#endif
