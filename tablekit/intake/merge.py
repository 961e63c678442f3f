"""All sources in one stream, ordered by stamp; deadlines are made at its outlet, between the events."""

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from tablekit.events import Event, LinkBack, LinkLost, TimeReached, delayed, order
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
    goes through with the stamp of that (`released_us`), before anything else. Only while no source is there to wait
    for does time go by the furthest promise of any: the kit's own loop promises the present.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = {source.name: source for source in sources}
        self.released_us = -1
        """Everything up to this stamp has gone through."""
        self.lag_us = 0
        """How long after its stamp an event goes through at the earliest. With `RELEASE_US`, the longest that a line
        can hold others up, it is always as long: nobody can tell from the time that a line was touched."""
        self._new: list[Event] = []
        self._waiting: deque[Event] = deque()  # in the order of the stream

    @property
    def due_us(self) -> int | None:
        """When time alone will decide something: the loop should wake, and promise, by then."""
        dues_us = [due_us for source in self.sources.values() if (due_us := source.due_us) is not None]
        if self._waiting and (ripe_us := self._waiting[0].at_us + self.lag_us) > self.promised_us:
            dues_us.append(ripe_us)
        return min(dues_us, default=None)

    @property
    def idle(self) -> bool:
        """Has all that was told gone through?"""
        return not (self._waiting or self._new or any(source.told for source in self.sources.values()))

    @property
    def promised_us(self) -> int:
        """Nothing this old will come any more from a source that is waited for."""
        waited_for = [source.promised_us for source in self._waited_for]
        return min(waited_for) if waited_for else max(source.promised_us for source in self.sources.values())

    def pump(self, outlet: Outlet) -> None:
        """Let through all that is promised."""
        self._collect()
        low_us = self._low_us()
        while (event := self._next(low_us, outlet.deadline_us)) is not None:
            self.released_us = event.at_us
            outlet.feed(event)
        self.released_us = low_us

    def lose(self, name: str) -> None:
        """The source is silent: it is lost since all that it has told, and not waited for any more."""
        source = self.sources[name]
        if not source.lost:
            self._new.append(LinkLost(max(source.held_us, self.released_us, 0), source=name))
            source.lose()

    def restore(self, name: str, at_us: int) -> None:
        """The source answers again since `at_us`, and is waited for; tell its levels after this."""
        source = self.sources[name]
        if source.lost:
            back_us = max(at_us, source.promised_us + 1, self.released_us + 1)
            source.restore(back_us)
            self._new.append(LinkBack(back_us, source=name))

    def _collect(self) -> None:
        for source in self.sources.values():
            told = source.take()
            if source.arrival:
                told = [
                    event if event.at_us >= self.released_us else delayed(event, self.released_us) for event in told
                ]
            self._new += told
        if self._new:
            self._waiting = deque(sorted((*self._waiting, *self._new), key=order))
            self._new.clear()

    def _low_us(self) -> int:
        waited_for = [source.held_us for source in self._waited_for]
        held_us = min(waited_for) if waited_for else max(source.held_us for source in self.sources.values())
        return max(self.released_us, min(held_us, self.promised_us - self.lag_us))

    @property
    def _waited_for(self) -> list[Source]:
        return [source for source in self.sources.values() if not (source.arrival or source.lost)]

    def _next(self, low_us: int, deadline_us: int | None) -> Event | None:
        """At one stamp the deadline is last; a deadline already past is reached at what has gone through."""
        next_us = self._waiting[0].at_us if self._waiting else low_us + 1
        if deadline_us is not None:
            reached_us = max(deadline_us, self.released_us)
            if reached_us < next_us and reached_us <= low_us:
                return TimeReached(reached_us)
        return self._waiting.popleft() if next_us <= low_us else None
