"""Every wire of a table: from where, to where, in which colour."""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.making.values import DIVIDER_HIGH_OHM, DIVIDER_LOW_OHM, SERIES_OHM, ohm
from tablekit.pinout.records import Expanders, Header, Layout, Pinout, names
from tablekit.pinout.wired import chips_for

DRIVER_CHANNELS = 8
DRIVER_OUT_1 = 18  # its outputs are opposite to its inputs: leg 1 in, leg 18 out
COLOURS = {"pad": "yellow", "mask": "white", "light": "blue"}
VCC, LIGHT, GND = "violet", "red", "black"
"""Each supply has a colour of its own. Orange, green and brown, a cable's grounds, are left out in the box."""
V33, V5, GROUND = "VCC rail (3.3 V)", "VCC rail (5 V)", "ground rail"
LIGHT_RAIL = "LIGHT rail (5 V of the lights)"
SUPPLY = "lights' 5 V supply"
CHIP = {"VDD": 9, "VSS": 10, "SCL": 12, "SDA": 13, "A0": 15, "A1": 16, "A2": 17, "RESET": 18}


class Wire(NamedTuple):
    """One wire in the box."""

    seat: int
    """0: of the whole table."""
    signal: str
    start: str
    end: str
    colour: str


class Place(NamedTuple):
    """Where a seat's three signals end."""

    pad: str
    mask: str
    light: str


def places(pinout: Pinout, layout: Layout) -> list[Place]:
    """Seat by seat: the pins of the board or chip that reads the pad and the mask, and the one that gives the light."""
    if layout == "hub":
        called = names(pinout.hub.board)
        hub = zip(pinout.hub.pads, pinout.hub.masks, pinout.hub.lights, strict=True)
        return [Place(*(f"hub pin {called[pin]}" for pin in pins)) for pins in hub]
    seats = pinout.most_seats(layout)
    lights = [chip_leg(pinout, pinout.lights.addresses, pinout.lights.pins, seat) for seat in range(seats)]
    if layout == "header":
        gpio = pinout.pi.pins
        pads, masks = ([f"Pi pin {gpio[pin]}" for pin in pins] for pins in (pinout.header.pads, pinout.header.masks))
    else:
        chips = pinout.expanders
        pads = [chip_leg(pinout, chips.addresses, chips.pads, seat) for seat in range(seats)]
        masks = [chip_leg(pinout, chips.addresses, chips.masks, seat) for seat in range(seats)]
    return [Place(*pins) for pins in zip(pads, masks, lights, strict=True)]


def chip_leg(pinout: Pinout, addresses: list[int], pins: list[str], seat: int) -> str:
    """`0x20 leg 21 (A0)` of seat 0, which is the first."""
    chip, pin = divmod(seat, len(pins))
    return f"0x{addresses[chip]:x} leg {names(pinout.expanders.legs)[pins[pin]]} ({pins[pin]})"


def seat_wires(pinout: Pinout, layout: Layout) -> Iterator[Wire]:
    """The wires that are another for each seat."""
    cable = pinout.cable.wires
    for seat, place in enumerate(places(pinout, layout), 1):
        board = f"seat board {seat}"
        yield Wire(seat, "pad", f"{board}, PAD OUT", place.pad, COLOURS["pad"])
        yield Wire(seat, "mask", f"{board}, MASK OUT", place.mask, COLOURS["mask"])
        driver, channel = divmod(seat - 1, DRIVER_CHANNELS)
        legs = channel + 1, DRIVER_OUT_1 - channel
        yield Wire(seat, "light", place.light, f"driver {driver + 1} leg {legs[0]} (in)", COLOURS["light"])
        jack = f"{board}, LIGHT− (jack pin {cable.index('light -') + 1})"
        yield Wire(seat, "light", f"driver {driver + 1} leg {legs[1]} (out)", jack, COLOURS["light"])


def seat_board_wires(layout: Layout) -> Iterator[Wire]:
    """The wires that every seat's board has alike."""
    yield Wire(0, "ground", "each seat board, GND", GROUND, GND)
    yield Wire(0, "pull-ups", "each seat board, VCC", V5 if layout == "hub" else V33, VCC)
    yield Wire(0, "lights", "each seat board, LIGHT+", LIGHT_RAIL, LIGHT)
    yield Wire(0, "ground", "each driver leg 9", GROUND, GND)
    yield Wire(0, "lights", "each driver leg 10", LIGHT_RAIL, LIGHT)
    yield Wire(0, "lights", f"{SUPPLY}, plus", f"fuse of 1 A, then {LIGHT_RAIL}", LIGHT)
    yield Wire(0, "ground", f"{SUPPLY}, minus", GROUND, GND)


def table_wires(pinout: Pinout, layout: Layout) -> Iterator[Wire]:
    """Key, word, radio, bus and supplies."""
    yield Wire(0, "key «Спасибо»", "its button, both wires", "key board, PAD and GND", "cable KEY")
    yield Wire(0, "word", "one loudspeaker, both terminals", "onset board, loudspeaker + and −", "cable WORD")
    if layout == "hub":
        yield from _hub(pinout)
        return
    gpio = pinout.pi.pins
    yield Wire(0, "supply", "Pi pins 1 and 17", V33, VCC)
    yield Wire(0, "ground", "Pi pins 6, 9, 14, 20", GROUND, GND)
    yield from _once(pinout, pinout.header if layout == "header" else pinout.expanders)
    chips = list(pinout.lights.addresses[: chips_for(pinout.most_seats(layout), pinout.lights.pins)])
    if layout == "expanders":
        chips = [*pinout.expanders.addresses, *chips]
    for address in chips:
        chip = f"0x{address:x} leg"
        yield Wire(0, "I²C data", f"Pi pin {gpio[2]} (SDA)", f"{chip} {CHIP['SDA']}", "white")
        yield Wire(0, "I²C clock", f"Pi pin {gpio[3]} (SCL)", f"{chip} {CHIP['SCL']}", "grey")
        high = [CHIP[f"A{bit}"] for bit in range(3) if address >> bit & 1]
        low = [CHIP[f"A{bit}"] for bit in range(3) if not address >> bit & 1]
        yield Wire(0, "supply", f"{chip}s {_listed([CHIP['VDD'], CHIP['RESET'], *high])}", V33, VCC)
        yield Wire(0, "ground", f"{chip}s {_listed([CHIP['VSS'], *low])}", GROUND, GND)


def _once(pinout: Pinout, wired: Header | Expanders) -> Iterator[Wire]:
    gpio = pinout.pi.pins
    yield Wire(0, "key «Спасибо»", "key board, PAD OUT", f"Pi pin {gpio[wired.key]}", "yellow")
    yield Wire(0, "word", "onset board, OUT", f"Pi pin {gpio[wired.word]}", "grey")
    yield Wire(0, "supply", "key board and onset board, VCC", V33, VCC)
    yield Wire(0, "ground", "key board and onset board, GND", GROUND, GND)
    yield Wire(
        0, "loop", f"Pi pin {gpio[wired.loop[0]]}", f"Pi pin {gpio[wired.loop[1]]}, through {ohm(SERIES_OHM)}", "grey"
    )


def _hub(pinout: Pinout) -> Iterator[Wire]:
    hub, called = pinout.hub, names(pinout.hub.board)
    radio, divider = hub.radio, f"by {ohm(DIVIDER_HIGH_OHM)}, and {ohm(DIVIDER_LOW_OHM)} from there to ground"
    yield Wire(0, "supply", "hub pin 5V", V5, VCC)
    yield Wire(0, "ground", "hub pins GND (three of them)", GROUND, GND)
    yield Wire(0, "key «Спасибо»", "key board, PAD OUT", f"hub pin {called[hub.key]}", "yellow")
    yield Wire(0, "word", "onset board, OUT", f"hub pin {called[hub.word]}", "grey")
    yield Wire(0, "supply", "key board and onset board, VCC", V5, VCC)
    yield Wire(0, "ground", "key board and onset board, GND", GROUND, GND)
    yield Wire(0, "radio", f"hub pin {called[radio.rxd]}", f"HC-12 RXD, {divider}", "white")
    yield Wire(0, "radio", f"hub pin {called[radio.txd]}", "HC-12 TXD", "grey")
    yield Wire(0, "radio", f"hub pin {called[radio.set]}", f"HC-12 SET, {divider}", "yellow")
    yield Wire(0, "supply", "HC-12 VCC, by a 1N4007", V5, VCC)
    yield Wire(0, "ground", "HC-12 GND", GROUND, GND)
    yield Wire(0, "the Pi", "hub, USB socket", "Pi, USB socket", "USB cable")


def _listed(legs: list[int]) -> str:
    told = [str(leg) for leg in sorted(legs)]
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]
