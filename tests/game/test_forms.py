"""The three forms of ballots, hand by hand around T, and whole stages against an independent slow count."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_talk import MS, SitDown, TableTalk, at_the_call, at_the_vote, paragraph

FORMS = ("latched", "snapshot", "open")
Hand = tuple[int, int | None]
"""Where it comes down and where it is lifted, in microseconds after T; None: it stays."""


@paragraph("ballot: forms")
@pytest.mark.parametrize(
    ("down_us", "up_us", "forms"),
    [
        (-900_000, None, FORMS),
        (-1, None, FORMS),
        (0, None, ("snapshot",)),
        (1, None, ()),
        (-900_000, -400_000, ("latched",)),
        (-900_000, -1, ("latched",)),
        (-900_000, 0, FORMS),
        (-900_000, 1, FORMS),
        (0, 400_000, ("snapshot",)),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_what_makes_a_vote(sit_down: SitDown, form: str, down_us: int, up_us: int | None, forms: Sequence[str]) -> None:
    table = at_the_call(sit_down, ballots=form)
    table.hand(3, at_us=down_us, up_us=up_us)
    table.thanks()
    assert table.votes(1) == ({3} if form in forms else set())


@paragraph("ballot: forms")
@pytest.mark.parametrize(("form", "late"), [("latched", [3, 4]), ("open", [3, 4]), ("snapshot", [4])])
def test_who_is_late(sit_down: SitDown, form: str, late: list[int]) -> None:
    table = at_the_call(sit_down, ballots=form)
    table.hand(3, at_us=0)
    table.hand(4, at_us=1)
    table.hand(5, at_us=-700 * MS, up_us=-500 * MS)
    table.hand(5, at_us=200 * MS)
    table.thanks()
    assert table.ballot(1).seats("late") == late


@paragraph("ballot: forms")
@pytest.mark.parametrize("form", FORMS)
def test_a_hand_that_was_there_at_the_call_is_no_vote_until_it_is_lifted(sit_down: SitDown, form: str) -> None:
    table = at_the_vote(sit_down, 1, 2, ballots=form)
    table.touch(3, 4)
    table.call(1)
    table.lifts(4, at_us=-700 * MS)
    table.hand(4, at_us=-400 * MS)
    table.thanks()
    assert table.votes(1) == {4}


@paragraph("ballot: forms")
@pytest.mark.parametrize(("form", "fouls"), [("latched", {3: 1}), ("snapshot", {}), ("open", {})])
def test_only_a_latched_hand_has_to_stay(sit_down: SitDown, form: str, fouls: dict[int, int]) -> None:
    table = at_the_call(sit_down, ballots=form)
    table.hand(3, at_us=-900 * MS, up_us=-700 * MS)
    table.hand(3, at_us=-400 * MS)
    table.thanks()
    table.count()
    assert table.votes(1) == {3}
    assert table.fouls == fouls


@paragraph("ballot: forms")
@pytest.mark.parametrize(("form", "cue"), [("latched", "thanks"), ("open", "thanks"), ("snapshot", "three")])
def test_the_word_of_each_form(sit_down: SitDown, form: str, cue: str) -> None:
    table = at_the_call(sit_down, ballots=form)
    table.thanks()
    assert table.said(cue) == [()]
    assert table.ballot(1).t_by == "word"


@paragraph("ballot: forms", "latched: on the line")
@pytest.mark.parametrize("form", ["snapshot", "open"])
def test_a_lift_that_stamps_cannot_tell_from_t_is_on_the_line(sit_down: SitDown, form: str) -> None:
    table = at_the_call(sit_down, ballots=form, doubt="drop")
    table.hand(3, at_us=-500 * MS, up_us=-200)
    table.hand(4, at_us=-500 * MS, up_us=-2 * MS)
    table.thanks(clock="hub", err_us=500)
    assert (table.judged(3), table.judged(4)) == ("on the line", "not counted")


# -- whole stages
def is_vote(form: str, hands: Sequence[Hand]) -> bool:
    """By the text, from the state of the pad alone."""
    if form == "latched":
        return any(down_us < 0 for down_us, _ in hands)
    last_us = -1 if form == "open" else 0
    return any(down_us <= last_us and (up_us is None or up_us >= 0) for down_us, up_us in hands)


def slow_count(
    form: str, hands: Mapping[int, Mapping[int, Sequence[Hand]]], seats: Sequence[int], rest: bool
) -> dict[int, int]:
    """Votes against each nominee: each seat's first one, and who has none gives his to the last nominee."""
    counts = dict.fromkeys(hands, 0)
    for seat in seats:
        voted = [nominee for nominee, by in hands.items() if seat in by and is_vote(form, by[seat])]
        if voted or rest:
            counts[voted[0] if voted else [*hands][-1]] += 1
    return counts


@st.composite
def one_seats_hands(draw: st.DrawFn) -> list[Hand]:
    """A few contacts, one after the other, as near to T as they like."""
    near = st.one_of(st.integers(-3, 3), st.integers(-1_000_000, 300_000))
    stamps = sorted(draw(st.sets(near, min_size=1, max_size=4)))
    pairs = [(down, up) for down, up in zip(stamps[::2], [*stamps[1::2], None], strict=False)]
    return [(down, up) for down, up in pairs]


HELD: Mapping[str, tuple[int, Mapping[str, Any]]] = {
    "classic": (10, {"boss": 3, "mafia": (9, 10), "commissar": 6}),
    "city": (10, {"mafia": (3, 9, 10), "commissar": 6}),
    "sport": (10, {"don": 3, "mafia": (9, 10), "sheriff": 6}),
    "azerbaijani": (12, {"mafia": (3, 9, 10), "commissar": 6, "maniac": 7}),
    "ghost": (10, {"mafia": (3, 9), "sheriff": 6}),
    "fsm": (10, {"don": 3, "mafia": (9, 10), "sheriff": 6}),
}
"""Seats, and who holds which card."""

STAGES = st.dictionaries(st.integers(1, 10), one_seats_hands(), max_size=10)


@pytest.mark.slow
@paragraph("ballot: forms", "ballot: one vote", "ballot: non-voters")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rest", [True, False])
@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(first=STAGES, second=STAGES, third=STAGES)
def test_a_stage_is_counted_as_a_slow_count_has_it(
    form: str, rest: bool, first: dict[int, list[Hand]], second: dict[int, list[Hand]], third: dict[int, list[Hand]]
) -> None:
    hands = {4: first, 9: second, 2: third}
    table = TableTalk("fsm", ballots=form, non_voters="last" if rest else "abstain", fouls_out=0, early_hand="told")
    table.to("day 0")
    table.put_to_vote(*hands)
    for nominee, by in hands.items():
        table.call(nominee)
        for seat, contacts in by.items():
            for down_us, up_us in contacts:
                table.hand(seat, at_us=down_us, up_us=up_us)
        table.thanks()
        table.count()
    assert table.day.stages[0].votes == slow_count(form, hands, range(1, 11), rest)


@paragraph("ballot: forms", "ballot: one vote", "ballot: non-voters")
@pytest.mark.parametrize("book", HELD)
@settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
@given(first=STAGES, second=STAGES)
def test_each_book_counts_as_the_slow_count_has_it(
    book: str, first: dict[int, list[Hand]], second: dict[int, list[Hand]]
) -> None:
    seats, held = HELD[book]
    hands = {4: first, 9: second}
    table = TableTalk(book, seats=seats, held=held, fouls_out=0, early_hand="told")
    table.to("day 0")
    table.put_to_vote(*hands)
    for nominee, by in hands.items():
        table.call(nominee)
        for seat, contacts in by.items():
            for down_us, up_us in contacts:
                table.hand(seat, at_us=down_us, up_us=up_us)
        table.thanks()
        table.count()
    fields = table.book.fields
    assert table.day.stages[0].votes == slow_count(
        fields.ballots, hands, range(1, seats + 1), fields.non_voters == "last"
    )
