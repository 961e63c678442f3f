/* BLAKE2s, small rather than fast: one mixing function, the schedule in flash. */
#include "blake2s.h"

#include <string.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PROGMEM
#define pgm_read_byte(address) (*(address))
#define pgm_read_dword(address) (*(address))
#endif

#define BLOCK 64
#define ROUNDS 10

static const uint32_t initial[8] PROGMEM = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* Two words of the message a byte: the first in the high half. */
static const uint8_t schedule[ROUNDS][8] PROGMEM = {
    {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef}, {0xea, 0x48, 0x9f, 0xd6, 0x1c, 0x02, 0xb7, 0x53},
    {0xb8, 0xc0, 0x52, 0xfd, 0xae, 0x36, 0x71, 0x94}, {0x79, 0x31, 0xdc, 0xbe, 0x26, 0x5a, 0x40, 0xf8},
    {0x90, 0x57, 0x24, 0xaf, 0xe1, 0xbc, 0x68, 0x3d}, {0x2c, 0x6a, 0x0b, 0x83, 0x4d, 0x75, 0xfe, 0x19},
    {0xc5, 0x1f, 0xed, 0x4a, 0x07, 0x63, 0x92, 0x8b}, {0xdb, 0x7e, 0xc1, 0x39, 0x50, 0xf4, 0x86, 0x2a},
    {0x6f, 0xe9, 0xb3, 0x08, 0xc2, 0xd7, 0x14, 0xa5}, {0xa2, 0x84, 0x76, 0x15, 0xfb, 0x9e, 0x3c, 0xd0},
};

struct state {
    uint32_t h[8];
    uint32_t v[16];
    union { /* the words of the standard are little-endian, as are the processors that this runs on */
        uint8_t bytes[BLOCK];
        uint32_t words[BLOCK / 4];
    } block;
    uint16_t hashed;
};

static inline uint32_t turned(uint32_t word, uint8_t right)
{
    return (word >> right) | (word << (32 - right));
}

static void mix(uint32_t *v, uint8_t column, uint8_t turn, uint32_t x, uint32_t y)
{
    uint32_t *to_a = v + column, *to_b = v + 4 + ((column + turn) & 3);
    uint32_t *to_c = v + 8 + ((column + 2 * turn) & 3), *to_d = v + 12 + ((column + 3 * turn) & 3);
    uint32_t a = *to_a, b = *to_b, c = *to_c, d = *to_d;
    a += b + x;
    d = turned(d ^ a, 16);
    c += d;
    b = turned(turned(b ^ c, 8), 4);
    a += b + y;
    d = turned(d ^ a, 8);
    c += d;
    b = turned(b ^ c, 8);
    b = (b << 1) | (b >> 31);
    *to_a = a;
    *to_b = b;
    *to_c = c;
    *to_d = d;
}

static void compress(struct state *s, uint8_t bytes, uint8_t last)
{
    s->hashed += bytes;
    for (uint8_t i = 0; i < 8; i++) {
        s->v[i] = s->h[i];
        s->v[i + 8] = pgm_read_dword(&initial[i]);
    }
    s->v[12] ^= s->hashed;
    if (last)
        s->v[14] = ~s->v[14];
    for (uint8_t round = 0; round < ROUNDS; round++)
        for (uint8_t i = 0; i < 8; i++) {
            uint8_t pair = pgm_read_byte(&schedule[round][i]);
            mix(s->v, i & 3, i >> 2, s->block.words[pair >> 4], s->block.words[pair & 15]);
        }
    for (uint8_t i = 0; i < 8; i++)
        s->h[i] ^= s->v[i] ^ s->v[i + 8];
}

void blake2s(uint8_t *out, uint8_t size, const uint8_t *key, uint8_t key_size, const uint8_t *data,
             uint8_t data_size)
{
    struct state s;
    s.hashed = 0;
    for (uint8_t i = 0; i < 8; i++)
        s.h[i] = pgm_read_dword(&initial[i]);
    s.h[0] ^= 0x01010000 ^ ((uint16_t)key_size << 8) ^ size;
    memset(&s.block, 0, BLOCK);
    if (key_size) {
        memcpy(&s.block, key, key_size);
        compress(&s, BLOCK, data_size == 0);
    }
    while (data_size > BLOCK) {
        memcpy(&s.block, data, BLOCK);
        compress(&s, BLOCK, 0);
        data += BLOCK;
        data_size -= BLOCK;
    }
    if (data_size || !key_size) {
        memset(&s.block, 0, BLOCK);
        memcpy(&s.block, data, data_size);
        compress(&s, data_size, 1);
    }
    memcpy(out, s.h, size);
}
