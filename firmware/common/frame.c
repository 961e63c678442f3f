/* Frames: COBS and CRC-32, byte by byte. */
#include "frame.h"

#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PROGMEM
#define pgm_read_dword(address) (*(address))
#endif

static const uint32_t crc_of_nibble[16] PROGMEM = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint32_t crc32_of(const uint8_t *bytes, uint8_t size)
{
    uint32_t crc = 0xffffffff;
    while (size--) {
        crc ^= *bytes++;
        crc = (crc >> 4) ^ pgm_read_dword(&crc_of_nibble[crc & 15]);
        crc = (crc >> 4) ^ pgm_read_dword(&crc_of_nibble[crc & 15]);
    }
    return ~crc;
}

struct stuffing {
    uint8_t *block; /* where the running block has its length */
    uint8_t *end;
};

static void stuff(struct stuffing *to, uint8_t byte)
{
    if (byte) {
        *to->end++ = byte;
    } else {
        *to->block = (uint8_t)(to->end - to->block);
        to->block = to->end++;
    }
}

uint8_t frame_encode(const void *payload, uint8_t size, uint8_t *out)
{
    const uint8_t *bytes = payload;
    uint32_t crc = crc32_of(bytes, size);
    struct stuffing to = {out + 1, out + 2};
    out[0] = 0;
    while (size--)
        stuff(&to, *bytes++);
    for (uint8_t i = 0; i < CHECK_BYTES; i++, crc >>= 8)
        stuff(&to, (uint8_t)crc);
    stuff(&to, 0); /* closes the last block; its zero ends the frame */
    *to.block = 0;
    return (uint8_t)(to.end - out);
}

static void put(struct frame_in *in, uint8_t byte)
{
    if (in->fill < sizeof in->payload)
        in->payload[in->fill++] = byte;
    else
        in->spoilt = 1;
}

static uint8_t size_of_good(const struct frame_in *in)
{
    uint8_t size = in->fill - CHECK_BYTES;
    uint32_t crc;
    if (in->spoilt || in->left || in->fill <= CHECK_BYTES || size > PAYLOAD_MOST)
        return 0;
    crc = crc32_of(in->payload, size);
    for (uint8_t i = 0; i < CHECK_BYTES; i++, crc >>= 8)
        if (in->payload[size + i] != (uint8_t)crc)
            return 0;
    return size;
}

uint8_t frame_byte(struct frame_in *in, uint8_t byte)
{
    uint8_t size;
    if (byte && in->left) {
        put(in, byte);
        in->left--;
        return 0;
    }
    if (byte) {
        if (in->begun)
            put(in, 0);
        in->begun = 1;
        in->left = byte - 1;
        return 0;
    }
    size = size_of_good(in);
    if (in->begun && !size)
        in->bad++;
    in->fill = in->left = in->begun = in->spoilt = 0;
    return size;
}
