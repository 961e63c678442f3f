"""The table that `tablekit doctor` looks at: the one of a table.toml, or a simulated one."""

import argparse
import os
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from tablekit import config
from tablekit.cli import asked, opening
from tablekit.config import TableConfig
from tablekit.doctor.bench import Bench, Opener, OpenTable
from tablekit.errors import ConfigError
from tablekit.game.book import Book
from tablekit.kit import Kit, Setup
from tablekit.store.archive import default_folder
from tablekit.tables import Brought
from tablekit.timebase import SystemClock
from tablekit.view.keyboard import Keyboard

if TYPE_CHECKING:
    from tablekit.doctor.simulated import SimulatedRoom


class Patient(NamedTuple):
    """The table that is looked at."""

    told: TableConfig
    opened: Opener
    room: "SimulatedRoom | None"
    """In which it stands, if it is simulated."""
    folder: Path

    @property
    def simulated(self) -> bool:
        """Is no real device looked at?"""
        return self.room is not None


def patient(args: argparse.Namespace) -> Patient:
    """As the arguments name it; ConfigError (121-129, 182, 183) if there is none to look at."""
    folder = args.dir or default_folder(os.environ)
    if args.sim:
        from tablekit.doctor.simulated import TABLE, SimulatedRoom  # slow to import, as gpiozero is

        room = SimulatedRoom(SystemClock(), faulty=args.faulty)
        return Patient(TABLE, room, room, folder)
    file = args.config or config.FILE
    if args.config is None and not file.exists():
        raise ConfigError(
            182,
            f"there is no {config.FILE} here, so nothing says what should be connected",
            "Go to its folder, name it with --config FILE, write one with `tablekit setup`, or try --sim",
        )
    told = config.load(file)
    if not told.inputs:
        raise ConfigError(183, f"{file} has no [inputs]", "Write them with `tablekit setup`, or try --sim")
    return Patient(told, open_table, None, folder)


def open_table(told: TableConfig, stack: ExitStack) -> OpenTable:
    """The real wiring, as `run` opens it. An Opener."""
    from tablekit.cli.wiring import wired_table  # slow to import

    inbox: SimpleQueue[Brought] = SimpleQueue()
    pads = asked.pads(argparse.Namespace(sim=False), told) if told.inputs else {}
    kit = Kit(Setup(told.ruleset, dict(told.options)), SystemClock(), pads=pads)
    return OpenTable(wired_table(told, kit, inbox, stack), inbox, opening.waiting(inbox))


def bench(patient: Patient, stack: ExitStack, book: Book | None = None) -> Bench:
    """The whole table, and the keys that are pressed here."""
    opened = Bench(patient.opened(patient.told, stack), patient.told.places, book)
    stack.enter_context(Keyboard(opened.inbox.put, 0))
    return opened


def width() -> int | None:
    """Of the terminal; None: each finding is one line."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
