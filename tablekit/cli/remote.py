"""`tablekit remote pair`: makes the remote at a cable this table's own."""

import argparse
import os
import secrets
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue

from tablekit.cli.paired import BAUD, calls_of
from tablekit.devices.port import Happened, Opened, SerialPort, Sought
from tablekit.devices.ports import ports_for
from tablekit.errors import DeviceError, KitError
from tablekit.store import pairing
from tablekit.store.archive import default_folder
from tablekit.store.pairing import KEY_BYTES, Pairing
from tablekit.timebase import SystemClock
from tablekit.wire.remote_link import pairing as pair_frame

WAIT_S = 20.0
NUMBERS = 1 << 32
DEVICE = "remote"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and on which channel."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    pair = actions.add_parser("pair", help="make the remote that is plugged in by its cable this table's own")
    pair.add_argument(
        "--channel", type=int, choices=range(1, 101), metavar="1-100", help="of the radio (default: as before, or any)"
    )
    pair.add_argument("--port", metavar="NAME", help="where it is plugged in, such as /dev/ttyUSB0")
    pair.add_argument("--dir", type=Path, metavar="FOLDER", help="where the games are kept")


def run(args: argparse.Namespace) -> int:
    """Pair: a new key, given by cable, and kept when the remote has answered with it. DeviceError 430."""
    folder = args.dir or default_folder(os.environ)
    earlier = pairing.load(folder)
    channel = args.channel or (earlier.channel if earlier else 1 + secrets.randbelow(100))
    paired = Pairing(1 + secrets.randbelow(NUMBERS - 1), secrets.token_bytes(KEY_BYTES), channel)
    print("Switch the remote on and plug it in by its cable.", flush=True)
    name = _pair(paired, args.port)
    pairing.save(folder, paired)
    print(f"The remote at {name} is this table's now, on channel {channel}.")
    if earlier is not None:
        print("The one that was paired before is this table's no longer.")
    return 0


def _pair(paired: Pairing, port: str | None) -> str:
    """Say the pairing to whatever is plugged in, until the remote calls with the new key; returns where it is."""
    happened: SimpleQueue[Happened] = SimpleQueue()
    candidates = (lambda: [port]) if port else ports_for(DEVICE)
    ask = pair_frame(paired.key, paired.remote, paired.channel)
    clock = SystemClock()
    seeker = SerialPort(DEVICE, happened.put, clock, candidates=candidates, ask=ask, known=calls_of(paired), baud=BAUD)
    why: KitError = DeviceError(
        430, f"no remote has answered within {WAIT_S:.0f} s", "Switch it on, plug its cable in, and try again"
    )
    with closing(seeker):
        end_us = clock.now_us() + round(WAIT_S * 1_000_000)
        while (left_us := end_us - clock.now_us()) > 0:
            try:
                what = happened.get(timeout=left_us / 1_000_000)
            except Empty:
                break
            if isinstance(what, Opened):
                return what.name
            if isinstance(what, Sought) and what.why is not None:
                why = what.why
    raise why
