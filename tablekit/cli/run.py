"""`tablekit run`: a real table as its table.toml describes it, or with --sim a simulated one."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from tablekit.cli import asked, opening
from tablekit.cli.speed import speed
from tablekit.config import TableConfig
from tablekit.effects import Text, text
from tablekit.evening import Evening, shown_table
from tablekit.kit import Kit
from tablekit.sim.people import seat_people
from tablekit.store.archive import Archive, default_folder
from tablekit.tables import Brought, SimulatedTable
from tablekit.texts import LANGUAGES, Language, translate
from tablekit.timebase import ManualClock, SystemClock
from tablekit.view.keyboard import Keyboard
from tablekit.view.opened import open_view
from tablekit.view.summary import summary
from tablekit.view.terminal import orderly_end

DEMO = "demo"
"""The folder of the games that are only watched: no host ever goes on with one."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """A table.toml or --sim, and what a simulation may be told besides."""
    parser.add_argument("demo", nargs="?", choices=["demo"], help="simulate the table and its host: watch one game")
    parser.add_argument("--sim", action="store_true", help="simulate the table; without demo you are its host")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--config", type=Path, metavar="FILE", help="the table (default: table.toml in this folder)")
    source.add_argument(
        "--ruleset", metavar="NAME", help="when simulated: classic, city, sport (default), azerbaijani, ghost or fsm"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="when simulated: another number is another game")
    parser.add_argument("--speed", type=speed, metavar="X", help="when simulated: so many times faster; 0: no waiting")
    parser.add_argument("--language", choices=LANGUAGES, help="of all that is shown and said")
    parser.add_argument("--dir", type=Path, metavar="FOLDER", help="where the games are kept")
    parser.add_argument("--no-sound", action="store_true", help="every cue is text only")
    parser.add_argument("--new", action="store_true", help="begin a new game even if one was interrupted")


def run(args: argparse.Namespace) -> int:
    """Serve the table until the host leaves; or one game, if it is watched."""
    args.sim |= args.demo is not None
    told = asked.table(args)
    language: Language = args.language or (told.language if told else asked.own_language())
    try:
        with ExitStack() as stack:
            stack.enter_context(orderly_end())
            kit = _serve(args, told, language, stack)
        _print(language, *_farewell(kit, watching=args.demo is not None))
    except BrokenPipeError:  # nobody reads the transcript any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if kit.failure is not None:
        print(kit.failure, file=sys.stderr)
    return 0 if kit.failure is None else 1


def _serve(args: argparse.Namespace, told: TableConfig | None, language: Language, stack: ExitStack) -> Kit:
    """Open everything and run; the stack closes it again."""
    real, inbox, watching = SystemClock(), SimpleQueue[Brought](), args.demo is not None
    folder = args.dir or default_folder(os.environ)
    archive = Archive(folder / DEMO if watching else folder)
    goes_on = asked.interrupted(args, told, archive)
    clock = ManualClock(opening.virtual_start_us(archive, real)) if args.sim else real
    kit = Kit(asked.setup(args, told, language, goes_on), clock, archive, pads=asked.pads(args, told))
    table = opening.table(args, told, kit, language, inbox, stack)
    stack.callback(kit.close)
    resumed = goes_on is not None and kit.resume()
    choose = None if watching else partial(kit.choose, asked.people(args, told, language), asked.places(told))
    if not resumed:
        (choose or kit.begin)()
    _print(language, *_greeting(kit, resumed=resumed, watching=watching))
    seen = shown_table(kit, hosted=not watching)
    with suppress(OSError):  # what cannot be written is told when a game begins
        archive.folder.mkdir(parents=True, exist_ok=True)
    log_file = archive.folder / "tablekit.log"
    view = open_view(seen, language, lambda: kit.runner.table.last_ballot, log_file, stack)
    if isinstance(table, SimulatedTable):
        seat_people(table.world, view, watching=watching)
    desk = stack.enter_context(closing(opening.desk(args, language, inbox, real)))
    stack.enter_context(view)
    if not watching or os.isatty(0):
        stack.enter_context(Keyboard(inbox.put, 0))
    held = None if args.sim else opening.remotes(archive.folder, table, language, inbox, stack)
    with suppress(KeyboardInterrupt):
        Evening(table, view, desk, opening.waiting(inbox), real, watching=watching, choose=choose, handheld=held).run()
    return kit


# -- what is printed before and after
def _greeting(kit: Kit, *, resumed: bool, watching: bool) -> Iterator[Text]:
    book, setup = kit.book.name, kit.setup
    if setup.simulated:
        yield text("This is a simulation of {book}: no real people play (seed {seed}).", book=book, seed=setup.seed)
    if kit.lobby is not None:
        yield text("Choose what is played: Enter goes on, Space begins the game as it is shown.")
    if resumed:
        yield text("Going on with {file}, which was interrupted; --new begins another.", file=kit.files[-1].name)
    if not watching:
        yield text("You are the host. Keys: Space «thanks», Enter #, Backspace *, 0-9, A B C D; q leaves.")


def _farewell(kit: Kit, *, watching: bool) -> Iterator[Text]:
    if kit.over:
        yield from summary(kit.runner.table.record)
    elif kit.failure is None and not watching and kit.files:
        yield text("The game is kept; the same command goes on with it.")
    for file in kit.files:
        yield text("{file}  (tablekit protocol prints it, tablekit verify recounts it)", file=file)


def _print(language: Language, *sentences: Text) -> None:
    for sentence in map(translate(language), sentences):
        print(sentence, flush=True)
