/* BLAKE2s (RFC 7693) of short data, in one go, with or without a key. */
#ifndef BLAKE2S_H
#define BLAKE2S_H

#include <stdint.h>

/* `size` 1 to 32; `key_size` 0 to 32. */
void blake2s(uint8_t *out, uint8_t size, const uint8_t *key, uint8_t key_size, const uint8_t *data,
             uint8_t data_size);

#endif
