/* The debounce rule, in scans of 50 us. */
#include "debounce.h"

#define MS(n) ((n) * 20)
#define FAR 0x4000
#define BETWEEN(from, to) ((uint16_t)((to) - (from)))

struct limits {
    uint8_t quiet;    /* inactive for so long, a contact is over */
    uint8_t confirm;  /* so long after its first edge a contact is judged */
    uint16_t release; /* inactive for so long, a press is over */
};

static const struct limits hand = {MS(5), MS(12), MS(30)};
static const struct limits word = {MS(2), MS(4), MS(30)};

static const struct limits *limits_of(uint8_t line)
{
    return line == LINE_WORD ? &word : &hand;
}

struct contact {
    uint16_t first;  /* scan of its first edge */
    uint16_t since;  /* scan of the line's last change */
    uint16_t active; /* scans active from `first` to the line's last inactive edge */
};

uint8_t level[BANKS], down[BANKS];
static uint8_t begun[BANKS]; /* a contact is under way */
static struct contact contacts[BANKS * 8];
static uint16_t due[BANKS]; /* of a bank with a line under way: when time alone may decide something */
static uint8_t turn;        /* the bank that is next to be settled without an edge */

static uint8_t seen(uint8_t bank, uint16_t scan)
{
    return history[scan % HISTORY][bank];
}

static void reject(uint8_t line, uint16_t until)
{
    uint16_t first = contacts[line].first;
    debounce_tell(WHAT_REJECTED, line, first, BETWEEN(first, until));
}

/* The contact is rejected, and judged anew from its next active edge, if there is one. */
static void begin_anew(uint8_t line, uint8_t bank, uint8_t bit)
{
    struct contact *contact = &contacts[line];
    uint16_t end = contact->first, next;
    while (end != contact->since && (seen(bank, end) & bit))
        end++;
    next = end;
    while (next != contact->since && !(seen(bank, next) & bit))
        next++;
    reject(line, end);
    contact->active -= BETWEEN(contact->first, end);
    contact->first = next;
    if (next == contact->since && !(level[bank] & bit))
        begun[bank] &= ~bit;
}

/* Decides of one contact or release what time alone decides up to `scan`; false if that is nothing. */
static uint8_t settle_once(uint8_t line, uint8_t bank, uint8_t bit, uint16_t scan)
{
    struct contact *contact = &contacts[line];
    const struct limits *limits = limits_of(line);
    uint8_t active = level[bank] & bit;
    uint16_t lasted = BETWEEN(contact->first, contact->since), sum = contact->active;

    if (down[bank] & bit) {
        if (active || BETWEEN(contact->since, scan) < limits->release)
            return 0;
        down[bank] &= ~bit;
        debounce_tell(WHAT_RELEASE, line, contact->since, 0);
        return 0;
    }
    if (!(begun[bank] & bit))
        return 0;
    if (!active && BETWEEN(contact->since, scan) >= limits->quiet &&
        lasted + limits->quiet <= limits->confirm) {
        begun[bank] &= ~bit;
        reject(line, contact->since);
        return 0;
    }
    if (BETWEEN(contact->first, scan) < limits->confirm)
        return 0;
    if (active)
        sum += limits->confirm - lasted;
    if (active && 2 * sum >= limits->confirm) {
        begun[bank] &= ~bit;
        down[bank] |= bit;
        debounce_tell(WHAT_PRESS, line, contact->first, lasted);
        return 0;
    }
    begin_anew(line, bank, bit);
    return 1;
}

static void settle(uint8_t line, uint8_t bank, uint8_t bit, uint16_t scan)
{
    while (settle_once(line, bank, bit, scan))
        ;
}

static uint8_t under_way(uint8_t bank)
{
    return begun[bank] | (down[bank] & ~level[bank]);
}

static uint8_t is_due(uint8_t bank, uint16_t scan)
{
    return (int16_t)(scan - due[bank]) >= 0;
}

/* When time alone will decide something of a line under way. */
static uint16_t due_of(uint8_t line, uint8_t bank, uint8_t bit)
{
    const struct contact *contact = &contacts[line];
    const struct limits *limits = limits_of(line);
    uint16_t judged = contact->first + limits->confirm, quiet = contact->since + limits->quiet;
    if (down[bank] & bit)
        return contact->since + limits->release;
    return level[bank] & bit || (int16_t)(judged - quiet) < 0 ? judged : quiet;
}

/* Each line of the bank, and when the next is due. */
static void settle_bank(uint8_t bank, uint16_t scan)
{
    uint16_t soonest = scan + FAR;
    uint8_t waiting = under_way(bank);
    for (uint8_t line = bank * 8, bit = 1; waiting; line++, waiting >>= 1, bit <<= 1) {
        if (!(waiting & 1))
            continue;
        settle(line, bank, bit, scan);
        if (under_way(bank) & bit) {
            uint16_t at = due_of(line, bank, bit);
            if ((int16_t)(at - soonest) < 0)
                soonest = at;
        }
    }
    due[bank] = soonest;
}

/* Something of a line of the bank is due in `after` scans; `waited`: other lines were under way before. */
static void plan(uint8_t bank, uint16_t scan, uint16_t after, uint8_t waited)
{
    uint16_t at = scan + after;
    if (!waited || (int16_t)(at - due[bank]) < 0)
        due[bank] = at;
}

static void edge(uint8_t line, uint8_t bank, uint8_t bit, uint16_t scan)
{
    struct contact *contact = &contacts[line];
    const struct limits *limits = limits_of(line);
    uint8_t waited = under_way(bank);
    if (waited && is_due(bank, scan))
        settle(line, bank, bit, scan);
    level[bank] ^= bit;
    if (!(level[bank] & bit)) {
        contact->active += BETWEEN(contact->since, scan);
        if (down[bank] & bit)
            plan(bank, scan, limits->release, waited);
        else
            plan(bank, scan, limits->quiet, waited);
    } else if (!((down[bank] | begun[bank]) & bit)) {
        begun[bank] |= bit;
        contact->first = scan;
        contact->active = 0;
        plan(bank, scan, limits->confirm, waited);
    }
    contact->since = scan;
}

static void edges(uint8_t bank, uint8_t changed, uint16_t scan)
{
    for (uint8_t line = bank * 8, bit = 1; changed; line++, changed >>= 1, bit <<= 1)
        if (changed & 1)
            edge(line, bank, bit, scan);
}

/* Most scans need nothing of this. */
static void __attribute__((noinline)) changes(uint16_t scan)
{
    for (uint8_t bank = 0; bank < BANK_LAST; bank++)
        edges(bank, seen(bank, scan) ^ level[bank], scan);
    edges(BANK_LAST, (seen(BANK_LAST, scan) ^ level[BANK_LAST]) & LINES_LAST, scan);
}

void debounce_start(uint16_t scan)
{
    for (uint8_t bank = 0; bank < BANKS; bank++) {
        uint8_t lines = bank == BANK_LAST ? LINES_LAST : 0xff;
        level[bank] = down[bank] = seen(bank, scan) & lines;
        begun[bank] = 0;
    }
    turn = 0;
}

void debounce_scan(uint16_t scan)
{
    const volatile uint8_t *now = history[scan % HISTORY];
    uint8_t last = (now[BANK_LAST] ^ level[BANK_LAST]) & LINES_LAST;
    if ((now[0] ^ level[0]) | (now[1] ^ level[1]) | (now[2] ^ level[2]) | (now[3] ^ level[3]) |
        (now[4] ^ level[4]) | last)
        changes(scan);
    turn = turn ? turn - 1 : BANK_LAST;
    if (under_way(turn) && is_due(turn, scan))
        settle_bank(turn, scan);
}

void debounce_settle(uint16_t scan)
{
    for (uint8_t bank = 0; bank < BANKS; bank++)
        settle_bank(bank, scan);
}

void debounce_lose(uint16_t scan)
{
    for (uint8_t line = 0; line < LINE_COUNT; line++) {
        uint8_t bank = line / 8, bit = 1 << line % 8;
        if (begun[bank] & bit)
            reject(line, level[bank] & bit ? scan : contacts[line].since);
    }
    for (uint8_t bank = 0; bank < BANKS; bank++) {
        begun[bank] = 0;
        level[bank] = down[bank];
    }
}

uint16_t debounce_oldest(uint16_t scan, uint8_t lines)
{
    uint16_t oldest = 0;
    for (uint8_t line = 0; line < lines; line++) {
        uint8_t bank = line / 8, bit = 1 << line % 8;
        uint8_t waits = line == LINE_WORD ? begun[bank] : under_way(bank);
        if (waits & bit) {
            const struct contact *contact = &contacts[line];
            uint16_t age = BETWEEN(begun[bank] & bit ? contact->first : contact->since, scan);
            if (age > oldest)
                oldest = age;
        }
    }
    return oldest;
}
