"""Twenty-eight lines that bounce all at once: nothing is lost, and the kernel's stamps tell the order."""

import contextlib
import random
from collections.abc import Iterator
from queue import Empty

import pytest

from tablekit.devices.gpio import Edge, Wire
from tablekit.intake.debounce import Line
from tests.kernel.conftest import Listen
from tests.kernel.toggler import Change, Toggler

LINES = {Line("mask" if gpio % 2 else "pad", 1 + gpio // 2): Wire(gpio) for gpio in range(28)}
GPIO = {line: wire.gpio for line, wire in LINES.items()}
ROUNDS = 12
ROUND_US = 200_000
BOUNCE_US = (0, 1_500, 3_000)
"""A press and its bounce, before the line stays."""
HELD_US = 30_000
LATE_S = 10


def bounces(chance: random.Random) -> Iterator[Change]:
    """Every line is pressed within a millisecond of the others, and left."""
    for start_us in range(0, ROUNDS * ROUND_US, ROUND_US):
        for gpio in GPIO.values():
            at_us = start_us + chance.randrange(1_000)
            for nth, bounce_us in enumerate(BOUNCE_US):
                yield Change(at_us + bounce_us, gpio, bool(nth % 2))
                yield Change(at_us + HELD_US + bounce_us, gpio, not nth % 2)


@pytest.mark.usefixtures("chip")
def test_a_burst_on_28_lines_comes_whole_and_in_the_order_of_the_kernel_s_stamps(listen: Listen) -> None:
    with Toggler() as toggler:
        heard = listen(LINES).queue
        toggler.begin(bounces(random.Random(1)))
        done = toggler.done()
        told: list[Edge] = []
        with contextlib.suppress(Empty):
            while len(told) < len(done):
                edge = heard.get(timeout=LATE_S)
                assert len(edge) == 3
                told.append(edge)
    print(f"{len(done)} changes on {len(LINES)} lines, {len(done) - len(told)} not told")
    told.sort(key=lambda edge: edge[1])
    assert [(GPIO[line], not active) for line, _, active in told] == [(change.line, change.high) for change in done]
    assert all(change.moment.holds(ticks_ns) for (_, ticks_ns, _), change in zip(told, done, strict=True))
