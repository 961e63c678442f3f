"""`tablekit run`: a real table as its table.toml describes it, or with --sim a simulated one."""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue

from tablekit import config
from tablekit.config import TableConfig
from tablekit.devices.sound import Desk, SilentDesk, SoundDesk
from tablekit.effects import Text, text
from tablekit.errors import ConfigError
from tablekit.evening import Evening, Wait
from tablekit.kit import Kit, Setup
from tablekit.sim.names import NAMES
from tablekit.sim.people import seat_people
from tablekit.sim.world import Edges, World
from tablekit.store import journal
from tablekit.store.archive import Archive, default_folder
from tablekit.tables import HOSTED, WATCHED, Brought, SimulatedTable, Table, WiredTable, wiring
from tablekit.texts import LANGUAGES, SOUNDS, Language, translate
from tablekit.timebase import US_PER_S, Clock, ManualClock, SystemClock
from tablekit.view import picture
from tablekit.view.keyboard import Keyboard
from tablekit.view.opened import open_view
from tablekit.view.summary import summary
from tablekit.view.terminal import orderly_end

SIMULATED_ONLY = ("ruleset", "seed", "speed")
DEMO = "demo"
"""The folder of the games that are only watched: no host ever goes on with one."""
DEMO_SEED = 183
"""A short game with a hand at the very word in its first ballot."""
SEEDS = 1_000_000
FASTEST = 1_000_000.0
WORD = "thanks"
OWN_CHANNELS = (WORD, "night", "day")
"""Cues that may never be lost because others sound."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """A table.toml or --sim, and what a simulation may be told besides."""
    parser.add_argument("demo", nargs="?", choices=["demo"], help="simulate the table and its host: watch one game")
    parser.add_argument("--sim", action="store_true", help="simulate the table; without demo you are its host")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--config", type=Path, metavar="FILE", help="the table (default: table.toml in this folder)")
    source.add_argument("--ruleset", metavar="NAME", help="when simulated: sport (default) or fsm")
    parser.add_argument("--seed", type=int, metavar="N", help="when simulated: another number is another game")
    parser.add_argument("--speed", type=_speed, metavar="X", help="when simulated: so many times faster; 0: no waiting")
    parser.add_argument("--language", choices=LANGUAGES, help="of all that is shown and said")
    parser.add_argument("--dir", type=Path, metavar="FOLDER", help="where the games are kept")
    parser.add_argument("--no-sound", action="store_true", help="every cue is text only")
    parser.add_argument("--new", action="store_true", help="begin a new game even if one was interrupted")


def _speed(told: str) -> float:
    with suppress(ValueError):
        if 0 <= float(told) <= FASTEST:
            return float(told)
    raise argparse.ArgumentTypeError("write 0, or how many times faster, such as 2")


def run(args: argparse.Namespace) -> int:
    """Serve the table until the host leaves; or one game, if it is watched."""
    args.sim |= args.demo is not None
    told = _told(args)
    language: Language = args.language or (told.language if told else _own_language())
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
    clock = ManualClock(_virtual_start_us(archive, real)) if args.sim else real
    kit = Kit(_setup(args, told, language), clock, archive)
    table = _table(args, told, kit, inbox, stack)
    stack.callback(kit.close)
    resumed = not (args.new or watching) and _is_asked_for(args, archive) and kit.resume()
    if not resumed:
        kit.begin()
    _print(language, *_greeting(kit, resumed=resumed, watching=watching))
    seen = picture.Table(kit.book.name, kit.seats, kit.setup.names, kit.setup.simulated, hosted=not watching)
    log_file = archive.folder / "tablekit.log"
    view = open_view(seen, language, lambda: kit.runner.table.last_ballot, log_file, stack)
    if isinstance(table, SimulatedTable):
        seat_people(table.world, view, watching=watching)
    desk = stack.enter_context(closing(_desk(args, language, inbox, real)))
    stack.enter_context(view)
    if not watching or os.isatty(0):
        stack.enter_context(Keyboard(inbox.put, 0))
    with suppress(KeyboardInterrupt):
        Evening(table, view, desk, _waiting(inbox), real, watching=watching).run()
    return kit


# -- what is asked for
def _told(args: argparse.Namespace) -> TableConfig | None:
    """The table.toml, if one is to be used; ConfigError if nothing says which table it should be."""
    for name in SIMULATED_ONLY:
        if not args.sim and getattr(args, name) is not None:
            raise ConfigError(130, f"--{name} is for a simulated table", "Add --sim, or leave it out")
    file = args.config or (None if args.sim or not config.FILE.exists() else config.FILE)
    if file is None and not args.sim:
        raise ConfigError(
            131,
            f"there is no {config.FILE} here, so nothing says which table this is",
            f"Write a {config.FILE} (or name one with --config FILE), or simulate a table with --sim",
        )
    return config.load(file) if file else None


def _is_asked_for(args: argparse.Namespace, archive: Archive) -> bool:
    """Was a game interrupted? ConfigError 134 if it is not the one that is asked for."""
    path = archive.unfinished(simulated=args.sim)
    if path is None:
        return False
    header = journal.read(path).header
    for name, asked, has in (("ruleset", args.ruleset, header.book), ("seed", args.seed, header.seed)):
        if asked not in (None, has):
            raise ConfigError(
                134,
                f"a game was interrupted, and its {name} is {has}, not {asked}",
                f"Leave out --{name} to go on with it, or add --new to begin another",
            )
    return True


def _own_language() -> Language:
    """The language of whoever is logged in, if it is one of ours; otherwise Russian."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return next((language for language in LANGUAGES if named.startswith(language)), "ru")


def _setup(args: argparse.Namespace, told: TableConfig | None, language: Language) -> Setup:
    seed = args.seed
    if seed is None:
        seed = DEMO_SEED if args.demo else random.SystemRandom().randrange(SEEDS)
    if told is None:
        return Setup(args.ruleset or "sport", names=NAMES[language], seed=seed, simulated=True)
    names = told.names or (NAMES[language] if args.sim else ())
    return Setup(told.ruleset, told.options, told.seats, names, seed, simulated=args.sim)


# -- what is opened
def _virtual_start_us(archive: Archive, clock: Clock) -> int:
    """Now; but a simulation may have run ahead of the clock, and time never goes back within a folder of games."""
    games = archive.games()
    events = journal.read(games[-1].path).events if games else ()
    return max(clock.now_us(), events[-1].at_us + US_PER_S if events else 0)


def _table(
    args: argparse.Namespace, told: TableConfig | None, kit: Kit, inbox: SimpleQueue[Brought], stack: ExitStack
) -> Table:
    if isinstance(kit.clock, ManualClock):
        pace = WATCHED if args.demo else HOSTED
        speed = pace.speed if args.speed is None else args.speed
        return SimulatedTable(World(kit, kit.clock, Edges(kit)), replace(pace, speed=speed), SystemClock())
    if told is None or told.inputs is None:
        raise ConfigError(132, "the table has no [inputs]", 'Add them (kind = "gpio"), or simulate it with --sim')
    if kit.book.fields.cutoff == "word" and not _sounds(args, args.language or told.language, WORD):
        raise ConfigError(
            133,
            f'cutoff = "word", but the word has no sound: {_where(args, args.language or told.language)}',
            'Set cutoff = "key" in [options], and wire the key «Спасибо»',
        )
    from tablekit.devices.gpio import GpioInputs, open_factory  # slow to import

    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # where lgpio makes its pipe
    factory = open_factory("lgpio")
    stack.callback(factory.close)
    inputs = stack.enter_context(closing(GpioInputs(factory, wiring(told.inputs), inbox.put)))
    return WiredTable(kit, inputs, kit.clock)


def _desk(args: argparse.Namespace, language: Language, inbox: SimpleQueue[Brought], clock: Clock) -> Desk:
    """The sound card, if there is anything to play in that language."""
    if _sounds(args, language):
        return SoundDesk(SOUNDS, inbox.put, clock, language=language, mandatory=OWN_CHANNELS)
    return SilentDesk(inbox.put, clock)


def _sounds(args: argparse.Namespace, language: Language, cue: str = "*") -> bool:
    """Is there a file of the cue, or of any, that may be played?"""
    return not args.no_sound and any((SOUNDS / language).glob(f"{cue}.*"))


def _where(args: argparse.Namespace, language: Language) -> str:
    return "--no-sound was given" if args.no_sound else f"there is no {SOUNDS / language / WORD}.ogg"


def _waiting(inbox: SimpleQueue[Brought]) -> Wait:
    def wait(longest_us: int) -> Brought | None:
        try:
            return inbox.get(timeout=longest_us / US_PER_S)
        except Empty:
            return None

    return wait


# -- what is printed before and after
def _greeting(kit: Kit, *, resumed: bool, watching: bool) -> Iterator[Text]:
    book, setup = kit.book.name, kit.setup
    if setup.simulated:
        yield text("This is a simulation of {book}: no real people play (seed {seed}).", book=book, seed=setup.seed)
    if resumed:
        going_on = text("Going on with game {game} ({book}), which was interrupted; --new begins another.")
        yield Text(going_on.template, {"game": kit.game, "book": book})
    if not watching:
        yield text("You are the host. Keys: Space «thanks», Enter #, Backspace *, 0-9, A B C D; q leaves.")


def _farewell(kit: Kit, *, watching: bool) -> Iterator[Text]:
    if kit.over:
        yield from summary(kit.runner.table.record)
    elif kit.failure is None and not watching:
        yield text("The game is kept; the same command goes on with it.")
    for file in kit.files:
        yield text("{file}  (tablekit protocol prints it, tablekit verify recounts it)", file=file)


def _print(language: Language, *sentences: Text) -> None:
    for sentence in map(translate(language), sentences):
        print(sentence, flush=True)
