"""A grid of cells to draw on, each a character and a style; what falls outside is cut."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.style import Style

PLAIN = Style()
style_of = itemgetter(1)


class Canvas:
    """Rows of cells, drawn by Rich as they are. A wide character takes two cells, the second of which is empty."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(0, width), max(0, height)
        self._cells = [[(" ", PLAIN)] * self.width for _ in range(self.height)]

    def copy(self) -> "Canvas":
        """Another with the same on it."""
        twin = Canvas(0, 0)
        twin.width, twin.height, twin._cells = self.width, self.height, [row.copy() for row in self._cells]
        return twin

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write from cell (x, y) to the right; the background that is there stays unless the style has its own."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for char in printable(text):
            width = cell_len(char)
            if width and x >= 0 and x + width <= self.width:
                self._make_room(y, x, width)
                row[x] = (char, row[x][1] + style)
                row[x + 1 : x + width] = [("", row[x][1])] * (width - 1)
            x += width

    def centred(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write around column x."""
        self.put(x - cell_len(text) // 2, y, text, style)

    def lines(self) -> list[str]:
        """What is written, without the styles."""
        return ["".join(char for char, _ in row) for row in self._cells]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        """Runs of one style, row by row."""
        for row in self._cells:
            for style, run in groupby(row, style_of):
                yield Segment("".join(char for char, _ in run), style)
            yield Segment.line()

    def _make_room(self, y: int, x: int, width: int) -> None:
        """A wide character of which a half is written over leaves a space in the other half."""
        row = self._cells[y]
        if not row[x][0]:
            row[x - 1] = (" ", row[x - 1][1])
        if x + width < self.width and not row[x + width][0]:
            row[x + width] = (" ", row[x + width][1])


def fitting(text: str, width: int) -> str:
    """The text cut to so many cells, with an ellipsis if anything is lost."""
    text = printable(text)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1) + "…" if width > 0 else ""


def in_two_lines(line: str, width: int) -> list[str]:
    """The line broken once, and cut if that is not enough."""
    first, *rest = wrapped(line, width)
    return [first, fitting(" ".join(rest), width)] if rest else [first]


def wrapped(line: str, width: int) -> list[str]:
    """The line broken at spaces."""
    lines = [""]
    for word in line.split():
        if lines[-1] and cell_len(lines[-1]) + 1 + cell_len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def printable(text: str) -> str:
    """The text without what would steer the terminal: names come from people."""
    return "".join(char for char in text if char.isprintable())
