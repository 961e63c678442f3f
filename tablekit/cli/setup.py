"""`tablekit setup`: asks what is played and how the seats are wired, and writes a `table.toml`."""

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from tablekit import config, pinout
from tablekit.cli.asked import own_language
from tablekit.cli.questions import Questions
from tablekit.cli.setup_file import CONFIG_TXT, Answers, table_toml
from tablekit.devices.sound import find
from tablekit.effects import WORD_OF, Text, text
from tablekit.errors import ConfigError
from tablekit.pinout import LAYOUTS, Layout
from tablekit.rulesets import BOOKS, open_book
from tablekit.store.disk import sync_folder, write_all
from tablekit.texts import LANGUAGES, SOUNDS, Language, translate

Inputs = Literal["none", Layout]
INPUTS: tuple[Inputs, ...] = ("none", *LAYOUTS)

LANGUAGE = Text("Язык · Language · Dil")
NAMED: dict[Language, str] = {"ru": "русский", "en": "English", "az": "azərbaycanca"}

PLAYED: dict[str, Text] = {
    "classic": text("the Boss and the Commissar; Doctor, Lover and Killer by wish"),
    "city": text("free talk and open hands; Doctor, Lover, Maniac"),
    "sport": text("the sport text of the clubs"),
    "azerbaijani": text("two suspects a day, a komissar who shoots"),
    "ghost": text("monologues, hands at the count of three, the Ghost"),
    "fsm": text("the tournament rules of 30 March 2024"),
}
WIRINGS: dict[Inputs, Text] = {
    "none": text("not yet: the table is simulated"),
    "hub": text("at a seat hub (Arduino Mega) on a USB cable"),
    "header": text("straight at the pins of the Pi"),
    "expanders": text("at MCP23017 expanders"),
}
CUTOFFS: dict[str, Text] = {
    "key": text("the host says the word and presses the wired key"),
    "word": text("the kit says the word by its loudspeaker"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What needs not be asked."""
    parser.add_argument("--yes", action="store_true", help="ask nothing: whatever is not told is as usual")
    parser.add_argument("--language", choices=LANGUAGES, help="of the questions, the file and the table")
    parser.add_argument("--ruleset", metavar="NAME", help=f"the rule book: {', '.join(BOOKS)}")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play")
    parser.add_argument("--inputs", choices=INPUTS, help="how the seats are wired")
    parser.add_argument("--out", type=Path, default=config.FILE, metavar="FILE", help="instead of table.toml")


def run(args: argparse.Namespace) -> int:
    """Ask and write; exit 1, and nothing is written, if the answers end before the questions."""
    if not args.yes and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            136, "setup asks questions, and this is no terminal", "Run it in one, or add --yes (`tablekit setup --help`)"
        )
    read = (lambda _: "") if args.yes else input
    language: Language = args.language or own_language()
    try:
        if args.language is None:
            language = _language(Questions(translate(language), read), language)
        return _set_up(args, language, Questions(translate(language), read))
    except (EOFError, KeyboardInterrupt):
        print()
        Questions(translate(language)).say(text("Nothing was written."))
        return 1


def _set_up(args: argparse.Namespace, language: Language, questions: Questions) -> int:
    answers = _answers(args, language, questions)
    written = table_toml(answers, translate(language))
    try:
        if not _may_write(args.out, written, questions, asks=not args.yes):
            questions.say(text("Nothing was written."))
            return 1
        _write(args.out, written, questions)
    except OSError as error:
        raise ConfigError(
            137, f"{args.out} cannot be written: {error.strerror}", "Choose another place with --out"
        ) from error
    questions.say(*_what_next(answers, args.out))
    return 0


# -- the questions
def _language(questions: Questions, usual: Language) -> Language:
    chosen = questions.choice(LANGUAGE, {name: NAMED[name] for name in LANGUAGES}, usual)
    return next(language for language in LANGUAGES if language == chosen)


def _answers(args: argparse.Namespace, language: Language, questions: Questions) -> Answers:
    """Each question that the command line has not answered."""
    ruleset = args.ruleset or questions.choice(
        text("Which rules are played?"), {name: PLAYED.get(name, "") for name in BOOKS}, "sport"
    )
    book, usual = open_book(ruleset, {})
    told = LAYOUTS[LAYOUTS.index(args.inputs)] if args.inputs in LAYOUTS else None
    seats = args.seats or _seats(ruleset, usual, told, questions)
    open_book(ruleset, {}, seats)
    layout = told if args.inputs else _layout(seats, questions)
    masks, word = True, find(SOUNDS / language, WORD_OF[book.fields.ballots])
    cutoff = book.fields.cutoff
    if layout is not None:
        pinout.boot_lines(layout, seats)
        masks = questions.agreed(text("Are the docks of the masks wired?"), True)
        usual_cutoff = cutoff if word.exists() else "key"
        chosen = questions.choice(text("What ends a ballot?"), CUTOFFS, usual_cutoff)
        cutoff = "word" if chosen == "word" else "key"
    return Answers(language, ruleset, seats, layout, masks, cutoff, _people(args.out.parent, questions))
