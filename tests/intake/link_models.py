"""Four links between the kit and a hub, and counters that drift: what pings and heartbeats come to, with the truth.

The delays are those that remain when the wire's own time is taken off. They are drawn so that the plain interval
method and a regression (benchmarks/clock.py) err as they were found to on such links.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, cos, floor, tau
from random import Random
from typing import NamedTuple, Protocol

TICK_HZ = 2_000_000
S = 1_000_000
HOURS_2_US = 2 * 3_600 * S


class Delay(NamedTuple):
    """Microseconds: at least; then until the next frame; then as the kernel likes; then, seldom, far longer."""

    least: float
    frame: float = 0
    mean: float = 0
    spikes: float = 0
    spike_mean: float = 30_000
    spike_least: float = 0

    def draw(self, chance: Random) -> float:
        delay = self.least + self.frame * chance.random()
        if self.mean:
            delay += chance.expovariate(1 / self.mean)
        if self.spikes and chance.random() < self.spikes:
            delay += self.spike_least + (chance.expovariate(1 / self.spike_mean) if self.spike_mean else 0)
        return delay


class Link(NamedTuple):
    """From the reading of the kit's clock to that of the counter, and back."""

    there: Delay
    back: Delay


LINKS = {
    "UART 115200": Link(Delay(15, 0, 25), Delay(55, 0, 60)),
    "USB CDC": Link(Delay(40, 125, 22), Delay(100, 1_000, 30)),
    "USB CDC, loaded host": Link(Delay(40, 125, 22, 0.1), Delay(120, 1_000, 60, 0.1)),
    "USB-UART, 16 ms timer": Link(Delay(40, 1_000, 15), Delay(380, 16_000, 30)),
}
FIELD = Link(Delay(0, 30_000, 0, 0.05, 0, 200_000), Delay(0, 30_000, 0, 0.05, 0, 200_000))
"""D14 of the field reports: 0 to 30 ms each way, and outliers of 200 ms."""


@dataclass(frozen=True)
class Crystal:
    """A counter: its constant error, a slow wandering, and steps (from an instant on, by so much)."""

    ppm: float
    wander_ppm: float = 0
    period_us: float = 1_800 * S
    phase: float = 0
    steps: tuple[tuple[int, float], ...] = ()
    tick_hz: int = TICK_HZ
    began_ticks: int = 0

    def reading(self, at_us: float) -> int:
        return self.began_ticks + floor(self._elapsed_us(at_us) * self.tick_hz / 1e6)

    def _elapsed_us(self, at_us: float) -> float:
        turn = tau / self.period_us
        wandered = self.wander_ppm / turn * (cos(self.phase) - cos(turn * at_us + self.phase))
        stepped = sum(ppm * (at_us - from_us) for from_us, ppm in self.steps if at_us > from_us)
        return at_us + 1e-6 * (self.ppm * at_us + wandered + stepped)


def crystal(chance: Random) -> Crystal:
    """One of a bag: it wanders with the warmth of the room."""
    return Crystal(chance.uniform(-50, 50), 2, chance.uniform(1_200, 2_700) * S, chance.uniform(0, tau))


class Exchange(NamedTuple):
    """An answered ping. `late_us`: some instants before the next one, and how late it was told, are to be stamped."""

    sent_us: int
    ticks: int
    received_us: int
    answered_us: float


class Heartbeat(NamedTuple):
    ticks: int
    received_us: int


class Event(NamedTuple):
    """Something that the hub stamped, heard of now: the truth, and what the hub says."""

    at_us: float
    ticks: int


Happening = Exchange | Heartbeat | Event


def evening(
    link: Link,
    counter: Crystal,
    chance: Random,
    until_us: int,
    *,
    asks_at_us: Callable[[], int] | None = None,
    heartbeat_us: int = 0,
    events: int = 3,
    from_us: int = 5 * S,
) -> Iterator[Happening]:
    """Pings 8 times fast, then each 0.98 s (or as asked); heartbeats between, and after each answer some events."""
    now_us: float = from_us
    beat_us: float = from_us
    pings = 0
    while now_us < until_us:
        read_us = now_us + link.there.draw(chance)
        answered_us = read_us + link.back.draw(chance)
        yield Exchange(floor(now_us), counter.reading(read_us), ceil(answered_us), answered_us)
        pings += 1
        next_us = now_us + (20_000 if pings < 8 else 980_000) if asks_at_us is None else asks_at_us()
        next_us = max(next_us, answered_us)
        while heartbeat_us and beat_us < next_us:
            yield Heartbeat(counter.reading(beat_us), ceil(beat_us + link.back.draw(chance)))
            beat_us += heartbeat_us
        for _ in range(events):
            at_us = chance.uniform(answered_us, next_us)
            yield Event(at_us, counter.reading(at_us))
        now_us = next_us


SETTLED_US = 95 * S


class Stamping(Protocol):
    """A link clock."""

    def stamp(self, ticks: int) -> tuple[int, int]: ...


class Errors:
    """What became of the stamps of an evening: bounds are judged from the first, errors when a clock is known."""

    def __init__(self) -> None:
        self.errors_us: list[float] = []
        self.broken = 0

    def stamped(self, clock: Stamping, event: Event) -> float:
        at_us, err_us = clock.stamp(event.ticks)
        error_us = abs(at_us - event.at_us)
        self.broken += error_us > err_us
        if event.at_us > SETTLED_US:
            self.errors_us.append(error_us)
        return error_us

    @property
    def p99_us(self) -> float:
        return sorted(self.errors_us)[int(0.99 * len(self.errors_us))]
