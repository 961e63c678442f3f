"""0 wrong verdicts: ballots through the real intake and the real game, against the slow oracle and the truth."""

import os

import pytest
from proof import Figures, chunk, spread

MILLION = 1_000_000
SLOW_CHUNKS, SLOW_CHUNK = 25, 2_000


def nothing_is_wrong(figures: Figures) -> None:
    print(figures)
    assert figures.told == []
    assert figures.wrong == figures.differences == figures.unjustified == figures.undecided == 0
    assert 0.05 < figures.doubted / figures.hands < 0.15
    assert figures.near > figures.ballots // 4
    assert figures.void_by_doubt > figures.ballots // 20
    assert figures.void_by_loss > figures.ballots // 400


@pytest.mark.parametrize("seed", range(2))
def test_no_wrong_verdict_in_five_hundred_ballots(seed: int) -> None:
    figures = chunk(f"quick {seed}", 250)
    assert figures.ballots == 250
    nothing_is_wrong(figures)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SLOW_CHUNKS))
def test_no_wrong_verdict_in_fifty_thousand_ballots(seed: int) -> None:
    figures = chunk(f"slow {seed}", SLOW_CHUNK)
    assert figures.ballots == SLOW_CHUNK
    nothing_is_wrong(figures)


@pytest.mark.truth
def test_no_wrong_verdict_in_a_million_ballots() -> None:
    *_, figures = spread(MILLION, os.cpu_count() or 1)
    assert figures.ballots == MILLION
    nothing_is_wrong(figures)
