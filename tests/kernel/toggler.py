"""The toggling side: a process of its own that changes lines of a chip at planned times, and tells when it did."""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic_ns, sleep
from typing import IO, NamedTuple

from tests.kernel.sim_chip import Moment, SimChip

AHEAD_NS = 5_000_000
SPIN_NS = 1_000_000
URGENT = 10
"""Before every program, and behind the kernel's interrupts."""


class Change(NamedTuple):
    """A line is made high or low, so many microseconds after the plan begins."""

    at_us: int
    line: int
    high: bool


class Done(NamedTuple):
    """A change, and when it was really made."""

    line: int
    high: bool
    moment: Moment


class Toggler:
    """Start it before lines are opened: a child must not inherit them."""

    def __init__(self, variable: str = "GPIO_SIM") -> None:
        root = Path(__file__).parents[2]
        command = [sys.executable, "-m", "tests.kernel.toggler", variable]
        self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._told: list[Change] = []
        assert self._out.readline() == "ready\n"

    def begin(self, plan: Iterable[Change]) -> None:
        """Begin with the plan; what is late because of its neighbours is done as soon as it can be."""
        self._told = sorted(plan)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(self._told) + "\n")
        self._process.stdin.flush()

    def done(self) -> list[Done]:
        """What was done, in its order; waits for the end of the plan."""
        moments = json.loads(self._out.readline())
        return [
            Done(change.line, change.high, Moment(*moment)) for change, moment in zip(self._told, moments, strict=True)
        ]

    @property
    def _out(self) -> IO[str]:
        assert self._process.stdout is not None
        return self._process.stdout

    def __enter__(self) -> "Toggler":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def follow(plan: list[list[int]], chip: SimChip) -> list[Moment]:
    """Change each line at its time."""
    begin_ns = monotonic_ns() + AHEAD_NS
    moments = []
    for at_us, line, high in plan:
        due_ns = begin_ns + at_us * 1_000
        while (left_ns := due_ns - monotonic_ns()) > 0:
            if left_ns > SPIN_NS:
                sleep((left_ns - SPIN_NS) / 1e9)
        moments.append(chip.hold(line, bool(high)))
    return moments


def main(variable: str) -> None:
    """Read plans, tell what was done."""
    gc.disable()
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(URGENT))
    with SimChip.of(variable) as chip:
        print("ready", flush=True)
        for plan in sys.stdin:
            print(json.dumps(follow(json.loads(plan), chip)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
