/* The messages to and from the Pi (firmware/messages.toml). */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

/* Is there room for the longest frame? */
uint8_t link_room(void);

/* Sends a message, if there is room; false: it was not sent. */
uint8_t link_send(const void *message, uint8_t size);

/* Takes what the Pi has sent, and answers. */
void link_listen(void);

/* Says what is due: to be called each few scans. */
void link_turn(void);

#endif
