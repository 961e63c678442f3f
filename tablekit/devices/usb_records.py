"""What the kernel tells of a USB number pad or keyboard, and the remote's keys in it. Bytes in, keys out."""

import logging
import struct
from collections.abc import Iterator
from typing import NamedTuple

from tablekit.timebase import US_PER_S

log = logging.getLogger(__name__)

ERR_US = 50_000
"""A stamp is never early, and so late at most: a wired pad is asked every 8 to 10 ms (USB 2.0, low speed), and its own
scan and debounce take up to 40 ms more. The key starts a word; it never is one."""

# linux/input.h and linux/input-event-codes.h
EVENT = struct.Struct("@LLHHi")
"""`struct input_event`: seconds, microseconds, type, code, value."""
EV_SYN, EV_KEY, EV_LED = 0, 1, 0x11
SYN_REPORT, SYN_DROPPED, LED_NUML = 0, 3, 0
UP, DOWN = 0, 1  # 2: it repeats by itself
ENTER, PAD_ENTER, MOUSE_BUTTON = 28, 96, 0x110
DIGITS = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10)
PAD_DIGITS = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)
PAD_ARROWS = (110, 107, 108, 109, 105, 76, 106, 102, 103, 104)
"""What a pad's digits are while NumLock is off, if it does not leave that to the computer."""
LETTERS = {30: "A", 48: "B", 46: "C", 32: "D"}
MODIFIERS = frozenset({29, 97, 42, 54, 56, 100, 125, 126})
"""Ctrl, Shift, Alt and Win: while one is held, no key is ours."""
KEYS = (
    {code: str(digit) for digits in (DIGITS, PAD_DIGITS) for digit, code in enumerate(digits)}
    | LETTERS
    | {57: "T", ENTER: "#", 14: "*"}  # Space, Enter, Backspace
    | {69: "A", 98: "B", 55: "*", 74: "C", 78: "T", PAD_ENTER: "#", 83: "D", 121: "D"}  # NumLock / * - + Enter . ,
)
"""The remote's key by the kernel's code, which depends neither on a layout nor on the computer's NumLock."""
ARROWS = {code: str(digit) for digit, code in enumerate(PAD_ARROWS)} | {111: "D"}


class Pressed(NamedTuple):
    """A key of the remote went down at `at_us` of table time, or up to `err_us` earlier."""

    key: str
    at_us: int
    err_us: int


class Records:
    """What comes from one device, bytes in and keys out. `arrows`: those of a pad are its digits too."""

    def __init__(self, *, arrows: bool = False) -> None:
        self._keys = KEYS | ARROWS if arrows else KEYS
        self._rest = b""
        self._held: set[int] = set()
        self._lost = False

    def pressed(self, data: bytes) -> Iterator[Pressed]:
        """The keys that went down, up to the last whole record."""
        self._rest += data
        whole = len(self._rest) - len(self._rest) % EVENT.size
        records, self._rest = self._rest[:whole], self._rest[whole:]
        for seconds, us, kind, code, value in EVENT.iter_unpack(records):
            if kind == EV_SYN:
                self._synced(code)
            elif kind == EV_KEY and not self._lost:
                if code in MODIFIERS:
                    (self._held.discard if value == UP else self._held.add)(code)
                elif value == DOWN and code in self._keys and not self._held:
                    yield Pressed(self._keys[code], seconds * US_PER_S + us, ERR_US)

    def _synced(self, code: int) -> None:
        """The kernel's buffer was full: what follows up to the next report is no whole truth."""
        if code == SYN_DROPPED:
            log.warning("keys were lost: they came faster than they were read")
            self._lost = True
            self._held.clear()
        elif code == SYN_REPORT:
            self._lost = False
