"""What is to be played: as the command line, the table.toml and a game that was interrupted say together."""

import argparse
import os
import random
from collections.abc import Sequence

from tablekit import config
from tablekit.config import TableConfig
from tablekit.errors import ConfigError
from tablekit.intake.linkclock import LinkClock, PiClock
from tablekit.kit import PADS, Setup
from tablekit.sim.names import NAMES
from tablekit.store import journal
from tablekit.store.archive import Archive
from tablekit.store.lines import Header
from tablekit.texts import LANGUAGES, Language

SIMULATED_ONLY = ("ruleset", "seed", "speed")
DEMO_SEED = 324
"""A short game with a hand at the very word in its first ballot."""
SEEDS = 1_000_000
KINDS: dict[type, str] = {config.Pins: "pads", config.Expander: "expander", config.SeatHub: "hub"}


def table(args: argparse.Namespace) -> TableConfig | None:
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


def own_language() -> Language:
    """The language of whoever is logged in, if it is one of ours; otherwise Russian."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return next((language for language in LANGUAGES if named.startswith(language)), "ru")


def interrupted(args: argparse.Namespace, told: TableConfig | None, archive: Archive) -> Header | None:
    """The game to go on with; ConfigError 134 if it is not the one that is asked for."""
    path = None if args.new or args.demo else archive.unfinished(simulated=args.sim)
    if path is None:
        return None
    header = journal.read(path).header
    book = args.ruleset or (told.ruleset if told else None)
    for name, asked, has in (("ruleset", book, header.book), ("seed", args.seed, header.seed)):
        if asked not in (None, has):
            raise ConfigError(
                134,
                f"a game was interrupted, and its {name} is {has}, not {asked}",
                f"Ask for {name} {has} to go on with it, or add --new to begin another",
            )
    return header


def setup(args: argparse.Namespace, told: TableConfig | None, language: Language, goes_on: Header | None) -> Setup:
    """What is played, by whom."""
    if goes_on is not None:
        return Setup.of(goes_on)
    seed = args.seed
    if seed is None:
        seed = DEMO_SEED if args.demo else random.SystemRandom().randrange(SEEDS)
    if told is None:
        return Setup(args.ruleset or "sport", names=NAMES[language], seed=seed, simulated=True)
    names = told.names or (NAMES[language] if args.sim and not told.people else ())
    options = dict(told.options)
    if told.inputs and not all(part.has_masks for part in told.inputs) and not args.sim:
        options.setdefault("mask_sensors", False)
    return Setup(told.ruleset, options, told.seats, names, seed, simulated=args.sim)


def people(args: argparse.Namespace, told: TableConfig | None, language: Language) -> Sequence[str]:
    """Those whom the host may choose by number; at a table whose people are told, nobody."""
    if told is None:
        return NAMES[language]
    file = (args.config or config.FILE).parent / told.people if told.people else None
    return config.people(file) if file else ()


def pads(args: argparse.Namespace, told: TableConfig | None) -> dict[str, LinkClock]:
    """What the pads are wired to, as the host is told of it: the one name of each part of [inputs], and its clock."""
    if told is None or args.sim or not told.inputs:
        return dict(PADS)
    kinds = [KINDS[type(part)] for part in told.inputs]
    clocks: dict[str, LinkClock] = {}
    for place, (kind, part) in enumerate(zip(kinds, told.inputs, strict=True)):
        name = kind if kinds.count(kind) == 1 else f"{kind} {kinds[:place].count(kind) + 1}"
        clocks[name] = PiClock("pi" if _exact(part) else "")
    return clocks


def _exact(part: config.Part) -> bool:
    """Does the kernel stamp its edges? A hub stamps its facts itself."""
    return not isinstance(part, config.Expander) and not (isinstance(part, config.Pins) and part.backend != "lgpio")


def places(told: TableConfig | None) -> int | None:
    """The seats that are wired; None: as many as one likes."""
    return None if told is None or not told.inputs else told.places
