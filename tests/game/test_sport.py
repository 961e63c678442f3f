"""sport: what the text says, sentence by sentence; where it is silent it is as `fsm` (the last test but few)."""

from collections import Counter

import pytest
from table_talk import MS, S, SitDown, at_the_vote, paragraph

from tablekit.errors import ConfigError
from tablekit.rulesets import open_book

ALL = tuple(range(1, 11))


@paragraph("sport: ten seats by lot", "sport: three blacks and a Sheriff")
def test_ten_seats_by_lot_three_blacks_and_a_sheriff(sit_down: SitDown) -> None:
    table = sit_down("sport")
    assert sorted(table.runner.table.record.seating) == list(ALL)
    roles = Counter(table.runner.table.record.roles.values())
    assert roles == {"citizen": 6, "sheriff": 1, "mafia": 2, "don": 1}


@paragraph("sport: ten seats by lot")
@pytest.mark.parametrize("seats", [7, 12, 20])
def test_another_number_plays_too(sit_down: SitDown, seats: int) -> None:
    table = sit_down("sport", seats=seats, mafia=(4, 5))
    table.to("night 1")
    table.shooting({3: 7, 4: 7, 5: 7})
    table.until("don")
    assert table.said("number") == [(number,) for number in range(1, seats + 1)]


@paragraph("sport: ten seats by lot")
@pytest.mark.parametrize("seats", [6, 21])
def test_but_not_every_number(seats: int) -> None:
    with pytest.raises(
        ConfigError, match=rf"KIT113: sport cannot be played with {seats} seats. It takes 7 to 20 seats."
    ):
        open_book("sport", {}, seats)


@paragraph("sport: the first night")
def test_the_blacks_meet_then_the_don_and_the_sheriff_show_themselves_and_the_day_begins(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.bare(3, 9, 10)
    assert table.clock_s == 60
    table.masked(3, 9, 10)
    table.until("don")
    table.bare(3)
    table.masked(3)
    table.until("sheriff")
    table.bare(6)
    assert table.night.peeks == []
    table.bare(1)
    assert table.night.peeks == [1]
    table.to("day 0")
    assert table.asked == ("speech", 1)


@paragraph("sport: accepted", "sport: the last correct one counts")
def test_several_may_be_named_and_the_last_one_counts(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    for seat in (4, 5, 7):
        table.says("nominate", seat)
    assert table.said("accepted") == [(4,), (5,), (7,)]
    assert table.runner.table.nominations == [(1, 7)]
    table.speech(2, nominates=4)
    table.until("nominees")
    assert table.day.nominees == [7, 4]


@paragraph("sport: withdrawn", "sport: withdrawing leaves none")
def test_a_withdrawal_leaves_the_speaker_none_until_a_new_one(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    table.says("nominate", 4)
    table.says("withdraw", 4)
    assert table.said("withdrawn") == [(4,)]
    assert table.runner.table.nominations == []
    assert table.cannot("withdraw", 4) == "Seat 4 is not his nominee now."
    table.says("nominate", 5)
    assert table.runner.table.nominations == [(1, 5)]


@paragraph("sport: withdrawing a replaced name")
def test_withdrawing_a_name_that_was_replaced_changes_nothing(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    table.says("nominate", 4)
    table.says("nominate", 5)
    assert table.cannot("withdraw", 4) == "Seat 4 is not his nominee now."
    assert table.cannot("withdraw", 0) == "Seat 0 is not his nominee now."


@paragraph("sport: an incorrect name replaces nothing")
def test_a_name_that_is_not_correct_replaces_nothing(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    table.remove(9)
    table.says("nominate", 4)
    assert table.cannot("nominate", 4) == "Seat 4 is nominated already."
    assert table.cannot("nominate", 9) == "Seat 9 is out."
    table.says("thanks")
    table.says("nominate", 5)
    assert table.cannot("nominate", 4) == "Seat 4 is nominated already."
    assert table.runner.table.nominations == [(1, 4), (2, 5)]


@paragraph("sport: a withdrawn name is free")
def test_a_name_that_was_withdrawn_or_replaced_is_free_again(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    table.says("nominate", 4)
    table.says("nominate", 5)
    table.says("withdraw", 5)
    table.says("thanks")
    table.says("nominate", 5)
    table.says("nominate", 4)
    assert table.runner.table.nominations == [(2, 4)]


@paragraph("sport: one nominee")
def test_one_nominee_of_the_first_round_is_not_voted(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 4, book="sport")
    assert table.what == "dusk"
    assert table.out == []


@paragraph("sport: one nominee")
def test_one_nominee_of_a_later_round_leaves_without_a_vote(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 4, day=1, book="sport")
    assert table.asked == ("last word", 4)
    assert table.day.left == [4]
    assert not table.day.held


@paragraph("sport: one nominee")
@pytest.mark.parametrize(("day", "left"), [(0, [4]), (1, [4, 5])])
def test_so_does_the_one_who_is_left_of_two(sit_down: SitDown, day: int, left: list[int]) -> None:
    table = sit_down("sport")
    table.to(f"day {day}")
    for nominee in (4, 5):
        table.speech(table.asked[1], nominates=nominee)
    table.until("nominees")
    table.remove(4)
    table.until("dusk")
    assert table.day.left == left


@paragraph("sport: announced twice")
def test_the_nominees_are_announced_twice_in_order(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    assert table.said("nominees") == [(7, 4), (7, 4)]
    assert table.asked == ("call", 7)


@paragraph("sport: the count is announced", "latched: strictly before")
def test_the_count_is_announced_after_each(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.call(7)
    table.hand(1, at_us=-1)
    table.hand(2, at_us=0)
    table.thanks()
    table.count()
    assert table.said("count") == [(7, 1)]


@paragraph("latched: lifted before")
def test_a_lifted_hand_counts_and_earns_a_remark(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.call(7)
    table.hand(1, up_us=-1)
    table.thanks()
    table.count()
    assert table.votes(7) == {1}
    assert table.fouls == {1: 1}


@paragraph("latched: second hand", "latched: early")
def test_second_and_early_hands_are_only_told(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.vote(7, (1,))
    table.touch(2)
    table.call(4)
    table.hand(1)
    table.thanks()
    table.count()
    assert table.notes == [
        "Seat 2: early hand, no vote until lifted.",
        "Seat 2: early hand.",
        "Seat 1: a hand for a second nominee.",
    ]
    assert table.votes(4) == set()
    assert table.fouls == {}


@paragraph("sport: removed in his own ballot", "sport: the ballots go on")
def test_a_hand_of_a_seat_removed_in_that_ballot_is_not_counted(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.call(7)
    table.touch(1, 2)
    table.remove(1)
    assert table.asked == ("ballot", 7)
    table.thanks()
    assert table.votes(7) == {2}
    assert table.judged(1) == "not counted"


@paragraph("sport: removed while a following nominee is voted", "sport: the ballots go on")
@pytest.mark.parametrize("when", ["count", "call", "ballot"])
def test_a_vote_stands_when_its_seat_is_removed_later(sit_down: SitDown, when: str) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.call(7)
    table.hand(1, 2)
    table.thanks()
    table.until(when, 7 if when == "count" else 4)
    table.remove(1)
    table.until("dusk")
    assert table.day.stages[0].votes == {7: 2, 4: 8}
    assert table.day.held


@paragraph("sport: no default vote")
@pytest.mark.parametrize("when", [("call", 7), ("ballot", 7), ("count", 7), ("call", 4), ("ballot", 4)])
def test_a_removed_seat_that_had_not_voted_gives_no_default_vote(sit_down: SitDown, when: tuple[str, int]) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.until(*when)
    if table.what == "ballot":
        table.touch(1)
    table.remove(1)
    table.until("dusk")
    assert table.day.stages[0].votes == {7: 0, 4: 9}
    assert table.ballot(4).by_default == [2, 3, 4, 5, 6, 7, 8, 9, 10]


@paragraph("sport: no default vote")
def test_at_the_last_word_the_default_vote_is_given(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.vote(7, (1, 2, 3, 5, 6))
    table.call(4)
    table.thanks()
    assert table.ballot(4).by_default == [4, 7, 8, 9, 10]
    table.remove(8)
    table.until("defence")
    assert table.day.stages[0].votes == {7: 5, 4: 5}


@paragraph("sport: a removed nominee voids the vote")
@pytest.mark.parametrize("when", [("call", 7), ("ballot", 7), ("count", 7), ("call", 4), ("ballot", 4), ("count", 4)])
@pytest.mark.parametrize("nominee", [7, 4])
def test_a_removed_nominee_voids_the_vote(sit_down: SitDown, when: tuple[str, int], nominee: int) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.until(*when)
    table.remove(nominee)
    assert table.what == "dusk"
    assert table.day.void
    assert table.day.left == [nominee]


@paragraph("sport: a removed nominee voids the vote")
def test_so_it_is_between_the_revotes_but_only_for_those_who_are_still_voted(sit_down: SitDown) -> None:
    for removed, asked in ((5, ("defence", 7)), (4, ("dusk", 0))):
        table = at_the_vote(sit_down, 7, 4, 5, book="sport")
        table.ballots({7: (1, 2, 3, 4, 5), 4: (6, 7, 8, 9, 10)})
        table.remove(removed)
        assert table.asked == asked


@paragraph("sport: a removed nominee voids the vote")
def test_a_nominee_whose_fourth_foul_comes_with_the_last_count_voids_it_too(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.foul(7, times=3)
    table.call(7)
    table.thanks()
    table.count()
    table.call(4)
    table.hand(7, up_us=-100 * MS)
    table.thanks()
    table.count()
    assert table.what == "dusk"
    assert table.day.left == [7]


@paragraph("4.4.12.3", "sport: the ballots go on")
@pytest.mark.parametrize(
    ("raised", "removed", "left"),
    [
        ((1, 2, 3, 5, 6), 8, [8, 7, 4]),
        ((1, 2, 3, 5, 6), 6, [6]),
        ((1, 2, 3, 5), 8, [8]),
        ((1, 2, 3, 5, 6, 9), 9, [9, 7, 4]),
    ],
    ids=["five of nine", "four of nine", "four of nine too", "five of nine again"],
)
def test_half_of_the_living_is_reckoned_at_the_word_of_the_raise(
    sit_down: SitDown, raised: tuple[int, ...], removed: int, left: list[int]
) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    table.split(5, 5)
    table.split(5, 5)
    table.call(0)
    table.touch(*raised)
    table.remove(removed)
    table.thanks()
    table.until("dusk")
    assert table.day.left == left


@paragraph("sport: a removed nominee voids the vote")
def test_a_field_lets_that_votego_on(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, removed_nominee_voids=False, book="sport")
    table.call(7)
    table.remove(7)
    table.until("dusk")
    assert table.day.held
    assert table.day.left == [7, 4]


@paragraph("sport: a removal outside the ballots")
def test_a_removal_outside_the_ballots_has_no_effect_on_the_vote(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("day 0")
    table.remove(8)
    table.put_to_vote(7, 4)
    assert table.what == "call"
    table.ballots({7: ALL})
    table.remove(10)
    table.to("night 1")
    table.remove(5)
    table.to("day 1")
    table.put_to_vote(1, 2)
    assert table.what == "call"


@paragraph("sport: otherwise as fsm")
def test_splits_last_words_the_night_and_the_end_are_as_in_fsm(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 4, book="sport")
    for _ in range(2):
        table.ballots({7: (1, 2, 3, 4, 5)})
    table.raises(1, 2, 3, 4, 5, 6)
    assert table.day.voted_out == [7, 4]
    assert table.asked == ("last word", 7)
    table.to("night 1")
    began_us = table.now_us
    table.shooting({3: 1, 9: 1, 10: 1})
    table.until("dawn")
    assert table.now_us == began_us + 35 * S
    assert "best_move" not in table.cues()
    table.until("last word", 1)
    table.to("day 1")
    table.foul(2, times=3)
    assert table.scene.silenced == (2,)
    table.foul(2)
    assert table.out == [7, 4, 1, 2]
    assert table.what == "result"
    assert (table.winner, table.ended) == ("black", "day 1")


@paragraph("sport: otherwise as fsm")
def test_a_night_removal_waits_and_a_best_move_is_asked(sit_down: SitDown) -> None:
    table = sit_down("sport")
    table.to("night 1")
    table.remove(8)
    assert table.said("removed") == []
    table.until("best move")
    assert table.said("removed") == [(8,)]
