"""The seats' lights at expanders: a thread of its own, for the bus may stand still, writes what shall be lit."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from tablekit.errors import DeviceError

log = logging.getLogger(__name__)

HALF_S = 0.4
"""Of a slow blink."""
AGAIN_S = 1.0
CLOSE_S = 1.0


class Chips(Protocol):
    """Lines that can be written."""

    faults: tuple[type[Exception], ...]

    def write(self, levels: int) -> None:
        """Set all lines."""

    def close(self) -> None:
        """Let go of them."""


class Lamps:
    """The light of seat 1 is at line `pins[0]`, and so on. Nobody waits for it, and it never raises."""

    def __init__(self, open_chips: Callable[[], Chips], pins: Sequence[int], *, lit_high: bool = True) -> None:
        self._open, self._pins = open_chips, pins
        self._dark = 0 if lit_high else (1 << max(pins) + 1) - 1
        self._shown: tuple[int, int] = 0, 0  # lines that are lit, and those of them that blink
        self._news = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def show(self, lit: Mapping[int, bool]) -> None:
        """The seats that are lit, and whether each blinks."""
        there = {self._pins[seat - 1]: blinks for seat, blinks in lit.items() if seat <= len(self._pins)}
        shown = sum(1 << pin for pin in there), sum(1 << pin for pin, blinks in there.items() if blinks)
        with self._news:
            if shown != self._shown:
                self._shown = shown
                self._news.notify()

    def close(self) -> None:
        """Dark, and let go of."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        told = False
        while not self._closing:
            try:
                chips = self._open()
            except DeviceError as error:
                if not told:
                    log.warning("the seats have no lights: %s", error)
                    told = True
                self._wait(AGAIN_S)
                continue
            told = False
            try:
                self._follow(chips)
                chips.write(self._dark)
            except chips.faults as error:
                log.warning("the expander of the lights does not answer: %s", error)
                self._wait(AGAIN_S)
            finally:
                with suppress(*chips.faults):
                    chips.close()

    def _wait(self, longest_s: float) -> None:
        with self._news:
            if not self._closing:
                self._news.wait(longest_s)

    def _follow(self, chips: Chips) -> None:
        on = True
        written: tuple[int, int] | None = None
        while not self._closing:
            with self._news:
                shown = self._shown
                lit, blinking = shown
            on = True if shown != written else not on
            chips.write((lit if on else lit & ~blinking) ^ self._dark)
            written = shown
            with self._news:
                if not self._closing and self._shown == shown:
                    self._news.wait(HALF_S if blinking else None)
