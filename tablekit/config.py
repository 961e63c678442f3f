"""`table.toml`: what is played at this table, and how its seats are wired. Whatever is wrong is one ConfigError."""

import difflib
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from tablekit.errors import ConfigError
from tablekit.rulesets import open_book
from tablekit.texts import Language

FILE = Path("table.toml")
SHOWN_MOST = 40

Gpio = Annotated[int, msgspec.Meta(ge=4, le=27)]  # 0 and 1 name an add-on board, 2 and 3 are the bus for the lights


class Pins(msgspec.Struct, frozen=True, tag_field="kind", tag="gpio"):
    """`[inputs]` of a table without a hub: GPIO numbers, seat 1 first."""

    pads: tuple[Gpio, ...]
    masks: tuple[Gpio, ...] = ()
    key: Gpio | None = None
    word: Gpio | None = None

    @property
    def places(self) -> int:
        """The seats that are wired."""
        return len(self.pads)

    @property
    def has_masks(self) -> bool:
        """Are the docks of the masks wired?"""
        return bool(self.masks)

    @property
    def has_key(self) -> bool:
        """Is there a wired «Спасибо»?"""
        return self.key is not None

    def used(self) -> list[int]:
        """Every pin that something is wired to."""
        return [*self.pads, *self.masks, *(pin for pin in (self.key, self.word) if pin is not None)]


class SeatHub(msgspec.Struct, frozen=True, tag_field="kind", tag="hub"):
    """`[inputs]` of a table with a seat hub, whose key and onset input are always there."""

    places: Annotated[int, msgspec.Meta(ge=1, le=20)]
    masks: bool = True
    port: str = ""
    """Where it is, if it is not to be looked for."""
    has_key: ClassVar[bool] = True

    @property
    def has_masks(self) -> bool:
        """Are the docks of the masks wired?"""
        return self.masks


class TableConfig(msgspec.Struct, frozen=True):
    """A table: its rule book with the club's options, its people and its inputs."""

    ruleset: str
    seats: Annotated[int, msgspec.Meta(ge=1)] | None = None
    language: Language = "ru"
    names: tuple[str, ...] = ()
    people: str = ""
    options: dict[str, bool | int | float | str] = {}
    inputs: Pins | SeatHub | None = None


KINDS = {"gpio": Pins, "hub": SeatHub}
ALLOWED = {
    "ruleset": 'the name of a rule book, such as "sport"',
    "seats": "the number of seats, such as 10",
    "language": '"ru", "en" or "az"',
    "names": "a list of different names in quotes, one for each seat",
    "people": "the file of the club's names, one a line, beside this one",
    "options": "fields of the rule book, such as speech_s = 60",
    "inputs": 'a table with kind = "gpio" or "hub"',
    "kind": '"gpio" or "hub"',
    "places": "the number of seats that are wired, 1 to 20",
    "port": "the name of a serial port, such as /dev/ttyUSB0",
    "pads": "a list of GPIO numbers from 4 to 27, seat 1 first",
    "masks": "a list of GPIO numbers from 4 to 27, seat 1 first; of a hub: true or false",
    "key": "a GPIO number from 4 to 27",
    "word": "a GPIO number from 4 to 27",
}


def load(file: Path) -> TableConfig:
    """The table that the file describes; ConfigError (121-129, or the rule book's own) if it is wrong."""
    told = _parsed(file)
    _known(told, TableConfig.__struct_fields__, file)
    if isinstance(told.get("inputs"), dict):
        kind = KINDS.get(str(told["inputs"].get("kind")))
        if kind is not None:
            _known(told["inputs"], ("kind", *kind.__struct_fields__), file)
    try:
        config = msgspec.convert(told, TableConfig)
    except msgspec.ValidationError as error:
        raise _wrong(str(error), told, file) from error
    _agreeing(config, file)
    return config


def people(file: Path) -> tuple[str, ...]:
    """The club's names, one a line, each once; ConfigError (121, 122) if they cannot be read."""
    try:
        lines = file.read_bytes().decode("utf-8-sig").splitlines()
    except OSError as error:
        raise ConfigError(121, f"{file} cannot be read: {error.strerror}", "Name a file that exists") from error
    except ValueError as error:
        raise ConfigError(122, f"{file} is not UTF-8: {error}", "Write one name a line in UTF-8") from error
    return tuple(dict.fromkeys(name.strip() for name in lines if name.strip()))


def _parsed(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(121, f"{file} cannot be read: {error.strerror}", "Name a file that exists") from error
    except ValueError as error:
        raise ConfigError(122, f"{file} is not TOML in UTF-8: {error}", "Correct it there") from error


def _known(table: Mapping[str, object], keys: Collection[str], file: Path) -> None:
    for key in table:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"The nearest is {near[0]}" if near else f"Allowed: {', '.join(keys)}"
            raise ConfigError(123, f'{file}: there is no key "{key}"', hint)


def _wrong(why: str, told: Mapping[str, Any], file: Path) -> ConfigError:
    """msgspec's own message names the key: a missing one as a field, a wrong one by its path."""
    missing = re.search(r"required field `(\w+)`", why)
    path = re.findall(r"\w+", why.rpartition("`$")[2])
    if missing:
        return ConfigError(124, f"{file}: {missing[1]} is missing", f"Write {ALLOWED[missing[1]]}")
    key = next((name for name in reversed(path) if name in ALLOWED), "")
    value: Any = told
    for name in path[: path.index(key) + 1]:
        value = value[name]
    shown = msgspec.json.encode(value).decode()[:SHOWN_MOST]
    return ConfigError(125, f"{file}: {key} = {shown} is wrong", f"Write {ALLOWED[key]}")


def _agreeing(config: TableConfig, file: Path) -> None:
    """What can only be judged together: options with their book, names and pins with the seats."""
    try:
        book, seats = open_book(config.ruleset, config.options, config.seats)
    except ConfigError as error:
        error.args = (f"{error} ({file})",)
        raise
    inputs = config.inputs
    pins = inputs if isinstance(inputs, Pins) else None
    if isinstance(inputs, SeatHub) and inputs.places < seats:
        raise ConfigError(
            126,
            f"{file}: places = {inputs.places} for {seats} seats",
            f"Write {ALLOWED['places']}, or seats = {inputs.places}",
        )
    for key, listed in (("names", config.names), *((("pads", pins.pads), ("masks", pins.masks)) if pins else ())):
        if len(listed) != seats and (listed or key == "pads"):
            raise ConfigError(126, f"{file}: {key} has {len(listed)} of {seats} seats", f"Write {ALLOWED[key]}")
    for number, name in enumerate(config.names, 1):
        if not name.strip() or name in config.names[: number - 1]:
            what = f'"{name}" a second time' if name.strip() else "empty"
            raise ConfigError(129, f"{file}: name {number} of names is {what}", f"Write {ALLOWED['names']}")
    used = pins.used() if pins else []
    twice = sorted({pin for pin in used if used.count(pin) > 1})
    if twice:
        raise ConfigError(127, f"{file}: GPIO{twice[0]} is wired twice", "Give each line a pin of its own")
    if pins and pins.key is None and book.fields.cutoff == "key":
        raise ConfigError(128, f'{file}: key is missing, and cutoff = "key"', "Name the pin of the wired key")
