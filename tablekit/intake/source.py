"""One source: the lines and facts of one counter, and its promise that nothing older is coming."""

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tablekit.events import Event, MaskUnproven, Rejected
from tablekit.intake.chatter import Chatter
from tablekit.intake.debounce import Debounce, Line
from tablekit.intake.linkclock import LinkClock
from tablekit.intake.noise import Noise

STALE_KEPT = 256
"""So many of the latest pieces of stale evidence are kept; all are counted."""

Queued = TypeVar("Queued", bound=tuple[Any, ...])


class Level(NamedTuple):
    """An edge or a reading of a line."""

    at_us: int
    line: Line
    active: bool


class Stale(NamedTuple):
    """What came too late to count: its stamp is not after the promise, or its source was lost."""

    what: Level | Event
    promised_us: int
    lost: bool


class Source:
    """Edges, readings and ready-made facts come in, in any order; after each promise what they come to is told.

    `arrival`: it stamps on arrival (a radio, the kit's own loop), so it holds nobody up and is never too late.
    It is for keys and commands: a fact that a seat is judged by needs a source that promises.
    """

    def __init__(self, name: str, clock: LinkClock, *, arrival: bool = False) -> None:
        self.name = name
        self.arrival = arrival
        self.lost = False
        self.promised_us = -1
        """Everything up to this stamp is here."""
        self.held_us = -1
        """Everything up to this stamp is told: the promise, held back by contacts and releases under way."""
        self.stale: deque[Stale] = deque(maxlen=STALE_KEPT)
        self.stale_count = 0
        self._clock = clock
        self._lines: dict[Line, Debounce] = {}
        self._busy: dict[Line, Debounce] = {}
        self._chatter: dict[Line, Chatter] = {}
        self._noise: dict[Line, Noise] = {}
        self._noisy: list[Line] = []
        self._arrivals = 0
        self._edges: list[tuple[int, int, int, Line, bool, int]] = []  # stamp, ticks, arrival, line, active, error
        self._readings: list[tuple[int, int, int, Line, bool]] = []  # stamp, arrival, read by, line, active
        self._facts: list[tuple[int, int, Event]] = []  # stamp, arrival, event
        self._told: list[Event] = []

    @property
    def due_us(self) -> int | None:
        """When a promise will decide something: on one of its lines, or of what waits for it; None: never."""
        dues_us = [due_us for line in self._busy.values() if (due_us := line.due_us) is not None]
        waiting: tuple[Sequence[tuple[Any, ...]], ...] = self._edges, self._readings, self._facts
        dues_us += [min(queue)[0] for queue in waiting if queue]
        return min(dues_us, default=None)

    @property
    def missed(self) -> dict[Line, int]:
        """The lines of which edges were lost, and how many at least."""
        return {line: debounce.missed for line, debounce in self._lines.items() if debounce.missed}

    @property
    def told(self) -> bool:
        """Is there something for `take`?"""
        return bool(self._told)

    def edge(self, ticks: int, line: Line, active: bool, err_us: int = 0) -> None:
        """The line became `active` or inactive when the counter stood at `ticks`, or within `err_us` of that."""
        at_us, clock_err_us = self._clock.stamp(ticks)
        if self.lost or at_us <= self.promised_us:
            self._set_aside(Level(at_us, line, active))
            return
        self._arrivals += 1
        self._edges.append((at_us, ticks, self._arrivals, line, active, clock_err_us + err_us))

    def fact(self, event: Event) -> None:
        """An event that needs no debounce, stamped by the source."""
        if self.arrival:
            self._told.append(event)
        elif self.lost or event.at_us <= self.held_us:
            self._set_aside(event)
        else:
            self._arrivals += 1
            self._facts.append((event.at_us, self._arrivals, event))

    def levels(self, at_us: int, active: Mapping[Line, bool]) -> None:
        """Levels read anew, by `at_us` and within `READING_US` of it. They count once that is promised.

        If it is promised already, they count right after the promise, unless the line has changed since.
        """
        for line, level in active.items():
            if self.lost:
                self._set_aside(Level(at_us, line, level))
                continue
            self._arrivals += 1
            self._readings.append((max(at_us, self.promised_us + 1), self._arrivals, at_us, line, level))

    def promise(self, upto_us: int, held_us: int | None = None) -> None:
        """No edge stamped `upto_us` or older will come any more: tell what that decides.

        A device that debounces by itself may still tell facts younger than `held_us` (default: `upto_us`).
        """
        if self.lost or upto_us <= self.promised_us:
            return
        for at_us, _, read_us, line, active in _take(self._readings, upto_us):
            self._pass_edges(at_us)
            self._debounce(line).level(read_us, active, at_us)
        self._pass_edges(upto_us)
        self._told.extend(event for _, _, event in _take(self._facts, upto_us))
        self.promised_us = upto_us
        self.held_us = upto_us if held_us is None else min(held_us, upto_us)
        for line, debounce in list(self._busy.items()):
            debounce.settle(upto_us)
            floor_us = debounce.floor_us
            if floor_us is None:
                del self._busy[line]
            else:
                self.held_us = min(self.held_us, floor_us - 1)

    def take(self) -> list[Event]:
        """The events told since the last time, each younger than any `held_us` before; in no order."""
        told = self._told[:]
        self._told.clear()
        for event in told:
            if isinstance(event, Rejected):
                self._fault(Line(event.line, event.seat), event.at_us)
        return told

    def noisy(self) -> list[Line]:
        """The lines that have become noisy since the last time."""
        noisy, self._noisy = self._noisy, []
        return noisy

    def lose(self) -> None:
        """It is silent: contacts under way are dropped, and what it brings from now on is stale."""
        self.lost = True
        self.held_us = self.promised_us
        for debounce in self._lines.values():
            debounce.lose(self.promised_us)
        self._busy.clear()
        for at_us, _, _, line, active, _ in self._edges:
            self._set_aside(Level(at_us, line, active))
        for _, _, at_us, line, active in self._readings:
            self._set_aside(Level(at_us, line, active))
        for _, _, event in self._facts:
            self._set_aside(event)
        for queue in (self._edges, self._readings, self._facts):
            queue.clear()

    def restore(self, from_us: int) -> None:
        """It counts again for what is stamped `from_us` or younger; read its levels anew."""
        self.lost = False
        self.promised_us = self.held_us = from_us - 1

    def _pass_edges(self, upto_us: int) -> None:
        for at_us, ticks, _, line, active, err_us in _take(self._edges, upto_us):
            debounce = self._debounce(line)
            missed = debounce.missed
            debounce.edge(at_us, active, ticks, err_us)
            if debounce.missed > missed:
                self._fault(line, at_us)
            if line.kind == "mask" and self._chatter.setdefault(line, Chatter()).begins(at_us):
                self._told.append(MaskUnproven(at_us, line.seat, worn=active))

    def _fault(self, line: Line, at_us: int) -> None:
        if self._noise.setdefault(line, Noise()).begins(at_us):
            self._noisy.append(line)

    def _debounce(self, line: Line) -> Debounce:
        debounce = self._busy.get(line)
        if debounce is None:
            debounce = self._lines.get(line)
            if debounce is None:
                debounce = self._lines[line] = Debounce(line, self._told.append, self._clock.name)
            self._busy[line] = debounce
        return debounce

    def _set_aside(self, what: Level | Event) -> None:
        self.stale_count += 1
        self.stale.append(Stale(what, self.promised_us, self.lost))


def _take(queue: list[Queued], upto_us: int) -> list[Queued]:
    """Takes out what is stamped `upto_us` or older, in order."""
    if not queue:
        return []
    queue.sort()
    count = bisect_left(queue, (upto_us + 1,))
    taken = queue[:count]
    del queue[:count]
    return taken
