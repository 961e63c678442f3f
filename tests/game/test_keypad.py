"""The remote's keys become one command each, with the step that the host saw when he began to type."""

import pytest
from table_talk import SitDown, TableTalk

from tablekit.events import HostSaid, Undo
from tablekit.game.keypad import KEYS, Keypad


def press(table: TableTalk, keys: str, keypad: Keypad | None = None) -> list[HostSaid | Undo]:
    """The commands that come of the keys."""
    keypad = keypad or Keypad()
    commands = (keypad.press(key, table.now_us, table.runner) for key in keys)
    return [command for command in commands if command is not None]


@pytest.fixture
def table(sit_down: SitDown) -> TableTalk:
    table: TableTalk = sit_down()
    table.to("day 0")
    return table


@pytest.mark.parametrize(
    ("keys", "key", "number"),
    [
        ("#", "next", 0),
        ("T", "thanks", 0),
        ("7#", "number", 7),
        ("10#", "number", 10),
        ("0#", "number", 0),
        ("A3#", "nominate", 3),
        ("B3#", "withdraw", 3),
        ("C3#", "foul", 3),
        ("CC3#", "pardon", 3),
        ("D10#", "remove", 10),
        ("DD", "pause", 0),
        ("A5C3#", "foul", 3),
        ("C5D3#", "remove", 3),
        ("D5A#3#", "nominate", 3),
        ("AA3#", "nominate", 3),
        ("CCC3#", "foul", 3),
        ("123#", "number", 23),
        ("C13*4#", "number", 4),
        ("5T", "thanks", 0),
    ],
)
def test_keys_make_one_command(table: TableTalk, keys: str, key: str, number: int) -> None:
    assert press(table, keys) == [HostSaid(table.now_us, key=key, number=number, ask=table.runner.step)]


@pytest.mark.parametrize("keys", ["", "1", "A", "A#", "C3", "CC", "D", "12*", "A*", "C3*"])
def test_half_a_command_is_none(table: TableTalk, keys: str) -> None:
    assert press(table, keys) == []


def test_star_with_nothing_typed_is_an_undo(table: TableTalk) -> None:
    assert press(table, "*") == [Undo(table.now_us)]
    assert press(table, "C3**") == [Undo(table.now_us)]


def test_an_undo_of_what_began_an_earlier_step_is_asked_twice(table: TableTalk) -> None:
    table.until("dusk")
    table.goes_on()
    table.until("dawn")
    keypad = Keypad()
    assert press(table, "*", keypad) == []
    assert str(keypad.line()) == "Take back? * again"
    assert press(table, "C3#", keypad) == [HostSaid(table.now_us, key="foul", number=3, ask=table.runner.step)]
    assert press(table, "**", keypad) == [Undo(table.now_us)]
    assert keypad.line() is None


def test_in_a_pause_enter_and_dd_go_on(table: TableTalk) -> None:
    table.pause()
    for keys in ("#", "DD"):
        assert press(table, keys) == [HostSaid(table.now_us, key="resume", ask=table.runner.step)]


def test_where_a_ballot_may_be_repeated_b_repeats_it(table: TableTalk) -> None:
    table.put_to_vote(1, 2)
    table.call(1)
    assert press(table, "B2#")[0] == HostSaid(table.now_us, key="withdraw", number=2, ask=table.runner.step)
    table.thanks()
    assert press(table, "B2#") == [HostSaid(table.now_us, key="repeat", number=2, ask=table.runner.step)]


def test_at_the_count_a_enters_a_vote_and_a_number_alone_is_none(table: TableTalk) -> None:
    table.put_to_vote(1, 2)
    table.call(1)
    table.thanks()
    assert press(table, "A4#") == [HostSaid(table.now_us, key="vote", number=4, ask=table.runner.step)]
    assert table.cannot("number", 4) == "That key does nothing now."


def test_b_is_no_repeat_when_the_game_is_over(sit_down: SitDown) -> None:
    table = sit_down()
    table.remove(3, 9, 10)
    table.goes_on()
    assert press(table, "B2#")[0] == HostSaid(table.now_us, key="withdraw", number=2, ask=table.runner.step)


def test_a_command_carries_the_step_at_which_its_first_key_was_pressed(table: TableTalk) -> None:
    keypad = Keypad()
    step = table.runner.step
    assert press(table, "A3", keypad) == []
    table.says("thanks")
    assert table.runner.step != step
    [said] = press(table, "#", keypad)
    assert isinstance(said, HostSaid)
    assert (said.key, said.ask) == ("nominate", step)
    table.happens(said)
    assert table.notes == ["Refused: nominate 3. That was meant for a step that is over."]


def test_thanks_is_meant_for_what_is_open_now_and_forgets_what_was_typed(table: TableTalk) -> None:
    keypad = Keypad()
    press(table, "A3", keypad)
    table.says("thanks")
    assert press(table, "T", keypad) == [HostSaid(table.now_us, key="thanks", ask=table.runner.step)]
    assert keypad.line() is None


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("", "None"),
        ("1", "1"),
        ("123", "23"),
        ("A", "Nominate, seat: "),
        ("A3", "Nominate, seat: 3"),
        ("B", "Take back, seat: "),
        ("C10", "Foul, seat: 10"),
        ("CC1", "Pardon, seat: 1"),
        ("D", "Remove, seat: "),
        ("A3#", "None"),
        ("A3*", "None"),
        ("DD", "None"),
    ],
)
def test_the_host_sees_what_he_types(table: TableTalk, keys: str, line: str) -> None:
    keypad = Keypad()
    press(table, keys, keypad)
    assert str(keypad.line()) == line


def test_every_key_may_be_pressed_at_any_time(table: TableTalk) -> None:
    for first in KEYS:
        for second in KEYS:
            keypad = Keypad()
            press(table, first + second, keypad)
            keypad.clear()
            assert keypad.line() is None
