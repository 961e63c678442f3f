"""Nothing leaks: games that differ only in cards and private answers are the same to the table, until a reveal."""

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

import pytest
from leaking import hunt
from rows import rows
from sitting import BOOKS as NAMES
from sitting import S

from tablekit.events import Event
from tablekit.game.ask import Ask, Script
from tablekit.game.book import Book
from tablekit.game.table import Table
from tablekit.rulesets import BOOKS

LONG_GAMES = ({}, {"deal": "kit"}, {"deal": "wake"})
"""Beside the pairwise rows: as the books have it."""


def options(book: str, pair: int) -> dict[str, Any]:
    """Every second pair plays by the book; the others go through rows in which every two options meet."""
    if pair % 2:
        return dict(LONG_GAMES[pair // 2 % len(LONG_GAMES)])
    row = dict(rows(book)[pair // 2 % len(rows(book))])
    learning = row["deal"] == "wake"  # in time: a host who has missed a card enters it later, for all to see
    short = {name for name in row if name in ("peek_removes",) or (learning and name.endswith("_s"))}
    return {name: value for name, value in row.items() if name not in short}


def hunted(book: str, pairs: range) -> list[str]:
    return [found for pair in pairs if (found := hunt(book, [pair], **options(book, pair)))]


@pytest.mark.parametrize("book", NAMES)
def test_nothing_leaks(book: str) -> None:
    assert hunted(book, range(1)) == []


@pytest.mark.slow
@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("part", range(4))
def test_nothing_leaks_in_300_pairs(book: str, part: int) -> None:
    assert hunted(book, range(100 + 75 * part, 175 + 75 * part)) == []


@pytest.mark.truth
@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("part", range(10))
def test_nothing_leaks_in_3000_pairs(book: str, part: int) -> None:
    assert hunted(book, range(1_000 + 300 * part, 1_300 + 300 * part)) == []


# -- planted leaks
Change = Callable[[Table, Ask], Ask]


class Altered:
    """A script whose Asks are changed on their way to the runner."""

    def __init__(self, script: Script[None], change: Callable[[Ask], Ask]) -> None:
        self.script, self.change = script, change

    def __await__(self) -> Generator[Ask, Event, None]:
        go: Callable[[Any], Ask] = self.script.send
        answer: Any = None
        while True:
            try:
                ask = go(answer)
            except StopIteration:
                return
            try:
                go, answer = self.script.send, (yield self.change(ask))
            except BaseException as stop:
                go, answer = self.script.throw, stop


def leaky(book: str, change: Change) -> Book:
    """The rule book with a night that is changed."""
    kind = BOOKS[book]

    async def night(self: Book, table: Table) -> None:
        script = kind.night(self, table)  # type: ignore[attr-defined]
        await Altered(script, lambda ask: change(table, ask))

    changed: type[Book] = type("Leaky", (kind,), {"night": night})
    return changed(kind.fields_type())


def honest(_: Table, ask: Ask) -> Ask:
    return ask


def answered(table: Table, ask: Ask) -> bool:
    return ask.what in table.this_night.checks


def later(ask: Ask, by_us: int) -> Ask:
    return replace(ask, until_us=(ask.until_us or 0) + by_us)


def dead_roles_call_is_short(table: Table, ask: Ask) -> Ask:
    dead = ask.what in table.cards and ask.until_us is not None and not table.called(ask.what)
    return later(ask, -5 * S) if dead else ask


def call_ends_with_the_answer(table: Table, ask: Ask) -> Ask:
    return replace(ask, until_us=table.now_us + 1) if answered(table, ask) else ask


def call_is_longer_with_an_answer(table: Table, ask: Ask) -> Ask:
    return later(ask, 1_000) if answered(table, ask) else ask


def answer_redraws(table: Table, ask: Ask) -> Ask:
    return replace(ask, stage=1) if answered(table, ask) else ask


def answer_moves_the_clock(table: Table, ask: Ask) -> Ask:
    return replace(ask, ends_us=1) if answered(table, ask) else ask


def answer_is_heard(table: Table, ask: Ask) -> Ask:
    if answered(table, ask):
        table.say("accepted")
    return ask


def ask_names_the_seat(table: Table, ask: Ask) -> Ask:
    return replace(ask, seat=max(table.called(ask.what), default=0) if ask.what in table.cards else 0)


def pads_light_up(_: Table, ask: Ask) -> Ask:
    return replace(ask, what="ballot") if ask.what == "shooting" else ask


def no_best_move_for_nobody(table: Table, ask: Ask) -> Ask:
    return later(ask, -19 * S) if ask.what == "best move" and not table.killed else ask


def removal_is_told_at_once(table: Table, ask: Ask) -> Ask:
    table.announce_removals()
    table.hush = True
    return ask


LEAKS: tuple[Change, ...] = (
    dead_roles_call_is_short,
    call_ends_with_the_answer,
    call_is_longer_with_an_answer,
    answer_redraws,
    answer_moves_the_clock,
    answer_is_heard,
    ask_names_the_seat,
    pads_light_up,
    no_best_move_for_nobody,
    removal_is_told_at_once,
)


@pytest.mark.parametrize(
    "change", [pytest.param(leak, marks=[pytest.mark.slow] if nth % 3 else []) for nth, leak in enumerate(LEAKS)]
)
def test_a_planted_leak_is_found(change: Change) -> None:
    assert hunt("fsm", range(40), leaky("fsm", change))


@pytest.mark.slow
@pytest.mark.parametrize("book", ["classic", "city", "azerbaijani", "ghost"])
@pytest.mark.parametrize("change", [dead_roles_call_is_short, ask_names_the_seat])
def test_a_planted_leak_is_found_in_the_other_books(book: str, change: Change) -> None:
    assert hunt(book, range(120), leaky(book, change))


@pytest.mark.slow
@pytest.mark.parametrize("book", ["classic", "city", "ghost"])
@pytest.mark.parametrize("change", [call_ends_with_the_answer, answer_redraws, answer_is_heard])
def test_an_answer_to_a_check_that_leaks_is_found(book: str, change: Change) -> None:
    assert hunt(book, range(120), leaky(book, change))


def test_without_a_leak_the_same_book_is_silent() -> None:
    assert hunt("fsm", range(3), leaky("fsm", honest)) is None
