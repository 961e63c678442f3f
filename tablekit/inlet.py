"""One source of the seats' facts as its device sees it: what it brings is kept as evidence, then told in order."""

from typing import Protocol

from tablekit.events import ClockUnsure, Event, Stamped
from tablekit.intake.debounce import Line
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source
from tablekit.store.tape import Tape
from tablekit.timebase import Clock


class Owner(Protocol):
    """The kit, as an inlet sees it."""

    clock: Clock
    merge: Merge
    tape: Tape | None

    def arrived(self, event: Event) -> None:
        """A report that is stamped on arrival."""


class Inlet:
    """The device's side of one source of the kit. Nothing here waits or blocks."""

    def __init__(self, kit: Owner, source: Source) -> None:
        self.source = source
        self._kit = kit

    @property
    def name(self) -> str:
        """As the host is told of it."""
        return self.source.name

    def edge(self, line: Line, ticks_ns: int, active: bool, err_us: int = 0) -> None:
        """A raw edge at a pad, a mask or the wired key; its stamp errs by no more than `err_us`."""
        if (tape := self._kit.tape) is not None:
            tape.edge(self.name, line.kind, line.seat, ticks_ns, active, err_us)
        self.source.edge(ticks_ns, line, active, err_us)

    def level(self, at_us: int, line: Line, active: bool) -> None:
        """The level of such a line, read by `at_us` and within `READING_US` of it."""
        if (tape := self._kit.tape) is not None:
            tape.level(self.name, line.kind, line.seat, at_us, active)
        self.source.levels(at_us, {line: active})

    def heard(self, fact: Stamped) -> None:
        """A fact that the source's own counter stamped: the onset of the word; whatever a hub has debounced."""
        if (tape := self._kit.tape) is not None:
            tape.fact(fact)
        self.source.fact(fact)

    def promised(self, upto_us: int, held_us: int | None = None) -> None:
        """All that was seen by `upto_us` is told, but for what is younger than `held_us` and under way."""
        self.source.promise(upto_us, held_us)

    def lost(self) -> None:
        """The source is silent: the state of its lines is unknown."""
        self._kit.merge.lose(self.name)

    def back(self, at_us: int) -> int:
        """The source answers again; returns the stamp from which on it counts: read its levels anew."""
        self._kit.merge.restore(self.name, at_us)
        return max(at_us, self.source.promised_us + 1)

    def unsure(self, err_us: int) -> None:
        """The source's clock is known only to `err_us`: no ballot opens; 0: it is exact again."""
        self._kit.arrived(ClockUnsure(self._kit.clock.now_us(), source=self.name, err_us=err_us))
