"""The thread of the seats' lights: what it writes, how it blinks, and that a bus in trouble holds nobody up."""

import logging
from queue import SimpleQueue

import pytest

from tablekit.devices.lamps import Lamps
from tablekit.errors import DeviceError

WAIT_S = 10.0


class Bus:
    """What is written, and whether it can be."""

    faults = (OSError,)

    def __init__(self) -> None:
        self.written: SimpleQueue[int] = SimpleQueue()
        self.there = True

    def open(self) -> "Bus":
        if not self.there:
            raise DeviceError(407, "there is no expander", "Plug it in")
        return self

    def write(self, levels: int) -> None:
        if not self.there:
            raise OSError(121, "Remote I/O error")
        self.written.put(levels)

    def close(self) -> None:
        pass

    def next(self) -> int:
        return self.written.get(timeout=WAIT_S)


@pytest.fixture
def bus() -> Bus:
    return Bus()


def test_seats_are_lit_where_their_light_is_and_dark_at_the_end(bus: Bus) -> None:
    lamps = Lamps(bus.open, [4, 2, 0])
    assert bus.next() == 0
    lamps.show({1: False, 3: False})
    assert bus.next() == 0b10001
    lamps.show({2: False})
    assert bus.next() == 0b00100
    lamps.close()
    assert bus.next() == 0


def test_lights_that_are_lit_low_are_dark_when_high(bus: Bus) -> None:
    lamps = Lamps(bus.open, [0, 1], lit_high=False)
    assert bus.next() == 0b11
    lamps.show({2: False})
    assert bus.next() == 0b01
    lamps.close()
    assert bus.next() == 0b11


def test_who_is_asked_about_blinks_and_the_others_do_not(bus: Bus) -> None:
    lamps = Lamps(bus.open, [0, 1])
    assert bus.next() == 0
    lamps.show({1: True, 2: False})
    assert [bus.next() for _ in range(3)] == [0b11, 0b10, 0b11]
    lamps.close()


def test_a_seat_without_a_light_is_nobody_s_fault(bus: Bus) -> None:
    lamps = Lamps(bus.open, [0])
    assert bus.next() == 0
    lamps.show({1: False, 9: False})
    assert bus.next() == 1
    lamps.close()


@pytest.mark.slow
def test_a_bus_that_goes_is_tried_again_and_shows_what_is_wanted_then(
    bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    lamps = Lamps(bus.open, [0, 1])
    assert bus.next() == 0
    bus.there = False
    lamps.show({1: False})
    while not caplog.messages:
        lamps._thread.join(0.01)
    bus.there = True
    lamps.show({2: False})
    assert bus.next() == 0b10
    assert [message for message in caplog.messages if "does not answer" in message]
    lamps.close()
