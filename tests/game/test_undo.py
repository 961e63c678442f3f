"""Undo takes back the last command: all is as it was, and timers have what they had."""

import pytest
from table_talk import SitDown, TableTalk
from whole_game import AT_ANY_MOMENT, SPARE, sealed, whole_game

from tablekit.effects import Say
from tablekit.events import HostSaid, Rejected, Undo


def undone(table: TableTalk, key: str, number: int = 0) -> bool:
    """Do it, wait, take it back: all is as it was. False if the host may not take it back."""
    table.soon()
    before = table.state()
    table.feed(HostSaid(table.now_us, key=key, number=number, ask=table.runner.step))
    table.wait(3)
    undo = Undo(table.now_us)
    if table.runner.why_not(undo) is not None:
        return False
    table.feed(undo)
    assert table.state() == before
    table.get_up()
    return True


@AT_ANY_MOMENT
@pytest.mark.parametrize("key", ["foul", "remove", "pause"])
def test_undo_of_a_standing_command_leaves_all_as_it_was(back: TableTalk, key: str) -> None:
    if not sealed(back):
        assert undone(back, key, SPARE)


@AT_ANY_MOMENT
def test_undo_of_a_pardon_and_of_a_fourth_foul(back: TableTalk) -> None:
    if sealed(back):
        return
    back.foul(SPARE, times=3)
    assert undone(back, "pardon", SPARE)
    assert undone(back, "foul", SPARE)


@AT_ANY_MOMENT
def test_undo_of_a_resume_is_the_pause_again(back: TableTalk) -> None:
    if sealed(back):
        return
    back.pause()
    back.wait(7)
    back.soon()
    before = back.state()
    back.resume()
    back.wait(2)
    back.undo()
    assert back.state() == before
    back.undo()
    assert back.what != "paused"


COMMAND_LINES = [line for line, event in enumerate(whole_game().runner.log) if isinstance(event, HostSaid)]


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=[pytest.mark.slow] if nth % 4 else []) for nth, line in enumerate(COMMAND_LINES)]
)
def test_undo_of_every_command_of_the_evening(line: int) -> None:
    """Outside open ballots; and before the command that led to a word, nothing can be taken back after it."""
    command = whole_game().runner.log[line]
    assert isinstance(command, HostSaid)
    table = whole_game().at(line)
    if not sealed(table):
        assert undone(table, command.key, command.number)


def test_undo_goes_back_any_number_of_steps_but_not_beyond_the_first(sit_down: SitDown) -> None:
    table = sit_down(begin="seats", mask_sensors=False)
    states = []
    for _ in range(4):
        states.append(table.state())
        table.step()
    for before in reversed(states):
        table.undo()
        assert table.state()["desk"] == before["desk"]
    assert str(table.runner.why_not(Undo(table.now_us))) == "There is nothing to take back."
    before = table.state()
    table.undo()
    assert table.state() == before
    assert table.notes[-1] == "Refused: undo. There is nothing to take back."
    assert table.runner.log[-1] == Undo(table.now_us)


def test_the_very_first_line_may_be_undone(sit_down: SitDown) -> None:
    table = sit_down(begin="lot of seats")
    table.foul(5)
    assert table.runner.last_command == 0
    table.undo()
    assert table.fouls == {}
    assert table.runner.log[-1] == Undo(table.now_us, line=0)


def test_the_host_is_told_what_was_taken_back_and_the_table_no_longer_sees_it(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    said = table.scene.said
    table.remove(5)
    assert table.scene.said == Say(table.now_us, "removed", (5,))
    table.undo()
    assert table.told("Taken back") == ["Taken back: remove 5."]
    assert table.scene.said == said
    table.says("thanks")
    table.undo()
    assert table.told("Taken back")[1:] == ["Taken back: thanks."]


def test_after_a_power_cut_the_host_is_told(sit_down: SitDown) -> None:
    table = sit_down()
    table.power_cut()
    assert table.told("table was off") == ["Going on: the table was off."]


def test_contacts_that_came_to_nothing_are_logged_and_cost_an_undo_nothing(sit_down: SitDown) -> None:
    table = sit_down()
    for _ in range(5):
        table.feed(Rejected(table.soon(), 4, lasted_us=3_000))
    assert len([event for event in table.runner.log if isinstance(event, Rejected)]) == 5
    assert not [event for _, event in table.runner.live if isinstance(event, Rejected)]


def test_undo_does_not_cross_a_word(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.vote(1, (1, 2, 3))
    table.foul(5)
    table.call(2)
    for _ in range(3):
        table.undo()
    assert (table.asked, table.stage, table.fouls) == (("count", 1), 1, {})
    before = table.state()
    table.undo()
    assert table.notes[-1] == "Refused: undo. The verdict stands: no undo across it."
    assert table.state() == before
    table.count()
    table.vote(2)
    assert table.day.votes == {1: 3, 2: 7}


def test_undo_does_not_cross_the_word_of_a_raise(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    for _ in range(2):
        table.ballots({1: (1, 2, 3, 4, 5)})
    table.call(0)
    table.undo()
    assert table.asked == ("call", 0)
    table.call(0)
    table.thanks()
    table.undo()
    assert table.asked == ("count", 0)


def test_after_an_undo_facts_and_times_fall_away_but_the_room_is_as_it_is(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.touch(7)
    table.says("nominate", 4)
    table.lift(7)
    table.touch(3)
    table.bare(5)
    table.wait(60)
    assert table.said("time") == [(1,)]
    table.undo()
    assert table.runner.table.nominations == []
    assert table.clock_s == 60
    assert table.runner.room.down.keys() == table.runner.table.room.down.keys() == {3}
    table.wait(60)
    assert table.said("time") == [(1,), (1,)]


def test_undo_after_the_game_is_over(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(3, 9, 10)
    table.goes_on()
    assert table.what == "over"
    table.undo()
    assert table.what == "result"
    table.undo()
    assert (table.what, table.winner, table.living) == ("speech", "none", [1, 2, 4, 5, 6, 7, 8, 10])
