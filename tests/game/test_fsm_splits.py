"""fsm: splits, the raise, and who has a last word (4.4.12-13, 7.8, 7.9, 6.5)."""

import pytest
from table_talk import SitDown, at_the_vote, paragraph

# Splits


@paragraph("4.4.12")
def test_a_split_gives_thirty_seconds_each_and_a_revote_in_the_same_order(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 2, 5)
    table.split(4, 2, 4)
    for seat in (7, 5):
        assert table.asked == ("defence", seat)
        assert table.clock_s == 30
        table.says("thanks")
    assert (table.asked, table.stage) == (("call", 7), 2)
    table.split(3, 7)
    assert table.day.stages[1].votes == {7: 3, 5: 7}
    assert table.out == [5]


@paragraph("4.4.12")
def test_all_hands_vote_anew_in_a_revote(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.split(5, 5)
    table.ballots({1: (6, 7, 8, 9, 10), 2: (1, 2, 3, 4)})
    assert table.votes(1, stage=2) == {6, 7, 8, 9, 10}
    assert table.fouls == {}


@paragraph("4.4.12")
def test_fewer_leaders_than_before_vote_again(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5, 7)
    table.split(3, 3, 3, 1)
    table.split(4, 4, 2)
    assert table.asked == ("defence", 1)
    table.split(6, 4)
    assert [stage.nominees for stage in table.day.stages] == [[1, 2, 5, 7], [1, 2, 5], [1, 2]]
    assert table.day.question is None
    assert table.out == [1]


@paragraph("4.4.12.3")
def test_the_same_leaders_again_and_the_table_is_asked_at_once(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2, 5)
    table.split(5, 5, 0)
    table.split(5, 5)
    assert (table.asked, table.stage) == (("call", 0), 0)
    table.raises(1, 2, 3, 4, 5, 6)
    assert table.said("raised") == [(6,)]
    assert table.day.voted_out == [1, 2]


@paragraph("4.4.12.3")
@pytest.mark.parametrize(("gone", "needed"), [(0, 6), (2, 5), (4, 4)])
def test_more_than_half_of_the_living_raise_half_do_not(sit_down: SitDown, gone: int, needed: int) -> None:
    for many in (0, needed - 1, needed):
        table = sit_down()
        table.to("day 0")
        table.remove(*(9, 10, 8, 7)[:gone])
        table.to("day 1")
        table.put_to_vote(1, 2)
        half = len(table.living) // 2
        for _ in range(2):
            table.split(half, half)
        table.raises(*table.living[:many])
        assert table.day.question is not None
        assert table.day.question.result == (many == needed)
        assert table.day.left == ([1, 2] if many == needed else [])
        assert table.day.held


@paragraph("4.4.12.3")
@pytest.mark.parametrize(("hands", "left"), [((1, 2, 3, 4), []), ((1, 2, 3, 4, 5), [1, 2, 5])])
def test_four_of_nine_do_not_raise_five_do(sit_down: SitDown, hands: tuple[int, ...], left: list[int]) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(8)
    table.to("day 1")
    table.put_to_vote(1, 2, 5)
    table.split(3, 3, 3)
    table.split(3, 3, 3)
    table.raises(*hands)
    assert table.day.voted_out == left


@paragraph("4.4.12.3", "ballot: order of leaving")
def test_those_who_leave_together_leave_in_the_order_of_nomination(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 7, 2)
    table.split(5, 5)
    table.split(5, 5)
    table.raises(*range(1, 11))
    assert table.day.left == table.out == [7, 2]
    assert table.said("leave") == [(7, 2)]


@paragraph("4.4.12.3", "latched: strictly before")
def test_hands_of_the_raise_are_judged_by_its_own_word(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.split(5, 5)
    table.split(5, 5)
    table.call(0)
    table.hand(1, 2, 3, 4, 5)
    table.hand(6, at_us=0)
    table.thanks()
    table.count()
    assert table.day.question is not None
    assert table.day.question.hands == [1, 2, 3, 4, 5]
    assert table.day.question.result is False


@paragraph("7.8")
@pytest.mark.parametrize(("whole", "what"), [(False, "dusk"), (True, "call")])
def test_the_raise_is_never_for_the_whole_table(sit_down: SitDown, whole: bool, what: str) -> None:
    table = sit_down(raise_whole_table=whole)
    table.to("day 0")
    table.remove(9, 10, 8, 7, 5, 4)
    table.to("day 1")
    table.put_to_vote(1, 2, 3, 6)
    for _ in range(2):
        table.split(1, 1, 1, 1)
    assert table.what == what
    if not whole:
        assert table.day.question is None
        assert table.day.left == []
        assert table.day.held


# Last words


@paragraph("4.4.13")
def test_who_is_voted_out_has_a_minute_and_his_role_is_not_shown(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 1, 2)
    table.split(6, 4)
    assert table.asked == ("last word", 1)
    assert table.clock_s == 60
    assert table.living == list(range(2, 11))
    assert table.cannot("nominate", 3) == "That key does nothing now."
    table.says("thanks")
    assert table.what == "dusk"


@paragraph("4.4.13")
def test_each_of_several_has_one(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 2, 1)
    table.split(5, 5)
    table.split(5, 5)
    table.raises(*range(1, 8))
    assert table.living == list(range(3, 11))
    for seat in (2, 1):
        assert table.asked == ("last word", seat)
        table.says("thanks")
    assert table.what == "dusk"


@paragraph("4.4.13")
def test_a_night_victim_has_one_in_the_morning(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.night_over({3: 4, 9: 4, 10: 4})
    assert table.asked == ("last word", 4)
    table.says("thanks")
    assert table.asked == ("speech", 2)


@paragraph("6.5")
def test_a_removed_one_has_none(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.turn_of(4)
    table.remove(4)
    assert table.asked == ("speech", 5)
    table.until("dusk")
    assert table.said("last_word") == table.said("last word") == []


@paragraph("6.5")
def test_a_removal_ends_a_last_word_or_takes_it_away(sit_down: SitDown) -> None:
    table = at_the_vote(sit_down, 2, 1)
    table.split(5, 5)
    table.split(5, 5)
    table.raises(*range(1, 8))
    table.remove(1)
    assert table.asked == ("last word", 2)
    table.foul(2, times=4)
    assert table.what == "dusk"
    assert table.out == [2, 1]
    assert table.said("last word") == [(2,)]


@paragraph("7.9")
def test_there_is_a_last_word_also_when_the_game_is_decided(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(9, 10)
    table.to("day 1")
    table.put_to_vote(3)
    table.vote(3)
    assert table.asked == ("last word", 3)
    assert table.winner == "none"
    table.says("thanks")
    assert table.what == "result"
    assert table.winner == "red"
    assert table.ended == "day 1"
