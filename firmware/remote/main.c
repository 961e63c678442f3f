/* The host's remote: seventeen keys, a display of four lines, a radio; it decides nothing. */
#include "board.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "battery.h"
#include "display.h"
#include "frame.h"
#include "keys.h"
#include "link.h"
#include "presses.h"
#include "radio.h"
#include "ticks.h"
#include "uart.h"

#define BATTERY_EVERY_MS 5000

/* Before all else: after a reset by the watchdog it runs on, at its shortest. */
void watchdog_off(void) __attribute__((naked, used, section(".init3")));
void watchdog_off(void)
{
    MCUSR = 0;
    wdt_disable();
}

static void receive(uint32_t now)
{
    static struct frame_in in;
    while (uart_has()) {
        uint8_t size = frame_byte(&in, uart_take());
        if (size)
            link_received(in.payload, size, now);
    }
}

static void measure(uint32_t now)
{
    static uint32_t measured;
    if (link_battery_mv && now - measured < BATTERY_EVERY_MS && !BY_CABLE)
        return;
    measured = now;
    link_battery_mv = BY_CABLE ? 0 : battery_mv();
}

static void each_ms(uint32_t now)
{
    uint8_t key = keys_turn();
    if (key)
        link_press(key, now);
    measure(now);
    link_turn(now);
    display_signs(presses_waiting ? SIGN_WAITS : presses_failed ? SIGN_FAILED : SIGN_NONE, link_battery_mv);
}

static void start(void)
{
    wdt_enable(WDTO_500MS);
    ticks_start();
    uart_start();
    radio_start();
    keys_start();
    battery_start();
    display_start();
    sei();
    measure(now_ms());
    link_start(now_ms());
}

int main(void)
{
    uint32_t past;
    start();
    past = now_ms();
    for (;;) {
        uint32_t now = now_ms();
        wdt_reset();
        receive(now);
        if (now != past)
            each_ms(now);
        past = now;
        if (!display_turn())
            sleep_mode(); /* until the next interrupt, a millisecond at most */
    }
}
