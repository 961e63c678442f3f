"""fsm: the vote of a day: ballots, the one nominee, splits and the raise, last words (4.4.5-13, 7.8, 7.9, 6.5)."""

import pytest
from table_talk import MS, SitDown, at_the_vote, paragraph

from tablekit.effects import Say
from tablekit.events import HandDown, HostSaid

# Ballots


@paragraph("4.4.5")
def test_the_host_calls_the_nominees_in_order_and_the_table_hears_the_count(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 2, 5)
    since = len(table.heard)
    table.split(4, 2, 1)
    heard = [(effect.cue, effect.numbers) for effect in table.heard[since:] if isinstance(effect, Say)]
    assert heard == [
        *[("ballot", (7,)), ("thanks", ()), ("count", (7, 4))],
        *[("ballot", (2,)), ("thanks", ()), ("count", (2, 2))],
        *[("ballot", (5,)), ("thanks", ()), ("count", (5, 4))],
        *[("split", (7, 5)), ("defence", (7,))],
    ]


@paragraph("4.4.5", "latched: strictly before")
def test_a_hand_counts_from_the_call_to_the_word(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.call(1)
    table.hand(3, at_us=-1_499_999)
    table.hand(4, at_us=-1)
    table.hand(5, at_us=0)
    table.hand(6, at_us=37 * MS)
    table.thanks()
    assert table.votes(1) == {3, 4}
    assert table.told("late") == ["Seat 5: late by 0.000 ms, refused.", "Seat 6: late by 37.000 ms, refused."]
    assert {hand.seat: hand.after_t_us for hand in table.ballot(1).hands} == {
        3: -1_499_999,
        4: -1,
        5: 0,
        6: 37_000,
    }


@paragraph("4.4.5", "latched: early")
def test_an_early_hand_is_no_vote_until_lifted_and_earns_a_foul_after_the_word(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.touch(3, 4)
    table.call(1)
    assert table.told("early") == [
        "Seat 3: early hand, no vote until lifted.",
        "Seat 4: early hand, no vote until lifted.",
    ]
    table.lifts(4, at_us=-400 * MS)
    table.hand(4, at_us=-300 * MS)
    table.thanks()
    assert table.votes(1) == {4}
    assert table.fouls == {}
    table.count()
    assert table.fouls == {3: 1, 4: 1}
    assert table.ballot(1).early == [3, 4]


@paragraph("4.4.5")
def test_the_host_sees_the_hands_that_are_down_before_the_call(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.touch(3)
    assert table.desk.held == (3,)
    assert table.scene.hands == ()
    table.call(1)
    assert table.desk.held == ()
    assert table.scene.hands == (3,)


@paragraph("4.4.6", "latched: lifted before")
def test_a_hand_lifted_before_the_word_counts_and_earns_a_foul(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.call(1)
    table.hand(3, at_us=-500 * MS, up_us=-1)
    table.hand(4, at_us=-500 * MS, up_us=0)
    table.thanks()
    assert table.votes(1) == {3, 4}
    assert table.fouls == {}
    table.count()
    assert table.fouls == {3: 1}
    assert table.told("lifted") == ["Seat 3: foul 1, lifted before the word.", "Seat 4: lifted before the count."]
    assert table.ballot(1).lifted() == [3, 4]


@paragraph("4.4.7", "latched: lifted after")
def test_a_hand_lifted_between_the_word_and_the_count_counts_and_is_told(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.call(1)
    table.hand(3, up_us=400 * MS)
    table.hand(4)
    table.thanks()
    table.count()
    assert table.votes(1) == {3, 4}
    assert table.told("lifted") == ["Seat 3: lifted before the count."]
    assert table.fouls == {}


@paragraph("4.4.7", "ballot: one vote")
def test_a_hand_that_comes_back_before_the_word_is_one_vote_and_one_foul(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.call(1)
    table.hand(3, at_us=-500 * MS, up_us=-400 * MS)
    table.hand(3, at_us=-300 * MS, up_us=-200 * MS)
    table.hand(3, at_us=-100 * MS)
    table.thanks()
    table.count()
    assert table.votes(1) == {3}
    assert table.fouls == {3: 1}
    assert [hand.after_t_us for hand in table.ballot(1).hands] == [-500 * MS]


@paragraph("4.4.8", "6.6.8", "ballot: non-voters")
def test_who_puts_no_hand_votes_against_the_last_one(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.split(4, 1, 0)
    assert table.day.stages[0].votes == {1: 4, 2: 1, 5: 5}
    assert table.ballot(5).by_default == [6, 7, 8, 9, 10]
    assert table.ballot(5).counted == []
    assert table.said("count")[-1] == (5, 5)
    assert table.day.voted_out == [5]
    assert table.fouls == {}


@paragraph("6.6.8")
def test_the_foul_for_no_hand_is_the_hosts(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.vote(1, (1, 2, 3))
    table.call(2)
    table.hand(4, 5, 6, 8, 9, 10)
    table.thanks()
    table.foul(7)
    table.count()
    assert table.day.stages[0].votes == {1: 3, 2: 7}
    assert table.fouls == {7: 1}


@paragraph("4.4.8")
def test_a_field_lets_non_voters_abstain(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, non_voters="abstain")
    table.split(3, 2)
    assert table.day.stages[0].votes == {1: 3, 2: 2}
    assert table.day.voted_out == [1]


@paragraph("4.4.9", "common: plurality")
def test_the_most_votes_leave(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.split(3, 4, 3)
    assert table.day.voted_out == [2]
    assert table.said("leave") == [(2,)]
    assert table.scene.votes == {1: 3, 2: 4, 5: 3}


@paragraph("ballot: itself")
def test_a_seat_may_vote_against_itself(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.ballots({1: (1, 2, 3, 4, 5, 6)})
    assert table.day.stages[0].votes == {1: 6, 2: 4}
    assert table.out == [1]


@paragraph("6.7.9", "latched: second hand")
@pytest.mark.parametrize(
    ("two_hands", "fouls", "out"), [("foul", {3: 1}, []), ("removal", {}, [3]), ("ignored", {}, [])]
)
def test_a_hand_for_a_second_nominee(sit_down: SitDown, two_hands: str, fouls: dict[int, int], out: list[int]) -> None:
    table = at_the_vote(sit_down, 1, 2, 5, two_hands=two_hands)
    table.vote(1, (3, 4, 6, 7, 8, 9))
    table.call(2)
    table.hand(3, at_us=-500 * MS)
    table.hand(10)
    table.thanks()
    assert table.votes(2) == {10}
    assert table.judged(3) == "second"
    table.count()
    assert table.votes(1) == {3, 4, 6, 7, 8, 9}
    assert table.fouls == fouls
    assert table.out == out
    if two_hands == "ignored":
        assert table.notes == ["Seat 3: a hand for a second nominee."]


@paragraph("6.7.9")
def test_by_itself_fsm_gives_a_foul_for_it(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.vote(1, (3,))
    table.vote(2, (3,))
    assert table.fouls == {3: 1}
    assert table.told("second nominee") == ["Seat 3: foul 1, a hand for a second nominee."]


@paragraph("6.7.9")
def test_two_hands_at_once_a_palm_or_a_finger_the_host_removes(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.call(1)
    table.remove(4)
    assert table.out == [4]
    assert table.said("removed") == [(4,)]


@paragraph("latched: held")
def test_a_hand_held_over_from_the_count_is_told_and_no_vote_until_lifted(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.call(1)
    table.hand(3)
    table.hand(4, 6, at_us=30 * MS)
    table.thanks()
    table.count(keep=(3, 4, 6))
    table.call(2)
    assert table.ballot(1).held == []
    assert table.told("held over") == [f"Seat {seat}: held over, no vote until lifted." for seat in (3, 4, 6)]
    table.lifts(6, at_us=-600 * MS)
    table.hand(6)
    table.thanks()
    assert table.votes(2) == {6}
    assert table.ballot(2).held == [3, 4, 6]
    table.count()
    assert table.fouls == {}


@paragraph("latched: held")
def test_a_hand_resting_since_the_speeches_is_held_not_early(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.touch(3)
    table.put_to_vote(1, 2)
    table.call(1)
    table.thanks()
    table.count()
    assert table.ballot(1).held == [3]
    assert table.fouls == {}


@paragraph("latched: early")
def test_a_hand_that_comes_between_the_count_and_the_call_is_early(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.vote(1)
    table.touch(3)
    table.vote(2)
    assert table.ballot(2).early == [3]
    assert table.fouls == {3: 1}


@paragraph("latched: early")
def test_a_hand_is_early_from_the_very_microsecond_of_the_count(sit_down: SitDown) -> None:
    for before_us, early in ((1, []), (0, [3])):
        table = at_the_vote(sit_down, 1, 2, 5)
        table.call(1)
        table.thanks()
        counted_us = table.now_us + 10 * MS
        count = HostSaid(counted_us, key="next", ask=table.runner.step)
        table.bring([HandDown(counted_us - before_us, 3), count])
        table.vote(2)
        assert table.ballot(2).early == early


@paragraph("ballot: fouls after T")
def test_a_fourth_foul_by_a_lifted_hand_comes_after_the_word(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.foul(3, times=3)
    table.call(1)
    table.hand(3, at_us=-500 * MS, up_us=-100 * MS)
    table.hand(4, 6)
    table.thanks()
    assert table.votes(1) == {3, 4, 6}
    assert table.out == []
    table.count()
    assert table.out == [3]


# The one nominee


@paragraph("4.4.10")
def test_on_day_0_one_nominee_is_not_voted(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 4)
    assert table.what == "dusk"
    assert not table.day.held
    assert table.out == []
    assert table.day.nominees == [4]


@paragraph("4.4.10", "4.4.8")
def test_later_he_is_voted_and_everybodys_vote_ends_on_him(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 4, day=1)
    table.ballots({4: (1, 2)})
    assert table.day.held
    assert table.day.votes == {4: 10}
    assert table.out == [4]


@paragraph("4.4.10")
@pytest.mark.parametrize("day", [0, 1])
def test_without_nominees_there_is_no_vote(sit_down: SitDown, day: int) -> None:
    table = at_the_vote(sit_down, day=day)
    assert table.what == "dusk"
    assert not table.day.held
    assert table.said("nominees")[-1] == ()
