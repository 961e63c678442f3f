"""fsm: how a game ends (1.4, 7.7, 7.9)."""

from collections.abc import Mapping

import pytest
from table_talk import SitDown, TableTalk, paragraph


def over(table: TableTalk) -> tuple[str, str, list[int]]:
    """The result that the host is asked to confirm."""
    assert table.what == "result"
    assert table.said(f"won_{table.winner}") == [()]
    assert table.scene.winner == table.winner
    table.goes_on()
    assert table.what == "over"
    assert table.cannot("next") == "The game is over."
    return table.winner, table.ended, table.out


@paragraph("1.4")
def test_no_blacks_is_red_at_the_moment_of_the_removal(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.speech(1, nominates=9)
    table.remove(3, 9)
    assert table.what == "speech"
    table.remove(10)
    assert over(table) == ("red", "day 0", [3, 9, 10])
    [day] = table.runner.table.record.days
    assert (day.nominations, day.nominees) == ([(1, 9)], [9])


@paragraph("1.4")
def test_as_many_blacks_as_reds_is_black_at_the_moment_of_the_removal(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(1, 2, 4)
    assert table.what == "speech"
    table.remove(5)
    assert over(table) == ("black", "day 0", [1, 2, 4, 5])


@paragraph("1.4")
def test_a_fourth_foul_may_end_the_game(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(3, 9)
    table.foul(10, times=4)
    assert over(table) == ("red", "day 0", [3, 9, 10])


@paragraph("1.4", "7.9")
def test_the_vote_may_end_it_after_the_last_words(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(1, 2, 4)
    table.to("day 1")
    table.put_to_vote(5, 3)
    table.ballots({5: range(1, 11)})
    assert table.asked == ("last word", 5)
    assert table.winner == "none"
    table.says("thanks")
    assert over(table) == ("black", "day 1", [1, 2, 4, 5])


@paragraph("1.4", "7.9")
def test_the_kill_may_end_it_and_the_night_goes_on_as_ever(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(1, 2, 4)
    table.to("night 1")
    table.shooting({3: 5, 9: 5, 10: 5})
    for call in ("don", "sheriff", "best move", "dawn"):
        table.until(call)
    table.goes_on()
    assert table.asked == ("last word", 5)
    table.says("thanks")
    assert over(table) == ("black", "night 1", [1, 2, 4, 5])


@paragraph("1.4")
def test_the_first_result_stands(sit_down: SitDown) -> None:
    """The kill decided it; a black who is removed afterwards changes nothing."""
    table = sit_down()
    table.to("day 0")
    table.remove(1, 2, 4)
    table.to("night 1")
    table.shooting({3: 5, 9: 5, 10: 5})
    table.until("dawn")
    table.remove(3, 9, 10)
    table.goes_on()
    table.says("thanks")
    assert over(table) == ("black", "night 1", [1, 2, 4, 3, 5, 9, 10])


@paragraph("1.4", "7.1")
@pytest.mark.parametrize(("call", "told"), [("shooting", "don"), ("don", "best move")])
def test_a_night_removal_ends_it_when_it_is_announced(sit_down: SitDown, call: str, told: str) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(3, 9)
    table.to("night 1")
    table.until(call)
    table.remove(10)
    assert table.what == call
    while table.what == call or (call == "don" and table.what == "sheriff"):
        table.time_is_up()
    assert table.said("removed")[-1] == (10,)
    assert over(table) == ("red", "night 1", [3, 9, 10])


@paragraph("1.4")
def test_a_removal_in_the_deal_decides_nothing_before_the_cards_are_known(sit_down: SitDown) -> None:
    table = sit_down(begin="deal")
    table.step()
    table.remove(3)
    assert table.what == "deal"
    table.to("day 0")
    assert table.what == "speech"


@paragraph("1.4")
def test_who_is_hit_but_not_out_yet_counts_as_out(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(1, 2)
    table.to("night 1")
    table.shooting({3: 5, 9: 5, 10: 5})
    table.until("best move")
    table.remove(4)
    assert over(table) == ("black", "night 1", [1, 2, 4, 5])


def quiet(table: TableTalk, day: int) -> None:
    """Nobody leaves on that day, nor in the night before it."""
    table.to(f"day {day}")
    table.until("dusk")


@paragraph("7.7")
def test_three_shooting_nights_with_nobody_out_are_a_draw(sit_down: SitDown) -> None:
    table = sit_down()
    for day in range(3):
        quiet(table, day)
    table.until("result")
    table.remove(9)
    assert over(table) == ("draw", "night 3", [9])


@paragraph("7.7")
def test_a_field_switches_the_draw_off(sit_down: SitDown) -> None:
    table = sit_down(three_rounds_draw=False)
    table.to("day 4")


@paragraph("7.7")
@pytest.mark.parametrize(
    ("exits", "ended"),
    [
        ({"day 0": 8}, "night 3"),
        ({"night 1": 8}, "night 4"),
        ({"day 1": 8}, "night 4"),
        ({"night 2": 8}, "night 5"),
        ({"day 2": 8}, "night 5"),
        ({"night 3": 8}, "night 6"),
        ({"night 1": 8, "night 3": 7}, "night 6"),
    ],
)
def test_an_exit_of_any_kind_begins_the_count_anew(sit_down: SitDown, exits: Mapping[str, int], ended: str) -> None:
    table = sit_down()
    for period, seat in exits.items():
        table.to(period)
        table.remove(seat)
    table.until("result")
    assert over(table)[:2] == ("draw", ended)


@paragraph("7.7")
@pytest.mark.parametrize("night", [1, 2, 3])
def test_a_kill_begins_it_anew(sit_down: SitDown, night: int) -> None:
    table = sit_down()
    table.to(f"night {night}")
    table.night_over({3: 4, 9: 4, 10: 4})
    table.until("result")
    assert over(table) == ("draw", f"night {night + 3}", [4])
