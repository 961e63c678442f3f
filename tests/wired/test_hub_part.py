"""A table with a hub: a game goes on whatever happens to the hub's cable, and nothing is lost or doubled."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tablekit.devices.hub_lines import number_of
from tablekit.devices.port import Closed, Opened, Received, Sought
from tablekit.devices.ports import absent
from tablekit.devices.sound import Started
from tablekit.effects import Effect, Tell
from tablekit.events import CueStarted, Event, HandDown, HandUp, LinkBack, LinkLost, Unproven, WordHeard
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.kit import Kit, Setup
from tablekit.sim.hub import Counter, SimulatedHub
from tablekit.timebase import ManualClock
from tablekit.wire.messages import Lights
from tablekit.wired.hub import COMES_US, HubPart
from tablekit.wired.table import WiredTable

MS, S = 1_000, 1_000_000
STEP_US = 2 * MS
LETTERS: dict[type[Event], str] = {HandDown: "d", HandUp: "u", LinkLost: "L", LinkBack: "B", Unproven: "?"}
WORD = number_of(Line("word", 0))


@dataclass
class Cable:
    """The hub's port, and the hub at its far end; `pull` and `plug` it."""

    clock: ManualClock
    name: str | None = None
    hub: SimulatedHub | None = None
    boots: int = 0
    written: int = 0
    told: list[Received | Opened | Closed] = field(default_factory=list)

    def write(self, data: bytes) -> None:
        self.written += 1
        if self.hub is not None:
            self.hub.received(data, self.clock.now_us())

    def plug(self, *down: int) -> None:
        """It is powered anew, with these pads down."""
        self.boots += 1
        active = frozenset(number_of(Line("pad", seat)) for seat in down)
        self.hub = SimulatedHub(Counter(self.clock.now_us(), 1_000 * self.boots), self.boots, active)
        self.told.append(Opened("hub", "/dev/ttyUSB0"))

    def pull(self) -> None:
        self.hub = None
        self.told.append(Closed("hub", "unplugged"))


class Room:
    """The table, its cable and its time."""

    def __init__(self) -> None:
        self.clock = ManualClock(10 * S)
        self.cable = Cable(self.clock)
        self.kit = Kit(Setup("sport"), self.clock, pads={"hub": PiClock()})
        self.heard: list[Effect] = []
        self.kit.listeners.append(self.heard.append)
        self.part = HubPart(self.kit, self.kit.inlets[0], self.cable, self.clock)
        self.table = WiredTable(self.kit, [self.part], self.clock)
        self.kit.begin()

    def run(self, us: int) -> None:
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            self.clock.jump(self.clock.now_us() + STEP_US)
            now_us, hub = self.clock.now_us(), self.cable.hub
            if hub is not None:
                hub.run(now_us)
                self.cable.told += [Received("hub", data, now_us) for _, data in hub.out]
                hub.out.clear()
            told, self.cable.told = self.cable.told, []
            for what in told:
                self.table.bring(what)
            self.table.turn()

    def touch(self, seat: int, us: int = 100 * MS) -> None:
        """A hand on the pad for so long."""
        assert self.cable.hub is not None
        number, now_us = number_of(Line("pad", seat)), self.clock.now_us()
        self.cable.hub.drive(number, True, now_us + MS)
        self.cable.hub.drive(number, False, now_us + MS + us)
        self.run(us + 200 * MS)

    @property
    def log(self) -> list[Event]:
        return [event for event in self.kit.runner.log if type(event) in LETTERS]

    @property
    def kinds(self) -> str:
        """The log in a letter an event."""
        return "".join(LETTERS[type(event)] for event in self.log)


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    assert room.kit.inlets[0].source.stale_count == 0 or room.cable.boots > 1


def test_a_hand_at_the_hub_is_one_in_the_game_stamped_where_it_touched(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    touched_us = room.clock.now_us() + MS
    room.touch(3)
    down, up = room.log
    assert isinstance(down, HandDown)
    assert isinstance(up, HandUp)
    assert abs(down.at_us - touched_us) <= down.err_us < 3 * MS
    assert up.ticks - down.ticks == 200_000
    assert (down.seat, down.clock, up.clock) == (3, "hub 00000001.1", "hub 00000001.1")


def test_what_is_unproven_at_the_start_has_the_time_of_the_start(room: Room) -> None:
    began_us = room.clock.now_us()
    room.cable.plug(7)
    room.run(S)
    (unproven,) = room.log
    assert isinstance(unproven, Unproven)
    assert unproven.at_us > began_us


def test_without_a_hub_the_game_goes_on_after_a_while_and_the_host_is_told(room: Room) -> None:
    room.table.bring(Sought("hub", absent("hub")))
    room.run(COMES_US - S)
    assert room.kinds == ""
    room.run(2 * S)
    assert room.kinds == "L"
    told = [str(effect.text) for effect in room.heard if isinstance(effect, Tell)]
    assert told[0] == "KIT411: no hub is plugged in."
    assert "No answer from hub: its pads are unknown." in told
    room.cable.plug()
    room.run(S)
    room.touch(3)
    assert room.kinds == "LBdu"


@pytest.mark.slow
def test_d6_fifty_unpluggings_in_one_game_lose_and_double_nothing(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    for _ in range(50):
        room.touch(3)
        room.cable.pull()
        room.run(100 * MS)
        room.cable.plug()
        room.run(S)
    assert room.kinds == 50 * "duLB"


def test_a_hand_that_lies_there_when_the_hub_comes_back_is_unproven(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    room.cable.pull()
    room.run(S)
    room.cable.plug(7)
    room.run(S)
    assert room.kinds == "LB?"
    unproven = room.log[-1]
    assert isinstance(unproven, Unproven)
    assert (unproven.seat, unproven.down) == (7, True)


def test_a_silent_hub_is_lost_within_a_second_and_back_by_itself(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    hub, room.cable.hub = room.cable.hub, None
    room.run(900 * MS)
    assert room.kinds == "L"
    assert hub is not None
    hub.skip(room.clock.now_us())
    room.cable.hub = hub
    room.run(S)
    assert room.kinds == "LB"


def test_a_cue_that_nobody_could_hear_is_no_start_of_the_word(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    room.table.bring(Started("thanks", room.clock.now_us(), 5, silent=True))
    room.table.bring(Started("thanks", room.clock.now_us(), 7, silent=False))
    room.run(300 * MS)
    assert [event.err_us for event in room.kit.runner.log if isinstance(event, CueStarted)] == [7]


def test_the_onset_counts_when_it_is_armed_and_once(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    hub = room.cable.hub
    assert hub is not None
    for armed in (False, True, False):
        if armed:
            room.part.seats.hub.arm(room.clock.now_us())
            room.run(50 * MS)
            room.table.bring(Started("thanks", room.clock.now_us(), 0, silent=False))
        hub.drive(WORD, True, room.clock.now_us() + MS)
        hub.drive(WORD, False, room.clock.now_us() + 50 * MS)
        room.run(300 * MS)
    assert len([event for event in room.kit.runner.log if isinstance(event, WordHeard)]) == 1


def test_the_seat_lights_are_what_the_scene_says(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.cable.plug()
    room.run(S)
    hub = room.cable.hub
    assert hub is not None
    assert hub.lights == Lights(bytes(10), bytes(3))
    monkeypatch.setattr("tablekit.seats.lights", lambda shown: ({2: "on", 3: "slow"}, (1, 10)))
    room.touch(3)
    assert hub.lights == Lights(bytes([0x10, 0x02, *bytes(8)]), bytes([0x01, 0x02, 0x00]))


def test_without_a_hub_the_radio_s_bytes_keep_nobody_awake(room: Room) -> None:
    room.cable.plug()
    room.run(S)
    room.cable.pull()
    room.run(100 * MS)
    room.part.radio(b"for nobody")
    room.table.turn()
    wake_us = room.table.wake_us
    assert wake_us is not None
    assert wake_us > room.clock.now_us()
