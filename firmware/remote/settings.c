/* The EEPROM: two copies of the settings and of the boot counter, each written while the other is whole. */
#include "settings.h"

#include <avr/eeprom.h>
#include <stddef.h>
#include <util/crc16.h>

#define COPIES 2

struct settings settings;
static struct settings kept[COPIES] EEMEM;
static uint32_t boots[COPIES] EEMEM;

static uint16_t crc_of(const struct settings *of)
{
    const uint8_t *bytes = (const uint8_t *)of;
    uint16_t crc = 0xffff; /* so that neither zeros nor an empty EEPROM have a right one */
    for (uint8_t i = 0; i < offsetof(struct settings, crc); i++)
        crc = _crc_xmodem_update(crc, bytes[i]);
    return crc;
}

static uint8_t read_copy(uint8_t copy, struct settings *to)
{
    eeprom_read_block(to, &kept[copy], sizeof *to);
    return to->crc == crc_of(to);
}

uint8_t settings_read(void)
{
    struct settings other;
    uint8_t first = read_copy(0, &settings), second = read_copy(1, &other);
    if (second && (!first || (int8_t)(other.serial - settings.serial) > 0))
        settings = other;
    return first || second;
}

void settings_write(void)
{
    settings.serial++;
    settings.crc = crc_of(&settings);
    for (uint8_t copy = 0; copy < COPIES; copy++)
        eeprom_update_block(&settings, &kept[copy], sizeof settings);
}

uint32_t settings_boot(void)
{
    uint32_t one = eeprom_read_dword(&boots[0]) + 1, other = eeprom_read_dword(&boots[1]) + 1;
    uint32_t boot = one > other ? one : other;
    eeprom_update_dword(&boots[boot & 1], boot);
    return boot;
}
