"""A number pad that the kernel itself makes, through /dev/uinput: its node, its stamps, its unplugging are real."""

import fcntl
import os
import struct
from collections.abc import Iterable
from pathlib import Path

from tablekit.devices.usb_records import EV_KEY, EV_LED, EV_SYN, EVENT, LED_NUML, SYN_REPORT

UINPUT = Path("/dev/uinput")
UI_DEV_CREATE, UI_DEV_DESTROY, UI_DEV_SETUP = 0x5501, 0x5502, 0x405C5503
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_LEDBIT = 0x40045564, 0x40045565, 0x40045569
NAME_SIZE = 64
UI_GET_SYSNAME = 2 << 30 | NAME_SIZE << 16 | ord("U") << 8 | 44
SETUP = struct.Struct("@HHHH80sI")
USB = 3


class Pad:
    """A device with these keys, plugged in from `with` to its end; its node is linked in `folder`, and none else is."""

    def __init__(self, folder: Path, keys: Iterable[int], name: str = "Pad") -> None:
        self._folder = folder
        self._fd = os.open(UINPUT, os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_LED):
            fcntl.ioctl(self._fd, UI_SET_EVBIT, kind)
        for key in keys:
            fcntl.ioctl(self._fd, UI_SET_KEYBIT, key)
        fcntl.ioctl(self._fd, UI_SET_LEDBIT, LED_NUML)
        fcntl.ioctl(self._fd, UI_DEV_SETUP, SETUP.pack(USB, 1, 1, 1, name.encode(), 0))

    def __enter__(self) -> "Pad":
        fcntl.ioctl(self._fd, UI_DEV_CREATE)
        device = fcntl.ioctl(self._fd, UI_GET_SYSNAME, bytes(NAME_SIZE)).split(b"\0")[0].decode()
        (event,) = (Path("/sys/class/input") / device).glob("event*")
        self.node = Path("/dev/input") / event.name
        (self._folder / event.name).unlink(missing_ok=True)
        (self._folder / event.name).symlink_to(self.node)
        return self

    def __exit__(self, *_: object) -> None:
        fcntl.ioctl(self._fd, UI_DEV_DESTROY)
        os.close(self._fd)

    def key(self, code: int, value: int) -> None:
        """The key goes down (1) or up (0)."""
        os.write(self._fd, EVENT.pack(0, 0, EV_KEY, code, value) + EVENT.pack(0, 0, EV_SYN, SYN_REPORT, 0))

    def press(self, *codes: int) -> None:
        """Down and up."""
        for code in codes:
            self.key(code, 1)
            self.key(code, 0)

    def lamp(self) -> bool:
        """Was NumLock's lamp lit by whoever reads the pad?"""
        try:
            records = os.read(self._fd, 64 * EVENT.size)
        except BlockingIOError:
            return False
        return any((kind, code, value) == (EV_LED, LED_NUML, 1) for *_, kind, code, value in EVENT.iter_unpack(records))
