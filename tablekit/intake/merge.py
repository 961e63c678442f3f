"""All sources in one stream, ordered by stamp; deadlines are made at its outlet, between the events."""

import heapq
from collections.abc import Iterable
from typing import Protocol

from tablekit.events import Event, LinkBack, LinkLost, Rejected, TimeReached, order
from tablekit.intake.source import Source


class Outlet(Protocol):
    """Where the stream goes."""

    @property
    def deadline_us(self) -> int | None:
        """The open deadline, in table time. When told that it was reached, the outlet must move or clear it."""

    def feed(self, event: Event) -> object:
        """The next event of the stream."""


class Merge:
    """Lets an event through only when every live source has promised that nothing older is coming.

    A source that stamps on arrival is not waited for: an event of its that is older than what has gone through
    goes through with the stamp of that (`released_us`), before anything else. Only if no other source lives
    does time go by the promise of such a source, the furthest one.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = {source.name: source for source in sources}
        self.released_us = -1
        """Everything up to this stamp has gone through."""
        self._heap: list[tuple[int, int, int, str, str, int, Event]] = []
        self._arrivals = 0

    @property
    def due_us(self) -> int | None:
        """When time alone will decide something on a line: the loop should wake, and promise, by then."""
        dues_us = [due_us for source in self.sources.values() if (due_us := source.due_us) is not None]
        return min(dues_us, default=None)

    def pump(self, outlet: Outlet) -> None:
        """Let through all that is promised."""
        self._collect()
        low_us = self._low_us()
        while (event := self._next(low_us, outlet.deadline_us)) is not None:
            self.released_us = event.at_us
            outlet.feed(event)
        self.released_us = low_us

    def lose(self, name: str) -> None:
        """The source is silent: it is lost since its last promise, and not waited for any more."""
        source = self.sources[name]
        if not source.lost:
            source.lose()
            self._push(LinkLost(max(source.promised_us, self.released_us), source=name))

    def restore(self, name: str, at_us: int) -> None:
        """The source answers again since `at_us`, and is waited for; tell its levels after this."""
        source = self.sources[name]
        if source.lost:
            back_us = max(at_us, source.promised_us + 1, self.released_us + 1)
            source.restore(back_us)
            self._push(LinkBack(back_us, source=name))

    def _collect(self) -> None:
        for source in self.sources.values():
            for event in source.take():
                late = source.arrival and event.at_us < self.released_us
                self._push(_stamped(event, self.released_us) if late else event)

    def _low_us(self) -> int:
        waited_for = [source.held_us for source in self.sources.values() if not (source.arrival or source.lost)]
        if waited_for:
            return max(self.released_us, min(waited_for))
        return max([self.released_us, *(source.held_us for source in self.sources.values() if source.arrival)])

    def _next(self, low_us: int, deadline_us: int | None) -> Event | None:
        """At one stamp the deadline is last; a deadline already past is reached at what has gone through."""
        next_us = self._heap[0][0] if self._heap else low_us + 1
        if deadline_us is not None and max(deadline_us, self.released_us) < min(next_us, low_us + 1):
            return TimeReached(max(deadline_us, self.released_us))
        return heapq.heappop(self._heap)[-1] if next_us <= low_us else None

    def _push(self, event: Event) -> None:
        self._arrivals += 1
        line = event.line if isinstance(event, Rejected) else ""
        heapq.heappush(self._heap, (*order(event), line, self._arrivals, event))


def _stamped(event: Event, at_us: int) -> Event:
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    return type(event)(**(fields | {"at_us": at_us}))
