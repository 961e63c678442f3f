"""Evenings of simulated ballots, each judged by the kit, by the slow oracle, and by what truly happened.

`python tests/truth/proof.py 1000000 --processes 2` prints the figures, after each 10,000 ballots.
"""

import argparse
import multiprocessing
import os
from collections import Counter as Tally
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from itertools import repeat
from time import monotonic

from evening import Evening
from judge import Held, Judge

BALLOTS = 25
"""Of one evening."""


@dataclass
class Figures:
    """What the proof has seen. `apart`: how often a doubted hand was so many microseconds from the word."""

    ballots: int = 0
    hands: int = 0
    near: int = 0
    own: int = 0
    own_doubted: int = 0
    unknown: int = 0
    estimated: int = 0
    wrong: int = 0
    differences: int = 0
    doubted: int = 0
    unjustified: int = 0
    void_by_doubt: int = 0
    void_by_loss: int = 0
    undecided: int = 0
    apart: Tally[int] = field(default_factory=Tally)
    told: list[str] = field(default_factory=list)
    """The first faults, in words."""

    def __iadd__(self, other: "Figures") -> "Figures":
        for what in fields(self):
            setattr(self, what.name, getattr(self, what.name) + getattr(other, what.name))
        del self.told[5:]
        return self

    @property
    def median_us(self) -> int:
        """Of the doubted hands: how far from the word."""
        passed = 0
        for apart_us in sorted(self.apart):
            passed += self.apart[apart_us]
            if 2 * passed >= self.doubted:
                return apart_us
        return 0

    def __str__(self) -> str:
        return (
            f"{self.ballots:,} ballots, {self.hands:,} hands, {self.near:,} of them within 1 ms of the word: "
            f"{self.wrong} wrong verdicts, {self.differences} differences from the oracle; "
            f"{self.doubted:,} on the line ({share(self.doubted, self.hands)}; on the word's own counter "
            f"{share(self.own_doubted, self.own)}), {self.unjustified} of them without cause, "
            f"median {self.median_us / 1000:.3f} ms from the word; "
            f"repeated {self.void_by_doubt:,} for a hand on the line, {self.void_by_loss:,} for a lost link, "
            f"{self.undecided} left open; {self.estimated:,} words not heard, {self.unknown:,} pads unknown."
        )

    def count(self, held: Held) -> None:
        """One more ballot."""
        self.ballots += 1
        self.hands += held.hands
        self.near += held.near
        self.own += held.own
        self.own_doubted += held.own_doubted
        self.unknown += held.unknown
        self.estimated += held.estimated
        self.wrong += len(held.wrong)
        self.differences += len(held.differences)
        self.doubted += len(held.apart_us)
        self.unjustified += held.unjustified
        self.void_by_doubt += held.void == "doubt"
        self.void_by_loss += held.void == "loss"
        self.undecided += held.void == "open"
        self.apart.update(held.apart_us)
        self.told = [*self.told, *held.wrong, *held.differences][:5]


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"


def chunk(seed: object, ballots: int) -> Figures:
    """So many ballots of the evenings that this seed names."""
    figures = Figures()
    for number in range(ballots // BALLOTS):
        for held in Judge(Evening(f"{seed}/{number}")).judge(BALLOTS):
            figures.count(held)
    return figures


def spread(ballots: int, processes: int, size: int = 10_000) -> Iterable[Figures]:
    """Many ballots in chunks; the sum after each chunk."""
    total = Figures()
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        for figures in pool.map(chunk, range(ballots // size), repeat(size)):
            total += figures
            yield total


def main() -> None:
    parser = argparse.ArgumentParser(description="Prove the verdicts of simulated ballots.")
    parser.add_argument("ballots", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    began = monotonic()
    for figures in spread(options.ballots, options.processes):
        print(f"{monotonic() - began:.0f} s: {figures}", flush=True)
    for fault in figures.told:
        print(fault)


if __name__ == "__main__":
    main()
