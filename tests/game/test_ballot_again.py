"""What voids a ballot, and the host's own hand in it: repeated, entered, unknown pads, seats that are out."""

import itertools

import pytest
from table_talk import MS, SitDown, at_the_call, paragraph

from tablekit.events import LinkLost, TimeReached, WordHeard
from tablekit.game.ballot import Window

ALL = tuple(range(1, 11))
HUB = {"clock": "hub", "ticks": 0}


# Void ballots


@paragraph("ballot: void")
@pytest.mark.parametrize("how", ["undo", "power cut", "lost"])
@pytest.mark.parametrize("said", [False, True], ids=["hands go", "the word is coming"])
def test_what_breaks_a_ballot_before_the_word_has_it_called_again_without_fouls(
    sit_down: SitDown, how: str, said: bool
) -> None:
    table = at_the_call(sit_down)
    table.touch(3, 4, 5)
    if how == "undo":
        table.foul(9)
    if said:
        table.says("thanks")
    if how == "undo":
        table.undo()
        assert table.said("void") == [()]
    elif how == "power cut":
        table.power_cut(down=(3, 4))
    else:
        table.lost()
        table.back()
    assert table.asked == ("call", 1)
    assert table.desk.held == ((3, 4) if how == "power cut" else (3, 4, 5))
    assert (
        str(table.desk.says)
        == {
            "undo": "Interrupted by an undo.",
            "power cut": "The table was off.",
            "lost": "There was no answer from pads.",
        }[how]
    )
    table.call(1)
    table.lifts(4, at_us=-800 * MS)
    table.hand(4)
    table.thanks()
    table.count()
    assert table.votes(1) == {4}
    assert table.fouls == ({9: 1} if how == "undo" and said else {})
    assert len(table.day.stages[0].voids) == 1


@paragraph("ballot: void")
def test_undo_of_the_call_takes_the_ballot_back_to_the_call(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.touch(3)
    table.undo()
    assert table.asked == ("call", 1)
    assert table.day.stages[0].voids == []
    table.vote(1)
    assert table.ballot(1).held == [3]
    assert table.fouls == {}


@paragraph("ballot: void")
def test_before_the_call_and_after_the_word_a_break_voids_nothing(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3)
    table.thanks()
    table.lost()
    table.back()
    table.foul(9)
    table.undo()
    table.power_cut(down=(3,))
    assert table.asked == ("count", 1)
    table.count()
    table.power_cut()
    assert table.asked == ("call", 2)
    assert table.day.stages[0].voids == []
    assert table.votes(1) == {3}


@paragraph("ballot: void")
def test_while_t_is_in_doubt_a_lost_link_still_voids_it(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.says("thanks")
    t_us = table.soon()
    table.bring([WordHeard(t_us, clock="hub", ticks=7, err_us=900), LinkLost(t_us + 1, source="pads")])
    assert table.what == "word"
    table.time_is_up()
    assert table.asked == ("call", 1)


# The host's own hand


@paragraph("ballot: repeated by the host")
@pytest.mark.parametrize(
    ("reason", "why"), [(1, "a pad"), (2, "a disturbance"), (3, "the word"), (4, "the host's decision")]
)
def test_the_host_may_have_it_repeated_with_a_reason(sit_down: SitDown, reason: int, why: str) -> None:
    table = at_the_call(sit_down)
    table.hand(3)
    table.thanks()
    assert table.cannot("repeat", 0) == table.cannot("repeat", 5) == "Give a reason: 1 to 4."
    table.says("repeat", reason)
    assert table.asked == ("call", 1)
    assert str(table.desk.says) == f"Repeated by the host: {why}."
    [void] = table.day.stages[0].voids
    assert (void.counted, str(void.void)) == ([3], f"Repeated by the host: {why}.")
    table.vote(1, (4,))
    assert table.votes(1) == {4}
    assert table.day.stages[0].ballots == [table.ballot(1)]
    assert table.fouls == {}


@paragraph("ballot: entered by the host")
def test_the_host_may_enter_the_vote_of_a_dead_pad(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3)
    table.hand(5, at_us=10)
    table.thanks()
    table.says("vote", 4)
    assert table.cannot("vote", 5) == "Seat 5: its pad works, its hand was not in time."
    assert table.cannot("vote", 3) == "Seat 3 has voted."
    assert table.cannot("vote", 4) == "Seat 4 has voted."
    assert table.cannot("vote", 11) == "There is no seat 11."
    table.count()
    assert table.votes(1) == {3, 4}
    assert table.ballot(1).seats("by host") == [4]
    assert table.ballot(1).seats("late") == [5]
    assert table.said("count") == [(1, 2)]
    table.call(2)
    table.thanks()
    assert table.cannot("vote", 4) == "Seat 4 has voted."


@paragraph("ballot: entered by the host")
def test_an_entered_vote_against_the_last_one_is_no_default_any_more(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.thanks()
    table.count()
    table.call(2)
    table.thanks()
    table.says("vote", 4)
    table.count()
    assert table.ballot(2).by_default == [seat for seat in ALL if seat != 4]
    assert table.day.votes == {1: 0, 2: 10}


@paragraph("H14")
def test_a_pad_without_a_provable_edge_is_unknown_and_the_host_decides(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.unproven(4, down=True)
    table.unproven(5, down=False)
    table.hand(3, 6)
    table.thanks()
    table.unproven(6, down=False)
    table.unproven(7, down=True)
    assert table.ballot().unknown == [4, 5, 7]
    assert table.told("unknown") == [f"Seat {seat}: unknown, enter its vote if it has one." for seat in (4, 5, 7)]
    assert len(table.told("unproven")) == 4
    table.says("vote", 4)
    table.count()
    assert table.votes(1) == {3, 4, 6}
    assert table.fouls == {}


@paragraph("H14")
def test_an_unproven_hand_that_is_down_at_the_call_is_held_without_a_foul(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.unproven(4, down=True)
    assert table.desk.held == (4,)
    table.call(1)
    table.thanks()
    table.count()
    assert table.ballot(1).held == [4]
    assert table.fouls == {}


@paragraph("H14")
def test_with_a_lost_link_the_host_is_told_to_enter_the_votes(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.lost()
    assert table.desk.lost == ("pads",)
    assert table.told("No answer") == ["No answer from pads: its pads are unknown."]
    table.call(1)
    assert table.told("enter the votes") == ["No answer from pads: enter the votes of its pads."]
    table.thanks()
    table.says("vote", 3)
    table.count()
    assert table.votes(1) == {3}
    table.back()
    assert table.told("answers again") == ["pads answers again."]
    assert table.desk.lost == ()


@paragraph("common: out", "H11")
def test_a_hand_of_a_seat_that_is_out_is_ignored_and_logged(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    table.remove(8)
    table.put_to_vote(1, 2)
    table.call(1)
    assert 8 not in table.scene.reflex
    table.hand(8, 3)
    table.thanks()
    assert table.votes(1) == {3}
    assert table.scene.hands == (3,)
    assert table.notes == ["Seat 8 is removed.", "Refused: a hand. Seat 8 is out."]
    assert [hand.seat for hand in table.ballot().hands] == [3]


@paragraph("ballot: fouls after T")
def test_who_is_removed_before_the_count_earns_no_foul_at_it(sit_down: SitDown) -> None:
    table = sit_down("sport", early_hand="foul", two_hands="removal")
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.vote(1, (7,))
    table.touch(8)
    table.call(2)
    table.hand(7)
    table.hand(6, up_us=-1)
    table.thanks()
    table.remove(6, 7, 8)
    table.count()
    assert table.fouls == {}
    assert table.out == [6, 7, 8, 2]


def test_whatever_is_told_of_several_seats_is_in_the_order_of_the_seats(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, 1, 2, 5, doubt="count")
    table.hand(9, 2, up_us=-5 * MS)
    table.hand(10, 3, up_us=5 * MS)
    table.hand(8, 6, at_us=-1, settled_us=3 * MS)
    table.thanks()
    assert table.told("on the line") == [f"Seat {seat}: on the line, -0.001 ms from the word." for seat in (6, 8)]
    table.unproven(9, down=True)
    table.unproven(4, down=False)
    table.unproven(7, down=False)
    table.count()
    ballot = table.ballot(1)
    assert ballot.voters == list(ALL)
    assert ballot.counted == [hand.seat for hand in ballot.hands] == [2, 3, 6, 8, 9, 10]
    assert ballot.unknown == [4, 7]
    assert table.told("before the word") == [f"Seat {seat}: foul 1, lifted before the word." for seat in (2, 9)]
    assert table.told("before the count") == [f"Seat {seat}: lifted before the count." for seat in (3, 10)]
    assert table.day.stages[0].ballots == [ballot]
    table.touch(9, 4)
    table.feed(LinkLost(table.soon(), source="remote"))
    table.feed(LinkLost(table.soon(), source="hub"))
    table.call(2)
    assert table.ballot(1).early == []
    assert table.notes[-4:] == [
        "Seat 4: early hand, no vote until lifted.",
        "Seat 9: early hand, no vote until lifted.",
        "No answer from hub: enter the votes of its pads.",
        "No answer from remote: enter the votes of its pads.",
    ]


def test_votes_are_recorded_in_the_order_of_the_seats(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(9, 2)
    table.thanks()
    assert table.ballot(1).counted == [2, 9]


def test_a_window_follows_nothing_but_pads_and_breaks() -> None:
    window = Window()
    window.take(TimeReached(5))
    assert (window.contacts, window.unknown, window.void) == ({}, set(), None)


@paragraph("latched: strictly before")
def test_in_every_order_of_touching_the_first_contact_of_each_seat_decides(sit_down: SitDown) -> None:
    """Three seats, three instants round T: in time, at T, and after it."""
    for seats in itertools.permutations((3, 4, 5)):
        table = at_the_call(sit_down)
        for seat, at_us in zip(seats, (-1, 0, 1), strict=True):
            table.hand(seat, at_us=at_us)
        table.thanks()
        assert table.votes(1) == {seats[0]}
