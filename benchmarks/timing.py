"""How long something takes: by the CPU time of the whole process, threads included, and by the wall clock."""

import gc
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from statistics import median

Prepared = Callable[[], AbstractContextManager[Callable[[], object]]]
"""Prepares one round, gives what is to be timed, and clears up after it."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds."""

    cpu_s: float
    wall_s: float


def cost(work: Callable[[], object]) -> Cost:
    """What doing it once takes."""
    wall_ns, cpu_ns = time.perf_counter_ns(), time.process_time_ns()
    work()
    return Cost((time.process_time_ns() - cpu_ns) / 1e9, (time.perf_counter_ns() - wall_ns) / 1e9)


def medians(rounds: int, *ways: Prepared) -> list[Cost]:
    """The median of each way; they take turns, so that a busy machine slows all of them."""
    taken: list[list[Cost]] = [[] for _ in ways]
    for _ in range(rounds):
        for costs, way in zip(taken, ways, strict=True):
            with way() as work:
                gc.collect()
                costs.append(cost(work))
    return [median_cost(costs) for costs in taken]


def median_cost(costs: list[Cost]) -> Cost:
    """Of each of the two clocks."""
    return Cost(median(cost.cpu_s for cost in costs), median(cost.wall_s for cost in costs))
