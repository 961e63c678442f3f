"""What may happen at any moment: foul, removal, pardon, pause, undo, power cut; and what is refused."""

import pytest
from table_talk import MOMENT_US, MS, S, SitDown, TableTalk, at_the_call, at_the_vote
from whole_game import AT_ANY_MOMENT, SPARE, moments, sealed, whole_game

from tablekit.events import Drawn, HandDown, HostSaid, Rejected, TimeReached, Undo, WordHeard
from tablekit.game.keypad import PROMPTS
from tablekit.game.runner import STANDING

KEYS = (*STANDING, *{*PROMPTS, "next", "thanks", "number"} - STANDING.keys())


def test_the_evening_asks_everything() -> None:
    assert {name.removesuffix(" in the first night") for name in moments()} == {
        *("seats", "masks", "card", "deal", "mafia", "don", "sheriff", "seating", "dawn", "shooting", "best move"),
        *("speech", "silent", "nominees", "call", "ballot", "the word is coming", "count", "defence", "raise"),
        *("last word", "dusk", "result"),
    }


# Standing commands


@AT_ANY_MOMENT
def test_a_foul_changes_nothing_else(back: TableTalk) -> None:
    before, step = back.state(), back.runner.step
    back.foul(SPARE)
    after = back.state()
    assert back.fouls.get(SPARE) == 1
    assert back.said("foul")[-1] == (SPARE, 1)
    assert back.runner.step == step
    assert after["due"] == (None if before["due"] is None else before["due"] - MOMENT_US)
    for name in ("what", "seat", "living", "nominees", "votes", "silenced"):
        assert getattr(after["scene"], name) == getattr(before["scene"], name)


@AT_ANY_MOMENT
def test_a_pardon_takes_it_back(back: TableTalk) -> None:
    assert back.cannot("pardon", SPARE) == f"Seat {SPARE} has no foul."
    assert back.cannot("pardon", 11) == "There is no seat 11."
    assert back.cannot("foul", 0) == "There is no seat 0."
    before = back.state()["scene"].fouls
    back.foul(SPARE)
    back.pardon(SPARE)
    assert back.state()["scene"].fouls == before
    assert back.said("pardon") == [(SPARE, 0)]
    assert back.notes[-1] == f"Seat {SPARE}: a foul taken back, 0 left."


@AT_ANY_MOMENT
def test_a_removal_takes_the_seat_out_and_the_game_goes_on_to_its_end(back: TableTalk) -> None:
    back.remove(SPARE)
    assert SPARE not in back.living
    for key in ("foul", "remove", "pardon"):
        assert back.cannot(key, SPARE) == f"Seat {SPARE} is out."
    if back.what != "result":
        back.until("result")
    assert back.out.count(SPARE) == 1
    back.goes_on()
    back.get_up()


@AT_ANY_MOMENT
def test_the_fourth_foul_is_a_removal(back: TableTalk) -> None:
    back.foul(SPARE, times=4)
    assert SPARE not in back.living
    assert back.fouls[SPARE] == 4
    back.get_up()


@AT_ANY_MOMENT
def test_a_pause_stops_the_clocks_and_nothing_else(back: TableTalk) -> None:
    if sealed(back):
        assert back.cannot("pause") == "Hands are going: no pause until the word."
        return
    back.soon()
    before = back.state()
    back.feed(HostSaid(back.now_us, key="pause"))
    assert back.what == "paused"
    assert back.scene.paused_at_us == back.now_us
    assert not back.scene.music
    assert back.runner.deadline_us is None
    back.wait(1_000)
    for key in ("next", "thanks", "number", "nominate"):
        assert back.cannot(key) == "The game is paused."
    assert back.cannot("pause") == "The game is paused."
    left = back.state()["scene"].ends_us
    assert left == before["scene"].ends_us
    back.resume()
    assert back.state() == before
    assert back.cannot("resume") == "That key does nothing now."


@AT_ANY_MOMENT
def test_hands_and_times_in_a_pause_come_to_nothing(back: TableTalk) -> None:
    if sealed(back) or back.what == "count":
        return
    back.pause()
    before = back.state()
    back.bring([HandDown(back.soon(), SPARE), Rejected(back.now_us, SPARE, lasted_us=500)])
    back.feed(TimeReached(back.now_us))
    assert back.state() == before


@pytest.mark.parametrize("how", ["pause", "undo"])
def test_at_the_count_a_late_hand_is_late_whatever_the_host_does(sit_down: SitDown, how: str) -> None:
    table = at_the_call(sit_down)
    table.thanks()
    (table.pause if how == "pause" else lambda: table.foul(9))()
    table.touch(6)
    (table.resume if how == "pause" else table.undo)()
    assert table.ballot().seats("late") == [6]
    assert table.cannot("vote", 6) == "Seat 6: its pad works, its hand was not in time."
    assert table.fouls == {}


def test_a_lot_that_is_drawn_in_a_pause_is_drawn(sit_down: SitDown) -> None:
    table = sit_down(begin="lot of seats")
    table.pause()
    table.happens(Drawn(table.soon(), lot="lot of seats", order=tuple(range(1, 11))))
    table.resume()
    assert table.what == "seats"


def test_a_pause_within_a_pause_of_the_evening_adds_up(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.wait(20)
    for _ in range(3):
        table.pause()
        table.wait(500)
        table.resume()
    assert table.clock_s == 40
    table.wait(39)
    assert table.said("time") == []
    table.wait(1)
    assert table.said("time") == [(1,)]


def test_who_speaks_may_be_removed_in_a_pause(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.wait(20)
    table.pause()
    table.remove(1)
    assert table.what == "paused"
    table.wait(50)
    table.resume()
    assert table.asked == ("speech", 2)
    assert table.clock_s == 60


# Power cuts and links


@AT_ANY_MOMENT
def test_a_power_cut_takes_no_time(back: TableTalk) -> None:
    before = back.state()
    back.power_cut(3_600, down=before["scene"].hands, masked=sorted(back.runner.room.masked))
    if sealed(whole_game().at(len(back.runner.log) - 1)):
        assert back.what == "call"
    else:
        assert back.state() == before
    back.get_up()


@AT_ANY_MOMENT
def test_a_lost_link_is_told_whenever_it_happens(back: TableTalk) -> None:
    back.lost()
    assert back.desk.lost == ("pads",)
    assert "No answer from pads: its pads are unknown." in back.notes
    back.back()
    assert back.notes[-1] == "pads answers again."
    back.get_up()


def test_a_power_cut_in_a_pause_is_part_of_the_pause(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.wait(20)
    table.pause()
    table.power_cut(1_000)
    assert table.what == "paused"
    table.resume()
    assert table.clock_s == 40


def test_after_a_reboot_table_time_begins_anew_and_the_game_goes_on_where_it_was(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.wait(20)
    table.reboot()
    assert table.clock_s == 40
    table.says("nominate", 4)
    table.wait(40)
    assert table.said("time") == [(1,)]
    table.undo()
    assert table.runner.table.nominations == []
    assert table.clock_s == 40
    table.pause()
    table.wait(7)
    table.reboot()
    assert table.what == "paused"
    table.resume()
    assert table.clock_s == 40


def test_an_undo_may_go_back_before_a_reboot(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.wait(20)
    table.says("nominate", 4)
    table.wait(10)
    table.reboot()
    table.wait(5)
    assert table.clock_s == 25
    table.undo()
    assert table.clock_s == 40


def test_after_a_reboot_a_new_hand_is_early_and_an_old_one_is_held(sit_down: SitDown) -> None:
    """Hands that are found on the pads have no edge."""
    table = at_the_vote(sit_down, 1, 2, 5)
    table.vote(1)
    table.touch(3)
    table.reboot()
    table.unproven(3, down=True)
    table.touch(4)
    table.vote(2)
    assert (table.ballot(2).held, table.ballot(2).early) == ([3], [4])


# What is refused


@AT_ANY_MOMENT
def test_what_is_refused_changes_nothing_and_what_is_not_refused_acts(back: TableTalk, lines: int) -> None:
    """Every key, with every kind of number."""
    before, notes, step = back.state(), len(back.notes), back.runner.step
    commands = [HostSaid(back.now_us, key=key, number=number, ask=step) for key in KEYS for number in (0, 1, 4, 10, 99)]
    refused = [said for said in commands if back.runner.why_not(said) is not None]
    for said in refused:
        back.feed(said)
    assert back.state() == before
    assert [note.split(". ")[0] for note in back.notes[notes:]] == [
        f"Refused: {said.key} {said.number or ''}".rstrip() for said in refused
    ]
    for said in commands:
        if said not in refused:
            table = whole_game().at(lines)
            assert table.feed(said) or table.state() != before
            assert len(table.notes) == notes or not table.notes[-1].startswith("Refused")


@AT_ANY_MOMENT
def test_a_command_for_a_step_that_is_over_is_refused(back: TableTalk) -> None:
    for offer in back.runner.open.offers if back.runner.open else ():
        assert back.cannot(offer.key, 1, step=back.runner.step - 1) == "That was meant for a step that is over."
        assert back.cannot(offer.key, 1, step=-1) == "That was meant for a step that is over."


def test_thanks_a_microsecond_after_the_deadline_does_not_end_the_next_speech(sit_down: SitDown) -> None:
    table = sit_down(auto_next=True)
    table.to("day 0")
    due_us, step = table.now_us + 60 * S, table.runner.step
    table.bring([HostSaid(due_us + 1, key="thanks", ask=step)])
    assert table.asked == ("speech", 2)
    assert table.notes == ["Refused: thanks. That was meant for a step that is over."]
    assert table.scene.ends_us == due_us + 60 * S


def test_thanks_at_the_deadline_itself_comes_before_it(sit_down: SitDown) -> None:
    table = sit_down(auto_next=True)
    table.to("day 0")
    due_us, step = table.now_us + 60 * S, table.runner.step
    table.bring([HostSaid(due_us, key="thanks", ask=step)])
    assert table.asked == ("speech", 2)
    assert table.notes == []
    assert table.said("time") == []


def test_a_step_lasts_through_its_bells_and_its_nominations(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    step = table.runner.step
    table.wait(55)
    table.says("nominate", 4)
    table.foul(2)
    table.wait(10)
    assert table.runner.step == step
    table.says("thanks", step=step)
    assert table.asked == ("speech", 2)
    assert table.runner.step == len(table.runner.log) - 1


@AT_ANY_MOMENT
def test_a_time_that_is_not_asked_for_is_refused(back: TableTalk) -> None:
    due_us = back.runner.deadline_us
    too_early = TimeReached(back.now_us if due_us is None else due_us - 1)
    assert str(back.runner.why_not(too_early)) == "No time is up."
    before = back.state()
    back.feed(too_early)
    back.now_us = whole_game().at(len(back.runner.log) - 1).now_us
    assert back.state() == before


@AT_ANY_MOMENT
def test_a_word_out_of_its_time_is_nothing(back: TableTalk) -> None:
    if not sealed(back):
        before = back.state()
        back.feed(WordHeard(back.now_us, clock="pi", ticks=back.now_us * MS))
        assert back.state() == before


def test_nothing_but_an_undo_is_taken_when_the_game_is_over(sit_down: SitDown) -> None:
    table = sit_down()
    table.remove(3, 9, 10)
    table.goes_on()
    before = table.state()
    table.touch(1)
    table.bare(2)
    table.lost()
    table.power_cut()
    assert table.cannot("foul", 1) == "The game is over."
    assert table.notes[-1] == "Refused: foul 1. The game is over."
    assert len(table.notes) == 5
    assert table.state()["scene"] == before["scene"]
    assert table.runner.deadline_us is None


def test_an_undo_that_was_not_settled_does_nothing(sit_down: SitDown) -> None:
    """The log keeps an undo with the command that it takes back; without one it is no undo."""
    table = sit_down()
    before = table.state()
    table.runner.feed(Undo(table.now_us))
    assert table.state() == before
