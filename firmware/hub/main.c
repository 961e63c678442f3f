/* The seat hub: forty pads and masks, the key and the word on one counter, twenty lights. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include "boot.h"
#include "judge.h"
#include "lights.h"
#include "link.h"
#include "pins.h"
#include "radio.h"
#include "scan.h"
#include "uart.h"

#define CHORES_EACH 8 /* scans */

static void pull_up(void)
{
    PORTA = PORTC = PORTF = PORTK = PORTL = 0xff;
    PORTE = _BV(KEY_BIT) | _BV(WORD_BIT);
}

/* Until the next interrupt, if there is nothing to do. */
static void rest(void)
{
    cli();
    if (scan_count == (uint16_t)judged && !uart_has()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    uint8_t chores = 0;
    pull_up();
    lights_start();
    boot_start();
    uart_start();
    radio_start();
    scan_start();
    judge_start();
    sei();
    for (;;) {
        if (judge_scans())
            wdt_reset();
        if (uart_has())
            link_listen();
        if ((uint8_t)((uint8_t)judged - chores) >= CHORES_EACH) {
            chores = (uint8_t)judged;
            lights_turn();
            radio_turn();
            link_turn();
        }
        rest();
    }
}
