"""`tablekit doctor loop`: edges that get lost, a wire that is off, inputs that are joined and those that are not."""

from contextlib import closing

import pytest
from doctor_room import START_US, wired

from tablekit.config import Pins
from tablekit.doctor.findings import Finding
from tablekit.doctor.loopwires import judged, open_loop, run
from tablekit.doctor.simulated import PINS, SimulatedRoom, WiredPins
from tablekit.errors import DeviceError
from tablekit.timebase import ManualClock


def tried(joined: tuple[int, ...] = (), *, loop: bool = True, lost: dict[int, int] | None = None) -> list[Finding]:
    """With wires from the output to those pins. `lost`: so many edges never come."""
    room = SimulatedRoom(ManualClock(START_US))
    pins: WiredPins = room.open_pins(PINS, joined)
    if not loop:
        pins.joined_to.discard(27)
    with closing(open_loop(pins, PINS, room.inbox.put)) as inputs:
        pins.lost |= lost or {}
        return [*judged(run(inputs, room.wait, room.clock), inputs)]


def test_a_loop_that_is_whole_brings_every_edge() -> None:
    edges, not_joined, order = tried()
    assert (edges.state, edges.what.startswith("loop: 200 of 200 edges; stamped 0 us after the toggle")) == ("OK", True)
    assert not_joined.what.startswith("pad 1, pad 2")
    assert order.what == "0 of 200 edges were told out of order."


def test_inputs_that_a_wire_joins_are_tried_too() -> None:
    found = tried((4, 14, 24))
    assert [finding.what.split(":")[0] for finding in found if finding.check == "edges"] == [
        *("loop", "pad 1", "mask 1", "key"),
    ]
    assert all(finding.state == "OK" for finding in found)


def test_edges_that_get_lost_are_a_fault() -> None:
    found = tried((4, 5), lost={5: 2})
    (fault,) = [finding for finding in found if finding.state == "FAULT"]
    assert fault.what.startswith("KIT453: pad 2: 200 edges were sent, 198 have come")


def test_a_wire_that_is_off_is_a_fault() -> None:
    found = tried((4,), loop=False)
    assert found[0].what.startswith("KIT471: what is done to the output of the loop does not arrive")
    assert found[1].what.startswith("pad 1: 200 of 200 edges")


def test_without_a_loop_in_the_table_nothing_can_be_tried() -> None:
    (part,) = wired(loop=None).inputs
    assert isinstance(part, Pins)
    room = SimulatedRoom(ManualClock(START_US))
    with pytest.raises(DeviceError, match="KIT470"):
        open_loop(room.open_pins(part), part, room.inbox.put)
