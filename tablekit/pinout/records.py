"""What `pins.toml` tells, as records."""

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

Layout = Literal["header", "expanders", "hub"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
PORT_BITS = 8

Board = Mapping[str, str]
"""By port: what its bits are called on the board, bit 0 first, "-" where a bit is not led out."""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file, with the keys that it has there and no others."""


class Cable(Told, frozen=True):
    """A seat's cable: pins 1 to 8 of its plugs."""

    wires: list[str]
    colours: list[str]


class Pi(Told, frozen=True):
    """GPIO numbers."""

    reserved: dict[int, str]
    header: str

    @property
    def pins(self) -> dict[int, int]:
        """The pin of the 40-pin header by GPIO number."""
        return dict(enumerate(map(int, self.header.split()), 2))


class Header(Told, frozen=True):
    """A table straight on the Pi's header."""

    pads: list[int]
    masks: list[int]
    key: int
    word: int
    loop: tuple[int, int]
    """An output and an input, joined."""


class Expanders(Told, frozen=True):
    """A table with MCP23017; pads and masks are lines of each chip."""

    reserved: dict[str, str]
    addresses: list[int]
    pads: list[str]
    masks: list[str]
    key: int
    word: int
    loop: tuple[int, int]
    legs: dict[str, str]


class Lights(Told, frozen=True):
    """MCP23017 as outputs; pins are lines of each chip."""

    addresses: list[int]
    pins: list[str]


class Radio(Told, frozen=True):
    """What goes to the HC-12's pins of these names."""

    rxd: str
    txd: str
    set: str


class Hub(Told, frozen=True):
    """Port and bit of the ATmega2560."""

    reserved: dict[str, str]
    pads: list[str]
    masks: list[str]
    lights: list[str]
    key: str
    word: str
    radio: Radio
    board: dict[str, str]


class Display(Told, frozen=True):
    """Its five wires."""

    reset: str
    data: str
    select: str
    mosi: str
    clock: str


class Remote(Told, frozen=True):
    """Port and bit of the ATmega328P."""

    reserved: dict[str, str]
    rows: list[str]
    columns: list[str]
    thanks: str
    display: Display
    radio: Radio
    sense: str
    noise: str
    board: dict[str, str]


class Pinout(Told, frozen=True):
    """Every pin of Pi, hub and remote."""

    cable: Cable
    pi: Pi
    header: Header
    expanders: Expanders
    lights: Lights
    hub: Hub
    remote: Remote

    def most_seats(self, layout: Layout) -> int:
        """So many seats can be wired."""
        if layout == "header":
            return len(self.header.pads)
        if layout == "expanders":
            inputs = len(self.expanders.addresses) * len(self.expanders.pads)
            lights = len(self.lights.addresses) * len(self.lights.pins)
            return min(inputs, lights, len(self.hub.pads))  # no table has more seats than a hub's
        return len(self.hub.pads)


def names(board: Board) -> dict[str, str]:
    """What each bit of each port is called on the board."""
    return {
        f"{port}{bit}": name
        for port, told in board.items()
        for bit, name in enumerate(told.split()[:PORT_BITS])
        if name != "-"
    }
