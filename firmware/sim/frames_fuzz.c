/* For libFuzzer: any stream is taken without harm, and whatever is taken for a frame comes back the same. */
#include <stdlib.h>
#include <string.h>
#include "frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct frame_in in = {0}, again = {0};
    uint8_t out[FRAME_MOST], payload[PAYLOAD_MOST];
    for (size_t i = 0; i < size; i++) {
        uint8_t length = frame_byte(&in, data[i]), back = 0;
        if (!length)
            continue;
        memcpy(payload, in.payload, length);
        for (uint8_t j = 0, end = frame_encode(payload, length, out); j < end; j++)
            back = frame_byte(&again, out[j]);
        if (back != length || memcmp(again.payload, payload, length))
            abort();
    }
    return 0;
}
