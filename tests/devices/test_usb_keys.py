"""A USB number pad or keyboard as a remote: pipes and terminals stand for the kernel's nodes, with its records."""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from usb_pads import KEYBOARD, PAD, press

from tablekit.devices.usb_keys import CLOCK_MONOTONIC, EVIOCGRAB, EVIOCSCLOCKID, UsbKeys
from tablekit.devices.usb_records import ERR_US, Pressed
from tablekit.errors import DeviceError

SOON_S = 10.0
SEEK_US = 2_000
MOUSE, POWER = (0x110, 0x111, 0x112), (116,)


class Kernel:
    """Answers for nodes of a folder as the kernel does for its own: what they are, who has them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.has: dict[str, tuple[int, ...]] = {}
        self.held: set[str] = set()
        self.busy: set[str] = set()
        self.looked: list[str] = []
        self.asked: list[tuple[str, int, Any]] = []

    def node(self, name: str, has: dict[str, int] | tuple[int, ...] = PAD) -> Path:
        """A device is plugged in."""
        self.has[name] = tuple(has.values()) if isinstance(has, dict) else has
        os.mkfifo(self.folder / name)
        return self.folder / name

    def ioctl(self, fd: int, request: int, arg: Any) -> Any:
        name = os.readlink(f"/proc/self/fd/{fd}").rsplit("/", 1)[1]
        if request == EVIOCGRAB and name in self.busy:
            raise OSError(errno.EBUSY, "busy")
        if request in (EVIOCGRAB, EVIOCSCLOCKID):
            self.asked.append((name, request, arg))
            return 0
        size, number = request >> 16 & 0x3FFF, request & 0xFF
        if number == 0x21:
            self.looked.append(name)
        bits = {0x21: self.has[name], 0x18: (28,) if name in self.held else ()}.get(number, ())
        told = f"Pad of {name}\0".encode() if number == 0x06 else sum(1 << bit for bit in bits).to_bytes(size, "little")
        return told.ljust(size, b"\0")


class Table:
    """Where keys and complaints arrive."""

    def __init__(self, folder: Path) -> None:
        self.kernel = Kernel(folder)
        self.keys: SimpleQueue[Pressed] = SimpleQueue()
        self.told: SimpleQueue[DeviceError] = SimpleQueue()

    def usb_keys(self, *, keyboards: bool = True, seek_us: int = SEEK_US) -> UsbKeys:
        return UsbKeys(
            self.keys.put, self.told.put, keyboards=keyboards, folder=self.kernel.folder, seek_us=seek_us,
            ioctl=self.kernel.ioctl,
        )  # fmt: skip

    def arrive(self, count: int) -> str:
        """The next keys."""
        return "".join(self.keys.get(timeout=SOON_S).key for _ in range(count))


@pytest.fixture
def table() -> Iterator[Table]:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield Table(folder)
    shutil.rmtree(folder)


class Plugs:
    """The far ends of pads: where their records are written."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.ends: list[int] = []

    def plug(self, name: str, has: dict[str, int] | tuple[int, ...] = PAD) -> int:
        """A pad is plugged in, and read by now."""
        self.ends.append(os.open(self.kernel.node(name, has), os.O_WRONLY))
        return self.ends[-1]

    def unplug(self, end: int) -> None:
        """It is pulled out; its node may stay for a moment."""
        self.ends.remove(end)
        os.close(end)


@pytest.fixture
def plugs(table: Table) -> Iterator[Plugs]:
    plugs = Plugs(table.kernel)
    yield plugs
    for end in plugs.ends:
        os.close(end)


def test_a_pad_is_made_ours_and_its_keys_come_with_the_kernels_stamp(table: Table, plugs: Plugs) -> None:
    with table.usb_keys() as usb:
        pad = plugs.plug("event3")
        os.write(pad, press(71, at_us=5_000_001) + press(96, at_us=5_200_000))
        assert table.keys.get(timeout=SOON_S) == Pressed("7", 5_000_001, ERR_US)
        assert table.keys.get(timeout=SOON_S) == Pressed("#", 5_200_000, ERR_US)
        assert usb.names == ["Pad of event3 (event3)"]
    assert table.kernel.asked == [
        ("event3", EVIOCGRAB, 1), ("event3", EVIOCSCLOCKID, CLOCK_MONOTONIC.to_bytes(4, "little")),
    ]  # fmt: skip
    assert usb.names == []


def test_a_record_that_is_cut_in_half_is_waited_for(table: Table, plugs: Plugs) -> None:
    with table.usb_keys():
        pad = plugs.plug("event3")
        data = press(71) + press(72)
        os.write(pad, data[:61])
        assert table.arrive(1) == "7"
        os.write(pad, data[61:])
        assert table.arrive(1) == "8"


def test_a_burst_loses_nothing(table: Table, plugs: Plugs) -> None:
    with table.usb_keys():
        pad = plugs.plug("event3")
        digits = "".join(str(n % 10) for n in range(2_000))
        for digit in digits:
            os.write(pad, press(PAD[digit]))
        assert table.arrive(len(digits)) == digits


def test_two_pads_serve_together(table: Table, plugs: Plugs) -> None:
    with table.usb_keys() as usb:
        one, other = plugs.plug("event3"), plugs.plug("event11", KEYBOARD)
        os.write(one, press(71))
        assert table.arrive(1) == "7"
        os.write(other, press(KEYBOARD["a"]))
        assert table.arrive(1) == "A"
        assert len(usb.names) == 2
        plugs.unplug(one)
        os.write(other, press(KEYBOARD["1"]))
        assert table.arrive(1) == "1"


def test_a_pad_may_be_unplugged_in_a_record_and_come_back_under_another_number(table: Table, plugs: Plugs) -> None:
    with table.usb_keys():
        pad = plugs.plug("event3")
        os.write(pad, press(71) + press(72)[:40])
        assert table.arrive(1) == "7"
        (table.kernel.folder / "event3").unlink()
        plugs.unplug(pad)
        os.write(plugs.plug("event7"), press(73))
        assert table.arrive(1) == "9"
        os.write(plugs.plug("event3"), press(74))
        assert table.arrive(1) == "C"


def test_a_read_that_fails_ends_that_pad_alone(table: Table, plugs: Plugs) -> None:
    """A folder can be opened and never read, as the node of a pad that is pulled out in that moment."""
    table.kernel.has["event5"] = tuple(PAD.values())
    (table.kernel.folder / "event5").mkdir()
    with table.usb_keys():
        pad = plugs.plug("event6")
        until(lambda: table.kernel.looked.count("event5") > 2)
        os.write(pad, press(72))
        assert table.arrive(1) == "8"


@pytest.mark.parametrize("has", [MOUSE, POWER, tuple(KEYBOARD.values())[:20], (*PAD.values(), *MOUSE)])
def test_what_has_no_digits_and_enter_or_is_a_mouse_is_left_alone(
    table: Table, plugs: Plugs, has: tuple[int, ...]
) -> None:
    table.kernel.node("event0", has)
    table.kernel.node("mouse0")
    with table.usb_keys() as usb:
        os.write(plugs.plug("event3"), press(71))
        assert table.arrive(1) == "7"
        assert usb.names == ["Pad of event3 (event3)"]
    assert {name for name, _, _ in table.kernel.asked} == {"event3"}


def test_keyboards_can_be_left_to_the_terminal(table: Table, plugs: Plugs) -> None:
    table.kernel.node("event0", KEYBOARD)
    with table.usb_keys(keyboards=False) as usb:
        os.write(plugs.plug("event3"), press(71))
        assert table.arrive(1) == "7"
        assert usb.names == ["Pad of event3 (event3)"]


def test_no_folder_and_no_device_is_no_error(table: Table) -> None:
    table.kernel.folder = table.kernel.folder / "none"
    with table.usb_keys() as usb:
        assert usb.names == []
        with pytest.raises(Empty):
            table.told.get(timeout=20 * SEEK_US / 1_000_000)


def test_a_pad_with_a_key_held_is_taken_when_it_is_let_go(table: Table) -> None:
    node = table.kernel.node("event3")
    table.kernel.held.add("event3")
    with table.usb_keys() as usb:
        until(lambda: table.kernel.looked.count("event3") > 2)
        assert usb.names == []
        table.kernel.held.clear()
        until(lambda: bool(usb.names))
        pad = os.open(node, os.O_WRONLY)
        os.write(pad, press(71))
        assert table.arrive(1) == "7"
        os.close(pad)


def until(holds: Callable[[], bool]) -> None:
    """Wait, by a queue that stays empty, until it holds."""
    for _ in range(int(SOON_S * 1_000)):
        if holds():
            return
        with pytest.raises(Empty):
            SimpleQueue[int]().get(timeout=0.001)
    raise AssertionError


def test_a_pad_that_another_program_holds_is_told_once_and_taken_when_it_is_free(table: Table) -> None:
    table.kernel.node("event3")
    table.kernel.busy.add("event3")
    with table.usb_keys() as usb:
        assert str(table.told.get(timeout=SOON_S)).startswith("KIT451: Pad of event3 (event3) is held by another")
        with pytest.raises(Empty):
            table.told.get(timeout=10 * SEEK_US / 1_000_000)
        assert usb.names == []
        table.kernel.busy.clear()
        until(lambda: bool(usb.names))


@pytest.fixture
def forbidden(table: Table) -> Path:
    """The node of a pad that nobody may read; another is looked at after it."""
    node = table.kernel.node("event3")
    node.chmod(0)
    table.kernel.node("event9", MOUSE).chmod(0o644)
    return node


@pytest.fixture
def nobody() -> Iterator[Callable[[], None]]:
    """Not the superuser, who may read everything; what is given makes the user himself again."""
    user = os.geteuid()
    if not user:
        os.seteuid(65_534)
    yield lambda: os.seteuid(user)
    os.seteuid(user)


def test_a_node_that_this_user_may_not_read_is_told_once_with_its_group(
    table: Table, forbidden: Path, nobody: Callable[[], None]
) -> None:
    with table.usb_keys() as usb:
        sentence = str(table.told.get(timeout=SOON_S))
        assert sentence.startswith("KIT450: no USB keyboard or number pad can be read: ")
        assert "Make the user a member of the group " in sentence
        with pytest.raises(Empty):
            table.told.get(timeout=10 * SEEK_US / 1_000_000)
        nobody()
        forbidden.chmod(0o644)
        until(lambda: bool(usb.names))


def test_a_node_that_has_no_group_yet_is_not_told(table: Table, forbidden: Path, nobody: Callable[[], None]) -> None:
    with table.usb_keys(seek_us=100 * SEEK_US) as usb:
        until(lambda: "event9" in table.kernel.looked)
        nobody()
        forbidden.chmod(0o644)
        until(lambda: bool(usb.names))
        with pytest.raises(Empty):
            table.told.get_nowait()
