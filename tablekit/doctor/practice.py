"""The practice ballot: the real one, again and again, so that each player sees where his own hand fell."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import ClassVar

from tablekit.config import TableConfig
from tablekit.doctor.bench import Bench
from tablekit.effects import Effect, Tell
from tablekit.game.book import Book
from tablekit.game.fields import Fields
from tablekit.game.procedures.poll import Poll, Question
from tablekit.game.record import BallotRecord
from tablekit.game.table import Table
from tablekit.rulesets import open_book
from tablekit.texts import translate
from tablekit.view.ballot_line import in_order, ms, remarks, verdict
from tablekit.view.keyboard import QUIT

NOBODY = 0
"""The nominee."""
NEXT_KEY, WORD_KEY = "#", "T"
ERROR_WORTH_US = 100
"""Smaller ones are not told."""
english = translate("en")


class Practice(Book):
    """Nothing but ballots, each for itself, that cost nobody a foul."""

    name: ClassVar[str] = "practice"
    seats: ClassVar[range] = range(1, 256)
    played: ClassVar[bool] = False

    def __init__(self, fields: Fields) -> None:
        told: dict[str, str | int] = {"early_hand": "told", "lifted_hand": "told", "two_hands": "ignored"}
        super().__init__(dataclasses.replace(fields, **told, fouls_out=0))  # type: ignore[arg-type]
        self.held: list[BallotRecord] = []
        """Those that stood and those that were void, as they came to an end."""

    async def game(self, table: Table) -> None:
        """One after the other."""
        while True:
            self.held.append(await Poll(table, Question("ballot", NOBODY, 1), self.held).counted())

    def winner(self, table: Table) -> str | None:
        """Nobody wins here."""
        return None


def practice_book(told: TableConfig) -> Practice:
    """With the ballots that the table's own rule book has."""
    return Practice(open_book(told.ruleset, told.options, told.seats)[0].fields)


def hold(bench: Bench, book: Practice, tell: Callable[[str], None], most: int | None = None) -> int:
    """Ballots until the user leaves, or `most` of them; returns how many were held."""
    told = Told(bench, book, tell)
    bench.kit.listeners.append(told.effect)
    told.ask()
    bench.run(lambda: told.left or (most is not None and len(book.held) >= most and told.settled))
    return len(book.held)


class Told:
    """The user's end of it: what he is to do, what the host is told, how the hands fell."""

    def __init__(self, bench: Bench, book: Practice, tell: Callable[[str], None]) -> None:
        self.bench, self.book, self.tell = bench, book, tell
        self.left = False
        self._shown = 0
        self._step: str | None = None
        bench.frame = self.mind

    @property
    def settled(self) -> bool:
        """Is every ballot shown?"""
        return self._shown == len(self.book.held)

    def effect(self, effect: Effect) -> None:
        """What a host would read on his remote."""
        if isinstance(effect, Tell):
            self.tell(f"  {english(effect.text)}")

    def ask(self) -> None:
        """What to do at this step."""
        ask = self.bench.kit.runner.open
        step = ask.what if ask else None
        if step == self._step:
            return
        self._step = step
        if step == "call":
            self.tell("Enter calls for hands; q leaves.")
        elif step == "ballot" and ask is not None and ask.until_us is None:
            key = self.book.fields.cutoff == "key"
            self.tell("HANDS! Then the host presses the wired key." if key else "HANDS! Then Space plays the word.")

    def mind(self) -> None:
        """Keys, the count (which nobody needs to wait for here), and the ballots that are over."""
        keys = self.bench.keys
        while keys and not self.left:
            self._press(keys.popleft())
        ask = self.bench.kit.runner.open
        if ask is not None and ask.what == "count":
            self.bench.kit.press(NEXT_KEY)
        for ballot in self.book.held[self._shown :]:
            for line in lines(ballot, self.bench.kit.seats):
                self.tell(line)
        self._shown = len(self.book.held)
        self.ask()

    def _press(self, key: str) -> None:
        if key == QUIT:
            self.left = True
        elif key in (NEXT_KEY, WORD_KEY):
            self.bench.kit.press(key)


def lines(ballot: BallotRecord, seats: int) -> Iterator[str]:
    """Each player's hand before or after the word or key, the first one first."""
    what = {"key": "the key", "word": "the word", "estimate": "the start of its cue", "": "T"}[ballot.t_by]
    yield f"Milliseconds from {what} (− before it, + after it):"
    for hand in in_order(ballot):
        doubt = f"  ± {hand.err_us / 1000:.1f}" if hand.err_us >= ERROR_WORTH_US else ""
        yield f"  seat {hand.seat:2}  {ms(hand.after_t_us).rstrip():>10} ms{doubt}  {english(verdict(hand).what)}"
    without = sorted(set(range(1, seats + 1)) - {hand.seat for hand in ballot.hands})
    if without:
        yield f"  no hand: {', '.join(map(str, without))}"
    for remark in remarks(ballot):
        yield f"  {english(remark)}"
