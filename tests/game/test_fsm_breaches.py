"""fsm: fouls, removals and peeks, and the votes that they cost (6.4, 6.7.5, 7.1, 7.2)."""

from collections.abc import Callable

import pytest
from table_talk import SitDown, TableTalk, paragraph

ALL = tuple(range(1, 11))


def held_next_day(table: TableTalk) -> bool:
    """Two are nominated on the next day: is there a vote?"""
    table.to(f"day {table.day.day + 1}")
    nominees = table.living[-2:]
    table.put_to_vote(*nominees)
    assert table.day.nominees == nominees
    return table.what == "call"


# Removals


@paragraph("7.1")
def test_the_fourth_foul_removes_at_once_without_a_last_word(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.foul(5, times=3)
    assert table.out == []
    table.foul(5)
    assert table.out == [5]
    assert table.said("foul") == [(5, 1), (5, 2), (5, 3)]
    assert table.said("removed") == [(5,)]
    assert table.cannot("foul", 5) == "Seat 5 is out."
    assert table.cannot("remove", 5) == "Seat 5 is out."
    assert table.cannot("pardon", 5) == "Seat 5 is out."
    assert table.day.fouls[5] == 4


@paragraph("7.1")
def test_so_does_the_host(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(5)
    assert table.out == [5]
    assert table.fouls == {}
    assert table.told("removed") == ["Seat 5 is removed."]


@paragraph("7.1")
def test_a_removal_ends_the_removed_ones_own_speech(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(1)
    assert table.asked == ("speech", 2)
    table.remove(1 + 2)
    assert table.asked == ("speech", 2)


# The votes that they cost


def in_the_deal(table: TableTalk) -> None:
    table.remove(8)
    table.to("day 0")
    table.put_to_vote(1, 2)


def in_the_first_night(table: TableTalk) -> None:
    table.until("dawn")
    table.remove(8)
    table.put_to_vote(1, 2)


def in_a_speech(table: TableTalk) -> None:
    table.to("day 0")
    table.remove(8)
    table.put_to_vote(1, 2)


def after_the_speeches(table: TableTalk) -> None:
    table.to("day 0")
    table.speech(1, nominates=1)
    table.speech(2, nominates=2)
    table.until("nominees")
    table.remove(8)
    table.goes_on()


def before_the_word(table: TableTalk) -> None:
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.call(1)
    table.remove(8)


def while_he_can_be_caught_up(table: TableTalk) -> None:
    table.to("day 0")
    table.put_to_vote(1, 2, 5)
    table.vote(1, (1, 2, 3, 4, 5))
    table.remove(8)


def in_a_defence(table: TableTalk) -> None:
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.ballots({1: (1, 2, 3, 4, 5)})
    assert table.what == "defence"
    table.remove(8)


def before_half_have_raised(table: TableTalk) -> None:
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.ballots({1: (1, 2, 3, 4, 5)})
    table.ballots({1: (1, 2, 3, 4, 5)})
    table.call(0)
    table.touch(1, 2, 3, 4, 5)
    table.remove(8)


@paragraph("7.1")
@pytest.mark.parametrize(
    "removal",
    [
        in_the_deal,
        in_the_first_night,
        in_a_speech,
        after_the_speeches,
        before_the_word,
        while_he_can_be_caught_up,
        in_a_defence,
        before_half_have_raised,
    ],
)
def test_a_removal_cancels_the_vote_whose_result_is_open(
    sit_down: SitDown, removal: Callable[[TableTalk], None]
) -> None:
    table = sit_down()
    removal(table)
    assert table.what == "dusk"
    assert not table.day.held
    assert table.day.void
    assert table.out == [8]
    assert table.day.voted_out == []
    assert held_next_day(table)


@paragraph("7.1")
def test_the_ballot_that_a_removal_cuts_short_is_kept_as_void(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.call(1)
    table.hand(3)
    table.thanks()
    table.remove(8)
    [stage] = table.day.stages
    assert stage.ballots == []
    [void] = stage.voids
    assert (str(void.void), void.counted, [hand.seat for hand in void.hands]) == ("Cut short by a removal.", [3], [3])


def the_leader_is_out_of_reach(table: TableTalk) -> None:
    table.put_to_vote(1, 2, 5)
    table.call(1)
    table.hand(1, 2, 3, 4, 5, 6)
    table.thanks()


def the_leader_is_counted(table: TableTalk) -> None:
    the_leader_is_out_of_reach(table)
    table.count()


def the_last_word_of_the_ballots_was_said(table: TableTalk) -> None:
    table.put_to_vote(1, 2)
    table.vote(1, (1, 2, 3, 4))
    table.call(2)
    table.thanks()


def more_than_half_have_raised(table: TableTalk) -> None:
    table.put_to_vote(1, 2)
    table.ballots({1: (1, 2, 3, 4, 5)})
    table.ballots({1: (1, 2, 3, 4, 5)})
    table.call(0)
    table.touch(1, 2, 3, 4, 5, 6)


def the_raise_is_not_enough(table: TableTalk) -> None:
    table.put_to_vote(1, 2)
    table.ballots({1: (1, 2, 3, 4, 5)})
    table.ballots({1: (1, 2, 3, 4, 5)})
    table.call(0)
    table.hand(1, 2, 3, 4, 5)
    table.thanks()


def the_voted_out_has_his_last_word(table: TableTalk) -> None:
    table.put_to_vote(1, 2)
    table.ballots({1: (1, 2, 3, 4, 5, 6)})
    assert table.what == "last word"


def the_day_is_over(table: TableTalk) -> None:
    the_voted_out_has_his_last_word(table)
    table.until("dusk")


@paragraph("7.1", "7.2")
@pytest.mark.parametrize(
    "known",
    [
        the_leader_is_out_of_reach,
        the_leader_is_counted,
        the_last_word_of_the_ballots_was_said,
        more_than_half_have_raised,
        the_raise_is_not_enough,
        the_voted_out_has_his_last_word,
        the_day_is_over,
    ],
)
def test_once_the_result_is_known_a_removal_cancels_the_next_vote(
    sit_down: SitDown, known: Callable[[TableTalk], None]
) -> None:
    table = sit_down()
    table.to("day 0")
    known(table)
    table.remove(8)
    table.until("dusk")
    assert table.day.held
    day = table.day
    assert not held_next_day(table)
    assert 8 in day.left
    assert set(day.voted_out) == {
        "the_last_word_of_the_ballots_was_said": {2},
        "the_raise_is_not_enough": set(),
        "more_than_half_have_raised": {1, 2},
    }.get(known.__name__, {1})
    assert held_next_day(table)


@paragraph("7.1", "7.8")
def test_a_split_of_the_whole_table_is_a_result_too(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(9, 10, 8, 7, 5)
    table.to("day 1")
    table.put_to_vote(1, 2, 3, 4, 6)
    table.split(1, 1, 1, 1, 1)
    table.split(1, 1, 1, 1, 1)
    assert table.what == "dusk"
    table.remove(1)
    assert not held_next_day(table)


@paragraph("7.1")
def test_a_removal_before_the_first_night_cancels_the_first_vote(sit_down: SitDown) -> None:
    table = sit_down(begin="seats")
    assert not table.scene.night
    table.remove(8)
    table.to("day 0")
    table.put_to_vote(1, 2)
    assert table.what == "dusk"
    assert held_next_day(table)


@paragraph("7.1")
@pytest.mark.parametrize("nominees", [(), (4,)])
def test_on_a_day_without_a_vote_the_result_is_known_by_the_word_night(
    sit_down: SitDown, nominees: tuple[int, ...]
) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(*nominees)
    assert table.what == "dusk"
    table.remove(8)
    assert not held_next_day(table)


@paragraph("7.1")
def test_the_last_speaker_leaves_a_single_nominee_on_a_day_that_votes_him(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 1")
    table.speech(2, nominates=4)
    table.turn_of(1)
    table.says("thanks")
    assert table.what == "nominees"
    table.remove(8)
    table.goes_on()
    table.vote(4)
    table.until("dusk")
    assert table.day.held
    assert table.day.left == [8, 4]
    assert not held_next_day(table)


@paragraph("7.1")
def test_before_the_last_speech_is_over_a_second_one_may_come(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 1")
    table.speech(2, nominates=4)
    table.turn_of(1)
    table.remove(8)
    table.until("dusk")
    assert not table.day.held
    assert table.out == [8]
    assert held_next_day(table)


@paragraph("7.1", "7.2")
def test_a_vote_that_is_cancelled_already_is_not_known_through_its_single_nominee(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 1")
    table.remove(7)
    table.speech(2, nominates=4)
    table.until("nominees")
    table.remove(8)
    table.goes_on()
    assert table.what == "dusk"
    assert held_next_day(table)


@paragraph("7.1")
def test_a_single_nominee_who_is_removed_costs_no_vote(sit_down: SitDown) -> None:
    """He was leaving anyway."""
    table = sit_down()
    table.to("day 1")
    table.speech(2, nominates=4)
    table.until("nominees")
    table.remove(4)
    table.goes_on()
    assert table.what == "dusk"
    assert table.day.left == [4]
    assert held_next_day(table)


@paragraph("7.2")
def test_several_removals_before_one_vote_skip_only_one(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.call(1)
    table.remove(8, 7)
    table.until("dusk")
    table.remove(4)
    assert table.out == [8, 7, 4]
    assert held_next_day(table)


@paragraph("7.2")
def test_several_removals_after_the_result_skip_only_the_next(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.ballots({1: ALL})
    table.remove(8)
    table.to("night 1")
    table.remove(7)
    assert not held_next_day(table)
    assert held_next_day(table)


@paragraph("7.1", "7.2")
def test_the_voted_out_may_be_removed_and_it_costs_no_vote(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.ballots({1: ALL})
    assert table.asked == ("last word", 1)
    table.remove(1)
    assert table.out == [1]
    assert table.what == "dusk"
    assert held_next_day(table)


@paragraph("7.1")
@pytest.mark.parametrize(("raising", "held"), [(ALL[:6], True), (ALL[:5], False)])
def test_so_may_they_who_are_raised_as_soon_as_it_is_known(
    sit_down: SitDown, raising: tuple[int, ...], held: bool
) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.split(5, 5)
    table.split(5, 5)
    table.call(0)
    table.hand(*raising)
    table.thanks()
    table.remove(1)
    table.until("dusk")
    assert table.day.left == ([1, 2] if held else [1])
    assert held_next_day(table) is held


@paragraph("7.1")
def test_so_may_he_whose_leaving_is_known(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2, 5)
    table.vote(1, (1, 2, 3, 4, 5, 6))
    table.remove(1)
    table.until("dusk")
    assert table.day.held
    assert table.day.left == [1]
    assert table.day.voted_out == []
    assert held_next_day(table)


@paragraph("7.1")
@pytest.mark.parametrize("when", ["best move", "last word"])
def test_who_was_killed_that_night_may_be_removed_and_it_costs_no_vote(sit_down: SitDown, when: str) -> None:
    table = sit_down()
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until(when)
    table.remove(4)
    assert table.out == [4]
    table.until("speech")
    table.put_to_vote(1, 2)
    assert table.what == "call"
    assert table.out == [4]
    assert table.said("last word") == ([(4,)] if when == "last word" else [])
    assert table.said("killed")[-1] == ((4,) if when == "last word" else ())


@paragraph("7.1")
def test_a_night_removal_cancels_the_vote_of_the_morning(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.until("don")
    table.remove(8)
    table.to("day 1")
    table.put_to_vote(1, 2)
    assert table.what == "dusk"
    assert held_next_day(table)


@paragraph("7.1")
def test_a_fourth_foul_at_the_count_is_a_removal_after_that_ballots_word(sit_down: SitDown) -> None:
    """Six of ten: known. Five: open."""
    for many, held in ((6, True), (5, False)):
        table = sit_down()
        table.to("day 0")
        table.put_to_vote(1, 2, 5)
        table.foul(3, times=3)
        table.call(1)
        table.hand(3, up_us=-1)
        table.hand(*(seat for seat in ALL[:many] if seat != 3))
        table.thanks()
        table.count()
        assert table.what == ("call" if held else "dusk")
        table.until("dusk")
        assert table.day.held is held
        assert table.out == ([3, 1] if held else [3])


@paragraph("7.1")
def test_a_fourth_foul_at_the_last_count_of_a_split_cancels_the_vote_before_any_defence(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.foul(6, times=3)
    table.vote(1, (1, 2, 3, 4, 5))
    table.call(2)
    table.hand(6, up_us=-1)
    table.thanks()
    table.count()
    assert table.what == "dusk"
    assert table.day.void
    assert table.said("split") == table.said("defence") == []
    assert held_next_day(table)


@paragraph("7.1")
def test_a_repeated_ballot_is_open_again(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    the_leader_is_out_of_reach(table)
    table.says("repeat", 1)
    table.remove(8)
    assert table.what == "dusk"
    assert table.day.void
    assert held_next_day(table)


@paragraph("7.1")
def test_a_raise_that_is_void_is_open_again(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    more_than_half_have_raised(table)
    table.lost()
    assert table.asked == ("call", 0)
    table.remove(8)
    assert table.what == "dusk"
    assert table.day.void


@paragraph("4.4.12.3", "7.1")
def test_the_raise_is_decided_at_its_word_whoever_is_removed_before_the_count(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    the_raise_is_not_enough(table)
    table.remove(8)
    table.until("dusk")
    assert table.day.question is not None
    assert table.day.question.result is False
    assert table.day.left == [8]
