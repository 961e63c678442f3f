"""Lines that make more contacts than hands do are named once."""

from intake_room import Room

from tablekit.intake.debounce import Line
from tablekit.intake.noise import FAULTS_MOST, WINDOW_US, Noise

MS = 1_000


def test_an_accident_is_no_noise_and_a_storm_is_told_once() -> None:
    noise = Noise()
    assert [noise.begins(at_us) for at_us in range(FAULTS_MOST)] == [False] * FAULTS_MOST
    assert [noise.begins(FAULTS_MOST + at_us) for at_us in range(50)] == [True] + [False] * 49


def test_faults_that_are_far_apart_are_no_noise_and_calm_makes_it_news_again() -> None:
    noise = Noise()
    apart_us = WINDOW_US // FAULTS_MOST + 1
    assert not any(noise.begins(number * apart_us) for number in range(100))
    far_us = 200 * apart_us
    assert sum(noise.begins(far_us + number) for number in range(100)) == 1
    assert not noise.begins(far_us + 2 * WINDOW_US)
    assert sum(noise.begins(far_us + 3 * WINDOW_US + number) for number in range(100)) == 1


def test_spikes_on_one_seat_name_it_and_presses_on_another_do_not() -> None:
    room = Room()
    for number in range(FAULTS_MOST + 1):
        room.press(4, number * 100 * MS, number * 100 * MS + MS)
        room.press(5, number * 100 * MS, number * 100 * MS + 40 * MS)
    room.until(FAULTS_MOST * 100 * MS + 99 * MS)
    assert room.pi.noisy() == [Line("pad", 4)]
    assert room.pi.noisy() == []


def test_edges_that_were_lost_count_too() -> None:
    room = Room()
    for number in range(FAULTS_MOST + 2):
        room.edge(number * 100 * MS, 9, True)
    room.until(10_000 * MS)
    assert room.pi.noisy() == [Line("pad", 9)]
