"""A header whose edges are proved to be here by a loop of two lines, and a back end that stamps on arrival."""

from collections.abc import Iterator
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockPin

from tablekit.config import Pins
from tablekit.devices.gpio import GpioInputs
from tablekit.events import HandDown, LinkBack, LinkLost, Unproven
from tablekit.intake.debounce import CONFIRM_US, Line
from tablekit.intake.delivery import DEAF_US
from tablekit.kit import Kit, Setup
from tablekit.sim.pins import SimulatedPins
from tablekit.tables import Brought, Key
from tablekit.timebase import ManualClock
from tablekit.wired.header import ARRIVAL_US, HeaderPart, loop, wiring
from tablekit.wired.table import WiredTable

MS, S = 1_000, 1_000_000
PINS = Pins(pads=tuple(range(4, 14)), loop=(26, 27))
LOOP_US = 70
TOLD_US = 2 * MS
"""How late an edge is told of."""


class Room:
    """Simulated pins of which two are joined by a wire, a thread that tells late, and the table's time."""

    def __init__(self, *, late_us: int = 0) -> None:
        self.clock = ManualClock(10 * S)
        self.pins = SimulatedPins(wiring(PINS))
        self.told: SimpleQueue[Brought] = SimpleQueue()
        self.inputs = GpioInputs(self.pins, wiring(PINS), self.told.put, loop(PINS))
        self.joined = True
        self.waiting: list[tuple[int, Brought]] = []
        self.kit = Kit(Setup("sport"), self.clock)
        self.part = HeaderPart(self.kit, self.kit.inlets[0], self.inputs, self.clock, looped=True, late_us=late_us)
        self.table = WiredTable(self.kit, [self.part], self.clock)
        self._output = self.pins.pin(26).state
        self.kit.begin()

    def run(self, us: int) -> None:
        """Time passes, half a millisecond a turn."""
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            self.clock.jump(self.clock.now_us() + MS // 2)
            now_us = self.clock.now_us()
            self._wire(now_us)
            while not self.told.empty():
                self.waiting.append((now_us + TOLD_US, self.told.get()))
            for what in [what for at_us, what in self.waiting if at_us <= now_us]:
                assert not isinstance(what, str | Key)
                self.table.bring(what)
            self.waiting = [one for one in self.waiting if one[0] > now_us]
            self.table.turn()

    def _wire(self, now_us: int) -> None:
        output, heard = self.pins.pin(26), self.pins.pin(27)
        if output.state == self._output:
            return
        self._output = output.state
        if self.joined:
            self.pins._now_us = now_us + LOOP_US
            MockPin.drive_high(heard) if output.state else MockPin.drive_low(heard)

    def log(self, kind: type) -> list[object]:
        return [event for event in self.kit.runner.log if isinstance(event, kind)]


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    yield made
    made.inputs.close()


def test_a_hand_acts_as_soon_as_it_is_confirmed_and_proved(room: Room) -> None:
    room.run(200 * MS)
    touched_us = room.clock.now_us()
    room.pins.drive(Line("pad", 3), active=True, at_us=touched_us)
    while not room.log(HandDown):
        room.run(MS // 2)
    (hand,) = room.log(HandDown)
    assert isinstance(hand, HandDown)
    assert (hand.at_us, hand.err_us, hand.clock) == (touched_us, 0, "pi")
    assert room.clock.now_us() - touched_us < CONFIRM_US + 20 * MS
    assert room.kit.inlets[0].source.stale_count == 0


def test_a_wire_that_is_off_loses_the_pads_and_brings_them_back_with_their_levels(room: Room) -> None:
    room.run(200 * MS)
    room.joined = False
    room.run(DEAF_US + 200 * MS)
    assert [type(event) for event in room.log((LinkLost, LinkBack))] == [LinkLost]  # type: ignore[arg-type]
    heard = room.pins.pin(8)
    heard.when_changed, callback = None, heard.when_changed
    room.pins.drive(Line("pad", 5), active=True, at_us=room.clock.now_us())
    heard.when_changed = callback
    room.joined = True
    room.run(DEAF_US + 200 * MS)
    assert [type(event) for event in room.log((LinkLost, LinkBack))] == [LinkLost, LinkBack]  # type: ignore[arg-type]
    assert [event.seat for event in room.log(Unproven) if isinstance(event, Unproven)] == [5]


def test_a_thread_that_has_died_is_noticed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.run(200 * MS)
    monkeypatch.setattr(GpioInputs, "alive", False)
    room.run(MS)
    room.run(100 * MS)
    assert room.log(LinkLost) != []


def test_a_back_end_that_stamps_on_arrival_gives_the_middle_and_its_doubt() -> None:
    room = Room(late_us=ARRIVAL_US)
    room.run(200 * MS)
    told_us = room.clock.now_us()
    room.pins.drive(Line("pad", 3), active=True, at_us=told_us)
    room.run(100 * MS)
    (hand,) = room.log(HandDown)
    assert isinstance(hand, HandDown)
    assert (hand.at_us, hand.err_us) == (told_us - ARRIVAL_US // 2, ARRIVAL_US // 2)
    room.inputs.close()
