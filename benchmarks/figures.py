"""A figure, what it is compared with, and the table of all."""

from collections.abc import Iterable
from dataclasses import dataclass

COLUMNS = ("figure", "here", "by the wall", "a builder's way", "ratio", "aim", "met")


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should be."""

    limit: float
    at_least: bool = False

    def met(self, value: float) -> bool:
        """Is it so?"""
        return value >= self.limit if self.at_least else value <= self.limit

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {number(self.limit)}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `wall` and `builder` have the unit of `value`. What is timed is CPU time."""

    what: str
    value: float
    unit: str = ""
    aim: Aim | None = None
    wall: float | None = None
    builder: float | None = None

    def cells(self) -> tuple[str, ...]:
        """As the table shows it."""
        return (
            self.what,
            f"{number(self.value)} {self.unit}".rstrip(),
            "" if self.wall is None else number(self.wall),
            "" if self.builder is None else number(self.builder),
            f"{self.value / self.builder:.2f}" if self.builder else "",
            "" if self.aim is None else str(self.aim),
            "" if self.aim is None else "yes" if self.aim.met(self.value) else "NO",
        )


def number(value: float) -> str:
    """Three digits, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:#.3g}"


def table(figures: Iterable[Figure]) -> str:
    """One line a figure, numbers to the right."""
    rows = [COLUMNS, *(figure.cells() for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        f"{what:<{widths[0]}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        for what, *cells in rows
    )
    return "\n".join(line.rstrip() for line in lines)
