"""Labels for the cables: a page of A4 to print at 100 %, two for each cable."""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.making.svg import Canvas
from hardware.making.wires import places
from tablekit.pinout.records import Layout, Pinout

WIDTH, HEIGHT = 210, 297
LABEL_WIDTH, LABEL_HEIGHT = 45, 12
COLUMNS, ROWS = 4, 22
LEFT, TOP = 15, 22


class Label(NamedTuple):
    """What it tells."""

    cable: str
    end: str
    told: str


def labels(pinout: Pinout, layout: Layout) -> str:
    """The page of a layout."""
    canvas = Canvas(WIDTH, HEIGHT, "mm")
    canvas.word(LEFT, 12, f"Cable labels: layout {layout}", 5, at="start", bold=True)
    canvas.word(
        LEFT,
        18,
        "Print at 100 %: the line is 50 mm. Fold each around its cable, and cover it with clear tape.",
        3,
        at="start",
    )
    canvas.line((145, 11), (195, 11))
    for number, label in enumerate(_labels(pinout, layout)):
        column, row = number % COLUMNS, number // COLUMNS
        x, y = LEFT + column * LABEL_WIDTH, TOP + row * LABEL_HEIGHT
        canvas.box(x, y, LABEL_WIDTH, LABEL_HEIGHT)
        canvas.word(x + 2, y + 7.6, label.cable, 5.2, at="start", bold=True)
        canvas.word(x + LABEL_WIDTH - 2, y + 5, label.end, 2.8, at="end")
        canvas.word(x + LABEL_WIDTH - 2, y + 9.6, label.told, 2.8, at="end")
    return canvas.text()


def _labels(pinout: Pinout, layout: Layout) -> Iterator[Label]:
    for seat, place in enumerate(places(pinout, layout), 1):
        yield Label(f"S{seat:02}", f"at seat {seat}", "pad, mask, light")
        yield Label(f"S{seat:02}", f"box, board {seat}", f"{_short(place.pad)} · {_short(place.mask)}")
    for cable, end, other in (
        ("KEY", "at the host", "key board"),
        ("WORD", "loudspeaker", "onset board"),
        ("5V", "lights' supply", "fuse"),
    ):
        yield Label(cable, end, "")
        yield Label(cable, "box", other)
    if layout == "hub":
        yield Label("HUB", "Pi", "USB")
        yield Label("HUB", "hub", "USB")


def _short(place: str) -> str:
    return place.replace(" pin", "").replace(" leg ", ":").partition(" (")[0]
