"""Link clocks: what a counter at the other end of a link says, in table time, with a stated error."""

from bisect import bisect_left
from math import ceil
from typing import Protocol

from tablekit.intake.clockline import Line
from tablekit.intake.clockproof import Proof
from tablekit.timebase import US_PER_MS, US_PER_S

WRAP = 1 << 32
FAST_COUNT = 8
FAST_US = 20 * US_PER_MS
BALLOT_US = 250 * US_PER_MS
CALM_US = 980 * US_PER_MS
SETTLING_US = 30 * US_PER_S
"""So long a clock that is not known well is asked fast: after the first answer, a silence as long, a change of rate."""
WELL_KNOWN_US = US_PER_MS
UNKNOWN_US = 3_600 * US_PER_S
STAMPS_KEPT = 1_024


class LinkClock(Protocol):
    """Maps one counter's ticks to table time."""

    @property
    def name(self) -> str:
        """Names the counter: two stamps of one name compare by their ticks."""

    def stamp(self, ticks: int) -> tuple[int, int]:
        """Table time of `ticks` and the bound of its error, both in microseconds."""


class PiClock:
    """Stamps in table time itself: ticks are CLOCK_MONOTONIC in nanoseconds. The kernel's own are all of one counter.

    Without a name no two compare by their ticks: each errs by what its device says (levels that are polled, edges that
    are stamped when Python hears of them).
    """

    def __init__(self, name: str = "pi") -> None:
        self.name = name

    def stamp(self, ticks: int) -> tuple[int, int]:
        """Table time in whole microseconds, without error."""
        return ticks // 1_000, 0


class HubClock:
    """A hub's counter, known by what it answers. It runs within `ppm` of `tick_hz` (a crystal 100, a ceramic
    resonator 5000), and in any minute within a band of `clockproof.STEADY_PPM`; `name` is of one boot of the hub.

    The bound of a stamp's error is proven from that alone, so it holds whatever the link does. Stamps never change
    their order: what was given out stands, and the ticks between get stamps between.
    """

    def __init__(self, name: str, tick_hz: int, ppm: int = 100) -> None:
        self.name = name
        self._proof = Proof(tick_hz, ppm)
        self._line = Line(tick_hz)
        self._last_ticks: int | None = None
        self._answers = 0
        self._sent_us = 0
        self._stamped_ticks: list[int] = []
        self._stamped_us: list[int] = []

    @property
    def contradictions(self) -> int:
        """How often the answers were those of no counter within `ppm`: its bounds then begin anew."""
        return self._proof.contradictions

    def extend(self, ticks32: int) -> int:
        """The 64 bits of a counter that wraps at 32: the nearest to the last one, before or after it."""
        last = self._last_ticks
        ticks = ticks32 if last is None else last + (ticks32 - last + WRAP // 2) % WRAP - WRAP // 2
        self._last_ticks = ticks
        return ticks

    def exchange(self, sent_us: int, ticks: int, received_us: int) -> None:
        """A ping was answered: the counter stood at `ticks` at some instant from `sent_us` to `received_us`.

        Rounded outwards, and of a ping that was sent once. What the wire surely takes may be taken off on both
        sides, and so may the hub's time between reading the ping and answering.
        """
        if not self._answers or sent_us - self._sent_us > SETTLING_US:
            self._answers = 0
        self._answers += 1
        self._sent_us = sent_us
        proof, line = self._proof, self._line
        began, before = not proof.known, proof.contradictions
        low_us = sent_us - proof.most
        proof.exchange(ticks, low_us, received_us)
        if began or proof.contradictions > before:
            self._start_line()
        else:
            line.exchange(ticks, low_us, received_us, proof.least, proof.most)

    def heard(self, ticks: int, received_us: int) -> None:
        """A heartbeat: the counter had come to `ticks` by `received_us`."""
        proof, before = self._proof, self._proof.contradictions
        if not proof.known:
            return
        proof.heard(ticks, received_us)
        if proof.contradictions > before:
            self._start_line()
        else:
            self._line.heard(ticks, received_us)

    def stamp(self, ticks: int) -> tuple[int, int]:
        """Table time while the counter stood at `ticks`, and the bound of its error, in whole microseconds.

        A tick older than the oldest of the last `STAMPS_KEPT` stamps is given the stamp of that.
        """
        low_us, high_us = self._between(ticks)
        middle_us = self._line.at_us(ticks) + self._proof.most / 2  # of the tick
        at_us = round(min(max(middle_us, low_us), high_us))
        at_us = self._in_order(ticks, at_us)
        return at_us, _farther_us(at_us, low_us, high_us)

    def settled(self, now_us: int) -> int:
        """The bound of the error that a stamp made now would have; `UNKNOWN_US` if nothing was ever answered."""
        if not self._proof.known:
            return UNKNOWN_US
        ticks = self._line.ticks(now_us)
        low_us, high_us = self._between(ticks)
        return min(_farther_us(round(min(max(now_us, low_us), high_us)), low_us, high_us), UNKNOWN_US)

    def asks_at_us(self, *, ballot: bool = False) -> int:
        """When the next ping should be sent, if none is under way."""
        if not self._answers:
            return 0
        if self._answers < FAST_COUNT:
            return self._sent_us + FAST_US
        if self._width_us > 2 * WELL_KNOWN_US:
            return self._sent_us + FAST_US
        return self._sent_us + (BALLOT_US if ballot else CALM_US)

    @property
    def _width_us(self) -> float:
        newest = self._proof.newest
        return newest.high_us - newest.low_us

    def _between(self, ticks: int) -> tuple[float, float]:
        if not self._proof.known:
            raise ValueError(f"nothing is known of the clock {self.name}: no ping was answered yet")
        low_us, high_us = self._proof.between(ticks)
        return low_us, high_us + self._proof.most

    def _start_line(self) -> None:
        proof = self._proof
        ticks, low_us, high_us, *_ = proof.newest
        self._line.start(ticks, low_us, high_us, proof.least, proof.most)

    def _in_order(self, ticks: int, at_us: int) -> int:
        """Keep `at_us` as the stamp of `ticks`, moved between those of its neighbours; a stamp given stands."""
        stamped_ticks, stamped_us = self._stamped_ticks, self._stamped_us
        place = bisect_left(stamped_ticks, ticks)
        if place < len(stamped_ticks):
            if stamped_ticks[place] == ticks or (place == 0 and len(stamped_ticks) == STAMPS_KEPT):
                return stamped_us[place]
            at_us = min(at_us, stamped_us[place])
        if place:
            at_us = max(at_us, stamped_us[place - 1])
        stamped_ticks.insert(place, ticks)
        stamped_us.insert(place, at_us)
        if len(stamped_ticks) > STAMPS_KEPT:
            del stamped_ticks[0], stamped_us[0]
        return at_us


def _farther_us(at_us: int, low_us: float, high_us: float) -> int:
    return ceil(max(at_us - low_us, high_us - at_us) + 0.01)
