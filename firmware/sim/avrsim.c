/* The harness around simavr. */
#include "avrsim.h"
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CHANNELS 128
#define PORT_MOST 'L'
#define VECTORS 64
#define RUN_MOST 2000 /* cycles without a look at the clock */

struct event {
    uint64_t cycle, order;
    uint8_t channel, bit, value;
};

struct log {
    struct entry *entries;
    size_t count, room;
    struct avrsim *sim;
};

struct avrsim {
    avr_t *avr;
    struct event *events; /* a heap: the soonest first */
    size_t count, room;
    uint64_t order;
    struct log logs[CHANNELS];
    uint8_t driven[CHANNELS], levels[CHANNELS];
    uint64_t slept;
    uint64_t entered[VECTORS], spent[VECTORS], longest[VECTORS];
    int watches_interrupts;
    uint64_t off_longest;
};

static struct avrsim *running; /* for simavr's callbacks that carry nothing */

static void do_not_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    running->slept += cycles + 1;
}

static void do_not_log(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr, (void)level, (void)format, (void)arguments;
}

static void *grown(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    return realloc(array, *room * size);
}

static void record(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct log *log = param;
    (void)irq;
    log->entries = grown(log->entries, log->count, &log->room, sizeof *log->entries);
    log->entries[log->count++] = (struct entry){log->sim->avr->cycle, (uint8_t)value};
}

static avr_irq_t *uart_irq(struct avrsim *sim, uint8_t uart, int which)
{
    return avr_io_getirq(sim->avr, AVR_IOCTL_UART_GETIRQ(uart), which);
}

static void record_all(struct avrsim *sim, uint8_t channel, avr_irq_t *irq)
{
    sim->logs[channel].sim = sim;
    if (irq)
        avr_irq_register_notify(irq, record, &sim->logs[channel]);
}

static int load(struct avrsim *sim, const char *elf, const char *mcu, uint32_t hz)
{
    elf_firmware_t firmware = {0};
    uint32_t quiet = 0;
    avr_global_logger_set(do_not_log);
    if (elf_read_firmware(elf, &firmware) || !(sim->avr = avr_make_mcu_by_name(mcu)))
        return 0;
    avr_init(sim->avr);
    avr_load_firmware(sim->avr, &firmware);
    sim->avr->frequency = hz;
    sim->avr->log = LOG_NONE;
    sim->avr->sleep = do_not_sleep;
    sim->avr->run_cycle_limit = RUN_MOST;
    for (uint8_t uart = '0'; uart <= '1'; uart++)
        avr_ioctl(sim->avr, AVR_IOCTL_UART_SET_FLAGS(uart), &quiet);
    return 1;
}

void avrsim_free(struct avrsim *sim)
{
    if (sim->avr)
        avr_terminate(sim->avr);
    for (int channel = 0; channel < CHANNELS; channel++)
        free(sim->logs[channel].entries);
    free(sim->events);
    free(sim);
}

struct avrsim *avrsim_new(const char *elf, const char *mcu, uint32_t hz)
{
    struct avrsim *sim = calloc(1, sizeof *sim);
    if (!load(sim, elf, mcu, hz)) {
        avrsim_free(sim);
        return NULL;
    }
    for (uint8_t uart = '0'; uart <= '1'; uart++)
        record_all(sim, uart, uart_irq(sim, uart, UART_IRQ_OUTPUT));
    /* The ATmega2560's, and the ATmega328P's. */
    record_all(sim, 'S', avr_io_getirq(sim->avr, AVR_IOCTL_SPI_GETIRQ('0'), SPI_IRQ_OUTPUT));
    record_all(sim, 'S', avr_io_getirq(sim->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT));
    for (uint8_t port = 'A'; port <= PORT_MOST; port++)
        record_all(sim, port, avr_io_getirq(sim->avr, AVR_IOCTL_IOPORT_GETIRQ(port), IOPORT_IRQ_REG_PORT));
    return sim;
}

uint64_t avrsim_cycle(const struct avrsim *sim)
{
    return sim->avr->cycle;
}

uint64_t avrsim_slept(const struct avrsim *sim)
{
    return sim->slept;
}

uint8_t *avrsim_data(struct avrsim *sim)
{
    return sim->avr->data;
}

uint32_t avrsim_data_size(const struct avrsim *sim)
{
    return sim->avr->ramend + 1u;
}

void avrsim_supply(struct avrsim *sim, uint32_t millivolts)
{
    sim->avr->vcc = sim->avr->avcc = sim->avr->aref = millivolts;
}

int avrsim_eeprom(struct avrsim *sim, uint8_t *bytes, uint32_t size, int write)
{
    avr_eeprom_desc_t part = {.ee = bytes, .offset = 0, .size = size};
    return avr_ioctl(sim->avr, write ? AVR_IOCTL_EEPROM_SET : AVR_IOCTL_EEPROM_GET, &part);
}

uint32_t avrsim_eeprom_size(const struct avrsim *sim)
{
    return sim->avr->e2end + 1;
}

void avrsim_stall(struct avrsim *sim, uint64_t cycles)
{
    sim->avr->cycle += cycles;
}

static int sooner(const struct event *one, const struct event *other)
{
    return one->cycle != other->cycle ? one->cycle < other->cycle : one->order < other->order;
}

static void swap(struct event *one, struct event *other)
{
    struct event kept = *one;
    *one = *other;
    *other = kept;
}

static void plan(struct avrsim *sim, struct event event)
{
    size_t at = sim->count;
    sim->events = grown(sim->events, at, &sim->room, sizeof event);
    event.order = sim->order++;
    sim->events[sim->count++] = event;
    while (at && sooner(&sim->events[at], &sim->events[(at - 1) / 2])) {
        swap(&sim->events[at], &sim->events[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static struct event soonest(struct avrsim *sim)
{
    struct event event = sim->events[0];
    size_t at = 0, child;
    sim->events[0] = sim->events[--sim->count];
    while ((child = 2 * at + 1) < sim->count) {
        if (child + 1 < sim->count && sooner(&sim->events[child + 1], &sim->events[child]))
            child++;
        if (!sooner(&sim->events[child], &sim->events[at]))
            break;
        swap(&sim->events[child], &sim->events[at]);
        at = child;
    }
    return event;
}

void avrsim_drive(struct avrsim *sim, uint64_t cycle, uint8_t port, uint8_t bit, uint8_t level)
{
    plan(sim, (struct event){.cycle = cycle, .channel = port, .bit = bit, .value = level});
}

void avrsim_feed(struct avrsim *sim, uint64_t cycle, uint8_t uart, uint8_t byte)
{
    plan(sim, (struct event){.cycle = cycle, .channel = uart, .value = byte});
}

/* A write to a port's register makes simavr raise its inputs again: it is told to what they are driven. */
static void set_pin(struct avrsim *sim, const struct event *event)
{
    uint8_t port = event->channel, bit = 1 << event->bit;
    sim->driven[port] |= bit;
    sim->levels[port] = event->value ? sim->levels[port] | bit : sim->levels[port] & ~bit;
    avr_ioport_external_t outside = {.name = port, .mask = sim->driven[port], .value = sim->levels[port]};
    avr_ioctl(sim->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &outside);
    avr_raise_irq(avr_io_getirq(sim->avr, AVR_IOCTL_IOPORT_GETIRQ(port), event->bit), event->value);
}

static void happen(struct avrsim *sim, struct event event)
{
    if (event.channel >= 'A')
        set_pin(sim, &event);
    else
        avr_raise_irq(uart_irq(sim, event.channel, UART_IRQ_INPUT), event.value);
}

static avr_cycle_count_t stop(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when, (void)param;
    return 0;
}

static int run_to(struct avrsim *sim, uint64_t cycle)
{
    avr_t *avr = sim->avr;
    uint64_t off_since = avr->cycle;
    if (avr->cycle < cycle)
        avr_cycle_timer_register(avr, cycle - avr->cycle, stop, sim);
    while (avr->cycle < cycle) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return state;
        if (!sim->watches_interrupts)
            continue;
        if (avr->sreg[S_I])
            off_since = avr->cycle;
        else if (avr->cycle - off_since > sim->off_longest)
            sim->off_longest = avr->cycle - off_since;
    }
    avr_cycle_timer_cancel(avr, stop, sim);
    return avr->state;
}

int avrsim_run(struct avrsim *sim, uint64_t cycle)
{
    int state = sim->avr->state;
    running = sim;
    while (sim->count && sim->events[0].cycle <= cycle) {
        state = run_to(sim, sim->events[0].cycle);
        if (state > cpu_StepDone)
            return state;
        happen(sim, soonest(sim));
    }
    return sim->avr->cycle < cycle ? run_to(sim, cycle) : state;
}

int avrsim_await(struct avrsim *sim, uint16_t address, uint64_t cycle)
{
    avr_t *avr = sim->avr;
    uint64_t limit = avr->run_cycle_limit;
    int state = avr->state;
    avr->run_cycle_limit = 1;
    while (!(address ? avr->data[address] : avr->state == cpu_Sleeping) && avr->cycle < cycle &&
           state <= cpu_StepDone)
        state = avrsim_run(sim, avr->cycle + 1);
    avr->run_cycle_limit = limit;
    return state;
}

size_t avrsim_take(struct avrsim *sim, uint8_t channel, struct entry *to, size_t most)
{
    struct log *log = &sim->logs[channel];
    size_t count = log->count < most ? log->count : most;
    memcpy(to, log->entries, count * sizeof *to);
    memmove(log->entries, log->entries + count, (log->count - count) * sizeof *to);
    log->count -= count;
    return count;
}

static void enter_or_leave(struct avr_irq_t *irq, uint32_t value, void *param)
{
    uint64_t vector = (uint64_t)(uintptr_t)param, now = running->avr->cycle, took;
    (void)irq;
    if (value) {
        running->entered[vector] = now;
        return;
    }
    took = now - running->entered[vector];
    running->spent[vector] += took;
    if (took > running->longest[vector])
        running->longest[vector] = took;
}

void avrsim_watch_interrupts(struct avrsim *sim, uint8_t vectors)
{
    running = sim;
    sim->watches_interrupts = 1;
    sim->avr->run_cycle_limit = 1;
    for (uintptr_t vector = 1; vector < vectors && vector < VECTORS; vector++) {
        avr_irq_t *irq = avr_get_interrupt_irq(sim->avr, vector);
        if (irq)
            avr_irq_register_notify(irq + AVR_INT_IRQ_RUNNING, enter_or_leave, (void *)vector);
    }
}

uint64_t avrsim_interrupts_off(const struct avrsim *sim)
{
    return sim->off_longest;
}

uint64_t avrsim_spent(const struct avrsim *sim, uint8_t vector, int longest)
{
    return longest ? sim->longest[vector] : sim->spent[vector];
}
