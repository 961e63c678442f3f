"""The counters that stamp: the Pi's own, and a hub's that is mapped to table time with a stated error."""

from dataclasses import dataclass
from typing import Protocol

from tablekit.intake.linkclock import LinkClock, PiClock


class Counter(Protocol):
    """A counter, the link clock that maps it, and what the two make of an instant of true time."""

    clock: LinkClock
    err_us: int

    def ticks(self, true_us: int) -> int: ...

    def seen_us(self, true_us: int) -> int: ...


class PiCounter:
    """Nanoseconds of table time itself."""

    err_us = 0

    def __init__(self, ns: int = 0) -> None:
        self.clock = PiClock()
        self._ns = ns

    def ticks(self, true_us: int) -> int:
        return true_us * 1_000 + self._ns

    def seen_us(self, true_us: int) -> int:
        return true_us


@dataclass
class HubClock:
    """Half microseconds since 0. The map errs by up to `err_us`: it wanders from one bound to the other and back."""

    name: str
    err_us: int
    period_us: int
    phase_us: int

    def stamp(self, ticks: int) -> tuple[int, int]:
        true_us = ticks // 2
        place = (true_us + self.phase_us) % (2 * self.period_us)
        climbed = min(place, 2 * self.period_us - place)
        return true_us - self.err_us + 2 * self.err_us * climbed // self.period_us, self.err_us


class HubCounter:
    def __init__(self, name: str, err_us: int, period_us: int = 3_000_000, phase_us: int = 0) -> None:
        self.clock = HubClock(name, err_us, period_us, phase_us)
        self.err_us = err_us

    def ticks(self, true_us: int) -> int:
        return 2 * true_us

    def seen_us(self, true_us: int) -> int:
        return self.clock.stamp(2 * true_us)[0]
