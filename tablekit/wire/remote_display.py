"""What the remote's display shows, seen from the Pi: the rows that it still needs, and what the host had before him.

The remote shows four rows only when all are there. A Screen asks for that, a Status answers; a Status that names
another screen means that rows were lost, and those that it cannot be sure to have are sent again.
"""

import binascii
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from tablekit.timebase import US_PER_MS
from tablekit.wire.glyphs import CODES
from tablekit.wire.messages import Row, Screen
from tablekit.wire.seal import NO_TAG

COLUMNS, ROWS = 20, 4
SCREENS_KEPT = 64
"""So many screens back a press can name its step."""
NUMBERS = 0xFFFF
"""Screens are numbered from 1 to this, and again from 1; 0 is none."""
ASK_AGAIN_US = 300 * US_PER_MS
CROSSED_US = 50 * US_PER_MS
"""A Status that comes sooner after a Screen was on its way before it."""


def codes(line: str) -> bytes:
    """A row of the display; a letter that it has not loses its accent, or becomes `?`."""
    return bytes(code(letter) for letter in unicodedata.normalize("NFC", line)[:COLUMNS]).ljust(COLUMNS)


def code(letter: str) -> int:
    """One letter in the display's own set."""
    base = unicodedata.normalize("NFD", letter)[0]
    return CODES.get(letter) or CODES.get(base) or CODES["?"]


@dataclass
class Shown:
    """A screen as it was to be shown."""

    rows: tuple[bytes, ...]
    step: int | None
    asked: int | None = None
    """The frame in which the display was first asked for it, if it was."""


class RemoteDisplay:
    """The screens by number, and what is known of the remote's rows. A remote that has restarted shows screen 0."""

    def __init__(self) -> None:
        self._screens: OrderedDict[int, Shown] = OrderedDict()
        self._newest = self._aim = 0  # the last that was to be shown, and the one that is being sent
        self._shown = 0
        self._asked_us: int | None = None  # when the display was last asked for the aim
        self._reminds = False
        self._rows: list[bytes | None] = [None] * ROWS  # what it has for sure, or by what was sent since
        self._unsure: dict[int, int] = {}  # rows that were sent, and in which frame
        self._frames = 0
        self.show([""] * ROWS, None)

    def show(self, lines: Sequence[str], step: int | None) -> None:
        """These four lines should be shown from now on; they belong to that step of the game."""
        rows = tuple(codes(line) for line in lines)
        newest = self._screens.get(self._newest)
        if newest and (newest.rows, newest.step) == (rows, step):
            return
        self._newest = self._newest % NUMBERS + 1
        self._screens[self._newest] = Shown(rows, step)
        while len(self._screens) > SCREENS_KEPT:
            self._screens.popitem(last=False)

    @property
    def shown(self) -> bool:
        """Does the remote show what it should, as far as it has told?"""
        return self._shown == self._newest

    def step_of(self, number: int) -> int | None:
        """The step that the screen of that number belonged to; None if it is not known any more."""
        screen = self._screens.get(number)
        return screen.step if screen else None

    def heard(self, number: int, at_us: int) -> None:
        """The display wholly shows the screen of that number, and nothing that was sent later."""
        self._shown = number
        screen = self._screens.get(number)
        if screen and screen.asked is not None:
            for row, text in enumerate(screen.rows):
                if self._unsure.get(row, -1) < screen.asked:
                    self._unsure.pop(row, None)
                    self._rows[row] = text
        if number != self._aim and self._asked_us is not None and at_us - self._asked_us >= CROSSED_US:
            for row in self._unsure or range(ROWS):
                self._rows[row] = None
            self._unsure.clear()
            self._asked_us = None

    def forget(self) -> None:
        """Another session: what the remote's rows are is not known."""
        self._rows = [None] * ROWS
        self._unsure.clear()
        self._asked_us = None
        self._shown = 0

    def remind(self) -> None:
        """Say the screen again, though it is shown: the remote should hear that the kit lives."""
        self._reminds = True

    def next(self, counter: int, now_us: int) -> Row | Screen:
        """What is due, with that counter; the caller sends it."""
        self._take_aim()
        self._frames += 1
        screen = self._screens[self._aim]
        row = self._stale_row()
        if row is not None:
            self._rows[row] = screen.rows[row]
            self._unsure[row] = self._frames
            return Row(counter, row, screen.rows[row], NO_TAG)
        screen.asked = screen.asked or self._frames
        self._asked_us = now_us
        self._reminds = False
        return Screen(counter, self._aim, binascii.crc_hqx(b"".join(screen.rows), 0), NO_TAG)

    @property
    def due_us(self) -> int | None:
        """From when on `next` has something; 0: at once; None: never, unless something happens."""
        if self._aim != self._newest or self._reminds or self._asked_us is None or self._stale_row() is not None:
            return 0
        return None if self._shown == self._aim else self._asked_us + ASK_AGAIN_US

    def _take_aim(self) -> None:
        """A screen is sent to its end before the next is begun, so that quick changes cannot starve them all."""
        begun = self._asked_us is None and self._aim in self._screens
        if self._aim != self._newest and not (begun and self._unsure):
            self._aim = self._newest
            self._asked_us = None

    def _stale_row(self) -> int | None:
        """The first row that the display does not have as the aim wants it."""
        rows = self._screens[self._aim].rows
        return next((row for row in range(ROWS) if self._rows[row] != rows[row]), None)
