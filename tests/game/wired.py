"""A table whose hands and words come in through the intake, in whatever order they arrive."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from table_talk import MS, TableTalk

from tablekit.events import Event, HandDown, HandUp, Stamped
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source

SETTLED_US = 60 * MS
"""By then a contact or a release is confirmed."""


class WiredTable(TableTalk):
    """`arrange` puts what is brought together into the order in which it arrives."""

    def __init__(self, book: str = "fsm", **how: Any) -> None:
        self.arrange: Callable[[Sequence[Event]], Iterable[Event]] = list
        self.pads = Source("pads", PiClock())
        self.remote = Source("remote", PiClock(), arrival=True)
        self.merge = Merge([self.pads, self.remote])
        super().__init__(book, **how)

    @property
    def deadline_us(self) -> int | None:
        return self.runner.deadline_us

    def bring(self, events: Iterable[Event]) -> None:
        brought = list(events)
        for event in self.arrange(brought):
            if isinstance(event, HandDown | HandUp):
                self.pads.edge(event.at_us * 1_000, Line("pad", event.seat), isinstance(event, HandDown))
            elif isinstance(event, Stamped) and event.clock:
                self.pads.fact(event)
            else:
                self.remote.fact(event)
        until_us = max((event.at_us for event in brought), default=self.now_us) + SETTLED_US
        self.pads.promise(until_us)
        self.merge.pump(self)
        self.now_us = until_us
