"""The right column of a frame: the host's remote and what it tells him, what is said aloud, and his keys."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.align import Align
from rich.box import HEAVY, ROUNDED
from rich.console import Group
from rich.layout import Layout
from rich.panel import Panel
from rich.style import Style
from rich.text import Text as Line

from tablekit.effects import Text, text
from tablekit.texts import Translate
from tablekit.view import colours, remote
from tablekit.view.canvas import fitting, wrapped
from tablekit.view.picture import Picture, Table

KEYS = (
    text("Space  «thanks»"),
    text("Enter  #: next, done"),
    text("Bksp   *: clear, undo"),
    text("0-9    a seat"),
    text("A nominate   B take back"),
    text("C foul       D remove"),
    text("CC pardon    DD pause"),
    text("count: A vote, B redo"),
)
TOLD_ROWS = 3
CARDS_A_ROW = 5
ALOUD_LEAST = 6
EDGES = 2
"""Rows, and columns with their padding, that a panel's border takes."""
PADDED_EDGES = 4


class Spoken(NamedTuple):
    """A line that everybody has heard: a cue, or the words of a player."""

    words: str
    cue: bool


class Heard(NamedTuple):
    """What was said to everybody, and told to the host alone, the newest last; and the remote's display."""

    aloud: Sequence[Spoken] = ()
    told: Sequence[str] = ()
    display: Sequence[str] = ()


class Side:
    """Draws the column."""

    def __init__(self, table: Table, translate: Translate) -> None:
        self.table, self.translate = table, translate

    def shows_keys(self, height: int) -> bool:
        """Is there room for the keys?"""
        return self.table.hosted and height - self._private_height - len(KEYS) - EDGES >= ALOUD_LEAST

    @property
    def _private_height(self) -> int:
        cards = -(-self.table.seats // CARDS_A_ROW)
        return remote.ROWS + cards + TOLD_ROWS + EDGES

    def layouts(self, picture: Picture, heard: Heard, width: int, height: int) -> Iterator[Layout]:
        """The panels from top to bottom."""
        private, keys = self._private_height, len(KEYS) + EDGES
        aloud = height - private - (keys if self.shows_keys(height) else 0)
        yield Layout(self._remote(picture, heard, width - PADDED_EDGES), size=private)
        yield Layout(self._aloud(heard.aloud, width - PADDED_EDGES, max(1, aloud - EDGES)), size=max(1, aloud))
        if self.shows_keys(height):
            yield Layout(self._keys(width - PADDED_EDGES), size=keys)

    def _remote(self, picture: Picture, heard: Heard, width: int) -> Panel:
        """The display as it is, the cards, and in full what the display had to move or has let go of."""
        known = bool(picture.desk.roles)
        cards = [Line(row, colours.PRIVATE, justify="center") for row in self._cards(picture)]
        display = [Line(line, colours.DISPLAY) for line in heard.display]
        told = [row for sentence in heard.told[-TOLD_ROWS:] for row in wrapped(sentence, width)][-TOLD_ROWS:]
        held = dict.fromkeys(role for role in remote.ROLE_LETTERS if role in picture.desk.roles.values())
        named = (f"{remote.ROLE_LETTERS[role]} {self.translate(Text(role))}" for role in held if role != "citizen")
        legend = fitting(" ".join(named), width)
        return Panel(
            Group(
                *(Align.center(line) for line in display),
                *cards,
                *(Line(fitting(row, width), colours.TOLD) for row in told),
            ),
            box=HEAVY,
            border_style=colours.PRIVATE,
            title=Line(fitting(self.translate(text("PRIVATE: host only")), width), colours.PRIVATE),
            title_align="left",
            subtitle=Line(legend, colours.PRIVATE) if known else None,
        )

    def _cards(self, picture: Picture) -> list[str]:
        """Five seats a row, once a card is known."""
        known = bool(picture.desk.roles)
        cards = [f"{seat:2}{letter}" if known else "" for seat, letter in remote.cards(picture, self.table.seats)]
        return [" ".join(cards[first : first + CARDS_A_ROW]) for first in range(0, len(cards), CARDS_A_ROW)]

    def _aloud(self, aloud: Sequence[Spoken], width: int, rows: int) -> Panel:
        lines: list[Line] = []
        for spoken in aloud[-rows:]:
            words, style = (f"«{spoken.words}»", Style()) if spoken.cue else (spoken.words, colours.QUIET)
            lines += [Line(fitting(row, width), style) for row in wrapped(words, width)]
        return self._panel(text("said aloud"), lines[-rows:])

    def _keys(self, width: int) -> Panel:
        return self._panel(text("your keys"), [Line(fitting(self.translate(key), width)) for key in KEYS])

    def _panel(self, title: Text, lines: Sequence[Line]) -> Panel:
        name = Line(self.translate(title), colours.PUBLIC)
        return Panel(Group(*lines), box=ROUNDED, border_style=colours.PUBLIC, title=name, title_align="left")
