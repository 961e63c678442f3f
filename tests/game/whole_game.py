"""An evening in which everything is asked, and the moments of it."""

from functools import cache

import pytest
from table_talk import TableTalk

from tablekit.game.runner import Runner

ALL = tuple(range(1, 11))
SPARE = 8
"""A red seat that nobody in the whole game has to do with."""


@cache
def whole_game() -> TableTalk:
    """An evening in which everything is asked once."""
    table = TableTalk("fsm")
    table.to("day 0")
    table.foul(1, times=3)
    table.put_to_vote(4, 2)
    table.ballots({4: (1, 2, 3, 4, 5)})
    table.ballots({4: (1, 2, 3, 4, 5)})
    table.raises(1, 2, 3)
    table.to("night 1")
    table.night_over({3: 4, 9: 4, 10: 4}, don=6, sheriff=9, best_move=(3, 9, 1))
    table.to("day 1")
    table.put_to_vote(9, 10)
    table.ballots({9: ALL})
    table.to("night 2")
    table.night_over({3: 2, 10: 2})
    table.to("day 2")
    table.put_to_vote(10, 6)
    table.ballots({10: ALL})
    table.to("day 3")
    table.put_to_vote(3)
    table.vote(3)
    table.until("result")
    return table


@cache
def moments() -> dict[str, int]:
    """Every question of the evening, and how many lines the log has when it is put first."""
    first: dict[str, int] = {}
    game = whole_game()
    runner = Runner(game.book, game.seats)
    for lines, event in enumerate(game.runner.log, start=1):
        runner.feed(event)
        assert runner.open is not None
        what = "the word is coming" if runner.open.sealed and not runner.open.offers else runner.open.what
        first.setdefault(f"{what} in the first night" if runner.table.period == "night 0" else what, lines)
    return first


MOMENTS = sorted(moments().items(), key=lambda moment: moment[1])
AT_ANY_MOMENT = pytest.mark.parametrize("lines", [lines for _, lines in MOMENTS], ids=[name for name, _ in MOMENTS])


def sealed(table: TableTalk) -> bool:
    """From a call to its verdict."""
    return table.runner.open is not None and table.runner.open.sealed
