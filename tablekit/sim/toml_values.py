"""The values of a scenario file: each reader takes a TOML value and its place, and gives what the records hold."""

import difflib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, TypeGuard, TypeVar

from tablekit.errors import ScenarioError

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

WHOLE_MOST = 2**63 - 1  # TOML's own limit; Python's parser has none
SHOWN_MOST = 60
MS_MOST = 600_000
SEAT_KEY = re.compile("[1-9][0-9]?")


class Place(NamedTuple):
    """Where in the file a value stands, and the last seat that may be named there."""

    file: str
    seats: int
    table: str = ""
    key: str = ""

    def __str__(self) -> str:
        table = f", {self.table}" if self.table else ""
        return f"{self.file}{table}: {self.key}" if self.key else f"{self.file}{table}"

    def at(self, key: str) -> "Place":
        """The place of a key of this table."""
        return self._replace(key=key)

    def inside(self) -> "Place":
        """The place as a table of its own."""
        return self._replace(table=f"{self.table} {self.key}".strip(), key="")

    def unknown(self, key: str, known: Collection[str]) -> ScenarioError:
        """KIT203: the table has no such key."""
        return ScenarioError(203, f"{self} has no key {shown(key)}", f"{nearest(key, known)}Allowed: {listing(known)}")

    def missing(self, allowed: str) -> ScenarioError:
        """KIT204: the key has to be there."""
        return ScenarioError(204, f"{self} is missing", f"Write {allowed}")

    def wrong(self, value: object, allowed: str, near: str = "") -> ScenarioError:
        """KIT205: the value is not one of those allowed."""
        return ScenarioError(205, f"{self} is {shown(value)}", f"{near}Allowed: {allowed}")

    def no_seat(self, seat: int) -> ScenarioError:
        """KIT206: nobody sits there."""
        return ScenarioError(206, f"{self} names seat {shown(seat)}", f"Allowed: 1 to {self.seats}")

    def contradiction(self, what: str, remedy: str) -> ScenarioError:
        """KIT207: two things in the file cannot both be so."""
        return ScenarioError(207, f"{self} {what}", remedy)


Reader = Callable[[Any, Place], T]


def shown(value: object) -> str:
    """The value as TOML has it, short and on one line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"[{', '.join(shown(item) for item in value[:4])}{', …' if len(value) > 4 else ''}]"
    if isinstance(value, int) and abs(value) > WHOLE_MOST:
        return "a number beyond 64 bits"
    if isinstance(value, float):
        return repr(value)
    line = json.dumps(value, ensure_ascii=False, default=str)
    return line if len(line) <= SHOWN_MOST else f"{line[:SHOWN_MOST]}…"


def listing(words: Iterable[str]) -> str:
    """Words in a row."""
    return ", ".join(words)


def nearest(word: str, words: Iterable[str]) -> str:
    """A sentence that names the word most like this one, if any is."""
    return "".join(f"The nearest is {near}. " for near in difflib.get_close_matches(word, words, n=1))


def table_of(value: object, place: Place) -> dict[str, Any]:
    """A TOML table as it is."""
    if not isinstance(value, dict):
        raise place.wrong(value, "a table")
    return value


def is_whole(value: object) -> TypeGuard[int]:
    """A TOML integer, which a Boolean is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(least: int, most: int = WHOLE_MOST, unit: str = "a whole number") -> Reader[int]:
    """Reader of integers from `least` to `most`."""
    limits = f"from {least} to {most}" if most < WHOLE_MOST else f"from {least} up"

    def read(value: Any, place: Place) -> int:
        if not is_whole(value) or not least <= value <= most:
            raise place.wrong(value, str(most) if least == most else f"{unit} {limits}")
        return value

    return read


def seat(value: Any, place: Place) -> int:
    """A seat of this table."""
    if not is_whole(value):
        raise place.wrong(value, f"a seat, 1 to {place.seats}")
    if not 1 <= value <= place.seats:
        raise place.no_seat(value)
    return value


def seats(value: Any, place: Place) -> tuple[int, ...]:
    """Different seats of this table, in the order of the file."""
    if not isinstance(value, list):
        raise place.wrong(value, "a list of seats such as [2, 3, 4]")
    named = tuple(seat(item, place) for item in value)
    for again in [one for i, one in enumerate(named) if one in named[:i]]:
        raise place.contradiction(f"names seat {again} twice", "Name each seat once")
    return named


def yes_no(value: Any, place: Place) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise place.wrong(value, "true or false")
    return value


def text(value: Any, place: Place) -> str:
    """Free text."""
    if not isinstance(value, str):
        raise place.wrong(value, 'a text in quotes, such as "the first game"')
    return value


def scalar(value: Any, place: Place) -> bool | int | float | str:
    """One plain value: a Boolean, a number or a text."""
    if isinstance(value, (bool, str)) or (is_whole(value) and abs(value) <= WHOLE_MOST):
        return value
    if isinstance(value, float) and abs(value) < float("inf"):
        return value
    raise place.wrong(value, "one number, text, true or false")


def word(words: Collection[str]) -> Reader[str]:
    """Reader of one of the words."""

    def read(value: Any, place: Place) -> str:
        if not isinstance(value, str):
            raise place.wrong(value, listing(words))
        if value not in words:
            raise place.wrong(value, listing(words), nearest(value, words))
        return value

    return read


def ms(value: Any, place: Place) -> int:
    """Milliseconds after T, as whole microseconds."""
    allowed = f"milliseconds from -{MS_MOST} to {MS_MOST} in steps of 0.001"
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -MS_MOST <= value <= MS_MOST:
        raise place.wrong(value, allowed)
    at_us = round(value * 1_000)
    if abs(value * 1_000 - at_us) > 1e-4:
        raise place.wrong(value, allowed)
    return at_us


def pair(first: Reader[A], second: Reader[B], like: str) -> Reader[tuple[A, B]]:
    """Reader of a list of two."""

    def read(value: Any, place: Place) -> tuple[A, B]:
        if not isinstance(value, list) or len(value) != 2:
            raise place.wrong(value, like)
        return first(value[0], place), second(value[1], place)

    return read


def each(reader: Reader[T], like: str) -> Reader[tuple[T, ...]]:
    """Reader of a list."""

    def read(value: Any, place: Place) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise place.wrong(value, like)
        return tuple(reader(item, place) for item in value)

    return read


def by_name(names: Collection[str], reader: Reader[T]) -> Reader[dict[str, T]]:
    """Reader of a table with some of these keys, all of one kind."""

    def read(value: Any, place: Place) -> dict[str, T]:
        inside = place.inside()
        told = table_of(value, place)
        for key in told:
            if key not in names:
                raise inside.unknown(key, names)
        return {key: reader(item, inside.at(key)) for key, item in told.items()}

    return read


def by_seat(value: Any, place: Place) -> dict[int, int]:
    """A table of counts whose keys are seats."""
    counted = {}
    for key, count in table_of(value, place).items():
        if not SEAT_KEY.fullmatch(key):
            raise place.inside().unknown(key, ["the seats of the table, such as 4 = 1"])
        counted[seat(int(key), place)] = whole(0)(count, place.inside().at(key))
    return counted


def record(
    kind: Callable[..., T],
    keys: Mapping[str, Reader[Any]],
    field_of: Mapping[str, str],
    required: Mapping[str, str],
    check: Callable[[T, Place], None] | None = None,
) -> Reader[T]:
    """Reader of a table into a record.

    `field_of`: keys whose field has another name. `required`: what to write for a key that has to be there.
    `check` raises what is wrong with the record as a whole.
    """

    def read(value: Any, place: Place) -> T:
        inside = place.inside()
        told = table_of(value, place)
        for key in told:
            if key not in keys:
                raise inside.unknown(key, keys)
        for key, allowed in required.items():
            if key not in told:
                raise inside.at(key).missing(allowed)
        made = kind(**{field_of.get(key, key): keys[key](item, inside.at(key)) for key, item in told.items()})
        if check:
            check(made, inside)
        return made

    return read
