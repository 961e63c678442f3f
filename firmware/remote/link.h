/* The session with the Pi: docs/remote.md tells the protocol, tablekit/sim/radio_remote.py does the same. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

/* The cells, as Status tells them; 0: by cable. */
extern uint16_t link_battery_mv;

/* Reads whose remote this is, and calls; or says that it is nobody's. */
void link_start(uint32_t now);

/* A key was pressed. */
void link_press(uint8_t key, uint32_t now);

/* A good frame came. */
void link_received(const uint8_t *payload, uint8_t size, uint32_t now);

/* Says what is due, gives up what took too long. */
void link_turn(uint32_t now);

#endif
