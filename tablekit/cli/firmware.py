"""`tablekit firmware flash hub`: write this kit's firmware; `tablekit firmware version`: who speaks which version."""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import tablekit
from tablekit.devices.port import Happened, Received, SerialPort, Sought
from tablekit.devices.ports import ASK_HUB, HUB_BAUD, absent, close_port, is_hub, open_port, ports_for
from tablekit.errors import DeviceError, KitError
from tablekit.timebase import SystemClock
from tablekit.wire.codec import decode
from tablekit.wire.frames import Frames
from tablekit.wire.messages import VERSION, Hello

BUILD = Path(tablekit.__file__).parents[1] / "firmware" / "build"


class Board(NamedTuple):
    """How avrdude speaks to the bootloader of a device: its chip, its protocol, its rates, the likeliest first."""

    chip: str
    protocol: str
    bauds: tuple[int, ...]


BOARDS: Mapping[str, Board] = {
    "hub": Board("m2560", "wiring", (115_200,)),
    "remote": Board("m328p", "arduino", (115_200, 57_600)),  # of new and old bootloaders
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and at which port."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    flash = actions.add_parser("flash", help="write this kit's firmware into the hub or the remote")
    flash.add_argument("device", choices=list(BOARDS))
    flash.add_argument("--port", metavar="NAME", help="where it is plugged in, such as /dev/ttyUSB0")
    flash.add_argument("--dry-run", action="store_true", help="only print what would be run")
    version = actions.add_parser("version", help="which version of the messages this kit speaks, and which the hub")
    version.add_argument("--port", metavar="NAME", help="where the hub is plugged in")


def run(args: argparse.Namespace) -> int:
    """Flash, or ask; exit 1 if no hub answers, or one of another version."""
    return flash(args.device, args.port, args.dry_run) if args.action == "flash" else version(args.port)


def flash(device: str, port: str | None, dry_run: bool) -> int:
    """Run avrdude, at each of the board's rates until it succeeds; DeviceError 418 to 421 says what is missing."""
    board = BOARDS[device]
    program = shutil.which("avrdude")
    if program is None:
        raise DeviceError(418, "avrdude, which writes the firmware, is not installed", "`sudo apt install avrdude`")
    image = BUILD / f"{device}.hex"
    if not image.exists():
        raise DeviceError(
            419, f"there is no {image}", "`make -C firmware` in a clone of the project makes it (docs/hub.md)"
        )
    name = port or _only_port(device)
    close_port(open_port(device, name, board.bauds[0], write_s=0))  # a port in use would be disturbed by avrdude
    for baud in board.bauds:
        line = [program, "-p", board.chip, "-c", board.protocol, "-P", name, "-b", str(baud), "-D"]
        line += ["-U", f"flash:w:{image}:i"]
        print(*line, flush=True)
        if dry_run:
            continue
        if subprocess.run(line, check=False).returncode == 0:  # noqa: S603  the line is our own
            print(f"The {device} at {name} has the firmware of {image} now, which speaks version {VERSION}.")
            return 0
    if dry_run:
        print(
            "Nothing was run." if len(board.bauds) == 1 else "Nothing was run; the later lines are for when one fails."
        )
        return 0
    raise DeviceError(
        421,
        f"avrdude could not write the firmware of the {device} at {name}; its last lines say why",
        f"See that it is the {device} that is plugged in there, and what docs/hub.md says of flashing",
    )


def _only_port(device: str) -> str:
    names = ports_for(device)()
    if not names:
        raise absent(device)
    if len(names) > 1:
        raise DeviceError(
            420,
            f"there are several ports: {', '.join(names)}",
            f"Name the one of the {device} with --port, or pull the others out",
        )
    return names[0]


def version(port: str | None) -> int:
    """Print this kit's version, then the hub's or why there is none."""
    print(f"This kit speaks version {VERSION} of the messages.", flush=True)
    answer = _ask_hub(port)
    if isinstance(answer, Hello):
        print(
            f"The hub speaks version {answer.version}; its firmware is {answer.firmware >> 8}.{answer.firmware & 255}."
        )
        return 0
    print(answer, file=sys.stderr)
    return 1


def _ask_hub(port: str | None) -> Hello | KitError:
    """What the hub says it is, or why none was found in the first round of the search."""
    happened = SimpleQueue[Happened]()
    owner = SerialPort(
        "hub",
        happened.put,
        SystemClock(),
        candidates=(lambda: [port]) if port else ports_for("hub"),
        ask=ASK_HUB,
        known=is_hub,
        baud=HUB_BAUD,
    )
    try:
        while True:
            match happened.get():
                case Received(_, data, _):
                    (hello, *_) = map(decode, Frames().feed(data))
                    assert isinstance(hello, Hello)
                    return hello
                case Sought(_, KitError() as why):
                    return why
                case _:
                    pass
    finally:
        owner.close()
