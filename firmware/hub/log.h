/* The log of confirmed lines: kept until the Pi has acknowledged them, and sent again until then. */
#ifndef LOG_H
#define LOG_H

#include <stdint.h>

/* Confirmed lines that found the log full; rejected ones that were not logged; lines sent again. */
extern uint16_t log_lost, log_unlogged, log_resent;

/* The number of the first line that is not acknowledged, and of the next line. */
extern uint16_t log_first, log_next;

/* A rejected contact is logged only while half of the log is free. */
void log_line(uint8_t what, uint8_t line, uint32_t ticks, uint16_t extent_ticks, uint16_t grain_ticks);

/* The Pi has all lines before `next`. */
void log_acknowledge(uint16_t next);

/* Sends a line, if one is due and there is room: new ones first. */
void log_send(void);

#endif
