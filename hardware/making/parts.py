"""The shopping lists: what to buy for a table of so many seats, one page a layout."""

import math
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tablekit.pinout.records import LAYOUTS, Layout, Pinout

FILE = Path(__file__).parent.parent / "parts.toml"
TITLES = {"header": "straight on the Pi's header", "expanders": "with expanders", "hub": "with the seat hub"}


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part, and how many of it a table needs."""

    name: str
    what: str
    euro: float
    seat: int = 0
    table: int = 0
    every: int = 0
    chip: int = 0
    spare: int = 0
    layouts: tuple[Layout, ...] = LAYOUTS
    instead: str = ""

    def count(self, seats: int) -> int:
        """For a table of so many seats."""
        needed = self.seat * seats + self.table + (self.chip * math.ceil(seats / self.every) if self.every else 0)
        return needed + math.ceil(needed * self.spare / 100)


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parts that belong together."""

    name: str
    parts: tuple[Part, ...]
    extra: bool = False
    """Not in the sum: what not every table needs."""


class List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All parts, and the sizes of the tables to count them for."""

    sizes: tuple[int, ...]
    group: tuple[Group, ...]


def read(file: Path = FILE) -> List:
    """The list of parts."""
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), List)


def pages(pinout: Pinout, told: List) -> dict[str, str]:
    """The list of each layout, by its name."""
    return {f"{layout}.md": "\n".join(_page(pinout, told, layout)) + "\n" for layout in LAYOUTS}


def _page(pinout: Pinout, told: List, layout: Layout) -> Iterator[str]:
    sizes = [size for size in told.sizes if size <= pinout.most_seats(layout)]
    groups = [(group, [part for part in group.parts if layout in part.layouts]) for group in told.group]
    yield from ("<!-- Made from parts.toml by `make hardware`. -->", f"# Parts of a table {TITLES[layout]}", "")
    yield "Find your number of seats in the head of a table: the column below it is what to buy, with spares. Prices"
    yield "are rough, in euro, for one piece, without shipping: for planning. What stands under *instead* does as well."
    yield from ("", f"| | {' | '.join(f'{size} seats' for size in sizes)} |", "|---|" + "---:|" * len(sizes))
    for group, parts in groups:
        yield f"| {group.name} | {' | '.join(f'{_cost(parts, size):.0f} €' for size in sizes)} |"
    bought = [part for group, parts in groups if not group.extra for part in parts]
    sums = " | ".join(f"**{_cost(bought, size):.0f} €**" for size in sizes)
    yield f"| **all, without tools and force plates, about** | {sums} |"
    for group, parts in groups:
        yield from ("", f"## {group.name}", "")
        yield f"| part | for | {' | '.join(map(str, sizes))} | € | instead |"
        yield f"|---|---|{'---:|' * len(sizes)}---:|---|"
        for part in parts:
            counts = " | ".join(str(part.count(size)) for size in sizes)
            yield f"| {part.name} | {part.what} | {counts} | {part.euro:.2f} | {part.instead} |"


def _cost(parts: list[Part], seats: int) -> float:
    return sum(part.count(seats) * part.euro for part in parts)
