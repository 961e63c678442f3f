"""`tablekit setup`: asks what is played and how the seats are wired, and writes a `table.toml`."""

import argparse
import difflib
import io
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tablekit import config, pinout
from tablekit.cli.asked import own_language
from tablekit.cli.questions import Questions
from tablekit.cli.setup_file import CONFIG_TXT, Answers, table_toml
from tablekit.devices.sound import find
from tablekit.effects import WORD_OF, Text, text
from tablekit.errors import ConfigError
from tablekit.pinout import LAYOUTS, Layout
from tablekit.rulesets import BOOKS, open_book, unplayable
from tablekit.store.disk import sync_folder, write_all
from tablekit.texts import LANGUAGES, SOUNDS, Language, translate

NOT_YET = "none"

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
WIRINGS: dict[str, Text] = {
    NOT_YET: text("not yet: the table is simulated"),
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
    parser.add_argument("--inputs", choices=WIRINGS, help="how the seats are wired")
    parser.add_argument("--out", type=Path, default=config.FILE, metavar="FILE", help="instead of table.toml")


def run(args: argparse.Namespace) -> int:
    """Ask and write; exit 1, and nothing is written, if the answers end before the questions."""
    if not args.yes and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            136,
            "setup asks questions, and this is no terminal",
            "Run it in one, or add --yes (`tablekit setup --help`)",
        )
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # half a letter may be left of one that was rubbed out
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


def _layout(named: str) -> Layout | None:
    return next((layout for layout in LAYOUTS if layout == named), None)


def _answers(args: argparse.Namespace, language: Language, questions: Questions) -> Answers:
    """Each question that the command line has not answered."""
    played = {name: PLAYED.get(name, "") for name in BOOKS}
    ruleset = args.ruleset or questions.choice(text("Which rules are played?"), played, "sport")
    cutoff = open_book(ruleset, {})[0].fields.cutoff
    seats = args.seats or _seats(ruleset, _layout(args.inputs), questions)
    open_book(ruleset, {}, seats)
    layout = _layout(args.inputs or _inputs(seats, questions))
    masks = True
    if layout is not None:
        pinout.config(layout, seats)  # refused before more is asked
        masks = questions.agreed(text("Are the mask sensors wired?"), True)
        usual = cutoff if _word_of(ruleset, language).exists() else "key"
        chosen = questions.choice(text("What ends a ballot?"), CUTOFFS, usual)
        cutoff = "word" if chosen == "word" else "key"
    return Answers(language, ruleset, seats, layout, masks, cutoff, _people(args.out.parent, questions))


def _seats(ruleset: str, layout: Layout | None, questions: Questions) -> int:
    """One of the book's own sizes that the layout has."""
    book, usual = open_book(ruleset, {})
    sizes = [seats for seats in book.seats if unplayable(book, seats) is None]
    most = pinout.load().most_seats(layout) if layout else sizes[-1]
    sizes = [seats for seats in sizes if seats <= most] or sizes
    if len(sizes) == 1:
        questions.say(text("These rules are for {seats} seats.", seats=sizes[0]))
        return sizes[0]
    return questions.number(text("How many seats"), sizes, usual if usual in sizes else sizes[-1])


def _inputs(seats: int, questions: Questions) -> str:
    fitting = [layout for layout in LAYOUTS if seats <= pinout.load().most_seats(layout)]
    return questions.choice(
        text("How are the seats wired?"), {name: WIRINGS[name] for name in (NOT_YET, *fitting)}, NOT_YET
    )


def _word_of(ruleset: str, language: Language) -> Path:
    """The recording of the word that ends a ballot by these rules, if there is one."""
    return find(SOUNDS / language, WORD_OF[open_book(ruleset, {})[0].fields.ballots])


def _people(folder: Path, questions: Questions) -> str:
    """The file of the club's names as the table.toml names it; nothing if there is none."""
    while told := questions.line(text("A file of the club's names, one a line (Enter: none)")):
        file = Path(told).expanduser().absolute()
        try:
            names = config.people(file)
        except ConfigError as error:
            print(error)
            continue
        questions.say(text("{number} names.", number=len(names)))
        return os.path.relpath(file, folder.absolute()) if file.is_relative_to(folder.absolute()) else str(file)
    return ""


# -- the file
def _may_write(file: Path, written: str, questions: Questions, *, asks: bool) -> bool:
    """Nothing is lost, or the user agrees; ConfigError 138 if he cannot be asked."""
    if not file.exists():
        return True
    there = file.read_bytes().decode(errors="replace")
    if there == written:
        return True
    if not asks:
        raise ConfigError(138, f"{file} is there already, and says something else", "Move it away, or leave out --yes")
    questions.say(text("{file} is there already. What would go (-) and come (+):", file=file))
    print("\n".join(_differing(there, written)))
    return questions.agreed(text("Write it anew? The old one is kept."), False)


def _differing(there: str, written: str) -> list[str]:
    """The lines that go and come; comments only if nothing else does."""
    lines = [line for line in difflib.ndiff(there.splitlines(), written.splitlines()) if line[0] in "-+"]
    return [line for line in lines if line[2:].strip() and line[2] != "#"] or lines


def _write(file: Path, written: str, questions: Questions) -> None:
    """Whole or not at all, also if the power goes, and only what the kit can read; OSError."""
    beside = file.with_name(f".{file.name}.new")
    try:
        _create(beside, written.encode())
        config.load(beside)
        if file.exists() and (there := file.read_bytes()) != written.encode():
            kept = _free(file)
            _create(kept, there)
            questions.say(text("The old one is {file} now.", file=kept))
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(file.parent)


def _free(file: Path) -> Path:
    """table.toml.old, or the next of its kind that is not there."""
    names = (f"{file.name}.old{number or ''}" for number in count())
    return next(kept for name in names if not (kept := file.with_name(name)).exists())


def _create(file: Path, content: bytes) -> None:
    fd = os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o666)
    try:
        write_all(fd, content)
    finally:
        os.close(fd)


# -- and then
def _what_next(answers: Answers, file: Path) -> Iterator[Text]:
    named = "" if file == config.FILE else f" --config {file}"
    simulate, check, start = f"tablekit run --sim --config {file}", f"tablekit doctor{named}", f"tablekit run{named}"
    yield text("Written: {file}", file=file)
    if answers.layout is None:
        yield text("Play it simulated: {command}", command=simulate)
        return
    if lines := pinout.boot_lines(answers.layout, answers.seats):
        yield text("Add these lines to {file}, and start the Pi anew:", file=CONFIG_TXT)
        yield from (Text("    {line}", {"line": line}) for line in lines)
    if answers.layout == "hub":
        yield text("The hub's firmware, once: {command}", command="tablekit firmware flash hub")
    word = _word_of(answers.ruleset, answers.language)
    if answers.cutoff == "word" and not word.exists():
        yield text('The word is not recorded yet ({file}): until then the table starts with "key" only.', file=word)
    yield text("What is connected and what is not: {command}", command=check)
    yield text("Start the table: {command}", command=start)
