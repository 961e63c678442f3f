/* The debounce rule on the tests' own machine. Reads commands, each a letter and numbers in hexadecimal:
 *   b FROM               begin: every line is inactive, the next scan is FROM
 *   s BANKS...           a scan: six bytes, the levels of the banks
 *   n COUNT              so many scans like the last
 *   l                    the next scan comes after some that were not seen
 *   u                    what time has decided is decided
 *   o LINES              prints "o AGE"
 *   e                    prints "e"
 * and prints "t WHAT LINE SCAN EXTENT" of each outcome, in decimal. */
#include <stdio.h>
#include <string.h>
#include "debounce.h"

volatile uint8_t history[HISTORY][BANKS];
static uint8_t now[BANKS];
static uint16_t scan;

void debounce_tell(uint8_t what, uint8_t line, uint16_t at, uint16_t extent)
{
    printf("t %u %u %u %u\n", what, line, at, extent);
}

static void put(void)
{
    for (int bank = 0; bank < BANKS; bank++)
        history[scan % HISTORY][bank] = now[bank];
}

static void begin(unsigned from)
{
    memset(now, 0, sizeof now);
    scan = (uint16_t)(from - 1);
    put();
    debounce_start(scan);
}

static void next(void)
{
    scan++;
    put();
    debounce_scan(scan);
}

static void take(char letter)
{
    unsigned number = 0;
    switch (letter) {
    case 'b':
        if (scanf("%x", &number) == 1)
            begin(number);
        break;
    case 's':
        for (int bank = 0; bank < BANKS && scanf("%x", &number) == 1; bank++)
            now[bank] = (uint8_t)number;
        next();
        break;
    case 'n':
        if (scanf("%x", &number) == 1)
            while (number--)
                next();
        break;
    case 'l':
        debounce_lose(scan);
        break;
    case 'u':
        debounce_settle(scan);
        break;
    case 'e':
        puts("e");
        break;
    case 'o':
        if (scanf("%x", &number) == 1)
            printf("o %u\n", debounce_oldest(scan, (uint8_t)number));
        break;
    }
}

int main(void)
{
    char letter;
    while (scanf(" %c", &letter) == 1)
        take(letter);
    return 0;
}
