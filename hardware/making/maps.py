"""Pictures of the boards: what hangs on which pin."""

from typing import NamedTuple

from hardware.making.svg import KINDS, Canvas
from hardware.making.wires import CHIP
from tablekit.pinout.records import Layout, Pinout, names

PI_POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
PI_GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
MEGA_TOP = [*(str(pin) for pin in range(13, -1, -1)), *(str(pin) for pin in range(14, 22))]
MEGA_BOTTOM = [f"A{pin}" for pin in range(16)]
MEGA_SIDE = [("5V", "5V"), *((str(pin), str(pin + 1)) for pin in range(22, 54, 2)), ("GND", "GND")]


class Use(NamedTuple):
    """What a pin is for."""

    told: str
    kind: str


FREE = Use("", "")
LEGS = {
    "VDD": Use("VCC, 3.3 V", "3.3 V"),
    "RESET": Use("VCC, 3.3 V", "3.3 V"),
    "VSS": Use("ground", "ground"),
    "SDA": Use("to the Pi's pin 3", "bus"),
    "SCL": Use("to the Pi's pin 5", "bus"),
} | {f"A{bit}": Use(f"3.3 V if the address has {2**bit}, else ground", "once") for bit in range(3)}


def pi_header(pinout: Pinout, layout: Layout) -> str:
    """The 40 pins, as they lie with the board's edge on the right."""
    used = _pi_uses(pinout, layout)
    gpio = {pin: number for number, pin in pinout.pi.pins.items()}
    row, top = 24, 62
    canvas = Canvas(560, top + 20 * row + 40)
    canvas.word(280, 26, f"The Pi's header: layout {layout}", 17, bold=True)
    canvas.word(280, 46, "pin 1 is at the end of the board where the memory card is", 12)
    for pin in range(1, 41):
        left, y = pin % 2 == 1, top + (pin - 1) // 2 * row
        use = used.get(pin, FREE)
        x = 250 if left else 282
        canvas.box(x, y, 28, row - 4, KINDS[use.kind])
        canvas.word(x + 14, y + 14, str(pin), 12, bold=True)
        called = f"GPIO{gpio[pin]}" if pin in gpio else ""
        if left:
            canvas.word(242, y + 14, called, 11, at="end", colour="#666666")
            canvas.word(182, y + 14, use.told, 13, at="end", bold=bool(use.told))
        else:
            canvas.word(318, y + 14, called, 11, at="start", colour="#666666")
            canvas.word(378, y + 14, use.told, 13, at="start", bold=bool(use.told))
    canvas.word(280, top + 20 * row + 22, "to the USB sockets ↓", 12)
    return canvas.text()


def mega(pinout: Pinout) -> str:
    """The hub's pins, as they lie with its USB socket on the left."""
    used = _mega_uses(pinout)
    canvas = Canvas(1010, 640)
    canvas.word(505, 28, "The hub: Arduino Mega 2560, its USB socket on the left", 17, bold=True)
    canvas.box(30, 140, 950, 400, "#f4f8fa", round_=10)
    canvas.box(14, 180, 66, 60, "#dddddd")
    canvas.word(47, 214, "USB", 13)
    canvas.box(14, 430, 66, 50, "#dddddd")
    canvas.word(47, 460, "empty", 12)
    canvas.word(420, 345, "sNN is seat NN", 15)
    for number, pin in enumerate(MEGA_TOP):
        x = 120 + number * 30 + (number > 13) * 24 + (number > 5) * 8
        _upright(canvas, x, 150, pin, used.get(pin, FREE), above=True)
    for number, pin in enumerate(MEGA_BOTTOM):
        x = 300 + number * 30 + (number > 7) * 20
        _upright(canvas, x, 502, pin, used.get(pin, FREE), above=False)
    for x, pin in ((180, "5V"), (210, "GND")):
        _upright(canvas, x, 502, pin, used[pin], above=False)
    for number, (left, right) in enumerate(MEGA_SIDE):
        y = 184 + number * 17
        for x, pin, at in ((830, left, "end"), (860, right, "start")):
            use = used.get(pin, FREE)
            canvas.box(x, y, 28, 15.5, KINDS[use.kind])
            canvas.word(x + 14, y + 12, pin, 10, bold=True)
            canvas.word(x - 5 if at == "end" else x + 33, y + 12, use.told, 11, at=at)
    return canvas.text()


def _upright(canvas: Canvas, x: float, y: float, pin: str, use: Use, above: bool) -> None:
    canvas.box(x, y, 27, 28, KINDS[use.kind])
    canvas.word(x + 13.5, y + 18, pin, 10 if len(pin) > 2 else 11, bold=True)
    if use.told:
        canvas.word(x + 18, y - 16 if above else y + 40, use.told, 12, at="start" if above else "end", turned=True)


def chip(pinout: Pinout) -> str:
    """An MCP23017 from above: the same legs for inputs and for lights."""
    row, top = 26, 92
    inputs, lights = len(pinout.expanders.pads), len(pinout.lights.pins)
    canvas = Canvas(760, top + 14 * row + 34)
    canvas.word(380, 28, "MCP23017 from above, its notch up", 17, bold=True)
    canvas.word(
        380, 48, f"a chip for inputs: seats 1 to {inputs} of the chip; a chip for lights: 1 to {lights} of the chip", 12
    )
    canvas.box(320, top - 8, 120, 14 * row + 10, "#f0f0f0", round_=6)
    canvas.box(370, top - 12, 20, 10, "#ffffff", round_=5)
    canvas.word(384, top + 7 * row, "MCP23017", 14, turned=True)
    for leg in range(1, 29):
        left = leg <= 14
        y = top + (leg - 1 if left else 28 - leg) * row
        name, use = _leg(pinout, leg)
        canvas.box(320 if left else 406, y, 34, row - 6, KINDS[use.kind])
        canvas.word(337 if left else 423, y + 14, str(leg), 12, bold=True)
        at = "end" if left else "start"
        canvas.word(312 if left else 448, y + 14, name, 11, at=at, colour="#666666")
        canvas.word(262 if left else 498, y + 14, use.told, 12, at=at)
    canvas.word(380, top + 14 * row + 24, "100 nF between legs 9 and 10, close to the chip", 12)
    return canvas.text()


def _leg(pinout: Pinout, leg: int) -> tuple[str, Use]:
    pin = {int(number): pin for pin, number in names(pinout.expanders.legs).items()}.get(leg)
    if pin is None:
        name = next((name for name, number in CHIP.items() if number == leg), "")
        return name, LEGS.get(name, FREE)
    light = f"light {pinout.lights.pins.index(pin) + 1}"
    for kind, pins in (("pad", pinout.expanders.pads), ("mask", pinout.expanders.masks)):
        if pin in pins:
            return f"GP{pin}", Use(f"{kind} {pins.index(pin) + 1}, or {light}", kind)
    return f"GP{pin}", Use(f"{light}; no input", "light")


def _pi_uses(pinout: Pinout, layout: Layout) -> dict[int, Use]:
    pins = pinout.pi.pins
    used = {pin: Use(volts, volts) for pin, volts in PI_POWER.items()} | dict.fromkeys(
        PI_GROUND, Use("ground", "ground")
    )
    used |= {pins[2]: Use("I²C data", "bus"), pins[3]: Use("I²C clock", "bus")}
    wired = pinout.header if layout == "header" else pinout.expanders
    if layout == "header":
        for kind, seats in (("pad", pinout.header.pads), ("mask", pinout.header.masks)):
            used |= {pins[gpio]: Use(f"seat {seat} {kind}", kind) for seat, gpio in enumerate(seats, 1)}
    output, back = wired.loop
    used |= {pins[output]: Use("loop, out", "loop"), pins[back]: Use("loop, in", "loop")}
    return used | {pins[wired.key]: Use("key «Спасибо»", "once"), pins[wired.word]: Use("word's onset", "once")}


def _mega_uses(pinout: Pinout) -> dict[str, Use]:
    hub, called = pinout.hub, names(pinout.hub.board)
    used = {called[pin]: Use(why.replace("the line", ""), "") for pin, why in hub.reserved.items()}
    for kind, pins in (("pad", hub.pads), ("mask", hub.masks), ("light", hub.lights)):
        used |= {called[pin]: Use(f"s{seat:02} {kind}", kind) for seat, pin in enumerate(pins, 1)}
    used |= {"5V": Use("VCC, 5 V", "VCC"), "GND": Use("ground", "ground")}
    used |= {called[hub.key]: Use("key", "once"), called[hub.word]: Use("word", "once")}
    radio = {"RXD": hub.radio.rxd, "TXD": hub.radio.txd, "SET": hub.radio.set}
    return used | {called[pin]: Use(f"radio {name}", "bus") for name, pin in radio.items()}
