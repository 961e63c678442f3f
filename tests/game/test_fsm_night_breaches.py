"""fsm: when a night removal is announced, and what a peek costs (6.7.5, 7.1)."""

import pytest
from table_talk import SitDown, paragraph

# Removals


@paragraph("7.1")
def test_a_removal_in_the_deal_is_announced_at_once(sit_down: SitDown) -> None:
    table = sit_down()
    table.remove(8)
    assert table.said("removed") == [(8,)]
    assert 8 not in table.scene.living


@paragraph("7.1")
@pytest.mark.parametrize(
    ("call", "told", "by"),
    [("shooting", "don", "removal"), ("don", "best move", "removal"), ("sheriff", "best move", "fouls")],
)
def test_a_night_removal_is_announced_after_the_count_to_ten_or_the_sheriffs_check(
    sit_down: SitDown, call: str, told: str, by: str
) -> None:
    table = sit_down()
    table.to("day 0")
    table.foul(8)
    table.to("night 1")
    table.until(call)
    if by == "removal":
        table.remove(8)
    else:
        table.foul(8, times=3)
    assert table.out == [8]
    assert 8 in table.scene.living
    assert table.scene.fouls[8] == (1 if by == "removal" else 3)
    while table.what != told:
        assert table.said("removed") == []
        table.step()
    assert table.said("removed") == [(8,)]
    assert 8 not in table.scene.living
    assert table.night.killed == [8]


@paragraph("7.1")
@pytest.mark.parametrize("step", ["best move", "dawn"])
def test_after_the_checks_it_is_announced_at_once(sit_down: SitDown, step: str) -> None:
    table = sit_down()
    table.to("night 1")
    table.until(step)
    table.remove(8)
    assert table.said("removed") == [(8,)]
    assert 8 not in table.scene.living


@paragraph("7.1", "4.5.5")
def test_whoever_is_removed_in_the_shooting_cannot_be_hit(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.remove(4)
    table.until("don")
    assert table.told("A miss.")
    assert table.night.killed == [4]


# Peeks


@paragraph("6.7.5")
@pytest.mark.parametrize(("peek_removes", "out"), [(False, []), (True, [4])])
def test_peeking_is_a_removal_by_a_switch(sit_down: SitDown, peek_removes: bool, out: list[int]) -> None:
    table = sit_down(peek_removes=peek_removes)
    table.to("night 1")
    table.bare(4)
    assert table.night.peeks == [4]
    assert table.out == out
    assert table.said("removed") == []


@paragraph("6.7.5", "1.4")
def test_a_peek_may_end_the_game_at_once(sit_down: SitDown) -> None:
    table = sit_down(peek_removes=True)
    table.remove(9, 10)
    table.until("don")
    table.bare(3)
    assert table.what == "result"
    assert (table.winner, table.ended) == ("red", "night 0")


@paragraph("6.7.5")
def test_a_peek_in_a_pause_is_a_peek(sit_down: SitDown) -> None:
    table = sit_down(peek_removes=True)
    table.to("night 1")
    table.pause()
    table.bare(4)
    assert table.what == "paused"
    assert table.out == [4]


@paragraph("6.7.5")
@pytest.mark.parametrize("deal", ["host", "wake", "kit"])
def test_to_look_at_ones_card_is_no_peek(sit_down: SitDown, deal: str) -> None:
    table = sit_down(deal=deal, begin="card", peek_removes=True)
    table.bare(1)
    table.masked(1)
    assert table.out == []
    table.bare(2)
    assert table.out == [2]
