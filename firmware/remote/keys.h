/* The sixteen keys and «Спасибо». */
#ifndef KEYS_H
#define KEYS_H

#include <stdint.h>

void keys_start(void);

/* To be called each millisecond: the key that has just been pressed (0-9 A B C D * # T), or 0. */
uint8_t keys_turn(void);

#endif
