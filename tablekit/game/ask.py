"""What the game waits for: who may do what now, and until when. Nothing else knows what is allowed."""

from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import TypeVar

from tablekit.effects import Text, text
from tablekit.events import Event

R = TypeVar("R")
Script = Coroutine["Ask", Event, R]
"""A piece of the rules: awaits Asks, is driven by the runner, returns an R."""

COMMANDS = (
    *(text("thanks"), text("next"), text("number"), text("nominate"), text("withdraw")),
    *(text("vote"), text("repeat"), text("elect"), text("refuse"), text("take"), text("keep")),
    text("plan"),
    *(text("foul"), text("pardon"), text("remove"), text("pause"), text("resume")),
)
"""Each key of the host, named for the translators; elsewhere it is `Text(key)`."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A host command that is open now. `why_not`: the reason against a number, or no number at all (None)."""

    key: str
    why_not: Callable[[int], Text | None] | None = None


NEXT = Offer("next")
THANKS = Offer("thanks")


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question of the script; `await` gives the event that answers it."""

    what: str
    """Public name of the step: never a hidden role's seat."""
    offers: tuple[Offer, ...] = ()
    until_us: int | None = None
    """Game time at which TimeReached answers."""
    facts: tuple[type[Event], ...] = ()
    """Sensor events that answer."""
    seat: int = 0
    """Public: whose turn it is, or the nominee."""
    stage: int = 0
    """Public: which vote of the day, 1 = the first."""
    ends_us: int | None = None
    """Game time that the clocks show, if it is not `until_us`."""
    host: Text | None = None
    """Private: what the remote says."""
    bare: frozenset[int] = frozenset()
    """Private: the seats that may show their face at night."""
    sealed: bool = False
    """From the call to T: no pause, and a break in time voids what is asked."""

    def __await__(self) -> Generator["Ask", Event, Event]:
        answer = yield self
        return answer

    def offer(self, key: str) -> Offer | None:
        """The offer of that key, if it is open."""
        return next((offer for offer in self.offers if offer.key == key), None)

    def continues(self, before: "Ask") -> bool:
        """Is this the same step as before, as the host sees it?"""
        return self is before or (
            (self.what, self.seat, self.stage, self.host) == (before.what, before.seat, before.stage, before.host)
            and [offer.key for offer in self.offers] == [offer.key for offer in before.offers]
        )
