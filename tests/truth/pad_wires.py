"""What truly happens at a seat: contacts, bounces, spikes and lifts of one line, in whole microseconds of true time."""

from bisect import bisect_right
from dataclasses import dataclass, field
from random import Random

MS = 1_000
SPIKES_US = (200, 1_000, 3_000)
"""What a lamp or a long wire brings to a line: D2."""


@dataclass
class Hand:
    """A hand that truly lies on the pad from its first contact to its last."""

    first_us: int
    lifted_us: int | None = None


@dataclass
class Wire:
    """One line: the changes with even places are contacts. `lost`: the places of edges that nobody sees."""

    chance: Random
    changes: list[int] = field(default_factory=list)
    lost: set[int] = field(default_factory=set)
    hands: list[Hand] = field(default_factory=list)
    brushes: list[int] = field(default_factory=list)
    """First contacts of touches between a spike and a hand: the published grey zone."""

    @property
    def active(self) -> bool:
        return len(self.changes) % 2 == 1

    @property
    def down(self) -> bool:
        """Does a hand lie on it?"""
        return bool(self.hands) and self.hands[-1].lifted_us is None

    @property
    def free_us(self) -> int:
        """Its last change."""
        return self.changes[-1] if self.changes else 0

    def active_at(self, at_us: int) -> bool:
        return bisect_right(self.changes, at_us) % 2 == 1

    def contacts(self, from_us: int, to_us: int) -> list[int]:
        """Its active edges, from the one instant to the other."""
        first, last = bisect_right(self.changes, from_us - 1), bisect_right(self.changes, to_us)
        return [self.changes[place] for place in range(first, last) if place % 2 == 0]

    def change(self, at_us: int) -> None:
        if self.changes and at_us <= self.changes[-1]:
            raise ValueError(f"a change at {at_us} us after one at {self.changes[-1]} us")
        self.changes.append(at_us)

    def pulse(self, at_us: int, width_us: int) -> None:
        """Active for so long; while a hand lies there: inactive."""
        self.change(at_us)
        self.change(at_us + width_us)

    def spike(self, at_us: int) -> None:
        """A pulse that is no hand."""
        self.pulse(at_us, self.chance.choice(SPIKES_US))

    def spike_before(self, press_us: int) -> None:
        """One or two spikes, each 50 us to 8 ms before what follows: often too near to be a contact of its own."""
        spikes: list[tuple[int, int]] = []
        for _ in range(1 + (self.chance.random() < 0.3)):
            width_us = self.chance.choice(SPIKES_US)
            press_us -= self.between(50, 8 * MS) + width_us
            spikes.append((press_us, width_us))
        for at_us, width_us in reversed(spikes):
            if at_us > self.free_us + 50:
                self.pulse(at_us, width_us)

    def press(self, first_us: int) -> None:
        """A hand comes down: clean, with fast bounces, or slowly; 12 ms later it lies still."""
        self.hands.append(Hand(first_us))
        self.change(first_us)
        kind = self.chance.random()
        if kind < 0.35:
            return
        if kind < 0.8:  # bounces within about 3 ms
            at_us = first_us
            for _ in range(1 + int(3 * self.chance.random())):
                at_us += self.between(30, 700)
                self.change(at_us)
                at_us += self.between(20, 400)
                self.change(at_us)
            return
        bounced_us = 0  # few long bounces: 5.5 ms of the first 12 at most, none of 5 ms
        at_us = first_us
        for _ in range(1 + int(2 * self.chance.random())):
            at_us += self.between(100, 2_500)
            off_us = self.between(500, min(4_900, 5_500 - bounced_us))
            bounced_us += off_us
            self.change(at_us)
            at_us += off_us
            self.change(at_us)
            if bounced_us > 4_900:
                return

    def lift(self, at_us: int) -> None:
        """The hand leaves, clean or with contacts on its way; the last one is its end."""
        at_us = max(at_us, self.free_us + 100)
        self.change(at_us)
        if self.chance.random() < 0.4:
            for _ in range(1 + int(2 * self.chance.random())):
                at_us += self.between(50, 6 * MS)
                self.change(at_us)
                at_us += self.between(50, 3 * MS)
                self.change(at_us)
        self.hands[-1].lifted_us = at_us

    def brush(self, at_us: int) -> None:
        """A touch of 3 to 12 ms, with or without a break."""
        self.brushes.append(at_us)
        self.change(at_us)
        if self.chance.random() < 0.5:
            at_us += self.between(200, 4 * MS)
            self.change(at_us)
            at_us += self.between(100, 4 * MS)
            self.change(at_us)
        self.change(at_us + self.between(3_050, 11_950))

    def between(self, low: int, high: int) -> int:
        return low + int((high - low + 1) * self.chance.random())
