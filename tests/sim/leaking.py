"""Two games that differ only in what nobody may know, and the first public difference between them."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sitting import S, Sitting, Who

from tablekit.effects import Effect, Say
from tablekit.game.book import Book
from tablekit.game.scene import Scene, scene
from tablekit.sim.manners import MESSY

SLIPS = (*["pause"] * 2, "repeat", "vote", "wrong keys")
"""What a host may do for all to see. An undo is left out: it takes back a private command, or a public one."""
FOULS = (*["foul"] * 4, "pardon")
"""Not beside hidden removals: a host gives no foul to one whom he has removed."""
CROWD = replace(MESSY, talk_s=(3, 65), peeks=0.05, disagrees=0.4)
Public = tuple[int, Effect | Scene]


@dataclass(frozen=True)
class Reveal:
    """A public difference that is meant: a cue that may tell, right after one of these cues, what was hidden."""

    cue: str
    after: tuple[str, ...]
    why: str


REVEALS = (
    Reveal("killed", ("day",), "Who was hit in the night is told in the morning."),
    Reveal("won_red", (), "The game ends when one side has won, so a result tells of the cards."),
    Reveal("won_black", (), "The game ends when one side has won, so a result tells of the cards."),
    Reveal("won_draw", (), "A night in which nobody was hit may be the third one."),
    Reveal(
        "removed",
        ("mafia_sleeps", "sheriff_sleeps", "removed"),
        "Who was removed in a part of the night is told after it.",
    ),
)
"""All that may tell the table of cards and private answers, and why."""


class Ear:
    """All that the table hears and sees, and when."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.trace: list[Public] = []
        self._seen: Scene | None = None
        sitting.kit.listeners.append(self._hear)
        sitting.world.onlookers.append(self._look)

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Say):
            self.trace.append((self.sitting.world.now_us, effect))

    def _look(self) -> None:
        seen = scene(self.sitting.kit.runner)
        if seen != self._seen:
            self._seen = seen
            self.trace.append((self.sitting.world.now_us, seen))


def listen(book: str, rules: Book | None, options: Mapping[str, Any], public: int, secret: int) -> list[Public]:
    """A game whose public side comes from one seed, cards and private answers from another."""
    removes = public % 2 == 1
    who = Who(public, CROWD, mess=0.06, slips=SLIPS if removes else SLIPS + FOULS, secret=secret)
    sitting = Sitting(book, who, options, rules=rules)
    ear = Ear(sitting)
    if removes:
        Discreet(sitting, secret)
    sitting.begin().play()
    return ear.trace


class Discreet:
    """Removals in the night that the table must not be told of yet."""

    def __init__(self, sitting: Sitting, secret: int) -> None:
        self.sitting, self.chance = sitting, random.Random(f"removals {secret}")
        self.what = ""
        sitting.world.onlookers.append(self.look)

    def look(self) -> None:
        ask, table = self.sitting.kit.runner.open, self.sitting.kit.runner.table
        what = f"{table.period} {ask.what}" if ask else ""
        if what != self.what:
            self.what = what
            if ask and table.round and ask.what in ("shooting", "don", "sheriff") and self.chance.random() < 0.05:
                seat = self.chance.randint(1, 10)
                self.sitting.world.after(self.chance.randint(1, 5 * S), lambda: self.remove(seat, what))

    def remove(self, seat: int, what: str) -> None:
        if what == self.what and self.sitting.kit.keypad.line() is None:
            self.sitting.world.keys(f"D{seat}#")


def told_after(trace: list[Public], place: int) -> str:
    """The last cue before that place."""
    return next((effect.cue for _, effect in reversed(trace[:place]) if isinstance(effect, Say)), "")


def is_reveal(trace: list[Public], place: int) -> bool:
    """Does the trace tell there what it may?"""
    if place >= len(trace):
        return False
    _, effect = trace[place]
    after = told_after(trace, place)
    return isinstance(effect, Say) and any(
        effect.cue == reveal.cue and (not reveal.after or after in reveal.after) for reveal in REVEALS
    )


def leak(one: list[Public], other: list[Public]) -> str | None:
    """The first public difference that is no reveal; None: there is none before the first reveal that differs."""
    for place in range(max(len(one), len(other))):
        here, there = ([trace[place]] if place < len(trace) else [] for trace in (one, other))
        if here != there:
            if is_reveal(one, place) or is_reveal(other, place):
                return None
            return f"item {place}: {here} or {there}, after {told_after(one, place)}"
    return None


def hunt(book: str, seeds: range, rules: Callable[[], Book] | None = None, **options: Any) -> str | None:
    """The first leak among so many random pairs of games."""
    for seed in seeds:
        one, other = (
            listen(book, rules() if rules else None, options, seed, secret) for secret in (seed, seed + 10**6)
        )
        found = leak(one, other)
        if found:
            return f"pair {seed}, {found}"
    return None
