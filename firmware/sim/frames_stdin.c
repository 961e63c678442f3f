/* The receiver and the sender of frames for a host: a stream on stdin; each good payload and its frame, in hexadecimal. */
#include <stdio.h>
#include "frame.h"

static void print(const uint8_t *bytes, uint8_t size)
{
    while (size--)
        printf("%02x", *bytes++);
}

int main(void)
{
    static struct frame_in in;
    uint8_t out[FRAME_MOST];
    int byte;
    while ((byte = getchar()) != EOF) {
        uint8_t size = frame_byte(&in, (uint8_t)byte);
        if (!size)
            continue;
        print(in.payload, size);
        putchar(' ');
        print(out, frame_encode(in.payload, size, out));
        putchar('\n');
    }
    printf("bad %u\n", in.bad);
    return 0;
}
