/* The screen on its way, and the one that is shown. */
#include "screen.h"

#include <avr/pgmspace.h>
#include <string.h>
#include <util/crc16.h>

uint8_t screen_shown[ROWS][COLUMNS];
uint16_t screen_number;
static uint8_t rows[ROWS][COLUMNS];

void screen_own(const uint8_t *words)
{
    memcpy_P(screen_shown, words, sizeof screen_shown);
    screen_number = 0;
}

void screen_row(uint8_t row, const uint8_t *text)
{
    if (row < ROWS)
        memcpy(rows[row], text, COLUMNS);
}

void screen_whole(uint16_t number, uint16_t crc)
{
    uint16_t sum = 0;
    for (uint8_t row = 0; row < ROWS; row++)
        for (uint8_t column = 0; column < COLUMNS; column++)
            sum = _crc_xmodem_update(sum, rows[row][column]);
    if (sum != crc)
        return;
    memcpy(screen_shown, rows, sizeof rows);
    screen_number = number;
}
