"""Link clocks: what a counter at the other end of a link says, in table time, with a stated error."""

from typing import Protocol


class LinkClock(Protocol):
    """Maps one counter's ticks to table time."""

    @property
    def name(self) -> str:
        """Names the counter: two stamps of one name compare by their ticks."""

    def stamp(self, ticks: int) -> tuple[int, int]:
        """Table time of `ticks` and the bound of its error, both in microseconds."""


class PiClock:
    """The kernel's own stamps: ticks are CLOCK_MONOTONIC in nanoseconds, which is table time itself."""

    name = "pi"

    def stamp(self, ticks: int) -> tuple[int, int]:
        """Table time in whole microseconds, without error."""
        return ticks // 1_000, 0
