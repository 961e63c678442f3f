"""A USB number pad or keyboard as a wired remote, read from the kernel: each key with the kernel's own stamp.

Every pad that is plugged in serves, whenever it comes and goes. It belongs to the table alone while it is read, so its
keys do not also type into whatever has the screen.
"""

import errno
import fcntl
import grp
import logging
import os
import select
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tablekit.devices.usb_records import (
    DIGITS,
    ENTER,
    EV_KEY,
    EV_LED,
    EV_SYN,
    EVENT,
    LED_NUML,
    LETTERS,
    MOUSE_BUTTON,
    PAD_DIGITS,
    PAD_ENTER,
    SYN_REPORT,
    Pressed,
    Records,
)
from tablekit.errors import DeviceError
from tablekit.timebase import US_PER_S, SystemClock

log = logging.getLogger(__name__)

FOLDER = Path("/dev/input")
SEEK_US = US_PER_S
"""So often it is looked whether a pad has come."""
READ_MOST = 64
"""Records at a time: as many as the kernel keeps."""

EVIOCGRAB, EVIOCSCLOCKID, CLOCK_MONOTONIC = 0x40044590, 0x400445A0, 1
NAME, KEYS_DOWN, BITS = 0x06, 0x18, 0x20
"""What EVIOCG… tells by its number."""
NAME_SIZE, KEYS_SIZE = 256, 96

Ioctl = Callable[[int, int, Any], Any]
Identity = tuple[str, int, int]
"""A node's name, inode and last change: it is another one when it is plugged in again, or its group is set."""


class _Device(NamedTuple):
    """One that is read."""

    fd: int
    path: Path
    name: str
    records: Records


class UsbKeys:
    """Between `with` and its end every key is `put`, from its own thread; so `put` must not raise, nor block.

    `tell` hears once that a pad cannot be read: KIT450, KIT451. Without `keyboards` only pads serve, and what has
    letters stays with the terminal.
    """

    def __init__(
        self,
        put: Callable[[Pressed], None],
        tell: Callable[[DeviceError], None] = lambda error: log.warning("%s", error),
        *,
        keyboards: bool = True,
        folder: Path = FOLDER,
        seek_us: int = SEEK_US,
        ioctl: Ioctl = fcntl.ioctl,
    ) -> None:
        self._put, self._tell, self._keyboards = put, tell, keyboards
        self._folder, self._seek_us, self._ioctl = folder, seek_us, ioctl
        self._clock = SystemClock()
        self._devices: dict[int, _Device] = {}
        self._passed: set[Identity] = set()  # none of ours
        self._refused: set[Identity] = set()
        self._told: set[int] = set()
        self._stop, self._stopper = os.pipe()
        self._thread = threading.Thread(target=self._serve, name="usb keys", daemon=True)

    def __enter__(self) -> "UsbKeys":
        """Begin to read."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of every pad: its keys type into the terminal again."""
        os.write(self._stopper, b".")
        self._thread.join()
        for end in (self._stop, self._stopper):
            os.close(end)

    @property
    def names(self) -> list[str]:
        """What is read now."""
        return [device.name for device in list(self._devices.values())]

    # -- the thread
    def _serve(self) -> None:
        seek_us = self._clock.now_us()
        while True:
            if (now_us := self._clock.now_us()) >= seek_us:
                self._seek()
                seek_us = now_us + self._seek_us
            wait_s = max(0, seek_us - self._clock.now_us()) / US_PER_S
            ready, _, _ = select.select([self._stop, *self._devices], [], [], wait_s)
            if self._stop in ready:
                break
            for fd in ready:
                self._read(self._devices[fd])
        for device in [*self._devices.values()]:
            self._close(device)

    def _read(self, device: _Device) -> None:
        try:
            data = os.read(device.fd, READ_MOST * EVENT.size)
        except OSError as error:  # ENODEV: unplugged
            log.info("%s: %s", device.name, error)
            data = b""
        for pressed in device.records.pressed(data):
            self._put(pressed)
        if not data:
            self._close(device)

    def _close(self, device: _Device) -> None:
        log.info("%s is no remote any more", device.name)
        del self._devices[device.fd]
        os.close(device.fd)

    # -- what is plugged in
    def _seek(self) -> None:
        """Open every pad that has come; what has gone is forgotten."""
        nodes = dict(self._nodes())
        self._passed &= nodes.keys()
        self._refused &= nodes.keys()
        reading = {device.path for device in self._devices.values()}
        for identity, path in nodes.items():
            if identity not in self._passed and path not in reading:
                self._try(identity, path)

    def _nodes(self) -> Iterator[tuple[Identity, Path]]:
        with suppress(OSError):  # without the folder nothing was ever plugged in
            for path in sorted(self._folder.glob("event*")):
                with suppress(OSError):
                    stat = path.stat()
                    yield (path.name, stat.st_ino, stat.st_ctime_ns), path

    def _try(self, identity: Identity, path: Path) -> None:
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except PermissionError:
            self._refuse(identity, path)
            return
        except OSError:  # gone again
            return
        taken = False
        try:
            device = self._known(fd, path)
            if device is None:
                self._passed.add(identity)
            elif taken := self._take(device):
                self._devices[fd] = device
                log.info("%s is a remote", device.name)
        except OSError as error:
            log.info("%s: %s", path, error)
            self._passed.add(identity)
        finally:
            if not taken:
                os.close(fd)

    def _refuse(self, identity: Identity, path: Path) -> None:
        """Told at the second time: a node that has just come has no group yet."""
        if identity in self._refused and not self._devices:
            self._tell_once(
                450,
                f"no USB keyboard or number pad can be read: {path} is not for this user",
                f"Make the user a member of the group {_group(path)} (`sudo usermod -aG {_group(path)} $USER`), "
                "and log in again",
            )
        self._refused.add(identity)

    def _tell_once(self, number: int, what: str, remedy: str) -> None:
        if number not in self._told:
            self._told.add(number)
            self._tell(DeviceError(number, what, remedy))

    def _known(self, fd: int, path: Path) -> _Device | None:
        """The device, if it can be a remote: it has digits and Enter, and is no mouse."""
        keys = self._bits(fd, BITS + EV_KEY, KEYS_SIZE)

        def has(*codes: int) -> bool:
            return all(keys >> code & 1 for code in codes)

        letters = has(*LETTERS)
        if not (has(*DIGITS, ENTER) or has(*PAD_DIGITS, PAD_ENTER)) or has(MOUSE_BUTTON):
            return None
        if letters and not self._keyboards:
            return None
        name = bytes(self._get(fd, NAME, NAME_SIZE)).split(b"\0")[0].decode(errors="replace")
        return _Device(fd, path, f"{name} ({path.name})", Records(arrows=not letters))

    def _take(self, device: _Device) -> bool:
        """Make it ours. Not while a key is held: nobody else would ever learn that it was let go, and repeat it."""
        if self._bits(device.fd, KEYS_DOWN, KEYS_SIZE):
            return False
        try:
            self._ioctl(device.fd, EVIOCGRAB, 1)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            self._tell_once(
                451, f"{device.name} is held by another program", "Stop that program or the second copy of the kit"
            )
            return False
        self._ioctl(device.fd, EVIOCSCLOCKID, struct.pack("@i", CLOCK_MONOTONIC))
        if self._bits(device.fd, BITS + EV_LED, 2) >> LED_NUML & 1:
            self._light(device.path)
        return True

    def _light(self, path: Path) -> None:
        """NumLock's lamp on: a pad that looks at it then sends digits, and presses no NumLock around them by itself."""
        with suppress(OSError):
            fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            with suppress(OSError):
                os.write(fd, EVENT.pack(0, 0, EV_LED, LED_NUML, 1) + EVENT.pack(0, 0, EV_SYN, SYN_REPORT, 0))
            os.close(fd)

    def _bits(self, fd: int, number: int, size: int) -> int:
        return int.from_bytes(self._get(fd, number, size), "little")

    def _get(self, fd: int, number: int, size: int) -> bytes:
        told: bytes = self._ioctl(fd, 2 << 30 | size << 16 | ord("E") << 8 | number, bytes(size))
        return told


def _group(path: Path) -> str:
    """The group that may read the node; `input`, as the systems have it, if the node tells none."""
    try:
        group = path.stat().st_gid
        return grp.getgrgid(group).gr_name if group else "input"
    except (OSError, KeyError):
        return "input"
