"""The only rooms that touch the world: pins, ports, the sound card."""
