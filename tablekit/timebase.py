"""Time: integer microseconds of table time (CLOCK_MONOTONIC). Only this file reads a clock."""

import datetime
import time
from typing import Protocol

US_PER_MS = 1_000
US_PER_S = 1_000_000


class Clock(Protocol):
    """Whatever tells table time."""

    def now_us(self) -> int:
        """Table time, in microseconds since the boot of the machine."""


class SystemClock:
    """The machine's own CLOCK_MONOTONIC: the clock that the kernel stamps edges with."""

    def now_us(self) -> int:
        """Microseconds since the boot of the machine."""
        return time.monotonic_ns() // 1_000


class ManualClock:
    """A clock that moves only when told: tests and simulations jump from deadline to deadline."""

    def __init__(self, start_us: int = 0) -> None:
        self._now_us = start_us

    def now_us(self) -> int:
        """Where it was last told to be."""
        return self._now_us

    def jump(self, to_us: int) -> None:
        """Move to `to_us`; time never runs backwards."""
        if to_us < self._now_us:
            raise ValueError(f"table time cannot go back from {self._now_us} to {to_us} us")
        self._now_us = to_us


def wall_time() -> str:
    """The wall clock as a label for people (ISO 8601, seconds, UTC offset); nothing is computed from it."""
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")
