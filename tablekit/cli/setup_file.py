"""The `table.toml` that `tablekit setup` writes: what was answered, and comments in its language."""

import json
import textwrap
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tablekit import pinout
from tablekit.effects import Text, text
from tablekit.pinout import Layout
from tablekit.rulesets import BOOKS
from tablekit.texts import LANGUAGES, Language, Translate

WIDTH = 100
CONFIG_TXT = "/boot/firmware/config.txt"


class Answers(NamedTuple):
    """What is played, and how the seats are wired; `layout` None: not yet."""

    language: Language
    ruleset: str
    seats: int
    layout: Layout | None
    masks: bool
    cutoff: Literal["word", "key"]
    people: str


WIRED: dict[Layout, Text] = {
    "hub": text("The seats are wired to the seat hub; it is found by itself at any USB port."),
    "header": text("GPIO numbers at the Pi's header, seat 1 first. Another pin, pull or level: docs/table.md."),
    "expanders": text("The key is at the Pi's header; pads and masks are lines of the expanders, seat 1 first."),
}


def table_toml(answers: Answers, translated: Translate) -> str:
    """The whole file."""
    return "\n".join(_lines(answers, translated)) + "\n"


def _lines(answers: Answers, translated: Translate) -> Iterator[str]:
    def comment(sentence: Text) -> list[str]:
        return textwrap.wrap(translated(sentence), WIDTH, initial_indent="# ", subsequent_indent="# ")

    yield from comment(text("This table: what is played at it, and how its seats are wired. All keys: docs/table.md."))
    yield ""
    yield from comment(text("The rule book: {books}.", books=list(BOOKS)))
    yield f'ruleset = "{answers.ruleset}"'
    yield ""
    sizes = BOOKS[answers.ruleset].seats
    yield from comment(text("Seats that are played with: {low} to {high}.", low=sizes[0], high=sizes[-1]))
    yield f"seats = {answers.seats}"
    yield ""
    yield from comment(text("The language of all that is shown and said: {languages}.", languages=LANGUAGES))
    yield f'language = "{answers.language}"'
    yield ""
    yield from comment(text("The club's names, one a line, in a file beside this one: the host chooses who plays."))
    yield f"people = {_quoted(answers.people)}" if answers.people else '# people = "names.txt"'
    yield ""
    yield from comment(
        text("Numbers and switches of the rules: `tablekit rules {book}` lists them.", book=answers.ruleset)
    )
    yield "[options]"
    yield from comment(text('What ends a ballot: "word", which the loudspeaker says, or "key", the wired one.'))
    yield f'cutoff = "{answers.cutoff}"'
    yield f"# speech_s = {BOOKS[answers.ruleset].fields_type().speech_s:g}"
    yield ""
    if answers.layout is None:
        yield from comment(text("No seat is wired yet, so this table can only be simulated. Wired: `tablekit setup`."))
        return
    yield from comment(WIRED[answers.layout])
    lines = pinout.boot_lines(answers.layout, answers.seats)
    if lines:
        yield from comment(text("{file} of the Pi needs these lines:", file=CONFIG_TXT))
        yield from (f"#     {line}" for line in lines)
    yield from _inputs(answers.layout, answers.seats, masks=answers.masks)


def _inputs(layout: Layout, seats: int, *, masks: bool) -> Iterator[str]:
    """As `hardware/pins.toml` has them, with or without the docks of the masks."""
    for line in pinout.config(layout, seats).splitlines():
        if masks or not line.startswith("masks"):
            yield line
        elif layout == "hub":
            yield line.replace("true", "false")


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
