"""What the hub's benchmark shows, on fewer presses."""

import random

import pytest

from benchmarks.hub import EXACT_US, ballots, by_the_builder, by_the_kit, exactness

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("built")]


def test_bouncing_presses_are_stamped_exactly_and_none_is_lost_or_told_twice() -> None:
    found = exactness(random.Random(2), rounds=10)
    assert (len(found.errors_us), found.lost, found.doubled) == (400, 0, 0)
    assert max(map(abs, found.errors_us)) <= EXACT_US


def test_the_order_of_word_and_hand_is_never_told_wrongly() -> None:
    given = list(ballots(random.Random(3), 25))
    assert by_the_kit(given).wrong == 0
    assert max(by_the_builder(given).values()) > 0
