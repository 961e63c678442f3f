"""A hub's counter and table time: the kit's map, a regression and the plain middle of intervals, by the same pings."""

from collections.abc import Iterator
from math import inf
from random import Random
from statistics import median
from typing import Protocol

from benchmarks.figures import Aim, Figure
from benchmarks.timing import cost
from tablekit.intake.linkclock import HubClock
from tests.intake.link_models import (
    HOURS_2_US,
    LINKS,
    TICK_HZ,
    Event,
    Exchange,
    Happening,
    Heartbeat,
    S,
    crystal,
    evening,
)

SEEDS = 2
KNOWN_US = 95 * S
HEARTBEAT_US = 100_000
AIMS_US = {
    "UART 115200": (22, 42),
    "USB CDC": (64, 155),
    "USB CDC, loaded host": (66, 184),
    "USB-UART, 16 ms timer": (441, 1_306),
}
"""99 % of a regression's stamps, and of the interval middle's, were found to be as near to the truth on such links."""


class Way(Protocol):
    """One way of mapping ticks to table time."""

    def exchange(self, sent_us: int, ticks: int, received_us: int) -> None:
        """A ping was answered."""

    def stamp(self, ticks: int) -> tuple[float, float]:
        """Table time and its bound."""


class Regression:
    """As a printer's host does it: a decaying regression of the sending instants, and half of the best round trip."""

    DECAY = 1 / 30
    AGE_PPM = 1e-5 / 3_600
    OUTLIER_US = 500

    def __init__(self) -> None:
        self._at_us = self._ticks = 0.0
        self._variance = self._covariance = 0.0
        self._rate = TICK_HZ / 1e6
        self._half_us, self._half_at_us = inf, 0.0
        self._off = (1_000 * self._rate) ** 2
        self._foreseen_us = 0.0

    def exchange(self, sent_us: int, ticks: int, received_us: int) -> None:
        """Outliers are left out, unless they last."""
        if self._half_us == inf:
            self._at_us, self._ticks, self._foreseen_us = sent_us, ticks, sent_us
        half_us = (received_us - sent_us) / 2
        if half_us < self._half_us + (sent_us - self._half_at_us) * self.AGE_PPM:
            self._half_us, self._half_at_us = half_us, sent_us
        off = ticks - self._ticks - (sent_us - self._at_us) * self._rate
        if off * off > max(25 * self._off, (self.OUTLIER_US * self._rate) ** 2):
            if off > 0 and sent_us < self._foreseen_us + 10 * S:
                return
            self._off = (1_000 * self._rate) ** 2
        else:
            self._foreseen_us = sent_us
            self._off = (1 - self.DECAY) * (self._off + off * off * self.DECAY)
        later_us, more = sent_us - self._at_us, ticks - self._ticks
        self._at_us += self.DECAY * later_us
        self._ticks += self.DECAY * more
        self._variance = (1 - self.DECAY) * (self._variance + later_us * later_us * self.DECAY)
        self._covariance = (1 - self.DECAY) * (self._covariance + later_us * more * self.DECAY)
        if self._variance:
            self._rate = self._covariance / self._variance

    def stamp(self, ticks: int) -> tuple[float, float]:
        """It states no bound."""
        return self._at_us + self._half_us + (ticks - self._ticks) / self._rate, inf


class Intervals:
    """The slope of the best quarter of round trips, and the middle of what the last 30 s have in common."""

    DRIFT_PPM = 5
    SLOPE_US = 300 * S
    MIDDLE_US = 30 * S
    EVERY = 10

    def __init__(self) -> None:
        self._exchanges: list[tuple[int, int, int]] = []
        self._count = self._ticks = 0
        self._slope = 1e6 / TICK_HZ
        self._low_us = self._high_us = 0.0

    def exchange(self, sent_us: int, ticks: int, received_us: int) -> None:
        """Each interval is carried to the newest tick, and widened by what the slope may be wrong."""
        self._exchanges.append((sent_us, ticks, received_us))
        while self._exchanges[0][0] < sent_us - self.SLOPE_US:
            del self._exchanges[0]
        self._count += 1
        if 8 <= self._count < 30 or self._count % self.EVERY == 0:
            self._fit()
        self._ticks, self._low_us, self._high_us = ticks, -inf, inf
        for then_sent_us, then_ticks, then_received_us in reversed(self._exchanges):
            if then_sent_us < sent_us - self.MIDDLE_US:
                break
            passed_us = (ticks - then_ticks) * self._slope
            doubt_us = passed_us * self.DRIFT_PPM * 1e-6
            self._low_us = max(self._low_us, then_sent_us + passed_us - doubt_us)
            self._high_us = min(self._high_us, then_received_us + passed_us + doubt_us)

    def stamp(self, ticks: int) -> tuple[float, float]:
        """The middle, and half of the width."""
        passed_us = (ticks - self._ticks) * self._slope
        half_us = (self._high_us - self._low_us) / 2 + abs(passed_us) * self.DRIFT_PPM * 1e-6
        return (self._low_us + self._high_us) / 2 + passed_us, half_us

    def _fit(self) -> None:
        best = sorted(self._exchanges, key=lambda exchange: exchange[2] - exchange[0])
        points = [(ticks, (sent_us + received_us) / 2) for sent_us, ticks, received_us in best[: len(best) // 4 + 1]]
        middle = sum(ticks for ticks, _ in points) / len(points)
        middle_us = sum(at_us for _, at_us in points) / len(points)
        spread = sum((ticks - middle) ** 2 for ticks, _ in points)
        if spread:
            slope = sum((ticks - middle) * (at_us - middle_us) for ticks, at_us in points) / spread
            nominal = 1e6 / TICK_HZ
            self._slope = min(max(slope, nominal * (1 - 1e-4)), nominal * (1 + 1e-4))


class Found:
    """What one way's stamps were like."""

    def __init__(self) -> None:
        self._off_us: list[float] = []
        self._bounds_us: list[float] = []
        self.broken = 0

    def stamped(self, way: Way, event: Event) -> None:
        """One more."""
        at_us, bound_us = way.stamp(event.ticks)
        off_us = abs(at_us - event.at_us)
        self.broken += off_us > bound_us
        if event.at_us > KNOWN_US:
            self._off_us.append(off_us)
            self._bounds_us.append(bound_us)

    def off_us(self, part: float) -> float:
        """So near to the truth, or nearer, is that part of the stamps."""
        return sorted(self._off_us)[int(part * len(self._off_us))]

    @property
    def bound_us(self) -> float:
        """The median of the bounds."""
        return median(self._bounds_us)


def figures() -> Iterator[Figure]:
    """How near to the truth, and what it costs."""
    broken, heard = 0, list[Happening]()
    for name, link in LINKS.items():
        ours, regression, intervals = Found(), Found(), Found()
        for seed in range(SEEDS):
            chance = Random(f"{name} bench {seed}")
            heard = list(evening(link, crystal(chance), chance, HOURS_2_US))
            ways: tuple[Way, ...] = HubClock("hub", TICK_HZ), Regression(), Intervals()
            for happening in heard:
                if isinstance(happening, Exchange):
                    for way in ways:
                        way.exchange(happening.sent_us, happening.ticks, happening.received_us)
                elif isinstance(happening, Event):
                    for way, found in zip(ways, (ours, regression, intervals), strict=True):
                        found.stamped(way, happening)
        broken += ours.broken
        near_us, far_us = AIMS_US[name]
        for part, aims in ((0.5, (None, None)), (0.99, (Aim(near_us), Aim(far_us)))):
            here_us = ours.off_us(part)
            told = f"{name}: {part:.0%} of stamps are within"
            yield Figure(f"{told}, beside a regression", here_us, "µs", aims[0], builder=regression.off_us(part))
            yield Figure(f"{told}, beside an interval's middle", here_us, "µs", aims[1], builder=intervals.off_us(part))
        yield Figure(f"{name}: median bound, beside an interval's", ours.bound_us, "µs", builder=intervals.bound_us)
        with_beats = with_heartbeats(name)
        broken += with_beats.broken
        yield Figure(f"{name}: with heartbeats, 99% are within", with_beats.off_us(0.99), "µs")
        yield Figure(f"{name}: with heartbeats, median bound", with_beats.bound_us, "µs")
    yield Figure("stamps farther off than their bound", broken, aim=Aim(0))
    yield from costs(heard)


def with_heartbeats(name: str) -> Found:
    """The kit's way as it is at a table, where each heartbeat tells something too."""
    found, clock, chance = Found(), HubClock("hub", TICK_HZ), Random(f"{name} bench")
    for happening in evening(LINKS[name], crystal(chance), chance, HOURS_2_US, heartbeat_us=HEARTBEAT_US):
        match happening:
            case Exchange(sent_us, ticks, received_us, _):
                clock.exchange(sent_us, ticks, received_us)
            case Heartbeat(ticks, received_us):
                clock.heard(ticks, received_us)
            case Event():
                found.stamped(clock, happening)
    return found


def costs(heard: list[Happening]) -> Iterator[Figure]:
    """The CPU time of one answered ping, and of one stamp."""
    clock = HubClock("hub", TICK_HZ)
    exchanges = [happening for happening in heard if isinstance(happening, Exchange)]
    newest = [happening for happening in heard if isinstance(happening, Event)][-100:]

    def exchange() -> None:
        for sent_us, ticks, received_us, _ in exchanges:
            clock.exchange(sent_us, ticks, received_us)

    def stamp() -> None:
        for event in newest:
            clock.stamp(event.ticks)

    for what, work, count in (("an answered ping", exchange, len(exchanges)), ("a stamp", stamp, len(newest))):
        spent = cost(work)
        yield Figure(f"{what} costs", spent.cpu_s / count * 1e6, "µs", wall=spent.wall_s / count * 1e6)
