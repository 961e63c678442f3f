"""Link clocks: ticks to table time, with a stated error that holds, and an order that never changes."""

import pickle
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_models import LINKS, TICK_HZ, Crystal, Errors, Event, Exchange, S, evening

from tablekit.intake.linkclock import STAMPS_KEPT, UNKNOWN_US, HubClock, LinkClock, PiClock


def hub(ppm: int = 100) -> HubClock:
    return HubClock("hub 2f81", TICK_HZ, ppm)


def known_hub(rtt_us: int = 100, count: int = 20) -> HubClock:
    """Asked each second from 1 s on; its counter was at 0 at 0 s."""
    clock = hub()
    for second in range(1, count + 1):
        clock.exchange(second * S - rtt_us // 2, second * TICK_HZ, second * S + rtt_us // 2)
    return clock


def test_the_kernel_s_nanoseconds_are_table_time() -> None:
    clock: LinkClock = PiClock()
    assert clock.name == "pi"
    assert [clock.stamp(ticks) for ticks in (0, 999, 1_000, 123_456_789)] == [(0, 0), (0, 0), (1, 0), (123_456, 0)]


def test_a_counter_wraps_and_late_ticks_are_of_before() -> None:
    clock = hub()
    told = [clock.extend(ticks) for ticks in (0xFFFF_FFF0, 0x10, 0xFFFF_FFFE, 0x8000_0000, 0x7FFF_FFFF, 0)]
    assert told == [0xFFFF_FFF0, 0x1_0000_0010, 0xFFFF_FFFE, 0x8000_0000, 0x7FFF_FFFF, 0]


@given(st.integers(0, 2**40), st.lists(st.integers(-(2**31), 2**31 - 1)))
def test_every_step_of_less_than_half_a_wrap_is_followed(start: int, steps: list[int]) -> None:
    clock = hub()
    ticks = start
    offset = start - clock.extend(start % 2**32)
    for step in steps:
        ticks += step
        assert clock.extend(ticks % 2**32) + offset == ticks


def test_nothing_is_known_before_the_first_answer() -> None:
    clock = hub()
    clock.heard(1_000, 2 * S)
    assert clock.settled(5 * S) == UNKNOWN_US
    assert clock.asks_at_us() == 0
    with pytest.raises(ValueError, match="nothing is known of the clock hub 2f81"):
        clock.stamp(1_000)


def test_one_answer_is_an_interval_that_widens_by_the_drift() -> None:
    clock = hub()
    clock.exchange(1_000_000, 5_000, 1_000_400)
    at_us, err_us = clock.stamp(5_000)
    assert abs(at_us - 1_000_200) <= 1
    assert err_us <= 203
    assert clock.stamp(5_000 + TICK_HZ)[1] == pytest.approx(302, abs=2)
    assert clock.settled(2_000_200) == pytest.approx(302, abs=2)
    assert clock.settled(11_000_200) == pytest.approx(1_202, abs=3)
    assert clock.stamp(5_000 - TICK_HZ)[1] == pytest.approx(302, abs=2)


def test_a_resonator_is_known_like_a_crystal_once_its_rate_is_proven() -> None:
    clock = hub(5_000)
    for second in range(1, 60):
        at_us = round(second * S * 0.996)
        clock.exchange(at_us - 50, second * TICK_HZ, at_us + 50)
    at_us, err_us = clock.stamp(60 * TICK_HZ)
    assert abs(at_us - 59_760_000) <= 3
    assert err_us < 300
    assert clock.settled(59_760_000 + 60 * S) > 250_000  # nothing is proven about the minute to come


def test_heartbeats_prove_that_ticks_were_no_later() -> None:
    clock = hub()
    clock.exchange(1 * S, TICK_HZ, 1 * S + 20_000)
    assert clock.settled(1 * S + 500_000) > 10_000
    for tenth in range(1, 6):
        clock.heard(TICK_HZ + tenth * TICK_HZ // 10, 1 * S + tenth * 100_000 + 300)
    assert clock.settled(1 * S + 500_000) < 250
    clock.heard(TICK_HZ + TICK_HZ // 4, 1 * S + 250_000 + 100)  # late, and still worth something
    assert clock.settled(1 * S + 500_000) < 180


def test_it_is_asked_8_times_fast_then_calmly_and_faster_in_a_ballot() -> None:
    clock = hub()
    asked_us = [1 * S]
    for _ in range(12):
        sent_us = asked_us[-1]
        clock.exchange(sent_us, sent_us * 2, sent_us + 400)
        asked_us.append(clock.asks_at_us())
    assert [later - sooner for sooner, later in pairwise(asked_us)] == [20_000] * 7 + [980_000] * 5
    assert clock.asks_at_us(ballot=True) == sent_us + 250_000


def test_a_link_that_says_little_is_asked_more() -> None:
    clock, now_us, asked_us = hub(), 1 * S, []
    while now_us < 40 * S:
        clock.exchange(now_us, now_us * 2 + 10_000, now_us + 10_000)
        asked_us.append(clock.asks_at_us() - now_us)
        now_us += max(asked_us[-1], 10_000)
    assert set(asked_us) == {20_000}
    clock.exchange(80 * S, 160 * S, 80 * S + 400)
    assert clock.asks_at_us() == 80 * S + 20_000  # it was silent: as at the start


def test_what_was_stamped_stands_and_ticks_between_get_stamps_between() -> None:
    clock = hub()
    clock.exchange(1 * S, TICK_HZ, 1 * S + 20_000)
    wrong_us, err_us = clock.stamp(TICK_HZ + 2_000)
    assert (wrong_us, err_us) == (pytest.approx(1_011_000, abs=1), pytest.approx(10_001, abs=2))
    clock.exchange(1_010_000, TICK_HZ + 20_000, 1_010_100)
    for ticks, truth_us in ((TICK_HZ + 1_000, 1_000_500), (TICK_HZ + 2_000, 1_001_000), (TICK_HZ + 2_001, 1_001_000)):
        at_us, err_us = clock.stamp(ticks)
        assert abs(at_us - truth_us) <= err_us
        assert (ticks < TICK_HZ + 2_000) <= (at_us <= wrong_us)
        assert (ticks >= TICK_HZ + 2_000) <= (at_us >= wrong_us)
    assert clock.stamp(TICK_HZ + 2_001)[1] > 9_000  # kept in order, and said how wrong it may be
    assert clock.stamp(TICK_HZ + 40_000)[1] < 200


def test_ticks_before_what_was_stamped_get_no_later_stamp_though_the_map_was_early() -> None:
    clock = hub()
    clock.exchange(1 * S, TICK_HZ, 1 * S + 20_000)
    early_us, _ = clock.stamp(TICK_HZ + 2_000)
    clock.exchange(1 * S + 28_900, TICK_HZ + 20_000, 1 * S + 29_000)
    at_us, err_us = clock.stamp(TICK_HZ + 1_000)
    assert at_us == early_us
    assert 1 * S + 19_500 - at_us <= err_us < 9_700
    assert clock.stamp(TICK_HZ + 3_000)[0] > at_us + 8_000


def test_older_ticks_than_are_remembered_get_the_oldest_stamp() -> None:
    clock = known_hub()
    first = [clock.stamp(20 * TICK_HZ + ticks)[0] for ticks in range(STAMPS_KEPT - 1)]
    assert clock.stamp(10 * TICK_HZ) == (pytest.approx(10 * S, abs=1), pytest.approx(52, abs=3))
    for ticks in range(STAMPS_KEPT):
        clock.stamp(21 * TICK_HZ + ticks)
    at_us, err_us = clock.stamp(20 * TICK_HZ)
    assert at_us == clock.stamp(21 * TICK_HZ)[0] >= max(first)
    assert 1 * S <= err_us <= 1 * S + 200


def test_another_counter_is_found_out_and_known_again() -> None:
    clock = known_hub()
    assert clock.contradictions == 0
    clock.exchange(21 * S, 21 * TICK_HZ + 20_000, 21 * S + 100)  # 10 ms too much in a second
    assert clock.contradictions == 1
    clock.exchange(22 * S, 22 * TICK_HZ + 20_000, 22 * S + 100)
    at_us, err_us = clock.stamp(22 * TICK_HZ + 20_000)
    assert clock.contradictions == 1
    assert abs(at_us - 22 * S) <= err_us <= 160


@pytest.mark.parametrize("ppm_each_second", [0, 20], ids=["a leap", "a slide"])
def test_a_resonator_that_does_not_keep_its_rate_is_found_out(ppm_each_second: int) -> None:
    clock, at_us = hub(5_000), 0
    for second in range(1, 60):
        ppm = max(second - 30, 0) * ppm_each_second if ppm_each_second else (second > 30) * 1_000
        at_us += S + ppm
        clock.exchange(at_us - 50, second * TICK_HZ, at_us + 50)
        assert clock.contradictions == 0 or second > 30
    assert clock.contradictions > 0


def test_a_resonator_that_did_not_keep_its_rate_in_a_silence_is_found_out() -> None:
    clock = hub(5_000)
    for second in range(1, 31):
        clock.exchange(second * S - 50, second * TICK_HZ, second * S + 50)
    clock.exchange(42 * S + 11_950, 42 * TICK_HZ, 42 * S + 12_050)
    assert clock.contradictions == 1
    assert clock.stamp(42 * TICK_HZ) == (pytest.approx(42 * S + 12_000, abs=1), pytest.approx(52, abs=2))


def test_a_rate_that_steps_is_followed_and_asked_about() -> None:
    counter, clock, errors, asked_us = Crystal(30, steps=((150 * S, 50),)), hub(), Errors(), []
    for happening in evening(LINKS["USB-UART, 16 ms timer"], counter, Random(1), 400 * S, asks_at_us=clock.asks_at_us):
        if isinstance(happening, Exchange):
            clock.exchange(happening.sent_us, happening.ticks, happening.received_us)
            asked_us.append(happening.sent_us)
        elif isinstance(happening, Event):
            assert errors.stamped(clock, happening) < 2_000 or happening.at_us < 15 * S
    assert errors.broken == clock.contradictions == 0
    fast = [sooner for sooner, later in pairwise(asked_us) if later - sooner < 100_000]
    assert any(150 * S < at_us < 200 * S for at_us in fast)
    assert errors.errors_us[-1] < 500


@pytest.mark.parametrize("ticks", [22 * TICK_HZ, 20 * TICK_HZ - 1_000])
def test_a_heartbeat_from_the_future_makes_the_clock_unknown_until_the_next_answer(ticks: int) -> None:
    clock = known_hub()
    clock.heard(ticks, 19 * S)
    assert clock.contradictions == 1
    assert clock.settled(21 * S) > 1 * S
    clock.exchange(23 * S, 25 * TICK_HZ, 23 * S + 100)
    assert clock.settled(23 * S) < 200


def test_a_late_answer_still_counts_and_a_late_contradiction_is_found() -> None:
    clock = known_hub(rtt_us=1_000)
    clock.exchange(19_900_000 - 10, TICK_HZ * 199 // 10, 19_900_000 + 10)
    assert clock.stamp(20 * TICK_HZ)[1] < 40
    clock.exchange(19_900_000 + 9_000, TICK_HZ * 199 // 10, 19_900_000 + 9_100)
    assert clock.contradictions == 1


def test_a_counter_wraps_in_mid_evening_and_nothing_is_felt() -> None:
    counter = Crystal(37, began_ticks=2**32 - 100 * TICK_HZ)
    clock, errors = hub(), Errors()
    for happening in evening(LINKS["USB CDC"], counter, Random(1), 200 * S):
        ticks = clock.extend(happening.ticks % 2**32)
        if isinstance(happening, Exchange):
            clock.exchange(happening.sent_us, ticks, happening.received_us)
        elif isinstance(happening, Event):
            errors.stamped(clock, Event(happening.at_us, ticks))
    assert errors.broken == clock.contradictions == 0
    assert ticks > 2**32


def test_it_remembers_no_more_with_time() -> None:
    chance, clock, sizes = Random(1), hub(5_000), []
    for happening in evening(LINKS["USB CDC"], Crystal(3_000), chance, 1_800 * S, events=2):
        if isinstance(happening, Exchange):
            clock.exchange(happening.sent_us, happening.ticks, happening.received_us)
        elif isinstance(happening, Event):
            clock.stamp(happening.ticks)
            sizes.append(len(pickle.dumps(clock)) if len(sizes) % 100 == 0 else 0)
    assert max(sizes) < 50_000
    assert max(sizes[2_400:]) < max(sizes[1_200:2_400]) * 1.25
