"""The room that the intake's tests sit in: pads on the Pi's own pins, a hub that sends facts, a radio remote."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tablekit.events import Event, HandDown, HandUp, HostSaid, TimeReached
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source


class RoughClock:
    """A hub's counter: half microseconds, begun at 1 s, known to 40 us."""

    name = "hub"

    def stamp(self, ticks: int) -> tuple[int, int]:
        return 1_000_000 + ticks // 2, 40


@dataclass
class Stream:
    """An outlet that keeps what it is fed. `deadlines`: open one after the other; `ask`: what an event opens."""

    deadlines: list[int] = field(default_factory=list)
    ask: Callable[[Event], int | None] = lambda event: None
    events: list[Event] = field(default_factory=list)

    @property
    def deadline_us(self) -> int | None:
        return self.deadlines[0] if self.deadlines else None

    def feed(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, TimeReached):
            self.deadlines.pop(0)
        if (deadline_us := self.ask(event)) is not None:
            self.deadlines.append(deadline_us)


class Room:
    """One merge of the three."""

    def __init__(
        self, deadlines: tuple[int, ...] = (), ask: Callable[[Event], int | None] = lambda event: None
    ) -> None:
        self.pi = Source("pi", PiClock())
        self.hub = Source("hub", RoughClock())
        self.remote = Source("remote", PiClock(), arrival=True)
        self.merge = Merge([self.pi, self.hub, self.remote])
        self.stream = Stream(list(deadlines), ask)

    def edge(self, at_us: int, seat: int, active: bool, kind: Literal["pad", "mask", "key"] = "pad") -> None:
        self.pi.edge(at_us * 1_000, Line(kind, seat), active)

    def press(self, seat: int, from_us: int, to_us: int) -> None:
        self.edge(from_us, seat, True)
        self.edge(to_us, seat, False)

    def until(self, at_us: int) -> list[Event]:
        """Every source promises; what that brought."""
        before = len(self.stream.events)
        self.pi.promise(at_us)
        self.hub.promise(at_us)
        self.merge.pump(self.stream)
        return self.stream.events[before:]


def key(at_us: int, name: str = "thanks") -> HostSaid:
    return HostSaid(at_us, key=name)


def hand(at_us: int, seat: int) -> HandDown:
    return HandDown(at_us, seat, settled_us=at_us, clock="pi", ticks=at_us * 1_000)


def up(at_us: int, seat: int) -> HandUp:
    return HandUp(at_us, seat, clock="pi", ticks=at_us * 1_000)
