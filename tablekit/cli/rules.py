"""`tablekit rules`: lists the rule books; `tablekit rules NAME`: the fields of one, as a club may set them."""

import argparse
import dataclasses
import json
import sys
from typing import get_type_hints

from tablekit.errors import ConfigError
from tablekit.game.fields import allowed
from tablekit.rulesets import BOOKS, BROKEN, open_book
from tablekit.sim.flow import flow


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which book."""
    parser.add_argument("book", metavar="NAME", nargs="?", help="the rule book whose fields to print")
    parser.add_argument("--page", action="store_true", help="print its page: the flow of a game, and the fields")


def run(args: argparse.Namespace) -> int:
    """Print the books or the fields, a line each."""
    lines = _books() if not args.book else page(args.book) if args.page else _fields(args.book)
    print("\n".join(lines))
    for file, why in BROKEN.items():
        print(ConfigError(116, f"{file}.py is no rule book: {why}", "Correct it, or take it away"), file=sys.stderr)
    return 0


def page(name: str) -> list[str]:
    """The book's page in Markdown, the flow of its games as a Mermaid diagram."""
    fields = open_book(name, {})[0].fields
    hints = get_type_hints(type(fields))
    return [
        f"# {name}",
        "",
        (BOOKS[name].__doc__ or "").splitlines()[0],
        "",
        f"Made by `tablekit rules {name} --page` (`make rules`) from games that simulated people have played by",
        "the code: what follows what, how long each clock runs, and what is said on the way. Fouls, removals,",
        "pauses and undo may come at any moment; they are left out. [Sentence by sentence](coverage.md).",
        "",
        "```mermaid",
        flow(name).mermaid(),
        "```",
        "",
        "## Fields",
        "",
        "| field | default | takes | what, and where it comes from |",
        "|---|---|---|---|",
        *(
            f"| `{field.name}` | `{shown(field.default)}` | {allowed(hints[field.name])} | {field.metadata['doc']} |"
            for field in dataclasses.fields(fields)
        ),
    ]


def _books() -> list[str]:
    return [f"{name:13}{(book.__doc__ or '').splitlines()[0]}" for name, book in BOOKS.items()]


def shown(default: object) -> str:
    """A default as one writes it in TOML; a role that plays from some number of seats on has none."""
    return "-" if default is None else json.dumps(default)


def _fields(name: str) -> list[str]:
    """Each field with its default, what else it takes, and what it is."""
    fields = open_book(name, {})[0].fields
    hints = get_type_hints(type(fields))
    rows = [
        (field.name, shown(field.default), allowed(hints[field.name]), field.metadata["doc"])
        for field in dataclasses.fields(fields)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
