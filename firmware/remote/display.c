/* The display: SSD1309, or SSD1306, on SPI. A line of text is two of its pages; the letters are font.h's. */
#include "board.h"
#include "display.h"

#include <avr/pgmspace.h>
#include <util/delay.h>

#include "font.h"
#include "screen.h"

#define PAGES 2 /* of a line */
#define MARGIN 8
#define MARGIN_COLUMN 120
#define ALL_ROWS ((1 << ROWS) - 1)
#define BATTERY_ROW 0
#define PRESS_ROW 3
#define EMPTY_MV 3000
#define LEVEL_MV 200 /* a pixel more */
#define LEVEL_MOST 7

/* Off, clock, 64 rows, no offset, row 0, pump, pages, wires upwards, contrast, charge, from memory, on. */
static const uint8_t opening[] PROGMEM = {
    0xae, 0xd5, 0xa0, 0xa8, 0x3f, 0xd3, 0x00, 0x40, 0x8d, 0x14, 0x20, 0x02, 0xa1, 0xc8,
    0xda, 0x12, 0x81, 0x8f, 0xd9, 0xd3, 0xdb, 0x20, 0xa4, 0xa6, 0xaf,
};

/* Pixels of the margin: columns of the upper, then of the lower page. */
static const uint8_t waits[PAGES][MARGIN] PROGMEM = {{0}, {0, 0, 0, 0x18, 0x3c, 0x3c, 0x18, 0}};
static const uint8_t failed[PAGES][MARGIN] PROGMEM = {
    {0, 0xfe, 0xff, 0x03, 0x03, 0xff, 0xfe, 0}, {0, 0x7f, 0xff, 0x98, 0x98, 0xff, 0x7f, 0},
};

static uint8_t drawn[ROWS][COLUMNS]; /* letters; 0 is none */
static uint8_t stale_margins = ALL_ROWS; /* a bit a row */
static enum sign press_sign;
static uint8_t level; /* of the cells, in pixels; 0: no sign */

static void put(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & _BV(SPIF)))
        ;
}

static void command(uint8_t byte)
{
    PORTB &= ~_BV(DISPLAY_DATA);
    put(byte);
    PORTB |= _BV(DISPLAY_DATA);
}

void display_start(void)
{
    DDRB = _BV(DISPLAY_RESET) | _BV(DISPLAY_DATA) | _BV(DISPLAY_SELECT) | _BV(DISPLAY_MOSI) |
           _BV(DISPLAY_CLOCK);
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
    _delay_us(10);
    PORTB = _BV(DISPLAY_RESET) | _BV(DISPLAY_DATA);
    _delay_us(10);
    for (uint8_t i = 0; i < sizeof opening; i++)
        command(pgm_read_byte(&opening[i]));
}

void display_signs(enum sign press, uint16_t battery_mv)
{
    uint8_t pixels = 0;
    if (battery_mv) {
        pixels = battery_mv > EMPTY_MV ? 1 + (battery_mv - EMPTY_MV) / LEVEL_MV : 1;
        pixels = pixels < LEVEL_MOST ? pixels : LEVEL_MOST;
    }
    if (press != press_sign)
        stale_margins |= 1 << PRESS_ROW;
    if (pixels != level)
        stale_margins |= 1 << BATTERY_ROW;
    press_sign = press;
    level = pixels;
}

/* A cell that stands upright, filled from below. */
static uint8_t battery_pixels(uint8_t page, uint8_t column)
{
    uint16_t lit = 0;
    if (!level || column < 2)
        return 0;
    if (column == 2 || column == 7)
        lit = 0x1ff8;
    else
        lit = 0x1008 | (column == 4 || column == 5 ? 0x0004 : 0) | (0x1000 - (0x1000 >> level));
    return page ? lit >> 8 : lit;
}

static uint8_t margin_pixels(uint8_t row, uint8_t page, uint8_t column)
{
    if (row == BATTERY_ROW)
        return battery_pixels(page, column);
    if (row != PRESS_ROW || press_sign == SIGN_NONE)
        return 0;
    return pgm_read_byte(press_sign == SIGN_WAITS ? &waits[page][column] : &failed[page][column]);
}

static const uint8_t *glyph_of(uint8_t code)
{
    if (code >= GLYPH_FIRST && code <= GLYPH_LAST)
        return glyphs[code - GLYPH_FIRST];
    if (code >= GLYPH_FIRST_MORE && code <= GLYPH_LAST_MORE)
        return glyphs[code - GLYPH_FIRST_MORE + GLYPH_LAST - GLYPH_FIRST + 1];
    return glyphs['?' - GLYPH_FIRST];
}

static void go_to(uint8_t row, uint8_t page, uint8_t column)
{
    command(0xb0 | (row * PAGES + page));
    command(column & 0x0f);
    command(0x10 | column >> 4);
}

static void draw_letter(uint8_t row, uint8_t column)
{
    const uint8_t *pixels = glyph_of(screen_shown[row][column]);
    drawn[row][column] = screen_shown[row][column];
    for (uint8_t page = 0; page < PAGES; page++) {
        go_to(row, page, column * GLYPH_WIDTH);
        for (uint8_t x = 0; x < GLYPH_WIDTH; x++)
            put(pgm_read_byte(pixels++));
    }
}

static void draw_margin(uint8_t row)
{
    stale_margins &= ~(1 << row);
    for (uint8_t page = 0; page < PAGES; page++) {
        go_to(row, page, MARGIN_COLUMN);
        for (uint8_t column = 0; column < MARGIN; column++)
            put(margin_pixels(row, page, column));
    }
}

uint8_t display_turn(void)
{
    for (uint8_t row = 0; row < ROWS; row++) {
        for (uint8_t column = 0; column < COLUMNS; column++)
            if (drawn[row][column] != screen_shown[row][column]) {
                draw_letter(row, column);
                return 1;
            }
        if (stale_margins & 1 << row) {
            draw_margin(row);
            return 1;
        }
    }
    return 0;
}
