"""What is proven about a counter: between which instants of table time it stood at a tick, and how fast it runs.

Nothing here is estimated. Each exchange is an interval that holds the instant of its tick; carried from tick to tick
by the slowest and the fastest that the counter can run, the intervals are intersected.
"""

from collections import deque
from typing import NamedTuple

STEADY_PPM = 200
"""In any minute the rate of a counter keeps within a band so wide, whatever its nominal error is."""
MARKS_S = 50
"""The rate is proven by marks no older than this, each so far from the one before:"""
MARK_APART_S = 2
AHEAD_S = 10
"""So long what was proven about the rate holds on; with `MARKS_S` it is that minute."""
ANCHORS_KEPT = 128
SURE_NO_MORE_US = 10_000_000
"""A heard tick that contradicts all that was proven happened at most so long ago, we say."""


class Anchor(NamedTuple):
    """The counter came to `ticks` between two instants. The rates, in us a tick, are of the way from the last one."""

    ticks: int
    low_us: float
    high_us: float
    least: float
    most: float
    heard: bool


class Proof:
    """The instants of table time between which a counter came to its ticks."""

    def __init__(self, tick_hz: int, ppm: int) -> None:
        self._hz = tick_hz
        self._slack = ppm * 1e-6
        nominal = 1e6 / tick_hz
        self._least = self.least = nominal * (1 - self._slack)
        """Microseconds a tick, at the fastest and (`most`) at the slowest that it runs now."""
        self._most = self.most = nominal / (1 - self._slack)
        self._band = self._most**2 / nominal * STEADY_PPM * 1e-6 if ppm * 2 > STEADY_PPM else 0.0
        self._until_ticks = 0
        self._marks: deque[tuple[int, float, float]] = deque()
        self._anchors: deque[Anchor] = deque(maxlen=ANCHORS_KEPT)
        self.contradictions = 0
        """How often what was proven could not be true: the counter is none within `ppm`, or it is another one."""

    @property
    def known(self) -> bool:
        """Was there any exchange?"""
        return bool(self._anchors)

    @property
    def newest(self) -> Anchor:
        """The youngest tick that something is proven about."""
        return self._anchors[-1]

    def exchange(self, ticks: int, low_us: float, high_us: float) -> None:
        """The counter came to `ticks` between two instants."""
        if not self._anchors or ticks > self.newest.ticks:
            self._append(ticks, low_us, high_us, heard=False)
            if self._band and not self._narrow():
                self._start_anew(Anchor(ticks, low_us, high_us, self._least, self._most, heard=False))
        else:
            back = self.newest.ticks - ticks
            self._tighten(low_us + back * self._least, high_us + back * self._most)

    def heard(self, ticks: int, high_us: float) -> None:
        """The counter had come to `ticks` by then; there must have been an exchange."""
        newest = self.newest
        ahead = ticks - newest.ticks
        if ahead <= 0:
            self._tighten(newest.low_us, high_us - ahead * self._most)
        elif high_us < newest.high_us + ahead * self._rates(ticks)[1]:
            self._append(ticks, high_us - SURE_NO_MORE_US, high_us, heard=True)

    def between(self, ticks: int) -> tuple[float, float]:
        """The instants between which the counter came to `ticks`."""
        anchors = reversed(self._anchors)
        newer = next(anchors)
        low_us, high_us = newer.low_us, newer.high_us
        if ticks >= newer.ticks:
            ahead, (least, most) = ticks - newer.ticks, self._rates(ticks)
            return low_us + ahead * least, high_us + ahead * most
        for older in anchors:
            if older.ticks <= ticks:
                back, ahead = newer.ticks - ticks, ticks - older.ticks
                return (
                    max(low_us - back * newer.most, older.low_us + ahead * newer.least),
                    min(high_us - back * newer.least, older.high_us + ahead * newer.most),
                )
            back = newer.ticks - older.ticks
            low_us = max(older.low_us, low_us - back * newer.most)
            high_us = min(older.high_us, high_us - back * newer.least)
            newer = older
        back = newer.ticks - ticks
        return low_us - back * self._most, high_us - back * self._least

    def _append(self, ticks: int, low_us: float, high_us: float, *, heard: bool) -> None:
        if not self._anchors:
            self._anchors.append(Anchor(ticks, low_us, high_us, self._least, self._most, heard))
            return
        newest = self.newest
        ahead, (least, most) = ticks - newest.ticks, self._rates(ticks)
        proven_low_us, proven_high_us = newest.low_us + ahead * least, newest.high_us + ahead * most
        if proven_low_us > high_us or low_us > proven_high_us:
            self._start_anew(Anchor(ticks, low_us, high_us, self._least, self._most, heard))
            return
        if heard and newest.heard:
            self._anchors.pop()
            least, most = min(least, newest.least), max(most, newest.most)
        low_us, high_us = max(low_us, proven_low_us), min(high_us, proven_high_us)
        self._anchors.append(Anchor(ticks, low_us, high_us, least, most, heard))

    def _tighten(self, low_us: float, high_us: float) -> None:
        newest = self.newest
        if low_us > newest.high_us or high_us < newest.low_us:
            low_us = low_us if low_us <= high_us else high_us - SURE_NO_MORE_US
            self._start_anew(newest._replace(low_us=low_us, high_us=high_us))
        elif low_us > newest.low_us or high_us < newest.high_us:
            low_us, high_us = max(low_us, newest.low_us), min(high_us, newest.high_us)
            self._anchors[-1] = newest._replace(low_us=low_us, high_us=high_us)

    def _start_anew(self, anchor: Anchor) -> None:
        self.contradictions += 1
        self._marks.clear()
        self._anchors.clear()
        self._anchors.append(anchor)
        self.least, self.most = self._least, self._most

    def _rates(self, upto_ticks: int) -> tuple[float, float]:
        if upto_ticks <= self._until_ticks:
            return self.least, self.most
        return self._least, self._most

    def _narrow(self) -> bool:
        """No rate of this minute is farther from the mean between two marks than the band is wide; can that be?"""
        ticks, low_us, high_us, *_ = self.newest
        marks, least, most = self._marks, self._least, self._most
        while marks and ticks - marks[0][0] > MARKS_S * self._hz:
            marks.popleft()
        for then_ticks, then_low_us, then_high_us in marks:
            span = ticks - then_ticks
            least = max(least, (low_us - then_high_us) / span - self._band)
            most = min(most, (high_us - then_low_us) / span + self._band)
        if not marks or ticks - marks[-1][0] >= MARK_APART_S * self._hz:
            marks.append((ticks, low_us, high_us))
        self.least, self.most = least, most
        self._until_ticks = ticks + AHEAD_S * self._hz
        return least <= most
