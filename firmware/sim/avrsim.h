/* simavr as a library for tests: a program in virtual time, its pins driven and its bytes taken at exact
 * cycles.
 *
 * simavr is under the GPL 3: this is a tool of the tests, no part of the programs or of the kit. */
#ifndef AVRSIM_H
#define AVRSIM_H

#include <stddef.h>
#include <stdint.h>

struct avrsim;

/* A cycle, and the byte. */
struct entry {
    uint64_t cycle;
    uint8_t value;
};

/* NULL: the program cannot be read, or simavr does not know the chip. */
struct avrsim *avrsim_new(const char *elf, const char *mcu, uint32_t hz);
void avrsim_free(struct avrsim *sim);

/* Cycles since power-on, and of them those in which it slept. */
uint64_t avrsim_cycle(const struct avrsim *sim);
uint64_t avrsim_slept(const struct avrsim *sim);

/* The chip's whole data space: registers, ports, SRAM. */
uint8_t *avrsim_data(struct avrsim *sim);
uint32_t avrsim_data_size(const struct avrsim *sim);

void avrsim_supply(struct avrsim *sim, uint32_t millivolts);
int avrsim_eeprom(struct avrsim *sim, uint8_t *bytes, uint32_t size, int write);
uint32_t avrsim_eeprom_size(const struct avrsim *sim);

/* The pin of port 'A' to 'L' is driven to `level` at that cycle. */
void avrsim_drive(struct avrsim *sim, uint64_t cycle, uint8_t port, uint8_t bit, uint8_t level);

/* The start bit of a byte to the serial port '0' or '1' begins at that cycle. */
void avrsim_feed(struct avrsim *sim, uint64_t cycle, uint8_t uart, uint8_t byte);

/* Runs until that cycle, or an instruction longer; simavr's state: from 5 on the program has ended. */
int avrsim_run(struct avrsim *sim, uint64_t cycle);

/* Runs until it sleeps (address 0), or the byte at `address` of the data space is not zero, or until that
 * cycle. */
int avrsim_await(struct avrsim *sim, uint16_t address, uint64_t cycle);

/* Moves up to `most` entries of a log to `to`; returns how many. The logs are '0' and '1': bytes that the
 * serial ports have sent; 'S': bytes by SPI; 'A' to 'L': what was written to a port's outputs. */
size_t avrsim_take(struct avrsim *sim, uint8_t channel, struct entry *to, size_t most);

/* As if one instruction had taken so long. */
void avrsim_stall(struct avrsim *sim, uint64_t cycles);

/* From now on, more slowly, it is measured how long interrupts are off, and how long their routines take. */
void avrsim_watch_interrupts(struct avrsim *sim, uint8_t vectors);
uint64_t avrsim_interrupts_off(const struct avrsim *sim);

/* Of one routine: all its cycles, or those of its longest run. */
uint64_t avrsim_spent(const struct avrsim *sim, uint8_t vector, int longest);

#endif
