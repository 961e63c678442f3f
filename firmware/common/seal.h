/* The seal of the remote's frames: keyed BLAKE2s over type and fields, as in tablekit/wire/seal.py. */
#ifndef SEAL_H
#define SEAL_H

#include <stdint.h>

#define KEY_BYTES 16
#define NONCE_BYTES 8
#define TAG_BYTES 8

/* Writes the tag into the last TAG_BYTES of the payload. */
void seal(const uint8_t *key, void *payload, uint8_t size);

/* Does the payload end with its tag? Takes the same time whatever the answer. */
uint8_t opens(const uint8_t *key, const void *payload, uint8_t size);

/* The key of the session that these two nonces make. */
void session_key(uint8_t *out, const uint8_t *pairing_key, const uint8_t *remotes_nonce,
                 const uint8_t *pis_nonce);

#endif
