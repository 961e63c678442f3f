"""The thread that reads expanders: what it says of changes, and of a bus that does not answer."""

import logging
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from tablekit.devices.poller import Polled, Poller, Unread
from tablekit.errors import DeviceError
from tablekit.timebase import SystemClock

WAIT_S = 10.0


class Bus:
    """Sixteen lines that a test sets; pulled out, every call fails as the kernel's does."""

    faults = (OSError,)

    def __init__(self) -> None:
        self.levels = 0xFFFF
        self.there = True
        self.opened = self.closed = 0

    def open(self) -> "Bus":
        if not self.there:
            raise DeviceError(407, "there is no expander", "Plug it in")
        self.opened += 1
        return self

    def read(self) -> int:
        if not self.there:
            raise OSError(121, "Remote I/O error")
        return self.levels

    def close(self) -> None:
        self.closed += 1


class Bench:
    def __init__(self) -> None:
        self.bus = Bus()
        self.told: SimpleQueue[Polled | Unread] = SimpleQueue()
        self.poller = Poller("expander", self.bus.open, self.told.put, SystemClock())

    def until(self, levels: int) -> Polled:
        """The first word of these levels."""
        while not isinstance(told := self.told.get(timeout=WAIT_S), Polled) or told.levels != levels:
            pass
        return told


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.poller.close()
    assert made.bus.closed == made.bus.opened


def test_the_first_reading_knows_nothing_of_before_and_the_next_all(bench: Bench) -> None:
    first = bench.until(0xFFFF)
    assert first.since_us is None
    bench.bus.levels = 0xFFFE
    changed = bench.until(0xFFFE)
    assert changed.since_us is not None
    assert first.from_us <= changed.since_us < changed.from_us <= changed.upto_us


def test_it_says_now_and_then_that_nothing_has_changed(bench: Bench) -> None:
    one, two = bench.until(0xFFFF), bench.until(0xFFFF)
    assert two.from_us > one.from_us
    assert two.since_us is not None


def test_a_bus_that_goes_is_told_once_and_found_again_with_levels_anew(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    bench.until(0xFFFF)
    bench.bus.there = False
    while not isinstance(told := bench.told.get(timeout=WAIT_S), Unread):
        pass
    assert told.why.startswith("KIT409: the expander does not answer: [Errno 121] Remote I/O error. Check its cable")
    bench.bus.there, bench.bus.levels = True, 0x7FFF
    assert bench.until(0x7FFF).since_us is None
