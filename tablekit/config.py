"""`table.toml`: what is played at this table, and how its seats are wired. Whatever is wrong is one ConfigError."""

import difflib
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec

from tablekit.errors import ConfigError
from tablekit.rulesets import open_book
from tablekit.texts import Language

FILE = Path("table.toml")
SHOWN_MOST = 40

USUAL_GPIO = range(4, 28)  # 0 and 1 name an add-on board, 2 and 3 are the bus of the expanders
CHIP_LINES = 16
"""Of one expander."""
SPEC = r"^\d{1,3}( (up|down|none))?( (low|high))?$"

Spec = Annotated[int, msgspec.Meta(ge=0, le=127)] | Annotated[str, msgspec.Meta(pattern=SPEC)]
"""A pin: its number; or "17 high", "17 down high", "17 none": with its pull and the level that means active."""
Address = Annotated[int, msgspec.Meta(ge=0x20, le=0x27)]
Pull = Literal["up", "down", "none"]
Active = Literal["low", "high"]


class Pin(NamedTuple):
    """A pin, its pull and the level that means active: a hand on the pad, a mask that is worn, a pressed key."""

    number: int
    pull: Pull
    active: Active


def pin(spec: int | str, active: Active = "low") -> Pin:
    """What a spec says; by default the line is pulled up, and active when `active`."""
    number, *words = str(spec).split()
    pulls: dict[str, Pull] = {"up": "up", "down": "down", "none": "none"}
    levels: dict[str, Active] = {"low": "low", "high": "high"}
    pull: Pull = next((pulls[word] for word in words if word in pulls), "up")
    level: Active = next((levels[word] for word in words if word in levels), active)
    return Pin(int(number), pull, level)


class Wired(msgspec.Struct, frozen=True, kw_only=True):
    """Seats whose pads and masks have lines of their own: pads close to ground, docks open when a mask is worn."""

    pads: tuple[Spec, ...]
    masks: tuple[Spec, ...] = ()

    @property
    def places(self) -> int:
        """The seats that are wired."""
        return len(self.pads)

    @property
    def has_masks(self) -> bool:
        """Are the docks of the masks wired?"""
        return bool(self.masks)

    def pad_pins(self) -> list[Pin]:
        """Seat by seat."""
        return [pin(spec) for spec in self.pads]

    def mask_pins(self) -> list[Pin]:
        """Seat by seat."""
        return [pin(spec, "high") for spec in self.masks]


class Pins(Wired, frozen=True, kw_only=True, tag_field="kind", tag="gpio"):
    """`[inputs]` on the Pi's own header."""

    key: Spec | None = None
    word: Spec | None = None
    loop: tuple[Spec, Spec] | None = None
    """An output and an input that are joined: what proves that every edge has been told."""
    backend: Literal["lgpio", "rpigpio"] = "lgpio"

    @property
    def has_key(self) -> bool:
        """Is there a wired «Спасибо»?"""
        return self.key is not None

    def used(self) -> list[Pin]:
        """Every pin that something is wired to."""
        others = (self.key, self.word, *(self.loop or ()))
        return [*self.pad_pins(), *self.mask_pins(), *(pin(spec) for spec in others if spec is not None)]


class Expander(Wired, frozen=True, kw_only=True, tag_field="kind", tag="expander"):
    """`[inputs]` at MCP23017 expanders on I²C: lines 0 to 15 are the first one's, 16 to 31 the second one's."""

    addresses: Annotated[tuple[Address, ...], msgspec.Meta(min_length=1)]
    bus: int = 1
    has_key: ClassVar[bool] = False

    def used(self) -> list[Pin]:
        """Every line that something is wired to."""
        return [*self.pad_pins(), *self.mask_pins()]


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


Part = Pins | Expander | SeatHub


class Lamps(msgspec.Struct, frozen=True):
    """`[lights]`: the seats' lights at MCP23017 expanders on I²C, seat 1 first."""

    addresses: Annotated[tuple[Address, ...], msgspec.Meta(min_length=1)]
    pins: tuple[Annotated[int, msgspec.Meta(ge=0, le=127)], ...]
    bus: int = 1
    active: Active = "high"


class TableConfig(msgspec.Struct, frozen=True):
    """A table: its rule book with the club's options, its people and its inputs."""

    ruleset: str
    seats: Annotated[int, msgspec.Meta(ge=1)] | None = None
    language: Language = "ru"
    names: tuple[str, ...] = ()
    people: str = ""
    options: dict[str, bool | int | float | str] = {}
    inputs: tuple[Part, ...] = ()
    """Each wires the seats that come after the last one's."""
    lights: Lamps | None = None

    @property
    def places(self) -> int:
        """The seats that are wired."""
        return sum(part.places for part in self.inputs)


KINDS = {"gpio": Pins, "expander": Expander, "hub": SeatHub}
ALLOWED = {
    "ruleset": 'the name of a rule book, such as "sport"',
    "seats": "the number of seats, such as 10",
    "language": '"ru", "en" or "az"',
    "names": "a list of different names in quotes, one for each seat",
    "people": "the file of the club's names, one a line, beside this one",
    "options": "fields of the rule book, such as speech_s = 60",
    "inputs": 'a table with kind = "gpio", "expander" or "hub"',
    "lights": "a table with addresses and pins",
    "kind": '"gpio", "expander" or "hub"',
    "places": "the number of seats that are wired, 1 to 20",
    "port": "the name of a serial port, such as /dev/ttyUSB0",
    "pads": 'a list of pins such as 4 or "4 high", seat 1 first',
    "masks": 'a list of pins such as 4 or "4 low", seat 1 first; of a hub: true or false',
    "pins": "a list of the lines of the lights, seat 1 first",
    "addresses": "a list of addresses on the bus, from 0x20 to 0x27",
    "bus": "the number of the I²C bus, on a Pi 1",
    "active": '"low" or "high"',
    "loop": "a list of two GPIO numbers that are joined by a wire: an output and an input",
    "backend": '"lgpio", or "rpigpio" on a Pi 4 or older',
    "key": "a GPIO number from 4 to 27",
    "word": "a GPIO number from 4 to 27",
}


def load(file: Path) -> TableConfig:
    """The table that the file describes; ConfigError (121-129, or the rule book's own) if it is wrong."""
    told = _parsed(file)
    _known(told, TableConfig.__struct_fields__, file)
    if isinstance(told.get("inputs"), dict):
        told["inputs"] = [told["inputs"]]
    for part in told["inputs"] if isinstance(told.get("inputs"), list) else ():
        kind = KINDS.get(str(part.get("kind"))) if isinstance(part, dict) else None
        if kind is not None:
            _known(part, ("kind", *kind.__struct_fields__), file)
    if isinstance(told.get("lights"), dict):
        _known(told["lights"], Lamps.__struct_fields__, file)
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
        value = value[int(name) if isinstance(value, list) else name]
    shown = msgspec.json.encode(value).decode()[:SHOWN_MOST]
    return ConfigError(125, f"{file}: {key} = {shown} is wrong", f"Write {ALLOWED[key]}")


def _agreeing(config: TableConfig, file: Path) -> None:
    """What can only be judged together: options with their book, names and pins with the seats."""
    try:
        book, seats = open_book(config.ruleset, config.options, config.seats)
    except ConfigError as error:
        error.args = (f"{error} ({file})",)
        raise
    if config.inputs and config.places < seats:
        raise ConfigError(
            126, f"{file}: {config.places} of {seats} seats are wired", f"Wire more, or write seats = {config.places}"
        )
    if config.names and len(config.names) != seats:
        raise ConfigError(126, f"{file}: names has {len(config.names)} of {seats} seats", f"Write {ALLOWED['names']}")
    for number, name in enumerate(config.names, 1):
        if not name.strip() or name in config.names[: number - 1]:
            what = f'"{name}" a second time' if name.strip() else "empty"
            raise ConfigError(129, f"{file}: name {number} of names is {what}", f"Write {ALLOWED['names']}")
    for part in config.inputs:
        if not isinstance(part, SeatHub):
            _wired(part, file)
    if config.inputs and book.fields.cutoff == "key" and not any(part.has_key for part in config.inputs):
        raise ConfigError(128, f'{file}: key is missing, and cutoff = "key"', "Name the pin of the wired key")
    _told_apart([part.port for part in config.inputs if isinstance(part, SeatHub)], file)
    if config.lights is not None:
        _lit(config.lights, config, file)


def _wired(part: Pins | Expander, file: Path) -> None:
    if part.masks and len(part.masks) != len(part.pads):
        raise ConfigError(
            126, f"{file}: masks has {len(part.masks)} of {len(part.pads)} seats", f"Write {ALLOWED['masks']}"
        )
    header = isinstance(part, Pins)
    lines = USUAL_GPIO if isinstance(part, Pins) else range(CHIP_LINES * len(part.addresses))
    used = [pin.number for pin in part.used()]
    for number in used:
        what = f"GPIO{number}" if header else f"line {number}"
        if number not in lines:
            raise ConfigError(125, f"{file}: {what} is no input", f"Choose from {lines[0]} to {lines[-1]}")
        if used.count(number) > 1:
            raise ConfigError(127, f"{file}: {what} is wired twice", "Give each line a pin of its own")


def _told_apart(ports: list[str], file: Path) -> None:
    """Any hub answers alike: of two it must be written which has which seats."""
    if len(ports) > 1 and ("" in ports or len({*ports}) < len(ports)):
        raise ConfigError(
            139,
            f"{file}: nothing says which of the {len(ports)} hubs has which seats",
            "Give each a port of its own, by its socket: `ls /dev/serial/by-path`",
        )


def _lit(lights: Lamps, config: TableConfig, file: Path) -> None:
    taken = {address for part in config.inputs if isinstance(part, Expander) for address in part.addresses}
    for address in lights.addresses:
        if address in taken:
            raise ConfigError(127, f"{file}: 0x{address:x} has inputs and lights", "Give the lights one of their own")
    last = CHIP_LINES * len(lights.addresses) - 1
    for number in lights.pins:
        if number > last:
            raise ConfigError(125, f"{file}: line {number} of the lights is not there", f"Choose from 0 to {last}")
        if lights.pins.count(number) > 1:
            raise ConfigError(127, f"{file}: line {number} of the lights is wired twice", "Give each a line of its own")
