"""What the tests of the store share: a header and a short evening."""

import pytest

from tablekit.events import AnyEvent, Break, Drawn, HandDown, HandUp, HostSaid, TimeReached, Undo, WordHeard
from tablekit.store.lines import Header

EVENING: tuple[AnyEvent, ...] = (
    Drawn(5, lot="seats", order=(3, 1, 2)),
    HostSaid(10, key="thanks", ask=1),
    HandDown(900, 7, err_us=50, clock="hub", ticks=14_400, settled_us=12_900),
    WordHeard(1_000, clock="hub", ticks=16_000),
    TimeReached(1_000),
    HandUp(40_000, 7, clock="hub", ticks=640_000),
    Undo(50_000),
    Break(50_000, since_us=10, why="undo", down=(2, 5), masked=(1,)),
    HostSaid(60_000, key="имя", number=4),
)


@pytest.fixture
def header() -> Header:
    return Header(
        version="0.1.0",
        book="sport",
        options={"raise": True, "speech_s": 60, "doubt": "repeat", "pace": 1.0},
        seats=10,
        names=("Алиса", "Əli", 'Bob "B"'),
        seed=7,
        boot=3,
        started="2026-11-30T20:00:00+04:00",
        simulated=False,
        game=3,
    )


@pytest.fixture
def evening() -> tuple[AnyEvent, ...]:
    return EVENING
