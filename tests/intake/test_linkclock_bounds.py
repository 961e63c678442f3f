"""What a hub's clock says of its own error holds for every counter that keeps what was said of it."""

from itertools import pairwise
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_models import TICK_HZ, S

from tablekit.intake.linkclock import HubClock


def truth_us(ticks: int, ppm: int) -> float:
    return ticks / TICK_HZ * 1e6 / (1 + ppm * 1e-6)


@pytest.mark.parametrize("ppm", [100, -100])
def test_the_fastest_and_the_slowest_crystal_stay_within_the_bound(ppm: int) -> None:
    clock, told = (
        HubClock("hub", TICK_HZ),
        ((100, 50_000), (105, 10), (110, 50_000), (107, 10)),
    )  # seconds, and round trip; one is late
    for second, rtt_us in told:
        at_us = truth_us(second * TICK_HZ, ppm)
        clock.exchange(floor(at_us), second * TICK_HZ, ceil(at_us) + rtt_us)
        clock.heard((second - 1) * TICK_HZ, ceil(truth_us((second - 1) * TICK_HZ, ppm)) + 50)
        for then in (90, 99, 101, 103, 106, 109, 112, 120):
            at_us, err_us = clock.stamp(then * TICK_HZ)
            assert abs(at_us - truth_us(then * TICK_HZ, ppm)) <= err_us


@pytest.mark.parametrize(("before_ppm", "after_ppm"), [(4_800, 5_000), (5_000, 4_800), (-4_800, -5_000), (0, 200)])
def test_a_resonator_may_leap_within_its_band(before_ppm: int, after_ppm: int) -> None:
    clock, leap = HubClock("hub", TICK_HZ, 5_000), 45 * TICK_HZ
    leap_us = truth_us(leap, before_ppm)
    for ticks in range(TICK_HZ, leap + 1, TICK_HZ):
        at_us = truth_us(ticks, before_ppm)
        clock.exchange(floor(at_us), ticks, ceil(at_us))
    for ticks in range(0, 20 * TICK_HZ, TICK_HZ):
        at_us, err_us = clock.stamp(leap + ticks)
        assert abs(at_us - leap_us - truth_us(ticks, after_ppm)) <= err_us


class Wild:
    """A counter whose rate jumps as it likes, in exact integers; it keeps its whole past."""

    def __init__(self, tick_hz: int) -> None:
        self._hz = tick_hz
        self.now_us = 5 * S
        self._passed = 0  # ticks, in units of 1e-12

    def go(self, us: int, ppm: int) -> None:
        self.now_us += us
        self._passed += us * self._hz * (1_000_000 + ppm)

    @property
    def ticks(self) -> int:
        return self._passed // 10**12


STEPS = st.lists(
    st.tuples(
        st.integers(0, 3 * S) | st.integers(0, 2_000),
        st.integers(-100, 100) | st.sampled_from((-100, 100)),
        st.sampled_from(("exchange", "exchange", "heartbeat", "event", "late event", "late heartbeat")),
        st.integers(0, 300) | st.integers(0, 250_000),
        st.integers(0, 300) | st.integers(0, 250_000),
    ),
    min_size=2,
    max_size=60,
)


@given(st.sampled_from((1_000, 62_500, 1_000_000, TICK_HZ)), st.sampled_from((0, 4_900, -4_900)), STEPS)
def test_the_bound_holds_and_the_order_stands_whatever_the_link_does(
    tick_hz: int, base_ppm: int, steps: list[tuple[int, int, str, int, int]]
) -> None:
    counter, clock = Wild(tick_hz), HubClock("hub", tick_hz, 5_000 if base_ppm else 100)
    past, stamped = [], []
    for index, (gap_us, ppm, kind, there_us, back_us) in enumerate(steps):
        counter.go(gap_us, base_ppm + ppm)
        sent_us = counter.now_us
        past.append((counter.ticks, sent_us))
        then_ticks, then_us = past[there_us % len(past)]
        if kind == "exchange" or index == 0:
            counter.go(there_us, base_ppm + ppm)
            ticks = counter.ticks
            counter.go(back_us, base_ppm - ppm)
            clock.exchange(sent_us, ticks, counter.now_us)
        elif kind == "heartbeat":
            clock.heard(counter.ticks, counter.now_us + back_us)
            counter.go(back_us, base_ppm + ppm)
        elif kind == "late heartbeat":
            clock.heard(then_ticks, then_us + back_us)
        else:
            ticks, truth_us = past[-1] if kind == "event" else (then_ticks, then_us)
            at_us, err_us = clock.stamp(ticks)
            assert abs(at_us - truth_us) <= err_us
            stamped.append((ticks, at_us))
    assert clock.contradictions == 0
    stamped.sort()
    assert all(sooner[1] <= later[1] for sooner, later in pairwise(stamped))
