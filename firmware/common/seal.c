/* The seal of the remote's frames. */
#include "seal.h"

#include <string.h>

#include "blake2s.h"

void seal(const uint8_t *key, void *payload, uint8_t size)
{
    uint8_t *bytes = payload;
    blake2s(bytes + size - TAG_BYTES, TAG_BYTES, key, KEY_BYTES, bytes, size - TAG_BYTES);
}

uint8_t opens(const uint8_t *key, const void *payload, uint8_t size)
{
    const uint8_t *bytes = payload;
    uint8_t tag[TAG_BYTES], difference = 0;
    if (size <= TAG_BYTES)
        return 0;
    blake2s(tag, TAG_BYTES, key, KEY_BYTES, bytes, size - TAG_BYTES);
    for (uint8_t i = 0; i < TAG_BYTES; i++)
        difference |= tag[i] ^ bytes[size - TAG_BYTES + i];
    return !difference;
}

void session_key(uint8_t *out, const uint8_t *pairing_key, const uint8_t *remotes_nonce,
                 const uint8_t *pis_nonce)
{
    uint8_t nonces[2 * NONCE_BYTES];
    memcpy(nonces, remotes_nonce, NONCE_BYTES);
    memcpy(nonces + NONCE_BYTES, pis_nonce, NONCE_BYTES);
    blake2s(out, KEY_BYTES, pairing_key, KEY_BYTES, nonces, sizeof nonces);
}
