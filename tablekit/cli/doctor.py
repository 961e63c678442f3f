"""`tablekit doctor`: what is connected and what is not, in plain sentences; its live pages. Exit 1: a fault."""

import argparse
import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec

from tablekit.cli import doctor_pages
from tablekit.cli.patient import Patient, patient, width
from tablekit.config import SeatHub
from tablekit.doctor import disk, findings, machine, parts
from tablekit.doctor import sound as sounds
from tablekit.doctor.bench import Bench
from tablekit.doctor.findings import Check, Finding
from tablekit.doctor.remote import remote
from tablekit.errors import ConfigError
from tablekit.rulesets import open_book
from tablekit.texts import SOUNDS
from tablekit.timebase import SystemClock
from tablekit.view.terminal import orderly_end

PAGES = {
    "check": "look at everything once (this is what happens without a page)",
    "seats": "press each pad once, lift each mask once: each seat live",
    "zero": "the zero tape before a game, for the referee to sign",
    "ballot": "practice ballots: each player sees his own hand's milliseconds",
    "sound": "play the word, and measure how late the table hears it",
    "loop": "bursts over loop wires: are edges lost or late?",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which page, of which table."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(f"  {page:<8}{purpose}" for page, purpose in PAGES.items())
    parser.add_argument("page", nargs="?", choices=list(PAGES), default="check", help="what to do (default: check)")
    parser.add_argument("--loop", action="store_true", help="the same as the page loop")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table (default: table.toml in this folder)")
    parser.add_argument("--sim", action="store_true", help="a simulated table of ten, to try the pages without a Pi")
    parser.add_argument(
        "--faulty", action="store_true", help="with --sim: a pad is stuck, another noisy, a mask chatters"
    )
    parser.add_argument("--dir", type=Path, metavar="FOLDER", help="where the games are kept")
    parser.add_argument("--json", action="store_true", help="check, zero: for programs")
    parser.add_argument("--out", type=Path, metavar="FILE", help="zero: write the tape there too")
    parser.add_argument("--times", type=int, metavar="N", help="sound, ballot: so often")


def run(args: argparse.Namespace) -> int:
    """One page; exit 1 if there is a fault, or something is missing."""
    logging.getLogger("tablekit").addHandler(logging.NullHandler())  # what the log says is on the pages
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # where lgpio makes its pipe
    args.page = "loop" if args.loop else args.page
    _fitting(args)
    table = patient(args)
    with orderly_end(), suppress(KeyboardInterrupt):
        if args.page == "check":
            return check(args, table)
        page: Callable[[argparse.Namespace, Patient], int] = getattr(doctor_pages, args.page)
        return page(args, table)
    return 1


def _fitting(args: argparse.Namespace) -> None:
    for option, pages in (("json", ("check", "zero")), ("out", ("zero",)), ("times", ("sound", "ballot"))):
        if getattr(args, option) and args.page not in pages:
            raise ConfigError(180, f"--{option} is for {' and '.join(pages)}", "Leave it out")
    if args.faulty and not args.sim:
        raise ConfigError(185, "--faulty is for a simulated table", "Add --sim, or leave it out")
    if args.sim and args.config:
        raise ConfigError(186, "--sim has a table of its own", "Leave --config out")
    if args.times is not None and args.times < 1:
        raise ConfigError(181, f"--times {args.times} is too few", "Write 1 or more")


def check(args: argparse.Namespace, patient: Patient) -> int:
    """A line for each finding, as it comes."""
    found = []
    if patient.simulated and not args.json:
        print("SIMULATED: the pins below are no real ones; the machine is this one.")
    for finding in findings.examine(_checks(patient)):
        found.append(finding)
        if not args.json:
            print(findings.shown(finding, width()), flush=True)
    if args.json:
        print(findings.as_json(found, simulated=patient.simulated))
    else:
        print(findings.verdict(found))
    return 0 if findings.well(found) else 1


def _checks(patient: Patient) -> Iterator[Check]:
    told = patient.told
    fields = open_book(told.ruleset, told.options, told.seats)[0].fields
    sounding = fields.cutoff == "word" or any((SOUNDS / told.language).glob("*"))
    yield Check("Pi", machine.model)
    yield Check("power", machine.power)
    yield Check("disk", lambda: disk.disk(patient.folder))
    if not patient.simulated:
        yield Check("permissions", lambda: machine.permissions(machine.needs(told, sound=sounding)))
        yield Check("software", lambda: machine.software(told))
    yield from parts.checks(told, patient.opened)
    lights = told.lights
    if lights is not None:
        yield Check("lights", lambda: parts.lights(lights, SystemClock()))
    yield Check("sound", lambda: sounds.sound(SOUNDS, told.language, fields.ballots, fields.cutoff))
    if not patient.simulated:
        yield Check("remote", lambda: _remote(patient))


def _remote(patient: Patient) -> Iterator[Finding]:
    """By the radio of the table's first hub, and at any port."""

    def listens(stack: ExitStack) -> Bench:
        from tablekit.cli.paired import handheld

        hubs = tuple(part for part in patient.told.inputs if isinstance(part, SeatHub))[:1]
        only = msgspec.structs.replace(patient.told, inputs=hubs, lights=None)
        bench = Bench(patient.opened(only, stack), max(1, only.places))
        bench.remote = handheld(patient.folder, bench.table, patient.told.language, bench.inbox, stack)
        return bench

    return remote(patient.folder, listens)
