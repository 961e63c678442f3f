"""One latched question, from the call to the count: contacts come in, T judges them. No opinion on rules."""

from dataclasses import dataclass, field

from tablekit.effects import Text, text
from tablekit.events import Break, Event, HandDown, HandUp, LinkLost, Stamped, Unproven, before

CONTACTS: tuple[type[Event], ...] = (HandDown, HandUp, Unproven, LinkLost, Break)
"""What a window listens to."""
INTERRUPTIONS = {"undo": text("Interrupted by an undo."), "power cut": text("The table was off.")}
"""By why a break was."""


@dataclass(slots=True)
class Contact:
    """A hand on a pad: where it came down, and where it was lifted."""

    down: HandDown
    up: HandUp | None = None

    def on_time(self, t: Stamped) -> bool | None:
        """Strictly before T? None: on the line, because stamps overlap or its bounces lie on both sides of T."""
        early = before(self.down, t)
        bounced = self.down.settled_us > self.down.at_us
        return None if early and bounced and self.down.settled_us + self.err_us(t) >= t.at_us else early

    def lifted_before(self, t: Stamped) -> bool:
        """Was the hand surely lifted before T?"""
        return self.up is not None and before(self.up, t) is True

    def err_us(self, t: Stamped) -> int:
        """How far its stamps and T may be out against each other; not at all if one counter gave both."""
        return 0 if self.down.clock and self.down.clock == t.clock else self.down.err_us + t.err_us

    def after_us(self, t: Stamped) -> int:
        """First contact relative to T, in microseconds."""
        return self.down.at_us - t.at_us


@dataclass(slots=True)
class Window:
    """The contacts of one question since its call."""

    contacts: dict[int, list[Contact]] = field(default_factory=dict)
    unknown: set[int] = field(default_factory=set)
    """Seats whose pad changed without a provable edge: the host decides."""
    void: Text | None = None
    """Why nothing of it counts, and it is called again."""

    def take(self, event: Event) -> None:
        """Follow the pads; a break in time or a lost link voids the window."""
        match event:
            case HandDown():
                self.contacts.setdefault(event.seat, []).append(Contact(event))
            case HandUp() if event.seat in self.contacts and self.contacts[event.seat][-1].up is None:
                self.contacts[event.seat][-1].up = event
            case Unproven():
                self.unknown.add(event.seat)
            case LinkLost():
                self.void = text("No answer from {source}.", source=event.source)
            case Break():
                self.void = INTERRUPTIONS.get(event.why)
            case _:
                pass

    def hands(self, t: Stamped, seats: set[int]) -> tuple[set[int], set[int], set[int]]:
        """The seats whose first contact was before T, at or after it, or on the line."""
        on_time: set[int] = set()
        late: set[int] = set()
        doubtful: set[int] = set()
        for seat in self.contacts.keys() & seats:
            verdict = self.contacts[seat][0].on_time(t)
            (doubtful if verdict is None else on_time if verdict else late).add(seat)
        return on_time, late, doubtful

    def lifted_early(self, t: Stamped, seats: set[int]) -> set[int]:
        """Of these seats, those that lifted their first hand before T."""
        return {seat for seat in seats if self.contacts[seat][0].lifted_before(t)}
