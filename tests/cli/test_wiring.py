"""What a table.toml names is opened: here a hub at a pseudo-terminal; what is missing is one sentence."""

from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from tablekit.cli.asked import pads
from tablekit.cli.wiring import wired_table
from tablekit.config import Expander, Lamps, Pins, SeatHub, TableConfig
from tablekit.devices.poller import Unread
from tablekit.devices.port import Sought
from tablekit.errors import DeviceError
from tablekit.kit import Kit, Setup
from tablekit.tables import Brought
from tablekit.timebase import SystemClock
from tablekit.wired.hub import HubPart


def opened(told: TableConfig, stack: ExitStack, inbox: SimpleQueue[Brought]) -> list[object]:
    class Args:
        sim = False

    kit = Kit(Setup(told.ruleset, seats=told.places), SystemClock(), pads=pads(Args, told))  # type: ignore[arg-type]
    return list(wired_table(told, kit, inbox, stack).parts)


def test_a_hub_is_sought_at_the_port_that_is_named(tmp_path: Path) -> None:
    inbox: SimpleQueue[Brought] = SimpleQueue()
    told = TableConfig("sport", inputs=(SeatHub(10, port=str(tmp_path / "ttyUSB7")),))
    with ExitStack() as stack:
        (part,) = opened(told, stack, inbox)
        assert isinstance(part, HubPart)
        sought = inbox.get(timeout=10)
    assert isinstance(sought, Sought)
    assert str(sought.why).startswith("KIT411: no hub is plugged in")


@pytest.mark.skipif(Path("/sys/bus/i2c/devices/1-0020").exists(), reason="there is an expander here")
def test_an_expander_that_is_not_there_is_told_and_waited_for() -> None:
    told = TableConfig(
        "sport",
        inputs=(Expander(addresses=(0x20,), pads=tuple(range(10))),),
        lights=Lamps((0x21,), tuple(range(10))),
    )
    inbox: SimpleQueue[Brought] = SimpleQueue()
    with ExitStack() as stack:
        opened(told, stack, inbox)
        unread = inbox.get(timeout=10)
    assert isinstance(unread, Unread)
    assert unread.why.startswith("KIT407: there is no expander at 0x20 of I²C bus 1. Check its wires")


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="there are pins to open here")
def test_pins_that_are_not_there_are_one_sentence() -> None:
    told = TableConfig("sport", inputs=(Pins(pads=tuple(range(4, 14))),))
    with ExitStack() as stack, pytest.raises(DeviceError, match=r"^KIT404: the pins cannot be opened with lgpio"):
        opened(told, stack, SimpleQueue())
