"""One question to all hands, from the call to the count: contacts come in, T judges them. No opinion on rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tablekit.effects import Text, text
from tablekit.events import Break, Event, HandDown, HandUp, LinkLost, Stamped, Unproven, before

CONTACTS: tuple[type[Event], ...] = (HandDown, HandUp, Unproven, LinkLost, Break)
"""What a window listens to."""
INTERRUPTIONS = {"undo": text("Interrupted by an undo."), "power cut": text("The table was off.")}
"""By why a break was."""


@dataclass(slots=True)
class Contact:
    """A hand on a pad: where it came down, and where it was lifted. What is None is on the line."""

    down: HandDown
    up: HandUp | None = None

    def before(self, t: Stamped) -> bool | None:
        """Did it come down strictly before T? On the line: stamps overlap, or its bounces lie on both sides of T."""
        early = before(self.down, t)
        return None if early and self._bounced and self._settled_after(t) >= 0 else early

    def by(self, t: Stamped) -> bool | None:
        """Did it come down before T, or in its very instant?"""
        late = before(t, self.down)
        if late is None or (not late and self._bounced and self._settled_after(t) > 0):
            return None
        return not late

    def lifted_before(self, t: Stamped) -> bool | None:
        """Was it lifted strictly before T?"""
        return before(self.up, t) if self.up is not None else False

    def err_us(self, t: Stamped) -> int:
        """How far its stamps and T may be out against each other; not at all if one counter gave both."""
        return 0 if self.down.clock and self.down.clock == t.clock else self.down.err_us + t.err_us

    def after_us(self, t: Stamped) -> int:
        """First contact relative to T, in microseconds."""
        return self.down.at_us - t.at_us

    @property
    def _bounced(self) -> bool:
        return self.down.settled_us > self.down.at_us

    def _settled_after(self, t: Stamped) -> int:
        """How long after T its bounces may have ended: in ticks if one counter stamped both, else in microseconds."""
        if self.down.settled_ticks and self.down.clock == t.clock:
            return self.down.settled_ticks - t.ticks
        return self.down.settled_us + self.err_us(t) - t.at_us


Form = Callable[[Sequence[Contact], Stamped], bool | None]
"""Do a seat's contacts make a vote at T? None: on the line."""


def latched(contacts: Sequence[Contact], t: Stamped) -> bool | None:
    """The first contact came strictly before T, whatever the hand did afterwards."""
    return contacts[0].before(t)


def open_hands(contacts: Sequence[Contact], t: Stamped) -> bool | None:
    """A hand that came down before T is still down at T: not lifted before it."""
    return _down(contacts, t, Contact.before)


def snapshot(contacts: Sequence[Contact], t: Stamped) -> bool | None:
    """A hand is down in the instant of T, also one that has come with it."""
    return _down(contacts, t, Contact.by)


def _down(contacts: Sequence[Contact], t: Stamped, came: Callable[[Contact, Stamped], bool | None]) -> bool | None:
    found: bool | None = False
    for contact in contacts:
        down, lifted = came(contact, t), contact.lifted_before(t)
        if down is False or lifted is True:
            continue
        if down and lifted is False:
            return True
        found = None
    return found


FORMS: Mapping[str, Form] = {"latched": latched, "snapshot": snapshot, "open": open_hands}
"""By the name of the field `ballots`."""


@dataclass(slots=True)
class Window:
    """The contacts of one question since its call."""

    form: Form = latched
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
                self.void = text("There was no answer from {source}.", source=event.source)
            case Break():
                self.void = INTERRUPTIONS.get(event.why)
            case _:
                pass

    def hands(self, t: Stamped, seats: set[int]) -> tuple[set[int], set[int], set[int]]:
        """The seats that vote at T, those whose first contact was too late, and those on the line."""
        votes: set[int] = set()
        late: set[int] = set()
        doubtful: set[int] = set()
        came = Contact.by if self.form is snapshot else Contact.before
        for seat in self.contacts.keys() & seats:
            contacts = self.contacts[seat]
            verdict = self.form(contacts, t)
            if verdict is None:
                doubtful.add(seat)
            elif verdict:
                votes.add(seat)
            elif came(contacts[0], t) is False:
                late.add(seat)
        return votes, late, doubtful

    def lifted_early(self, t: Stamped, seats: set[int]) -> set[int]:
        """Of these seats, those that surely lifted their first hand before T, where a hand has to stay (4.4.6)."""
        if self.form is not latched:
            return set()
        return {seat for seat in seats if self.contacts[seat][0].lifted_before(t)}
