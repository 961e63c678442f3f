"""Two games that differ only in what nobody may know, and the first public difference between them."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
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
NO_PEEKS = replace(CROWD, peeks=0.0)
"""Where the host learns the cards in the night: he has to enter those that he got wrong, and that takes time."""
Public = tuple[int, Effect | Scene]
LAST_CALLS = ("mafia_sleeps", "sheriff_sleeps", "commissar_sleeps", "doctor_sleeps", "maniac_sleeps", "commissar_fired")
"""After which of them a part of the night is over is the book's."""


@dataclass(frozen=True)
class Reveal:
    """A public difference that is meant: a cue that may tell, right after one of these cues, what was hidden."""

    cue: str
    after: tuple[str, ...]
    why: str


CARD = "card"
"""Every `card_…` cue and every card that is shown is this one: which it is may differ, that it is shown may not."""
REVEALS = (
    Reveal("killed", ("day",), "Who was hit in the night is told in the morning."),
    Reveal("won_red", (), "The game ends when one side has won, so a result tells of the cards."),
    Reveal("won_black", (), "The game ends when one side has won, so a result tells of the cards."),
    Reveal("won_maniac", (), "The game ends when one side has won, so a result tells of the cards."),
    Reveal("won_draw", (), "A night in which nobody was hit may be the third one."),
    Reveal("removed", (*LAST_CALLS, "removed", CARD), "Who was removed in a part of the night is told after it."),
    Reveal("commissar_missed", (), "azerbaijani: a komissar who hit nobody of the mafia is announced."),
    Reveal("frozen", (), "city: whom the Lover froze neither talks nor votes."),
    Reveal("last word", ("killed", "best_move", "last word", CARD), "ghost: a killed Sheriff has no last word."),
    Reveal(CARD, ("killed", CARD), "ghost: who refused to move opens his card, and has no best move and no last word."),
    Reveal("refused", ("killed",), "ghost: who refused to move is told so, and leaves."),
    Reveal("ghost", (), "ghost: only one of the citizens' side may stay as the Ghost."),
    Reveal("taken", (), "The Avenger or the Kamikaze shows himself when he takes one along."),
)
"""All that may tell the table of cards and private answers, and why."""


class Ear:
    """All that the table hears and sees, and when, since it was last asked."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.new: list[Public] = []
        self._seen: Scene | None = None
        self._events = -1
        sitting.kit.listeners.append(self._hear)
        sitting.world.onlookers.append(self._look)

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Say):
            cue = CARD if effect.cue.startswith("card_") else effect.cue
            self.new.append((self.sitting.world.now_us, replace(effect, cue=cue)))

    def _look(self) -> None:
        runner = self.sitting.kit.runner
        if self._events == len(runner.log):  # the game is a function of its log
            return
        self._events, seen = len(runner.log), scene(runner)
        said = seen.said and replace(seen.said, cue=CARD if seen.said.cue.startswith("card_") else seen.said.cue)
        seen = replace(seen, shown=dict.fromkeys(seen.shown, CARD), said=said)
        if seen != self._seen:
            self._seen = seen
            self.new.append((self.sitting.world.now_us, seen))

    def drain(self) -> list[Public]:
        new, self.new = self.new, []
        return new


def listen(book: str, rules: Book | None, options: Mapping[str, Any], public: int, secret: int) -> Iterator[Public]:
    """A game whose public side comes from one seed, cards and private answers from another."""
    seats = options.get("seats")
    options = {name: value for name, value in options.items() if name != "seats"}
    removes, fate = public % 2 == 1, public % 3 > 0
    sitting = Sitting(book, Who(public), options, seats=seats, rules=rules)
    if sitting.kit.book.fields.deal == "wake":
        who = Who(public, NO_PEEKS, secret=secret, fate=fate)
    else:
        who = Who(public, CROWD, mess=0.06, slips=SLIPS if removes else SLIPS + FOULS, secret=secret, fate=fate)
    sitting = Sitting(book, who, options, seats=seats, rules=rules)
    ear = Ear(sitting)
    if removes:
        Discreet(sitting, secret)
    sitting.begin()
    sitting.kit.setup = replace(sitting.kit.setup, seed=secret)  # the seats are drawn, the cards are not
    yield from ear.drain()
    while sitting.step():
        yield from ear.drain()


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
            called = ask is not None and ask.until_us is not None and table.hush
            if called and self.chance.random() < 0.1:
                seat = self.chance.choice(table.seats)
                self.sitting.world.after(self.chance.randint(1, 5 * S), lambda: self.remove(seat, what))

    def remove(self, seat: int, what: str) -> None:
        if what == self.what and self.sitting.kit.keypad.line() is None:
            self.sitting.world.keys(f"D{seat}#")


def is_reveal(item: Public | None, after: str) -> bool:
    """Does the item tell what it may, there?"""
    return (
        item is not None
        and isinstance(item[1], Say)
        and any(item[1].cue == reveal.cue and (not reveal.after or after in reveal.after) for reveal in REVEALS)
    )


def leak(one: Iterator[Public], other: Iterator[Public]) -> str | None:
    """The first public difference that is no reveal; None: there is none before the first reveal that differs."""
    after = ""
    for place, (here, there) in enumerate(zip_longest(one, other)):
        if here != there:
            told = is_reveal(here, after) or is_reveal(there, after)
            return None if told else f"item {place}, after {after}: {here} or {there}"
        if isinstance(here[1], Say):
            after = here[1].cue
    return None


def hunt(book: str, pairs: Iterable[int], rules: Book | None = None, **options: Any) -> str | None:
    """The first leak among so many random pairs of games."""
    for pair in pairs:
        one, other = (listen(book, rules, options, pair, secret) for secret in (pair, pair + 10**6))
        found = leak(one, other)
        if found:
            return f"pair {pair}, {found}"
    return None
