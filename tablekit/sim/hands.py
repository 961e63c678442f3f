"""Hands on pads around T: which contacts a ballot of a scenario means, and how people make them."""

from collections.abc import Iterable
from typing import NamedTuple

from tablekit.sim.scenario import IN_GOOD_TIME_US, BallotHands
from tablekit.sim.world import World

SURELY_LATE_US = 1_000
AFTER_COUNT_US = 200_000
"""When hands are lifted, after the count."""


class Contact(NamedTuple):
    """A hand on a pad, in microseconds after T; `up_us` None: it is kept there until the count."""

    seat: int
    down_us: int
    up_us: int | None = None


def contacts(told: BallotHands) -> list[Contact]:
    """Between two contacts a seat lifts its hand half-way, unless the file says when."""
    downs: dict[int, list[int]] = {seat: [IN_GOOD_TIME_US] for seat in told.hands}
    for seat, at_us in told.contacts:
        downs.setdefault(seat, []).append(at_us)
    made = []
    for seat, stamps in downs.items():
        stamps.sort()
        for down_us, next_us in zip(stamps, [*stamps[1:], None], strict=True):
            lifts = [us for who, us in told.lifts if who == seat and us > down_us and (next_us is None or us < next_us)]
            halfway = None if next_us is None else (down_us + next_us) // 2
            made.append(Contact(seat, down_us, min(lifts, default=halfway)))
    return made


def once_more(made: Iterable[Contact]) -> list[Contact]:
    """The hands when the vote is repeated: nobody is near the word again, and who was late is surely late again."""
    first: dict[int, int] = {}
    for contact in sorted(made, key=lambda contact: contact.down_us):
        first.setdefault(contact.seat, contact.down_us)
    return [
        Contact(seat, IN_GOOD_TIME_US if down_us < 0 else max(down_us, SURELY_LATE_US))
        for seat, down_us in first.items()
    ]


class Hands:
    """The hands of one ballot at a time; those of an abandoned one are lifted, or stay away."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ballot = 0
        self._down: set[int] = set()
        self.last_us = 0
        """The last contact or lift that is planned, in table time."""

    def plan(self, made: Iterable[Contact], t_us: int) -> None:
        """Plan a ballot's contacts around T."""
        self._ballot += 1
        self.last_us = t_us
        for contact in made:
            self._touch(contact.seat, t_us + contact.down_us, True)
            if contact.up_us is not None:
                self._touch(contact.seat, t_us + contact.up_us, False)

    def _touch(self, seat: int, at_us: int, down: bool) -> None:
        ballot = self._ballot
        self.last_us = max(self.last_us, at_us)

        def touch() -> None:
            if ballot == self._ballot and (seat in self._down) != down:
                (self._down.add if down else self._down.discard)(seat)
                self._world.pad(seat, at_us, down)

        self._world.at(at_us, touch)

    def lift(self) -> None:
        """All hands leave the pads shortly."""
        self._ballot += 1
        for seat in sorted(self._down):
            self._world.pad(seat, self._world.now_us + AFTER_COUNT_US, False)
        self._down.clear()
