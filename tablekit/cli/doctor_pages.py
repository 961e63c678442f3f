"""The live pages of `tablekit doctor`, and the zero tape. Each returns the exit code."""

import argparse
import os
import sys
import textwrap
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console

from tablekit.cli import opening
from tablekit.cli.patient import Patient, width
from tablekit.cli.patient import bench as bench_of
from tablekit.config import Pins
from tablekit.devices.sound import Desk
from tablekit.doctor import findings
from tablekit.doctor import sound as sounds
from tablekit.doctor.bench import Bench
from tablekit.doctor.findings import Finding
from tablekit.errors import ConfigError, DeviceError
from tablekit.store.disk import cannot_write
from tablekit.tables import Brought
from tablekit.texts import SOUNDS, Language
from tablekit.timebase import SystemClock
from tablekit.view.terminal import stderr_in

TIMES = 10
NEVER = 1_000


def seats(args: argparse.Namespace, patient: Patient) -> int:
    """Until each seat is OK, or the user leaves."""
    from tablekit.doctor.seats import Tries
    from tablekit.doctor.seats_page import watch

    console = Console()
    with ExitStack() as stack:
        if console.is_terminal:
            stack.enter_context(stderr_in(Path(os.devnull)))  # the page has what the log says
        bench = bench_of(patient, stack)
        if patient.room is not None:
            bench.desk = patient.room.desk()
            patient.room.all_press(bench.now_us)
        else:
            with suppress(DeviceError):  # without its sound the word is not played, and the onset not tried
                bench.desk = _desk(patient, bench, stack)
        tries = Tries(patient.told, [inlet.name for inlet in bench.kit.inlets])
        missing = watch(bench, tries, console, simulated=patient.simulated)
    for why in missing:
        print(textwrap.fill(str(why), width() or NEVER, subsequent_indent="    "))
    if not missing:
        print("Every pad, every mask and the key works.")
    return 1 if missing else 0


def zero(args: argparse.Namespace, patient: Patient) -> int:
    """Print the tape, and write it to a file."""
    from tablekit.doctor.zero import WATCH_US, take

    if not args.json:
        print(f"Hands off the pads for {WATCH_US // 1_000_000} seconds.", file=sys.stderr, flush=True)
    with ExitStack() as stack:
        tape = take(Bench(patient.opened(patient.told, stack), patient.told.places), patient.told)
    text = tape.text(patient.told, simulated=patient.simulated)
    if args.json:
        print(findings.as_json(tape.findings, simulated=patient.simulated, zero=tape.is_zero, lines=tape.lines))
    else:
        print(text, end="")
    if args.out is not None:
        try:
            args.out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise cannot_write(args.out, error) from error
    return 0 if tape.is_zero else 1


def ballot(args: argparse.Namespace, patient: Patient) -> int:
    """Ballots until q, or `--times` of them."""
    from tablekit.doctor.practice import hold, practice_book

    book = practice_book(patient.told)
    if patient.simulated:
        print("SIMULATED: these hands are nobody's.")
    with ExitStack() as stack:
        bench = bench_of(patient, stack, book)
        if patient.room is not None:
            bench.kit.listeners.append(patient.room.vote)
        elif book.fields.cutoff == "word":
            bench.desk = _desk(patient, bench, stack)
        bench.ready()
        hold(bench, book, lambda line: print(line, flush=True), args.times)
    return 0


def _desk(patient: Patient, bench: Bench, stack: ExitStack) -> Desk:
    return stack.enter_context(
        closing(sounds.open_desk(SOUNDS, patient.told.language, bench, bench.word, SystemClock()))
    )


def sound(args: argparse.Namespace, patient: Patient) -> int:
    """Play the word so many times."""
    language: Language = patient.told.language
    with ExitStack() as stack:
        bench = Bench(patient.opened(patient.told, stack), patient.told.places)
        if patient.room is not None:
            print("SIMULATED: nothing sounds, and nobody listens.")
        desk = patient.room.desk() if patient.room is not None else _desk(patient, bench, stack)
        print(f"The word «{bench.word}» in {language}, {args.times or TIMES} times.", flush=True)
        latency = sounds.measure(bench, desk, args.times or TIMES, lambda line: print(line, flush=True))
    found = list(latency.findings())
    for finding in found:
        print(findings.shown(finding, width()))
    return 0 if findings.well(found) else 1


def loop(args: argparse.Namespace, patient: Patient) -> int:
    """Bursts over the wires of each header that has a loop."""
    from tablekit.devices.gpio import open_factory
    from tablekit.doctor import loopwires

    found: list[Finding] = []
    if not any(isinstance(part, Pins) for part in patient.told.inputs):
        raise ConfigError(184, "no part of this table is on the Pi's own header", "A hub and an expander have no loop")
    first = 1
    for part in patient.told.inputs:
        first += part.places
        if not isinstance(part, Pins):
            continue
        inbox: SimpleQueue[Brought] = SimpleQueue()
        wait = opening.waiting(inbox)
        with ExitStack() as stack:
            if patient.room is not None:
                print("SIMULATED: the loop and the pads of seats 1 and 2 are joined.")
                factory, inbox, wait = patient.room.open_pins(part, (4, 5)), patient.room.inbox, patient.room.wait
            else:
                factory = open_factory(part.backend)
            stack.callback(factory.close)
            inputs = loopwires.open_loop(factory, part, inbox.put, first - part.places)
            stack.callback(inputs.close)
            bursts = loopwires.run(inputs, wait, SystemClock())
            found += loopwires.judged(bursts, inputs)
    for finding in found:
        print(findings.shown(finding, width()))
    return 0 if findings.well(found) else 1
