"""The header as one of the checks of `tablekit doctor`: open, its loop, and what is active."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from queue import SimpleQueue
from threading import Event

import pytest
from doctor_room import START_US, Room, wired

from tablekit.cli.opening import waiting
from tablekit.config import Expander, TableConfig
from tablekit.devices.expander import chip_of
from tablekit.devices.poller import Poller
from tablekit.doctor.bench import OpenTable
from tablekit.doctor.findings import Finding, examine
from tablekit.doctor.parts import checks, described, names
from tablekit.doctor.simulated import TABLE, SimulatedRoom
from tablekit.errors import DeviceError
from tablekit.intake.linkclock import PiClock
from tablekit.kit import Kit, Setup
from tablekit.tables import Brought
from tablekit.timebase import ManualClock, SystemClock
from tablekit.wired.expanders import ExpanderPart, lines_of
from tablekit.wired.table import WiredTable


def found(told: TableConfig = TABLE, *, faulty: bool = False, looped: bool = True) -> list[Finding]:
    room = SimulatedRoom(ManualClock(START_US), faulty=faulty)

    def opened(told: TableConfig, stack: ExitStack) -> OpenTable:
        table = room(told, stack)
        assert room.pins is not None
        if not looped:
            room.pins.joined_to.clear()
        return table

    return [*examine(checks(told, opened))]


def test_a_header_is_open_and_its_loop_answers() -> None:
    there, loop = found()
    assert there == ("pins", "OK", "10 pads and masks on the Pi's header are open.")
    assert (loop.state, loop.what.startswith("The loop answers; edges come 0.0 ms after")) == ("OK", True)


def test_without_a_loop_it_is_told_what_that_costs() -> None:
    _, loop = found(wired(loop=None))
    assert loop.state == "WARNING"
    assert loop.what.startswith("KIT470: no loop is wired, so a verdict waits 110 ms")


def test_a_loop_whose_wire_is_off_is_a_fault() -> None:
    _, loop = found(looped=False)
    assert (loop.state, loop.what[:7]) == ("FAULT", "KIT471:")


def test_a_pad_that_is_down_is_named_with_its_own_seat() -> None:
    told = found(faulty=True)
    assert told[-1].what.startswith("KIT472: active now: the pad of seat 4.")


def test_a_part_that_cannot_be_opened_is_a_fault_of_its_own() -> None:
    def refuses(told: TableConfig, stack: ExitStack) -> OpenTable:
        raise DeviceError(405, "GPIO4 (pad of seat 1) is in use", "Stop the other program")

    two = TableConfig("sport", inputs=TABLE.inputs * 2)
    assert [(finding.check, finding.state) for finding in examine(checks(two, refuses))] == [
        ("pins 1", "FAULT"),
        ("pins 2", "FAULT"),
    ]


class Chips:
    """Expanders whose bus is slow, or stands still."""

    faults = (OSError,)

    def __init__(self, takes_s: float, levels: int = 0x00FF) -> None:
        self._takes_s, self._levels, self._bus = takes_s, levels, Event()
        self._reads = 0

    def read(self) -> int:
        self._bus.wait(self._takes_s)
        self._reads += 1
        return self._levels ^ (self._reads // 10 % 2)  # somebody presses the pad of seat 1

    def close(self) -> None:
        self._bus.set()


def of_expanders(open_chips: Callable[[], Chips]) -> list[Finding]:
    """Eight pads and masks, read by the kit's own thread."""
    eight = Expander(addresses=(0x20,), pads=tuple(range(8)), masks=tuple(range(8, 16)))

    def opened(told: TableConfig, stack: ExitStack) -> OpenTable:
        inbox: SimpleQueue[Brought] = SimpleQueue()
        kit = Kit(Setup("sport", dict(told.options)), SystemClock(), pads={"expander": PiClock("")})
        stack.enter_context(closing(Poller("expander", open_chips, inbox.put, kit.clock)))
        part = ExpanderPart(kit, kit.inlets[0], lines_of(eight, 1))
        return OpenTable(WiredTable(kit, [part], kit.clock), inbox, waiting(inbox))

    return [*examine(checks(TableConfig("sport", options={"cutoff": "key"}, inputs=(eight,)), opened))]


@pytest.mark.slow
def test_an_expander_is_read() -> None:
    assert of_expanders(lambda: Chips(0.001)) == [("expander", "OK", "8 pads and masks at the expander are read.")]


@pytest.mark.slow
def test_an_expander_that_is_read_slowly_is_a_warning() -> None:
    _, slow = of_expanders(lambda: Chips(0.025))
    assert slow.state == "WARNING"
    assert slow.what.startswith("KIT475: the expander is read so slowly that a stamp errs by ")


@pytest.mark.slow
def test_a_bus_that_stands_still_is_a_fault() -> None:
    (fault,) = of_expanders(lambda: Chips(60))
    assert (fault.state, fault.what[:39]) == ("FAULT", "KIT452: the expander is not read: its b")


def test_an_expander_that_is_not_there_is_a_fault_with_its_remedy() -> None:
    def absent() -> Chips:
        chip_of(1, 0x27)
        return Chips(0)

    (fault,) = of_expanders(absent)
    assert (fault.state, fault.what[:46]) == ("FAULT", "KIT407: there is no expander at 0x27 of I²C bu")


def test_a_part_is_named_after_its_kind() -> None:
    assert names(TABLE) == ["pins"]
    assert described(TABLE.inputs) == "pins: 10 pads and masks"


def test_the_room_of_the_tests_is_the_one_of_the_simulation() -> None:
    with Room() as room:
        assert room.bench.kit.seats == 10
