"""What cannot be built, or what the firmware's programs could not read: each fault a plain sentence."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tablekit.errors import ConfigError
from tablekit.pinout.records import PORT_BITS, Expanders, Header, Hub, Pinout, Remote, names

ADDRESSES = range(0x20, 0x28)
INPUT_PORTS = "ACFKL"
LIGHT_PORTS = "BHGJ"
KEY_PORT = "E"
SIGNALS = {"pad", "mask", "light -", "light +", "supply", "ground"}

Uses = list[tuple[str, str]]
"""What for, and which pin."""


class Wired(NamedTuple):
    """One board or chip: what is wired to it, and what may be."""

    where: str
    uses: Uses
    reserved: Mapping[str, str]
    there: Iterable[str]


def faults(pinout: Pinout) -> Iterator[ConfigError]:
    """All of them."""
    for wired in _wirings(pinout):
        yield from _one_use_each(wired)
    yield from _addresses(pinout)
    yield from _seats(pinout)
    yield from _read_by_the_hub(pinout.hub)
    yield from _read_by_the_remote(pinout.remote)


def _one_use_each(wired: Wired) -> Iterator[ConfigError]:
    where, uses = wired.where, wired.uses
    times = Counter(pin for _, pin in uses)
    for what, pin in uses:
        if pin in wired.reserved:
            yield ConfigError(
                172, f"{where}: {what} is at {pin}, which is {wired.reserved[pin]}", f"Choose another pin for {what}"
            )
        elif pin not in wired.there:
            yield ConfigError(173, f"{where}: {what} is at {pin}, which is not led out", f"Choose a pin for {what}")
        elif times[pin] > 1:
            others = ", ".join(other for other, at in uses if at == pin and other != what)
            yield ConfigError(
                171, f"{where}: {pin} is used twice, for {what} and {others}", "Give each line a pin of its own"
            )


def _addresses(pinout: Pinout) -> Iterator[ConfigError]:
    inputs, lights = pinout.expanders.addresses, pinout.lights.addresses
    for address, times in Counter([*inputs, *lights]).items():
        if address not in ADDRESSES:
            yield ConfigError(173, f"no MCP23017 has the address 0x{address:x}", "Choose from 0x20 to 0x27")
        elif times > 1:
            yield ConfigError(171, f"the address 0x{address:x} is used twice", "Give each chip an address of its own")


def _seats(pinout: Pinout) -> Iterator[ConfigError]:
    header, expanders, hub = pinout.header, pinout.expanders, pinout.hub
    cable = pinout.cable
    if len(cable.wires) != len(cable.colours) or not set(cable.wires) >= SIGNALS:
        needed = ", ".join(sorted(SIGNALS))
        yield ConfigError(174, f"cable: its {len(cable.wires)} wires do not carry all signals", f"It needs {needed}")
    for where, pads, others in (
        ("header", header.pads, {"masks": header.masks}),
        ("expanders", expanders.pads, {"masks": expanders.masks}),
        ("hub", hub.pads, {"masks": hub.masks, "lights": hub.lights}),
    ):
        for what, pins in others.items():
            if len(pins) != len(pads):
                yield ConfigError(
                    174, f"{where}: {what} has {len(pins)} pins and not {len(pads)}", "Give each seat its own"
                )
    lights = len(pinout.lights.addresses) * len(pinout.lights.pins)
    most = max(len(header.pads), min(len(hub.pads), len(expanders.addresses) * len(expanders.pads)))
    if lights < most:
        yield ConfigError(174, f"there are {lights} lights for {most} seats", "Add an expander for lights")


def _read_by_the_hub(hub: Hub) -> Iterator[ConfigError]:
    """Its program reads whole ports, and knows a seat by its place in them (firmware/hub/scan.c, lights.c, radio.c)."""
    whole = [f"{port}{bit}" for port in INPUT_PORTS for bit in range(PORT_BITS)]
    lights = sorted(hub.lights, key=lambda pin: (LIGHT_PORTS.find(pin[0]), pin))
    for what, told, needed in (
        ("pads and masks", [*hub.pads, *hub.masks], whole),
        ("lights", hub.lights, lights),
        ("ports of lights", sorted({pin[0] for pin in hub.lights}), sorted(LIGHT_PORTS)),
        ("ports of key and word", [hub.key[0], hub.word[0]], [KEY_PORT, KEY_PORT]),
        ("radio's line", [hub.radio.rxd, hub.radio.txd, hub.radio.set[0]], ["D3", "D2", "D"]),
    ):
        yield from _as_read("hub", what, told, needed)


def _read_by_the_remote(remote: Remote) -> Iterator[ConfigError]:
    """Its program drives the rows and reads the columns in their order (firmware/remote/keys.c, display.c, uart.c)."""
    display, radio = remote.display, remote.radio
    for what, told, needed in (
        ("rows", remote.rows, ["C0", "C1", "C2", "C3"]),
        ("columns", remote.columns, ["D4", "D5", "D6", "D7"]),
        ("display's bus", [display.select, display.mosi, display.clock], ["B2", "B3", "B5"]),
        ("ports of the display", [display.reset[0], display.data[0]], ["B", "B"]),
        ("radio's line", [radio.rxd, radio.txd], ["D1", "D0"]),
        ("ports of radio's SET and of noise", [radio.set[0], remote.noise[0]], ["C", "C"]),
        ("ports of «Спасибо» and of the cable's sense", [remote.thanks[0], remote.sense[0]], ["D", "D"]),
    ):
        yield from _as_read("remote", what, told, needed)


def _as_read(where: str, what: str, told: list[str], needed: list[str]) -> Iterator[ConfigError]:
    if told != needed:
        yield ConfigError(
            175,
            f"{where}: its program cannot read the {what} at {' '.join(told)}",
            f"Write {' '.join(needed)}, or change the program too",
        )


def _wirings(pinout: Pinout) -> Iterator[Wired]:
    header, expanders, hub, remote = pinout.header, pinout.expanders, pinout.hub, pinout.remote
    gpio = [f"GPIO{number}" for number in pinout.pi.pins]
    reserved = {f"GPIO{number}": why for number, why in pinout.pi.reserved.items()}
    yield Wired("header", _gpio(_each(pad=header.pads, mask=header.masks) + _once(header)), reserved, gpio)
    yield Wired("expanders", _gpio(_once(expanders)), reserved, gpio)
    legs = names(expanders.legs)
    yield Wired("expanders", _each(pad=expanders.pads, mask=expanders.masks), expanders.reserved, legs)
    yield Wired("lights", _each(light=pinout.lights.pins), {}, legs)
    seats = _each(pad=hub.pads, mask=hub.masks, light=hub.lights)
    single = {"key": hub.key, "word": hub.word, **_radio(hub)}
    yield Wired("hub", [*seats, *single.items()], hub.reserved, names(hub.board))
    keys = _each(row=remote.rows, column=remote.columns)
    display = {f"display's {name}": getattr(remote.display, name) for name in remote.display.__struct_fields__}
    single = {"«Спасибо»": remote.thanks, "sense": remote.sense, "noise": remote.noise, **display, **_radio(remote)}
    yield Wired("remote", [*keys, *single.items()], remote.reserved, names(remote.board))


def _each(**told: list[str] | list[int]) -> Uses:
    return [(f"{what} {number}", str(pin)) for what, pins in told.items() for number, pin in enumerate(pins, 1)]


def _once(wired: Header | Expanders) -> Uses:
    output, back = wired.loop
    single = {"key": wired.key, "word": wired.word, "loop's output": output, "loop's input": back}
    return [(what, str(pin)) for what, pin in single.items()]


def _radio(wired: Hub | Remote) -> dict[str, str]:
    return {f"radio's {name}": getattr(wired.radio, name) for name in wired.radio.__struct_fields__}


def _gpio(uses: Uses) -> Uses:
    return [(what, f"GPIO{pin}") for what, pin in uses]
