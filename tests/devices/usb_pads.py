"""Pads and keyboards for tests: their keys, and what the kernel says of a press."""

from tablekit.devices.usb_records import DOWN, EV_KEY, EV_SYN, EVENT, SYN_REPORT, UP

PAD = {
    "NumLock": 69, "/": 98, "*": 55, "-": 74, "7": 71, "8": 72, "9": 73, "+": 78, "4": 75, "5": 76, "6": 77,
    "1": 79, "2": 80, "3": 81, "Enter": 96, "0": 82, ".": 83,
}  # fmt: skip
"""The 17 keys of a number pad, by what is printed on them."""
ROWS = {"qwertyuiop": 16, "asdfghjkl": 30, "zxcvbnm": 44}
KEYBOARD = {char: first + n for row, first in ROWS.items() for n, char in enumerate(row)}
KEYBOARD |= {**{str(n): 1 + n for n in range(1, 10)}, "0": 11, " ": 57, "\r": 28, "\x7f": 14}
"""Keys of a keyboard by what they type."""


def record(code: int, value: int = DOWN, at_us: int = 0, kind: int = EV_KEY) -> bytes:
    return EVENT.pack(at_us // 1_000_000, at_us % 1_000_000, kind, code, value)


def press(code: int, at_us: int = 0) -> bytes:
    """Down and up, as the kernel reports them: a scan code, the key, the report's end."""
    scan, end = record(4, code, at_us, kind=4), record(SYN_REPORT, 0, at_us, EV_SYN)
    return b"".join(scan + record(code, value, at_us) + end for value in (DOWN, UP))
