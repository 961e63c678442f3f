"""A ballot through the intake: only stamps decide, whatever arrives first."""

from itertools import permutations

import pytest
from table_talk import MS, SitDown, paragraph
from wired import WiredTable

from tablekit.events import HandDown

ALL = tuple(range(1, 11))


def wired(**how: object) -> WiredTable:
    table = WiredTable(**how)
    table.to("day 0")
    table.put_to_vote(1, 2)
    return table


@paragraph("latched: strictly before")
@pytest.mark.parametrize(("cutoff", "brought"), [("word", 5), ("key", 3)])
@pytest.mark.parametrize("seat", ALL)
def test_at_every_seat_and_in_every_order_of_arrival_t_minus_1_counts_and_t_does_not(
    seat: int, cutoff: str, brought: int
) -> None:
    """A hand at T−1, one at T, the word; and where the kit says it, the key and the cue."""
    table = wired(cutoff=cutoff)
    late = seat % 10 + 1
    for order in permutations(range(brought)):
        table.call(1)
        table.hand(seat, at_us=-1)
        table.hand(late, at_us=0)
        table.arrange = lambda events, order=order: [events[place] for place in order]
        table.thanks()
        table.arrange = list
        assert table.votes(1) == {seat}
        assert table.judged(late) == "late"
        table.lift(seat, late)
        table.says("repeat", 1)
    assert table.fouls == {}
    table.get_up()


def test_all_ten_hands_in_one_microsecond_count_in_any_order() -> None:
    table = wired()
    for turn in range(10):
        table.call(1)
        table.arrange = lambda events, turn=turn: [*events[turn:], *events[:turn]]
        table.hand(*ALL, at_us=-1)
        table.thanks()
        table.arrange = list
        assert table.votes(1) == set(ALL)
        table.lift(*ALL)
        table.says("repeat", 1)
    table.get_up()


def test_bounces_that_lie_on_both_sides_of_the_word_are_on_the_line() -> None:
    table = wired(doubt="drop")
    table.call(1)
    table.hand(3, at_us=-4 * MS, up_us=-3 * MS)
    table.hand(3, at_us=1)
    table.thanks()
    assert table.judged(3) == "on the line"
    table.get_up()


def test_a_spike_before_the_word_is_no_vote() -> None:
    table = wired()
    table.call(1)
    table.hand(3, at_us=-20 * MS, up_us=-18 * MS)
    table.thanks()
    assert table.votes(1) == set()
    table.get_up()


def test_a_whole_game_through_the_intake_is_the_same_game(sit_down: SitDown) -> None:
    results = []
    for table in (sit_down(), WiredTable()):
        table.to("day 0")
        table.put_to_vote(1, 2)
        table.ballots({1: (1, 2, 3, 4, 5)})
        table.ballots({1: (1, 2, 3, 4, 5)})
        table.raises(1, 2, 3, 4, 5, 6)
        table.to("night 1")
        table.night_over({3: 4, 9: 4, 10: 4}, don=6, sheriff=9)
        table.to("day 1")
        table.put_to_vote(9, 10)
        table.ballots({9: ALL})
        table.to("night 2")
        record = table.runner.table.record
        stages = [(day.day, stage.stage, stage.votes) for day in record.days for stage in day.stages]
        results.append((stages, record.out, [night.shots for night in record.nights], table.fouls))
    assert results[0] == results[1]
    assert results[0][1] == [1, 2, 4, 9]


def test_a_hand_down_is_stamped_where_it_first_touched() -> None:
    table = wired()
    table.touch(7)
    [down] = [event for event in table.runner.log if isinstance(event, HandDown)]
    assert down.at_us == table.now_us - 60 * MS
