"""The fields of the rule books: their names and defaults, and what a club may write instead."""

from typing import Any

import pytest
from table_talk import S, SitDown, paragraph

from tablekit.errors import ConfigError
from tablekit.game.fields import Fields, with_options
from tablekit.rulesets import open_book
from tablekit.rulesets.fsm import FsmFields
from tablekit.rulesets.sport import SportTextFields

SECONDS = {
    "speech_s": 60,
    "short_speech_s": 30,
    "last_word_s": 60,
    "tie_speech_s": 30,
    "mafia_meets_s": 60,
    "call_s": 15,
    "check_s": 10,
    "seating_s": 40,
    "best_move_s": 20,
    "number_s": 1.5,
    "ballot_s": 1.5,
}
BOTH = SECONDS | {
    "cutoff": "word",
    "doubt": "repeat",
    "non_voters": "last",
    "raise_whole_table": False,
    "three_rounds_draw": True,
    "fouls_out": 4,
    "fouls_silent": 3,
    "mafia": 2,
}


@paragraph("common: fields")
@pytest.mark.parametrize("book", ["fsm", "sport"])
@pytest.mark.parametrize(("name", "default"), BOTH.items())
def test_the_fields_have_the_names_and_defaults_of_the_rules(book: str, name: str, default: object) -> None:
    assert getattr(open_book(book, {})[0].fields, name) == default


@paragraph("common: fields")
def test_the_two_books_differ_in_fields_alone() -> None:
    fsm, sport = FsmFields(), SportTextFields()
    assert (fsm.two_hands, fsm.early_hand, fsm.single_voted, fsm.announcements, fsm.free_withdrawal) == (
        *("foul", "foul", True, 1, False),
    )
    assert (fsm.peek_removes, fsm.shows_face, sport.shows_face, sport.removed_nominee_voids) == (
        *(False, False, True, True),
    )
    assert (sport.two_hands, sport.early_hand, sport.single_voted, sport.announcements, sport.free_withdrawal) == (
        *("ignored", "told", False, 2, True),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("doubt", "drop"), ("cutoff", "key"), ("auto_next", True), ("fouls_out", 0), ("fouls_out", 20)],
        *[("speech_s", 45), ("speech_s", 0.5), ("speech_s", 86_399.9)],
    ],
)
def test_a_club_may_change_them(name: str, value: object) -> None:
    assert getattr(with_options("any", Fields, {name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("doubt", "maybe", 'one of "repeat", "count", "drop"'),
        ("doubt", 1, 'one of "repeat", "count", "drop"'),
        ("auto_next", 1, "true or false"),
        ("auto_next", "yes", "true or false"),
        ("fouls_out", -1, "a whole number from 0 to 20"),
        ("fouls_out", 21, "a whole number from 0 to 20"),
        ("fouls_out", 3.0, "a whole number from 0 to 20"),
        ("fouls_out", True, "a whole number from 0 to 20"),
        ("speech_s", 0, "seconds above 0 and below 86400"),
        ("speech_s", -1.5, "seconds above 0 and below 86400"),
        ("speech_s", 86_400, "seconds above 0 and below 86400"),
        ("speech_s", "60", "seconds above 0 and below 86400"),
        ("speech_s", False, "seconds above 0 and below 86400"),
    ],
)
def test_a_wrong_value_is_told_with_what_is_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ConfigError) as error:
        with_options("fsm", Fields, {name: value})
    assert str(error.value) == f"KIT111: {name} = {value!r} in fsm's options is wrong. Write {allowed}."


@pytest.mark.parametrize(
    ("name", "hint"),
    [("speach_s", 'Did you mean "speech_s"?'), ("qqq", "`tablekit rules fsm` lists its fields")],
)
def test_an_unknown_field_is_told_with_the_nearest_one(name: str, hint: str) -> None:
    with pytest.raises(ConfigError) as error:
        open_book("fsm", {name: 1})
    assert str(error.value).startswith(f'KIT110: "{name}" is no field of the rule book fsm. {hint}')


def test_a_book_that_is_not_written_is_told() -> None:
    with pytest.raises(ConfigError, match=r'KIT112: there is no rule book "bridge" in this version. Choose one of'):
        open_book("bridge", {})


@pytest.mark.parametrize(("mafia", "dealt"), [(9, 11), (20, 22)])
def test_more_cards_than_seats_are_no_deal(mafia: int, dealt: int) -> None:
    with pytest.raises(ConfigError) as error:
        open_book("fsm", {"mafia": mafia})
    assert (
        str(error.value) == f"KIT114: fsm cannot be dealt. {dealt} cards for 10. Write other [options], or seat more."
    )


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"mafia": 4}, "5 of 10 black: too many"),
        ({"between_s": 1.5}, "between_s is not below number_s"),
    ],
)
def test_a_game_that_nobody_could_play_is_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(ConfigError) as error:
        open_book("fsm", options)
    assert str(error.value) == f"KIT114: fsm cannot be dealt. {why}. Write other [options], or seat more."
    open_book("fsm", {"mafia": 3, "between_s": 1.4})


@pytest.mark.parametrize(
    ("book", "seats"), [("classic", 10), ("sport", 10), ("fsm", 10), ("city", 10), ("azerbaijani", 12), ("ghost", 10)]
)
def test_so_many_seats_are_usual(book: str, seats: int) -> None:
    assert open_book(book, {})[1] == seats


CLOCKS: dict[str, tuple[str, dict[str, Any]]] = {
    "speech_s": ("speech", {}),
    "last_word_s": ("last word", {}),
    "tie_speech_s": ("defence", {}),
    "mafia_meets_s": ("mafia", {}),
    "call_s": ("don", {}),
    "seating_s": ("seating", {}),
    "best_move_s": ("best move", {}),
}


@paragraph("common: fields")
@pytest.mark.parametrize("name", CLOCKS)
def test_the_seconds_are_those_of_the_field(sit_down: SitDown, name: str) -> None:
    what, more = CLOCKS[name]
    table = sit_down(**{name: 7.5}, **more)
    if what in ("last word", "defence"):
        table.to("day 0")
        table.put_to_vote(1, 2)
        table.ballots({1: (1, 2, 3, 4, 5)})
        if what == "last word":
            table.ballots({1: (1, 2, 3, 4, 5, 6)})
    elif what == "best move":
        table.to("night 1")
    table.until(what)
    assert table.scene.ends_us is not None
    assert 7.4 * S < table.scene.ends_us - table.now_us <= 7.5 * S


@paragraph("common: fields")
def test_so_are_the_counts(sit_down: SitDown) -> None:
    table = sit_down("sport", seats=12, mafia=(9, 10, 11), fouls_out=3, fouls_silent=2, number_s=2)
    assert table.runner.table.blacks() == {3, 9, 10, 11}
    table.to("day 0")
    table.foul(5, times=2)
    assert table.scene.silenced == (5,)
    table.foul(5)
    assert table.out == [5]
    table.to("night 1")
    began_us = table.now_us
    table.until("don")
    assert table.now_us == began_us + 24 * S
