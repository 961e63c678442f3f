"""What broke similar tables in the field, at the edges: missed edges (D1), spikes (D2), a storm on one line (D3)."""

import tracemalloc
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from intake_room import Room, hand, up

from tablekit.events import Event, HandDown, HandUp, Rejected, Unproven
from tablekit.intake.debounce import Line

MS, S = 1_000, 1_000_000
LATEST_US = 13 * MS  # edges are delivered so late, and not in the order of time
Pulse = tuple[int, int]
Edge = tuple[int, int, bool]  # stamp, seat, active


def test_d1_a_missed_release_is_found_at_the_phase_change_and_the_next_ballot_counts_once() -> None:
    room = Room()
    room.edge(1 * S, 4, True)  # its release is lost
    room.until(2 * S)
    room.pi.levels(3 * S, {Line("pad", 4): False})
    room.press(4, 5 * S, 6 * S)
    assert room.until(7 * S)[-3:] == [Unproven(3 * S, 4, down=False), hand(5 * S, 4), up(6 * S, 4)]
    assert room.pi.missed == {Line("pad", 4): 1}


def test_d1_a_missed_press_is_unproven_at_t_and_its_neighbour_s_is_not() -> None:
    room = Room()
    room.edge(1 * S, 4, True)  # and seat 7 within 50 us, whose edge is lost
    room.pi.levels(1 * S + 20 * MS, {Line("pad", 4): True, Line("pad", 7): True, Line("pad", 8): False})
    room.edge(2 * S, 4, False)
    room.edge(2 * S, 7, False)
    assert room.until(3 * S) == [hand(1 * S, 4), Unproven(1 * S + 20 * MS, 7, down=True), up(2 * S, 4), up(2 * S, 7)]


def test_d1_two_falling_edges_in_a_row() -> None:
    room = Room()
    for at_us, active in [(1 * S, True), (2 * S, False), (2 * S + 100, False), (3 * S, True), (4 * S, False)]:
        room.edge(at_us, 4, active)
    assert room.until(5 * S) == [hand(1 * S, 4), up(2 * S, 4), hand(3 * S, 4), up(4 * S, 4)]
    assert room.pi.missed == {Line("pad", 4): 1}


def union(pulses: Iterable[Pulse]) -> list[Pulse]:
    """What a wire shows of pulses that overlap."""
    shown: list[Pulse] = []
    for start, end in sorted(pulses):
        if shown and start <= shown[-1][1]:
            shown[-1] = (shown[-1][0], max(end, shown[-1][1]))
        else:
            shown.append((start, end))
    return shown


def last_spike(spikes: list[Pulse], at_us: int) -> Pulse:
    return spikes[bisect_right(spikes, (at_us, at_us)) - 1]


def deliver(room: Room, edges: Iterable[Edge], chance: Random, step_us: int) -> list[Event]:
    """The kernel's way: late by up to 13 ms, in no order; the source promises what has surely come."""
    told: list[Event] = []
    promised_us = 0
    for arrival_us, (at_us, seat, active) in sorted((edge[0] + chance.randrange(LATEST_US), edge) for edge in edges):
        if arrival_us - LATEST_US > promised_us + step_us:
            promised_us = arrival_us - LATEST_US
            told += room.until(promised_us)
        room.pi.edge(at_us * 1_000, Line("pad", seat), active)
    return told + room.until(promised_us + 1 * S)


@pytest.mark.slow
def test_d2_an_hour_of_spikes_on_all_seats_loses_no_press_and_makes_none() -> None:
    chance = Random(2)
    edges: list[Edge] = []
    presses: dict[int, list[int]] = {}
    spikes: dict[int, list[Pulse]] = {}
    for seat in range(1, 11):
        slots = range(S, 3_600 * S, 600 * MS)  # 100 a minute
        starts = [slot + chance.randrange(590 * MS) for slot in slots]
        spikes[seat] = [(at_us, at_us + chance.choice([200, 1 * MS, 3 * MS])) for at_us in starts]
        presses[seat] = [slot + chance.randrange(3 * S) for slot in range(5 * S, 3_600 * S, 5 * S)]
        for k in range(0, len(presses[seat]), 3):  # every third one right after a spike, at 1..9 ms
            presses[seat][k] = last_spike(spikes[seat], presses[seat][k])[1] + chance.randrange(1 * MS, 9 * MS)
        pulses = [*spikes[seat]]
        for k, at_us in enumerate(presses[seat]):
            pulses += [(at_us, at_us + 150), (at_us + 400, at_us + (15 * MS if k % 2 else 40 * MS))]
        for start, end in union(pulses):
            edges += [(start, seat, True), (end, seat, False)]

    room = Room()
    told = deliver(room, edges, chance, 100 * MS)

    assert sorted(room.pi.noisy()) == [Line("pad", seat) for seat in range(1, 11)]
    for seat in range(1, 11):
        hands = [event for event in told if isinstance(event, HandDown) and event.seat == seat]
        assert len(hands) == len(presses[seat])
        for at_us, down in zip(presses[seat], hands, strict=True):
            start, end = last_spike(spikes[seat], at_us)
            assert down.at_us == (start if at_us < end + 5 * MS else at_us)  # one contact with the spike
            assert down.settled_us >= at_us or end >= at_us  # unless it began inside the spike
    ups = Counter(event.seat for event in told if isinstance(event, HandUp))
    assert ups == Counter({seat: len(presses[seat]) for seat in presses})
    noise = Counter(event.seat for event in told if isinstance(event, Rejected))
    assert min(noise[seat] for seat in spikes) > 5_000


def storm(seat: int, from_us: int, edges: int, chance: Random) -> list[Edge]:
    """5,000 edges a second, of which the kernel's buffer has dropped some."""
    whole = [(from_us + 200 * k, seat, k % 2 == 0) for k in range(edges)]
    return [edge for edge in whole if chance.random() > 0.1]


def test_d3_a_storm_on_one_seat_hides_no_other_and_shows_its_gaps() -> None:
    chance, room = Random(3), Room()
    press: list[Edge] = [(1_500_000, 1, True), (1_560_000, 1, False)]
    told = deliver(room, [*storm(9, 1 * S, 5_000, chance), *press], chance, 20 * MS)
    assert [event for event in told if event.seat == 1] == [hand(1_500_000, 1), up(1_560_000, 1)]  # type: ignore[attr-defined]
    assert room.pi.missed.keys() == {Line("pad", 9)}
    assert room.pi.missed[Line("pad", 9)] > 300
    assert room.pi.noisy() == [Line("pad", 9)]


def test_d3_a_storm_holds_time_up_by_less_than_a_release() -> None:
    room = Room()
    now_us = 0
    for (now_us, seat, active), (next_us, *_) in pairwise(storm(9, 1 * S, 5_000, Random(4))):
        room.edge(now_us, seat, active)
        room.until(next_us - 1)
        assert room.merge.released_us >= now_us - 30 * MS


def test_d3_memory_is_bounded_however_long_the_storm() -> None:
    chance, room = Random(5), Room()
    tracemalloc.start()
    try:
        sizes = []
        for second in range(1, 6):
            deliver(room, storm(9, 3 * second * S, 5_000, chance), chance, 20 * MS)
            room.pi.edge(0, Line("pad", 9), True)  # stale
            room.stream.events.clear()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[-1] - sizes[1] < 20_000
