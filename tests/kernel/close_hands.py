"""Ballots in real time with hands around the word: what truly was, and what the kit has made of it."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablekit.devices.gpio import WORD
from tablekit.game.record import HandRecord
from tablekit.intake.debounce import NEW_AFTER_US, Line
from tests.kernel.live_table import LiveTable
from tests.kernel.sim_chip import Moment
from tests.kernel.toggler import Change, Done, Toggler

WORD_US = 40_000
"""From the beginning of the plan."""
SPREAD_US = 20_000
HELD_US = 150_000
STAYS_US, AWAY_US = (400, 800), (300, 600)


class Hand(NamedTuple):
    """A hand as the toggling side knows it, and the kit's verdict."""

    seat: int
    first: Moment
    """Its first contact."""
    last: Moment
    """The last one of its bounces."""
    word: Moment
    judged: HandRecord | None

    @property
    def early(self) -> bool | None:
        """Was it before the word? None: the two changes overlap."""
        if self.first.upto_ns < self.word.from_ns:
            return True
        return False if self.first.from_ns > self.word.upto_ns else None

    @property
    def intact(self) -> bool:
        """Has the toggling side made what was planned, a press that no rule of bounces tears in two?"""
        return self.last.upto_ns - self.first.from_ns < NEW_AFTER_US * 1_000

    @property
    def spans(self) -> bool:
        """Do its bounces lie on both sides of the word, or may they?"""
        return self.first.from_ns <= self.word.upto_ns and self.last.upto_ns >= self.word.from_ns

    @property
    def right(self) -> bool:
        """Is the verdict right? On the line is right for bounces on both sides alone."""
        judged = self.judged.judged if self.judged else None
        if judged == "on the line":
            return self.spans
        return self.early is None or judged == ("counted" if self.early else "late")


def bouncing(chance: random.Random, gpio: int, at_us: int) -> Iterator[Change]:
    """A hand closes its pad to ground, may bounce, stays and is lifted."""
    yield Change(at_us, gpio, False)
    for _ in range(chance.randrange(2)):
        for spread_us, high in ((STAYS_US, True), (AWAY_US, False)):
            at_us += chance.randint(*spread_us)
            yield Change(at_us, gpio, high)
    yield Change(at_us + HELD_US, gpio, True)


def plan(chance: random.Random, pads: Sequence[int], word: int) -> list[Change]:
    """A hand at each pad within `SPREAD_US` of the word."""
    changes = [Change(WORD_US, word, False), Change(WORD_US + HELD_US, word, True)]
    for gpio in pads:
        changes += bouncing(chance, gpio, WORD_US + chance.randint(-SPREAD_US, SPREAD_US))
    return changes


def presses(done: Sequence[Done], gpio: int) -> list[Moment]:
    """When the line became low."""
    return [change.moment for change in done if change.line == gpio and not change.high]


class Voted(NamedTuple):
    """One ballot."""

    hands: list[Hand]
    done: list[Done]
    t_us: int


def ballot(table: LiveTable, toggler: Toggler, changes: list[Change]) -> Voted:
    """Call, hold the hands to the pads, and have the kit judge; then back to the call."""
    before = table.ballot
    table.call()
    toggler.begin(changes)
    judged = table.judged(before)
    done = toggler.done()
    table.settle()
    [word] = presses(done, table.wiring[WORD].gpio)
    hands = []
    for line, wire in table.wiring.items():
        if line.kind == "pad" and (moments := presses(done, wire.gpio)):
            verdict = next((hand for hand in judged.hands if hand.seat == line.seat), None)
            hands.append(Hand(line.seat, moments[0], moments[-1], word, verdict))
    table.press("B1#")
    return Voted(hands, done, judged.t_us)


def pads(table: LiveTable) -> list[int]:
    """Their lines, seat 1 first."""
    return [table.wiring[Line("pad", seat)].gpio for seat in range(1, table.kit.seats + 1)]
