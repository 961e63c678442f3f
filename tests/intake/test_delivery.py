"""What is promised of edges that come late and out of order: by a loop, or after a settle time."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tablekit.intake.delivery import CALM_US, CLOSE_US, DEAF_US, MARGIN_US, SETTLE_US, Looped, Settled

NOW_US = 5_000_000


def test_without_a_loop_the_settle_time_is_assumed_and_grows_with_what_is_seen() -> None:
    settled = Settled()
    assert settled.upto_us(NOW_US) == NOW_US - SETTLE_US
    settled.told(NOW_US - 40_000, NOW_US)
    assert settled.settle_us == SETTLE_US
    settled.told(NOW_US - 90_000, NOW_US)
    assert settled.upto_us(NOW_US) == NOW_US - 180_000


def test_a_toggle_that_is_heard_proves_what_is_older_than_the_one_before_it() -> None:
    looped = Looped()
    assert looped.toggles(NOW_US, close=True)
    looped.heard(NOW_US + 70, NOW_US + 1_500)
    assert (looped.upto_us(NOW_US + 1_500), looped.lag_us) == (-1, 1_430)
    again_us = NOW_US + CLOSE_US
    assert looped.toggles(again_us, close=True)
    looped.heard(again_us + 80, again_us + 900)
    assert looped.upto_us(again_us + 900) == NOW_US + 70 - MARGIN_US


def test_it_toggles_once_until_it_hears_and_more_often_while_somebody_waits() -> None:
    looped = Looped()
    assert looped.toggles(NOW_US, close=True)
    assert not looped.toggles(NOW_US + CALM_US, close=True)
    looped.heard(NOW_US + 70, NOW_US + 100)
    assert not looped.toggles(NOW_US + CLOSE_US, close=False)
    assert looped.due_us(close=False) == NOW_US + CALM_US
    assert looped.toggles(NOW_US + CLOSE_US, close=True)


def test_an_edge_that_nobody_made_proves_nothing() -> None:
    looped = Looped()
    looped.heard(NOW_US, NOW_US)
    looped.toggles(NOW_US + 10, close=True)
    looped.heard(NOW_US + 9, NOW_US + 20)
    looped.heard(NOW_US + 11, NOW_US + 30)
    assert looped.upto_us(NOW_US + 30) == -1


def test_what_is_not_heard_for_a_second_is_deaf_and_tries_again() -> None:
    looped = Looped()
    looped.toggles(NOW_US, close=False)
    assert not looped.deaf(NOW_US + DEAF_US)
    assert looped.deaf(NOW_US + DEAF_US + 1)
    assert not looped.deaf(NOW_US + DEAF_US + 1)
    assert looped.toggles(NOW_US + DEAF_US + 1, close=False)


@given(st.integers(0, 1 << 32))
def test_nothing_older_than_the_proof_comes_after_it(seed: int) -> None:
    """A thread that wakes up now and then, and tells what has come since in any order."""
    chance, looped = Random(seed), Looped()
    now_us, queued = NOW_US, list[tuple[int, bool]]()
    for _ in range(60):
        until_us = now_us + chance.randrange(100, 15_000)
        queued += [(chance.randrange(now_us, until_us), False) for _ in range(chance.randrange(4))]
        if looped.toggles(now_us, close=True):
            queued.append((now_us + chance.randrange(30, 90), True))
        now_us = until_us
        told, queued = [one for one in queued if one[0] < now_us], [one for one in queued if one[0] >= now_us]
        chance.shuffle(told)
        for stamp_us, loop in told:
            if loop:
                looped.heard(stamp_us, now_us)
            else:
                assert stamp_us > looped.upto_us(now_us)
