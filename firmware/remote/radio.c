/* The HC-12's channel (its manual, version 2: SET low 40 ms before a command, high 80 ms after it). */
#include "board.h"
#include "radio.h"

#include <avr/wdt.h>
#include <util/delay.h>

#include "uart.h"

void radio_start(void)
{
    PORTC |= _BV(RADIO_SET);
    DDRC |= _BV(RADIO_SET);
}

void radio_channel(uint8_t channel)
{
    uint8_t hundreds = '0' + channel / 100, tens = '0' + channel / 10 % 10, ones = '0' + channel % 10;
    uint8_t command[] = {'A', 'T', '+', 'C', hundreds, tens, ones};
    uart_flush();
    wdt_reset();
    _delay_ms(10); /* the last byte is still on its way */
    PORTC &= ~_BV(RADIO_SET);
    _delay_ms(50);
    uart_send(command, sizeof command);
    _delay_ms(100);
    PORTC |= _BV(RADIO_SET);
    _delay_ms(90);
    wdt_reset();
}
