"""Rows of options in which every two values of every two fields of a rule book meet."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tablekit.errors import ConfigError
from tablekit.game.fields import SWITCHES
from tablekit.rulesets import BOOKS, open_book

Row = dict[str, Any]
COUNTS: Mapping[str, tuple[int, ...]] = {
    "fouls_out": (0, 2, 3, 4),
    "fouls_silent": (0, 1, 3),
    "mafia": (1, 2, 3),
    "self_heals": (0, 1, 2),
    "announcements": (1, 2),
    "planned_shots": (0, 4),
    "short_table": (0, 4, 6),
}
SECONDS: Mapping[str, tuple[float, ...]] = {"number_s": (1.0, 1.5), "between_s": (0.2, 0.5), "ballot_s": (1.0, 1.5)}
SOME_SECONDS = (4.0, 12.5)
TRIES = 60
"""Rows that are tried for each one that is taken: the one in which the most new pairs meet."""


def values(book: str) -> dict[str, tuple[Any, ...]]:
    """What each field is tried with; and the number of seats."""
    kinds = get_type_hints(BOOKS[book].fields_type)
    tried: dict[str, tuple[Any, ...]] = {}
    for name, kind in kinds.items():
        if kind in SWITCHES:
            tried[name] = (True, False)
        elif get_origin(kind) is Literal:
            tried[name] = get_args(kind)
        elif kind is float:
            tried[name] = SECONDS.get(name, SOME_SECONDS)
        else:
            tried[name] = COUNTS[name]
    seats = BOOKS[book].seats
    return {**tried, "seats": tuple(sorted({seats[0], BOOKS[book].usual_seats, seats[-1]}))}


def playable(book: str, row: Row) -> bool:
    try:
        open_book(book, {name: value for name, value in row.items() if name != "seats"}, row["seats"])
    except ConfigError:
        return False
    return True


def pairs(row: Row) -> Iterator[tuple[tuple[str, Any], tuple[str, Any]]]:
    return combinations(sorted(row.items()), 2)


@cache
def rows(book: str) -> tuple[Row, ...]:
    """The same ones every time; a pair that no playable row has is left out."""
    tried, chance = values(book), random.Random(book)
    met: set[Any] = set()
    taken: list[Row] = []
    for _ in range(80):
        fresh = [{name: chance.choice(some) for name, some in tried.items()} for _ in range(TRIES)]
        row = max((row for row in fresh if playable(book, row)), key=lambda row: len({*pairs(row)} - met))
        if not {*pairs(row)} - met:
            break
        met |= {*pairs(row)}
        taken.append(row)
    return tuple(taken)
