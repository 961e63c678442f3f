"""What the benchmarks compare the kit with is what was measured, and their table says what is met."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.builder import CallbackVotes, QueuedVotes, debounced_us
from benchmarks.figures import Aim, Figure, table
from benchmarks.hands import Edge, Hand, close_hand
from tablekit.intake.debounce import CONFIRM_US, NEW_AFTER_US


def test_lgpio_stamps_a_press_whose_bounce_ended_at_16_ms_as_it_was_measured() -> None:
    press = tuple(Edge(at_us, at_us, down) for at_us, down in ((0, True), (8_000, False), (16_000, True)))
    assert debounced_us(Hand(1, press, ())) == 66_600


def test_close_hands_bounce_within_what_the_kit_publishes_as_a_press() -> None:
    chance = random.Random(7)
    for _ in range(1_000):
        first, *rest = close_hand(chance, 1).press
        away_us = [back.at_us - away.at_us for away, back in zip(rest[::2], rest[1::2], strict=True)]
        assert first.down
        assert max(away_us, default=0) < NEW_AFTER_US
        assert 2 * sum(away_us) <= CONFIRM_US
        assert not rest or rest[-1].at_us < first.at_us + CONFIRM_US


def test_a_builder_counts_presses() -> None:
    callbacks, queued = CallbackVotes(seats=2), QueuedVotes()
    for down in (True, False, True):
        callbacks.edge(2, down)
        queued.put("pressed" if down else "released", 2)
    queued.handle()
    callbacks.close()
    assert callbacks.votes == queued.votes == {2: 2}
    assert queued.down == {2}


def test_the_table_tells_the_ratio_and_what_is_met() -> None:
    slow = Figure("events", 110_000, "/s", Aim(115_000, at_least=True), wall=90_000, builder=220_000)
    small = Figure("memory", 23.96, "MB", Aim(80))
    assert table([slow, small]).splitlines() == [
        "figure        here  by the wall  a builder's way  ratio        aim  met",
        "events  110,000 /s       90,000          220,000   0.50  ≥ 115,000   NO",
        "memory     24.0 MB                                            ≤ 80  yes",
    ]


def benchmarks(*subjects: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *subjects]
    return subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_subject_is_measured_alone() -> None:
    run = benchmarks("verdict")
    assert run.returncode == 0, run.stderr
    assert "a hand 1 µs before T" in run.stdout


def test_an_unknown_subject_is_told_and_what_there_is() -> None:
    run = benchmarks("verdict", "sound")
    assert run.returncode == 1
    assert run.stderr == (
        "There is no benchmark sound. Choose from: flow, evening, verdict, close_hands, start, hub, clock, gpio\n"
    )
