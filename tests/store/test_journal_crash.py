"""kill -9 of a process that appends: whatever it had flushed is there, and the game goes on."""

import random
import subprocess
import sys
from pathlib import Path

import appending
import pytest
from appending import event

from tablekit.store.journal import read, resume
from tablekit.store.lines import Label


def kill_in_mid_game(path: Path, seed: int) -> int:
    """Run that process and kill it in a random moment; the last number of events that it told."""
    moment = random.Random(seed).randint(0, 4_000)
    with subprocess.Popen([sys.executable, appending.__file__, path, str(seed)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = 0
        while told < moment:
            told = int(process.stdout.readline())
        process.kill()
        rest = process.stdout.read().splitlines(keepends=True)
    return max([told, *(int(line) for line in rest if line.endswith(b"\n"))])


def check(path: Path, told: int) -> None:
    before = read(path)
    assert len(before.events) >= told
    journal, reading = resume(path, Label(0, 1, ""))
    with journal:
        assert reading.events == before.events
        journal.append(event(len(before.events)))
    after = read(path)
    assert after.events == tuple(event(number) for number in range(len(before.events) + 1))
    assert not after.torn


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kill_9_loses_nothing_that_was_flushed(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "game.journal"
    check(path, kill_in_mid_game(path, seed))


@pytest.mark.slow
def test_kill_9_in_200_more_moments(tmp_path: Path) -> None:
    for seed in range(20, 220):
        path = tmp_path / f"{seed}.journal"
        check(path, kill_in_mid_game(path, seed))
