"""The same on devices that the kernel makes: where there is /dev/uinput, and this user may use it."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest
from uinput_pad import UINPUT, Pad
from usb_pads import KEYBOARD, PAD

from tablekit.devices.usb_keys import UsbKeys
from tablekit.devices.usb_records import Pressed
from tablekit.errors import DeviceError

SOON_S = 10.0
pytestmark = pytest.mark.skipif(not os.access(UINPUT, os.R_OK | os.W_OK), reason="no /dev/uinput")


class Table:
    """Where keys and complaints arrive. It sees the test's own pads alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.keys: SimpleQueue[Pressed] = SimpleQueue()
        self.told: SimpleQueue[DeviceError] = SimpleQueue()
        self.usb = UsbKeys(self.keys.put, self.told.put, folder=folder, seek_us=10_000)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it holds."""
        end = time.monotonic() + SOON_S
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.005)

    def reads(self, *names: str) -> None:
        """Wait until these are read, and no others."""
        self.until(lambda: sorted(name.partition(" (")[0] for name in self.usb.names) == sorted(names))

    def arrive(self, count: int) -> str:
        """The next keys."""
        return "".join(self.keys.get(timeout=SOON_S).key for _ in range(count))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    with table.usb:
        yield table


def test_every_key_of_a_pad_is_stamped_by_the_kernel_on_the_tables_clock(table: Table) -> None:
    with Pad(table.folder, PAD.values()) as pad:
        table.reads("Pad")
        for code in PAD.values():
            before_us = time.monotonic_ns() // 1_000
            pad.press(code)
            after_us = time.monotonic_ns() // 1_000
            assert before_us <= table.keys.get(timeout=SOON_S).at_us <= after_us


def test_its_lamp_is_lit(table: Table) -> None:
    with Pad(table.folder, PAD.values()) as pad:
        table.reads("Pad")
        table.until(pad.lamp)


def test_while_it_is_ours_nobody_else_hears_it(table: Table) -> None:
    with Pad(table.folder, PAD.values()) as pad:
        table.reads("Pad")
        other = os.open(pad.node, os.O_RDONLY | os.O_NONBLOCK)
        pad.press(PAD["7"])
        assert table.arrive(1) == "7"
        with pytest.raises(BlockingIOError):
            os.read(other, 24)
        os.close(other)
        second = Table(table.folder)
        with second.usb:
            assert "KIT451" in str(second.told.get(timeout=SOON_S))
            with pytest.raises(Empty):
                second.keys.get(timeout=0.05)


def test_it_comes_and_goes(table: Table) -> None:
    with Pad(table.folder, PAD.values(), "One") as one:
        table.reads("One")
        with Pad(table.folder, KEYBOARD.values(), "Two") as two:
            table.reads("One", "Two")
            one.press(PAD["+"])
            assert table.arrive(1) == "T"
            two.press(KEYBOARD["c"])
            assert table.arrive(1) == "C"
        table.reads("One")
        one.key(PAD["9"], 1)
        assert table.arrive(1) == "9"
    table.reads()
    for _ in range(20):
        with Pad(table.folder, PAD.values(), "Again") as pad:
            table.reads("Again")
            pad.press(PAD["1"], PAD["Enter"])
            assert table.arrive(2) == "1#"


def test_a_key_that_is_held_when_it_comes_is_waited_for(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with Pad(table.folder, PAD.values(), "Held") as pad:
        pad.key(PAD["Enter"], 1)
        with table.usb:
            with pytest.raises(Empty):
                table.keys.get(timeout=0.1)
            assert table.usb.names == []
            pad.key(PAD["Enter"], 0)
            table.reads("Held")
            pad.press(PAD["5"])
            assert table.arrive(1) == "5"


def test_more_keys_than_the_kernel_keeps_never_make_a_wrong_one(table: Table) -> None:
    with Pad(table.folder, PAD.values()) as pad:
        table.reads("Pad")
        digits = [str(n % 10) for n in range(3_000)]
        for digit in digits:
            pad.press(PAD[digit])
        pad.press(PAD["+"])
        seen = []
        while not seen or seen[-1] != "T":
            seen.append(table.keys.get(timeout=SOON_S).key)
        assert set(seen[:-1]) <= set("0123456789")
        assert len(seen) <= len(digits) + 1
