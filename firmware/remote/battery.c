/* The converter measures its own reference against the supply, and an open pin for its noise. */
#include "board.h"
#include "battery.h"

#include <util/delay.h>

#define REFERENCE_MV 1100UL
#define FULL_SCALE 1024
#define REFERENCE_CHANNEL 14

static uint16_t converted(uint8_t channel)
{
    ADMUX = _BV(REFS0) | channel;
    _delay_us(300); /* the reference is weak */
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC))
        ;
    return ADC;
}

void battery_start(void)
{
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1); /* 125 kHz */
}

uint16_t battery_mv(void)
{
    uint16_t part = converted(REFERENCE_CHANNEL);
    return part ? REFERENCE_MV * FULL_SCALE / part : 0;
}

uint16_t battery_noise(void)
{
    uint16_t noise = 0;
    for (uint8_t i = 0; i < 32; i++)
        noise = (noise << 1 | noise >> 15) ^ converted(NOISE_CHANNEL);
    return noise;
}
