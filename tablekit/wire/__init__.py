"""Frames and messages of the seat hub and the remote: bytes in, messages out. No I/O, no clock."""
