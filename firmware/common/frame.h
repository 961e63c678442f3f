/* Frames in a stream of bytes: a zero, COBS of payload and CRC-32, a zero. The Pi's side is tablekit/wire/frames.py. */
#ifndef FRAME_H
#define FRAME_H

#include <stdint.h>
#include "messages.h"

#define CHECK_BYTES 4
#define STUFFED_MOST (PAYLOAD_MOST + CHECK_BYTES + 1)
#define FRAME_MOST (STUFFED_MOST + 2)

/* Writes the frame of up to PAYLOAD_MOST bytes to `out` (FRAME_MOST bytes); returns its length. */
uint8_t frame_encode(const void *payload, uint8_t size, uint8_t *out);

/* The receiver of one stream; all zero at the start. */
struct frame_in {
    uint8_t payload[PAYLOAD_MOST + CHECK_BYTES]; /* what the last frame carried, until the next byte is not zero */
    uint8_t fill;
    uint8_t left;   /* bytes of the running block */
    uint8_t begun;  /* is there a block? */
    uint8_t spoilt; /* too long for a frame */
    uint16_t bad;   /* pieces between zeros that were no frame */
};

/* Takes one byte; returns the size of the payload if a good frame ends with it, else 0. */
uint8_t frame_byte(struct frame_in *in, uint8_t byte);

#endif
