"""A table whose seats are partly on the header, partly at expanders, partly at a hub: one game."""

from argparse import Namespace
from dataclasses import replace
from queue import SimpleQueue

from tablekit.cli import asked
from tablekit.config import Expander, Pins, SeatHub, TableConfig
from tablekit.devices.gpio import GpioInputs
from tablekit.devices.hub_lines import number_of
from tablekit.devices.poller import Polled, Unread
from tablekit.devices.port import Closed, Received
from tablekit.events import HandDown, LinkLost
from tablekit.game.scene import scene
from tablekit.intake.debounce import Line
from tablekit.kit import Kit, Setup
from tablekit.seats import message
from tablekit.sim.hub import Counter, SimulatedHub
from tablekit.sim.pins import SimulatedPins
from tablekit.tables import Brought, Key
from tablekit.timebase import ManualClock
from tablekit.view.lights import lights
from tablekit.wire.messages import Lights
from tablekit.wired.expanders import ExpanderPart, lines_of
from tablekit.wired.header import HeaderPart, wiring
from tablekit.wired.hub import HubPart
from tablekit.wired.table import WiredTable

MS, S = 1_000, 1_000_000
HEADER = Pins(pads=(4, 5, 6), key=24)
EXPANDER = Expander(addresses=(0x20,), pads=(0, 1, 2, 3))
HUB = SeatHub(places=4)
REAL = Namespace(sim=False)
TOLD = TableConfig("sport", 11, inputs=(HEADER, EXPANDER, HUB))


class Port:
    """The hub at the end of its cable."""

    name = None

    def __init__(self, clock: ManualClock) -> None:
        self.clock, self.hub = clock, SimulatedHub(Counter(clock.now_us(), 1_000), 1)

    def write(self, data: bytes) -> None:
        self.hub.received(data, self.clock.now_us())


class Room:
    """Seats 1 to 3 on the header, 4 to 7 at the expander, 8 to 11 at the hub."""

    def __init__(self) -> None:
        self.clock = ManualClock(10 * S)
        sources = asked.pads(REAL, TOLD)
        self.kit = Kit(Setup("sport", seats=11), self.clock, pads=sources)
        self.pins = SimulatedPins(wiring(HEADER))
        self.told: SimpleQueue[Brought] = SimpleQueue()
        header, expander, hub = self.kit.inlets
        inputs = GpioInputs(self.pins, wiring(HEADER), self.told.put)
        self.port = Port(self.clock)
        self.hub = HubPart(self.kit, hub, self.port, self.clock, first=8)
        self.lit: list[dict[int, bool]] = []
        parts = [
            HeaderPart(self.kit, header, inputs, self.clock),
            ExpanderPart(self.kit, expander, lines_of(EXPANDER, 4)),
            self.hub,
        ]
        self.table = WiredTable(self.kit, parts, self.clock, self.lit.append)
        self.levels, self.since_us, self.answers = 0xF, None, True
        self.kit.begin()
        self.run(S)

    def run(self, us: int) -> None:
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            from_us = self.clock.now_us()
            now_us = from_us + 2 * MS
            self.clock.jump(now_us)
            if self.answers:
                self.table.bring(Polled("expander", self.levels, self.since_us, from_us, now_us))
                self.since_us = from_us
            self.port.hub.run(now_us)
            for _, data in self.port.hub.out:
                self.table.bring(Received("hub", data, now_us))
            self.port.hub.out.clear()
            while not self.told.empty():
                told = self.told.get()
                assert not isinstance(told, str | Key)
                self.table.bring(told)
            self.table.turn()

    def log(self, kind: type) -> list[object]:
        return [event for event in self.kit.runner.log if isinstance(event, kind)]


def test_each_part_stamps_as_well_as_it_can_and_the_game_has_them_in_order() -> None:
    room = Room()
    at_us = room.clock.now_us() + MS
    room.pins.drive(Line("pad", 2), active=True, at_us=at_us)
    room.levels &= ~0b10
    room.port.hub.drive(number_of(Line("pad", 3)), True, at_us)
    room.run(S)
    hands = {hand.seat: hand for hand in room.log(HandDown) if isinstance(hand, HandDown)}
    assert sorted(hands) == [2, 5, 10]
    assert all(abs(hand.at_us - at_us) <= hand.err_us + 1 for hand in hands.values())
    assert (hands[2].err_us, hands[2].clock, hands[5].err_us, hands[5].clock) == (0, "pi", 2 * MS, "")
    assert hands[10].clock.startswith("hub ")


def test_a_part_that_is_lost_is_named_and_the_others_go_on() -> None:
    room = Room()
    room.answers = False
    room.table.bring(Unread("expander", "KIT409: the expander does not answer: gone. Check it"))
    room.run(100 * MS)
    room.pins.drive(Line("pad", 1), active=True, at_us=room.clock.now_us())
    room.run(S)
    assert [event.source for event in room.log(LinkLost) if isinstance(event, LinkLost)] == ["expander"]
    assert [hand.seat for hand in room.log(HandDown) if isinstance(hand, HandDown)] == [1]


def test_all_that_is_lost_keeps_no_host_from_playing() -> None:
    room = Room()
    room.answers = False
    room.table.bring(Unread("expander", "KIT409: the expander does not answer: gone. Check it"))
    room.table.bring(Closed("hub", "unplugged"))
    room.run(100 * MS)
    step = room.kit.runner.step
    room.table.press("#")
    room.run(S)
    assert room.kit.runner.step > step


def test_lights_are_each_part_s_own() -> None:
    room = Room()
    speaking = replace(scene(room.kit.runner), what="speech", seat=9, night=False, reflex=(1, 5, 9))
    assert message(*lights(speaking), 8) == Lights(bytes([0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]), bytes([0b10, 0, 0]))


def test_two_of_a_kind_have_names_of_their_own() -> None:
    twice = TableConfig("sport", inputs=(HUB, HUB, HEADER))
    assert list(asked.pads(REAL, twice)) == ["hub 1", "hub 2", "pads"]
