"""The Pi itself: which it is, its supply, the program's back ends, and what its user may open."""

import grp
import importlib.metadata
import os
import platform
import pwd
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tablekit import __version__
from tablekit.config import Expander, Pins, SeatHub, TableConfig
from tablekit.devices.gpio import ARRIVAL_STAMPED, import_lgpio
from tablekit.doctor.findings import Finding, doubt, fault, ok, warning
from tablekit.errors import DeviceError

ROOT = Path("/")
SUPPLY = "the Pi's own supply (5.1 V; 3 A for a Pi 4, 5 A for a Pi 5) and a short, thick cable; no phone charger"
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16
"""Bits of the firmware's `get_throttled`."""
ASK_S = 3.0


def model(root: Path = ROOT) -> Iterator[Finding]:
    """Which Pi this is."""
    name = _text(root / "proc/device-tree/model").rstrip("\0")
    if not name:
        lines = _text(root / "proc/cpuinfo").splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("Model\t")), "")
    if "Raspberry Pi" in name:
        yield ok("Pi", f"{name}.")
    else:
        yield warning(
            "Pi",
            DeviceError(
                460,
                f"this is no Raspberry Pi but {name or platform.machine()}",
                "A table with a hub works here; pins of a header need a Pi",
            ),
        )


def power(root: Path = ROOT) -> Iterator[Finding]:
    """Is the supply strong enough? The kernel's own alarm, then what the firmware remembers."""
    alarm = _alarm(root / "sys/class/hwmon")
    bits = _throttled()
    if alarm is None and bits is None:
        yield doubt(
            "power",
            "Nothing here tells whether the supply is strong enough",
            "On a Raspberry Pi the kernel's rpi_volt or `vcgencmd get_throttled` does; elsewhere nothing is to be done",
        )
    elif alarm or (bits or 0) & LOW_NOW:
        weak = DeviceError(
            461, "the supply is too weak: under-voltage now", f"Use {SUPPLY}, and feed lamps and amplifier elsewhere"
        )
        yield fault("power", weak)
    elif (bits or 0) & LOW_BEFORE:
        yield warning(
            "power",
            DeviceError(462, "the supply was too weak at some time since the Pi was switched on", f"Use {SUPPLY}"),
        )
    else:
        yield ok("power", "No under-voltage.")


def _alarm(folder: Path) -> bool | None:
    """The under-voltage alarm of the kernel; None: it has none."""
    for sensor in sorted(folder.glob("hwmon*")):
        if _text(sensor / "name").strip() == "rpi_volt":
            return _text(sensor / "in0_lcrit_alarm").strip() == "1"
    return None


def _throttled() -> int | None:
    """What the firmware has seen; None: it cannot be asked."""
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        asked = [program, "get_throttled"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=ASK_S, check=True)  # noqa: S603
        return int(said.stdout.partition("=")[2], 16)
    return None


def software(told: TableConfig) -> Iterator[Finding]:
    """Which programs these are, and whether the back end of the pins is the real one; DeviceError 402, 403."""
    python = f"tablekit {__version__}, Python {platform.python_version()} ({sys.executable})"
    yield ok("software", f"{python}, gpiozero {importlib.metadata.version('gpiozero')}, Linux {platform.release()}.")
    backends = {part.backend for part in told.inputs if isinstance(part, Pins)}
    if "lgpio" in backends or told.lights is not None or any(isinstance(part, Expander) for part in told.inputs):
        lgpio = import_lgpio()
        version = str(lgpio.get_module_version()).removeprefix("lgpio.py_")
        yield ok("back end", f"lgpio {version}: edges have the kernel's stamps.")
    for backend in sorted(backends & ARRIVAL_STAMPED):
        coarse = DeviceError(
            456,
            f"the back end {backend} stamps edges when Python hears of them: ± 25 ms",
            'Leave `backend` out of table.toml, so that it is "lgpio"; a Pi 4 and older can use it too',
        )
        yield warning("back end", coarse)
    if not backends and not any(isinstance(part, Expander) for part in told.inputs):
        yield ok("back end", "None is needed: nothing of this table is wired to the Pi's pins.")


class Need(NamedTuple):
    """What must be open to the user: device files, and the group that usually owns them."""

    group: str
    what: str
    patterns: tuple[str, ...]


def needs(told: TableConfig, *, sound: bool) -> list[Need]:
    """By what this table has. The kernel drives the expanders, so the group i2c is not needed."""
    found = []
    if told.lights is not None or any(isinstance(part, Pins | Expander) for part in told.inputs):
        found.append(Need("gpio", "the pins", ("dev/gpiochip*",)))
    hubs = [part for part in told.inputs if isinstance(part, SeatHub)]
    if hubs:
        ports = [hub.port.lstrip("/") for hub in hubs if hub.port]
        found.append(Need("dialout", "the hub's port", (*ports, "dev/ttyACM*", "dev/ttyUSB*")))
    if sound:
        found.append(Need("audio", "the sound card", ("dev/snd/pcm*p",)))
    return found


def permissions(wanted: Sequence[Need], root: Path = ROOT) -> Iterator[Finding]:
    """May this user open what the table has? Looked at by the device files, so any way of being allowed counts."""
    user = _user()
    allowed = []
    for need in wanted:
        files = sorted(file for pattern in need.patterns for file in root.glob(pattern))
        denied = [file for file in files if not os.access(file, os.R_OK | os.W_OK, effective_ids=True)]
        if denied:
            group = _owner(denied[0], need.group)
            refused = DeviceError(
                464,
                f"the user {user} may not open {denied[0]} ({need.what})",
                f"`sudo usermod -aG {group} {user}`, then log in anew",
            )
            yield fault("permissions", refused)
        elif not files and not _member(need.group):
            later = DeviceError(
                455,
                f"the user {user} is not in the group {need.group}, to which {need.what} will belong",
                f"`sudo usermod -aG {need.group} {user}`, then log in anew",
            )
            yield warning("permissions", later)
        else:
            allowed.append(need.what if files else f"{need.what} (not there now)")
    if allowed:
        yield ok("permissions", f"The user {user} may open {', '.join(allowed)}.")
    elif not wanted:
        yield ok("permissions", "Nothing of this table needs any.")


def _owner(file: Path, usual: str) -> str:
    """The group that may open the file; a device that nobody's group may open gets its usual one by udev."""
    status = file.stat()
    name = usual
    with suppress(KeyError):
        name = grp.getgrgid(status.st_gid).gr_name
    return name if name != "root" and status.st_mode & stat.S_IWGRP else usual


def _member(group: str) -> bool:
    with suppress(KeyError):
        return os.geteuid() == 0 or grp.getgrnam(group).gr_gid in {os.getegid(), *os.getgroups()}
    return os.geteuid() == 0


def _user() -> str:
    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
