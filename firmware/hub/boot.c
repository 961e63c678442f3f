/* The boot id and the watchdog. */
#include "boot.h"
#include <avr/eeprom.h>
#include <avr/io.h>
#include <avr/wdt.h>

#define SPREAD 0x9e3779b1 /* odd: no two counts give the same id, and their last bytes differ too */

uint32_t boot_id;
uint8_t boot_reason __attribute__((section(".noinit")));
static uint32_t boots EEMEM;

/* Before all else: after a reset by the watchdog it runs on, at its shortest. */
void watchdog_off(void) __attribute__((naked, used, section(".init3")));
void watchdog_off(void)
{
    boot_reason = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

void boot_start(void)
{
    uint32_t count = eeprom_read_dword(&boots) + 1;
    if (!count)
        count = 1;
    eeprom_update_dword(&boots, count);
    boot_id = count * SPREAD;
    wdt_enable(WDTO_500MS);
}
