/* The keys: one row of the matrix a millisecond, so that each key is looked at every fourth.
 *
 * A key is pressed when it was down twice in a row, and up again when it was up six times. */
#include "board.h"
#include "keys.h"

#include <avr/pgmspace.h>

#define ROWS 4
#define COLUMNS 4
#define FIRST_COLUMN PD4
#define THANKS (ROWS * COLUMNS)
#define KEYS (THANKS + 1)
#define DOWN_LOOKS 2
#define UP_LOOKS 6
#define ACTIVE_MOST 2 /* with three keys of it down, a matrix shows a fourth that is not */

static const char names[KEYS + 1] PROGMEM = "123A456B789C*0#DT";

static struct {
    uint8_t down : 1;
    uint8_t active : 1; /* at the last look */
    uint8_t looks : 6;  /* in a row that said otherwise than `down` */
} keys[KEYS];
static uint8_t row;
static uint8_t active; /* keys of the matrix */

/* The others float, so that two keys of a column cannot short two rows. */
static void drive_row(void)
{
    DDRC = (DDRC & ~KEY_ROWS) | (1 << row);
}

void keys_start(void)
{
    PORTD |= _BV(KEY_THANKS) | _BV(CABLE_SENSE) | KEY_COLUMNS;
    drive_row();
}

/* One look at a key; is it newly pressed? */
static uint8_t look(uint8_t key, uint8_t down)
{
    if (key != THANKS)
        active += down - keys[key].active;
    keys[key].active = down;
    if (down == keys[key].down) {
        keys[key].looks = 0;
        return 0;
    }
    if (++keys[key].looks < (down ? DOWN_LOOKS : UP_LOOKS))
        return 0;
    keys[key].looks = 0;
    keys[key].down = down;
    return down && (key == THANKS || active <= ACTIVE_MOST);
}

uint8_t keys_turn(void)
{
    uint8_t inputs = ~PIND, pressed = KEYS;
    for (uint8_t column = 0; column < COLUMNS && pressed == KEYS; column++)
        if (look(row * COLUMNS + column, inputs >> (FIRST_COLUMN + column) & 1))
            pressed = row * COLUMNS + column; /* the rest of the row waits for its next turn */
    if (row == 0 && pressed == KEYS && look(THANKS, inputs >> KEY_THANKS & 1))
        pressed = THANKS;
    row = (row + 1) % ROWS;
    drive_row();
    return pressed < KEYS ? pgm_read_byte(&names[pressed]) : 0;
}
