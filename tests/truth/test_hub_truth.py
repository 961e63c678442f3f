"""0 wrong verdicts through a hub: its drifting counter, its log, and a cable that damages, loses and doubles."""

import logging
import os
from collections.abc import Iterator
from functools import partial

import pytest
from hub_emulated import Emulated
from hub_evening import HubEvening, NoAnswerError
from hub_judge import HubJudge
from hub_plants import HUBS, ROOMS
from hub_proof import BALLOTS, HubFigures, chunk, spread
from hub_room import HubRoom, Simulated

HUNDRED_THOUSAND = 100_000
SLOW_CHUNKS, SLOW_CHUNK = 20, 500
EVENINGS_MOST = 250
"""A planted fault must be found by then: the rarest shows in one evening of twenty-five."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Hubs fall silent here all the time."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


def nothing_is_wrong(figures: HubFigures) -> None:
    print(figures)
    assert figures.told == []
    assert figures.wrong == figures.differences == figures.unjustified == figures.undecided == 0
    assert figures.near > figures.ballots // 5
    assert figures.unopened <= figures.ballots // 5


def test_no_wrong_verdict_in_fifty_ballots() -> None:
    nothing_is_wrong(chunk("quick", 50))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_wrong_verdict_in_five_hundred_ballots(seed: int) -> None:
    figures = chunk(f"quick {seed}", 125)
    assert figures.ballots == 125
    nothing_is_wrong(figures)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SLOW_CHUNKS))
def test_no_wrong_verdict_in_ten_thousand_ballots(seed: int) -> None:
    figures = chunk(f"slow {seed}", SLOW_CHUNK)
    assert figures.ballots == SLOW_CHUNK
    nothing_is_wrong(figures)
    assert min(figures.resets, figures.cuts, figures.stalls) > 0


@pytest.mark.truth
def test_no_wrong_verdict_in_a_hundred_thousand_ballots() -> None:
    *_, figures = spread(HUNDRED_THOUSAND, os.cpu_count() or 1)
    assert figures.ballots == HUNDRED_THOUSAND
    nothing_is_wrong(figures)
    assert figures.void_by_loss > figures.ballots // 100


def on_the_program(seed: str, ballots: int) -> HubFigures:
    return chunk(seed, ballots, lambda name: HubEvening(name, maker=Emulated()))


@pytest.mark.slow
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("seed", range(2))
def test_no_wrong_verdict_by_the_hubs_own_program(seed: int) -> None:
    nothing_is_wrong(on_the_program(f"emulated {seed}", 25))


@pytest.mark.truth
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("seed", range(4))
def test_no_wrong_verdict_in_five_hundred_ballots_by_the_hubs_own_program(seed: int) -> None:
    nothing_is_wrong(on_the_program(f"emulated truth {seed}", 125))


def found(evening: type[HubEvening] | partial[HubEvening]) -> list[str]:
    """The first faults that the proof finds, evening after evening."""
    for number in range(EVENINGS_MOST):
        try:
            held = HubJudge(evening(f"planted/{number}")).judge(BALLOTS)
        except NoAnswerError as fault:
            return [str(fault)]
        if faults := [fault for one in held for fault in one.wrong + one.differences]:
            return [f"after {number + 1} evenings", *faults[:3]]
    return []


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_a_fault_in_the_kit_is_found(room: type[HubRoom]) -> None:
    assert found(partial(HubEvening, room=room)) != []


@pytest.mark.slow
@pytest.mark.parametrize("hub", HUBS)
def test_a_fault_in_the_hub_is_found(hub: type[Simulated]) -> None:
    assert found(partial(HubEvening, maker=hub())) != []
