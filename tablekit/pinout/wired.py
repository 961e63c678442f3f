"""A table of so many seats, as its `table.toml` and the Pi's `config.txt` tell it."""

from collections.abc import Iterable

from tablekit.errors import ConfigError
from tablekit.pinout.file import load
from tablekit.pinout.records import LAYOUTS, PORT_BITS, Expanders, Header, Layout, Lights, Pinout

CHIP_LINES = 16
BUS = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
NO_INTERRUPT = "noints"
"""Without it the overlay takes GPIO4 for itself, which is a pad on the header."""


def config(layout: Layout, seats: int, pinout: Pinout | None = None) -> str:
    """`[inputs]` and `[lights]` of a `table.toml`; ConfigError 176, 177 if there is no such table."""
    told = pinout or load()
    possible(told, layout, seats)
    match layout:
        case "header":
            header = told.header
            pads = f"pads  = {header.pads[:seats]}\nmasks = {header.masks[:seats]}\n"
            return f'[inputs]\nkind  = "gpio"\n{pads}{_once(header)}{_lights(told.lights, seats)}'
        case "expanders":
            return _expanders(told.expanders, seats) + _lights(told.lights, seats)
        case "hub":
            return f'[inputs]\nkind   = "hub"\nplaces = {seats}\nmasks  = true\n'


def boot_lines(layout: Layout, seats: int, pinout: Pinout | None = None) -> list[str]:
    """What the table needs in /boot/firmware/config.txt; ConfigError 176, 177 if there is no such table."""
    told = pinout or load()
    possible(told, layout, seats)
    if layout == "hub":
        return []
    chips = told.lights.addresses[: chips_for(seats, told.lights.pins)]
    if layout == "expanders":
        chips = told.expanders.addresses[: chips_for(seats, told.expanders.pads)] + chips
    return [BUS, *(f"dtoverlay=mcp23017,addr=0x{address:x},{NO_INTERRUPT}" for address in chips)]


def possible(pinout: Pinout, layout: str, seats: int) -> None:
    """ConfigError 176, 177 if there is no such table."""
    if layout not in LAYOUTS:
        raise ConfigError(176, f'there is no layout "{layout}"', f"Choose one of: {', '.join(LAYOUTS)}")
    most = {name: pinout.most_seats(name) for name in LAYOUTS}
    if not 1 <= seats <= most[layout]:
        fitting = [name for name in LAYOUTS if 1 <= seats <= most[name]]
        remedy = f"Choose the layout {' or '.join(fitting)}" if fitting else f"Choose from 1 to {most[layout]}"
        raise ConfigError(177, f"the layout {layout} has 1 to {most[layout]} seats, and not {seats}", remedy)


def line(pin: str) -> int:
    """The number of an expander's line in its chip: A0 is 0, B7 is 15."""
    return "AB".index(pin[0]) * PORT_BITS + int(pin[1:])


def spread(pins: Iterable[str], seats: int) -> list[int]:
    """The lines of the first seats over chips with these pins: the second chip begins at 16."""
    each = [line(pin) for pin in pins]
    return [seat // len(each) * CHIP_LINES + each[seat % len(each)] for seat in range(seats)]


def chips_for(seats: int, pins: list[str]) -> int:
    """How many chips with these pins so many seats need."""
    return -(-seats // len(pins))


def _expanders(expanders: Expanders, seats: int) -> str:
    addresses = _addresses(expanders.addresses[: chips_for(seats, expanders.pads)])
    return (
        f'[[inputs]]\nkind  = "gpio"\npads  = []\n{_once(expanders)}\n'
        f'[[inputs]]\nkind      = "expander"\naddresses = {addresses}\n'
        f"pads      = {spread(expanders.pads, seats)}\nmasks     = {spread(expanders.masks, seats)}\n"
    )


def _lights(lights: Lights, seats: int) -> str:
    addresses = _addresses(lights.addresses[: chips_for(seats, lights.pins)])
    return f"\n[lights]\naddresses = {addresses}\npins      = {spread(lights.pins, seats)}\n"


def _addresses(addresses: list[int]) -> str:
    return f"[{', '.join(f'0x{address:x}' for address in addresses)}]"


def _once(wired: Header | Expanders) -> str:
    return f"key   = {wired.key}\nword  = {wired.word}\nloop  = {list(wired.loop)}\n"
