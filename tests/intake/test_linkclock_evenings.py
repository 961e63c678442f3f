"""Evenings with a hub's clock: four links, and counters that drift; how far its stamps are from the truth."""

from random import Random

import pytest
from link_models import (
    FIELD,
    HOURS_2_US,
    LINKS,
    TICK_HZ,
    Crystal,
    Errors,
    Event,
    Exchange,
    Heartbeat,
    Link,
    S,
    crystal,
    evening,
)

from tablekit.intake.linkclock import HubClock

P99_US = {"UART 115200": 42, "USB CDC": 155, "USB CDC, loaded host": 184, "USB-UART, 16 ms timer": 1_306}
"""Of the plain interval method."""
NEAR_P99_US = {"UART 115200": 28, "USB CDC": 80, "USB CDC, loaded host": 100, "USB-UART, 16 ms timer": 441}
"""A regression's are 22, 64, 66 and 441, and it states no bound."""


def told(errors: Errors, link: Link, seed: str, until_us: int, heartbeat_us: int = 0) -> None:
    chance, clock = Random(seed), HubClock("hub", TICK_HZ)
    for happening in evening(link, crystal(chance), chance, until_us, heartbeat_us=heartbeat_us):
        match happening:
            case Exchange():
                clock.exchange(happening.sent_us, happening.ticks, happening.received_us)
            case Heartbeat():
                clock.heard(happening.ticks, happening.received_us)
            case Event():
                errors.stamped(clock, happening)


@pytest.mark.parametrize("name", LINKS)
def test_four_links_for_ten_minutes(name: str) -> None:
    errors = Errors()
    told(errors, LINKS[name], f"{name} quick", 600 * S)
    assert errors.broken == 0
    assert errors.p99_us < P99_US[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LINKS)
def test_four_links_for_two_hours_five_times(name: str) -> None:
    errors = Errors()
    for seed in range(5):
        told(errors, LINKS[name], f"{name}{seed}", HOURS_2_US)
    assert errors.broken == 0
    assert errors.p99_us < NEAR_P99_US[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LINKS)
def test_four_links_as_never_before(name: str) -> None:
    seed = f"{name}{Random().getrandbits(32)}"
    errors = Errors()
    told(errors, LINKS[name], seed, HOURS_2_US)
    told(errors, LINKS[name], seed + " heartbeats", HOURS_2_US, heartbeat_us=100_000)
    assert errors.broken == 0, seed
    assert errors.p99_us < P99_US[name], seed


STEP_US = 3_600 * S
DRIFTS = {
    "+100 ppm": (Crystal(100), 100),
    "-100 ppm": (Crystal(-100), 100),
    "a slow wander": (Crystal(20, wander_ppm=5), 100),
    "a step of 50 ppm": (Crystal(30, steps=((STEP_US, 50),)), 100),
    "+2000 ppm and steps": (Crystal(2_000, wander_ppm=1, steps=((STEP_US, 50), (2 * STEP_US, -50))), 5_000),
    "-5000 ppm and a step": (Crystal(-5_000, steps=((STEP_US, 50),)), 5_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("drift", DRIFTS)
def test_three_hours_of_drift_over_a_link_of_0_to_30_ms_with_outliers(drift: str) -> None:
    """D14 of the field reports. A step is felt only when the delays let it be: until then 1 ms may be too little."""
    counter, ppm = DRIFTS[drift]
    clock, chance, errors, over_1_ms = HubClock("hub", TICK_HZ, ppm), Random(drift), Errors(), 0
    for happening in evening(
        FIELD, counter, chance, 3 * STEP_US, asks_at_us=clock.asks_at_us, heartbeat_us=100_000, events=1
    ):
        match happening:
            case Exchange():
                clock.exchange(happening.sent_us, happening.ticks, happening.received_us)
            case Heartbeat():
                clock.heard(happening.ticks, happening.received_us)
            case Event() if happening.at_us > 15 * S:
                error_us = errors.stamped(clock, happening)
                assert error_us < 2_000, happening
                over_1_ms += error_us > 1_000
    assert errors.broken == 0
    assert over_1_ms <= len(errors.errors_us) / 500
