"""Where a device may be plugged in, how its port is opened, and the one sentence that says why it is not."""

import errno
import termios
from collections.abc import Callable, Iterable
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import Any

from serial import Serial

from tablekit.errors import DeviceError
from tablekit.wire.codec import IDS, decode, encode
from tablekit.wire.frames import frame
from tablekit.wire.messages import VERSION, AskHello, Hello

FAULTS = (OSError, ValueError, TypeError, termios.error)
"""What the calls of a port raise when its device is pulled out, each call its own."""
GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO)
DENIED = (errno.EACCES, errno.EPERM)
BUSY = (errno.EBUSY, errno.EAGAIN)

DEV = Path("/dev")
USB_PORTS = ("ttyACM*", "ttyUSB*")

HUB_BAUD = 250_000
ASK_HUB = frame(encode(AskHello(VERSION)))


def is_hub(payload: bytes) -> bool:
    """Is it a hub's Hello? DeviceError 416 if it is one of another version."""
    if len(payload) < 2 or payload[0] != IDS[Hello]:
        return False
    if payload[1] != VERSION:  # the second byte of a Hello in every version
        raise mismatch(payload[1])
    return decode(payload) is not None


def ports_for(
    device: str, taken: Callable[[], Iterable[str | None]] = tuple, dev: Path = DEV
) -> Callable[[], list[str]]:
    """What to try for `device`, asked anew each round: every USB port that is not `taken` by another device of ours.

    udev's name for it comes first and one that udev gives to another device last: both may be wrong.
    """

    def names() -> list[str]:
        hint = dev / f"tablekit-{device}"
        elsewhere = {link.resolve() for link in dev.glob("tablekit-*") if link != hint}
        ports = sorted(port for pattern in USB_PORTS for port in dev.glob(pattern))
        ports.sort(key=lambda port: port.resolve() in elsewhere)
        seen = {Path(name).resolve() for name in taken() if name}
        found = []
        for port in ([hint] if hint.exists() else []) + ports:
            if port.resolve() not in seen:
                seen.add(port.resolve())
                found.append(str(port))
        return found

    return names


def open_port(device: str, name: str, baud: int, write_s: float) -> Any:
    """The open port, nobody else's, which never waits for a byte; DeviceError 411, 412, 414 or 415 says why not."""
    try:
        port = Serial(name, baud, timeout=0, write_timeout=write_s, exclusive=True)
    except FAULTS as error:
        raise fault(device, name, error) from error
    with suppress(*FAULTS):
        ioctl(port, termios.TIOCEXCL)  # pyserial's lock is for those alone who ask for it
    with suppress(*FAULTS, NotImplementedError):
        port.set_low_latency_mode(True)  # not every adapter has it
    return port


def close_port(port: Any) -> None:
    """Close it, whatever has become of its device."""
    with suppress(*FAULTS):
        port.reset_output_buffer()  # else the kernel may wait half a minute for a device that takes nothing
    with suppress(*FAULTS):
        ioctl(port, termios.TIOCNXCL)  # it would stay if another program has the port open too
    with suppress(*FAULTS):
        port.close()


# Of several the highest number tells most.


def absent(device: str) -> DeviceError:
    """Nothing is plugged in."""
    return DeviceError(
        411,
        f"no {device} is plugged in",
        "Plug it in, with a cable that carries data: `ls /dev/ttyUSB* /dev/ttyACM*` shows what has come",
    )


def fault(device: str, name: str, error: Exception) -> DeviceError:
    """What `error` means, raised by the port `name`."""
    number = error.errno if isinstance(error, OSError) else error.args[0] if error.args else None
    if number in GONE:
        return absent(device)
    if number in DENIED:
        return DeviceError(
            415,
            f"this user may not open {name}",
            "Add the user to the group dialout (`sudo usermod -aG dialout $USER`) and log in anew",
        )
    if number in BUSY:
        return DeviceError(
            414,
            f"another program holds {name}",
            f"End it (`fuser -v {name}` names it; ModemManager lets go by itself within half a minute)",
        )
    return DeviceError(412, f"{name} cannot be used as a port: {error}", "Plug it in anew, or into another socket")


def stranger(device: str, name: str) -> DeviceError:
    """What is there does not answer as the device would."""
    return DeviceError(
        413,
        f"what is plugged in at {name} does not answer as the {device}",
        f"Plug the {device} in, or, if it is that, give it its firmware: `tablekit firmware flash {device}`",
    )


def mismatch(theirs: int, device: str = "hub") -> DeviceError:
    """The device's firmware speaks the version `theirs` of the messages, and this kit another."""
    flash = f"`make -C firmware`, then `tablekit firmware flash {device}`"
    older = theirs < VERSION
    return DeviceError(
        416,
        f"the {device} speaks version {theirs} of the messages, this kit version {VERSION}",
        f"The {device} is the older one, give it this kit's firmware: {flash}"
        if older
        else f"The kit is the older one: update tablekit (or give the {device} this kit's firmware: {flash})",
    )
