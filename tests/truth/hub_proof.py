"""Evenings of ballots at a hub, each judged by the kit, by the slow oracle, and by what truly happened.

`python tests/truth/hub_proof.py 100000 --processes 2` prints the figures, after each 1,000 ballots.
"""

import argparse
import multiprocessing
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from time import monotonic

from hub_evening import HubEvening
from hub_judge import HubHeld, HubJudge
from judge import Held
from proof import Figures

BALLOTS = 25
"""Of one evening."""
CHUNK = 1_000


@dataclass
class HubFigures(Figures):
    """Besides: what happened to the hub, and in how many ballots."""

    resets: int = 0
    cuts: int = 0
    stalls: int = 0
    wraps: int = 0
    touched: int = 0
    unopened: int = 0
    uncaused: int = 0

    def count(self, held: Held) -> None:
        super().count(held)
        assert isinstance(held, HubHeld)
        self.resets += held.reset
        self.cuts += held.cut
        self.stalls += held.stalled
        self.wraps += held.wrapped
        self.touched += held.touched
        self.unopened += held.unopened
        self.uncaused += held.uncaused

    def __str__(self) -> str:
        return (
            f"{super().__str__()} In mid-ballot {self.resets:,} resets, {self.cuts:,} cut cables, {self.stalls:,} "
            f"stalls of the kit, {self.wraps:,} wraps of the counter; {self.touched:,} ballots touched by a loss, "
            f"{self.uncaused:,} of those lost to bad bytes alone, {self.unopened:,} not opened."
        )


def chunk(seed: object, ballots: int, evening: Callable[[str], HubEvening] = HubEvening) -> HubFigures:
    """So many ballots of the evenings that this seed names."""
    figures = HubFigures()
    for number in range(ballots // BALLOTS):
        for held in HubJudge(evening(f"{seed}/{number}")).judge(BALLOTS):
            figures.count(held)
    return figures


def spread(ballots: int, processes: int, size: int = CHUNK) -> Iterable[HubFigures]:
    """Many ballots in chunks; the sum after each chunk."""
    total = HubFigures()
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        for figures in pool.map(chunk, range(ballots // size), repeat(size)):
            total += figures
            yield total


def main() -> None:
    parser = argparse.ArgumentParser(description="Prove the verdicts of simulated ballots at a hub.")
    parser.add_argument("ballots", type=int, nargs="?", default=100_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    began = monotonic()
    for figures in spread(options.ballots, options.processes):
        print(f"{monotonic() - began:.0f} s: {figures}", flush=True)
    for fault in figures.told:
        print(fault)


if __name__ == "__main__":
    main()
