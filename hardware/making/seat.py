"""A picture of one seat: pad, dock and light, their jack, the cable, the seat board in the box."""

from hardware.making.svg import KINDS, Canvas
from hardware.making.values import SUPPLY_OHM, ohm
from tablekit.pinout.records import Cable

PAINT = {"orange": "#f28c28", "green": "#2e8b57", "blue": "#2f6fd0", "brown": "#8b5a2b"}
BOARD = {"pad": "PAD", "mask": "MASK", "light -": "LIGHT−", "light +": "LIGHT+", "supply": "VCC", "ground": "GND"}
"""What the terminals of a seat board are called."""
ROW, TOP = 44, 80


def seat(cable: Cable) -> str:
    """Alike for every seat."""
    canvas = Canvas(1000, TOP + 8 * ROW + 60)
    canvas.word(500, 34, "A seat and its cable", 17, bold=True)
    for x, told in ((110, "at the seat"), (300, "jack"), (690, "jack"), (850, "seat board in the box")):
        canvas.word(x, 64, told, 13)
    used = _used(cable)
    for part, pins in used.items():
        first, last = _y(min(pins)), _y(max(pins))
        x = 110 if part == "light" else 30  # its pair lies inside the dock's
        canvas.box(x, first - 18, 180 - x, last - first + 36, KINDS[part], round_=6)
        canvas.word(68 if part == "mask" else (x + 180) / 2, (first + last) / 2 + 5, part, 14, bold=True)
        for pin in pins:
            canvas.line((180, _y(pin)), (282, _y(pin)))
            canvas.word(190, _y(pin) - 5, _end(cable.wires[pin - 1]), 11, at="start")
    for pin, (wire, colour) in enumerate(zip(cable.wires, cable.colours, strict=True), 1):
        y, (base, _, stripe) = _y(pin), colour.partition("/")
        paint = PAINT[stripe or base]
        canvas.line((318, y), (672, y), colour=paint)
        if stripe:
            canvas.line((318, y), (672, y), colour="#ffffff", dashed=True)
        canvas.word(495, y - 6, colour, 12)
        for x in (282, 672):
            canvas.box(x, y - 14, 36, 28, "#f0f0f0")
            canvas.word(x + 18, y + 5, str(pin), 13, bold=True)
        canvas.line((708, y), (790, y))
        canvas.box(790, y - 14, 110, 28, KINDS[_kind(wire)])
        canvas.word(845, y + 5, BOARD[wire], 13, bold=True)
        if wire == "supply":
            canvas.box(729, y - 6, 40, 12)
            canvas.word(749, y - 10, ohm(SUPPLY_OHM), 11)
    free = [str(pin) for pin in range(1, 9) if not any(pin in pins for pins in used.values())]
    canvas.word(
        40,
        TOP + 8 * ROW + 30,
        f"{' and '.join(free)}: supply and ground of a Hall or FSR board; else {free[0]} is left off",
        12,
        at="start",
    )
    return canvas.text()


def _used(cable: Cable) -> dict[str, list[int]]:
    """The pins of each part: its signal's, and the ground of its pair."""
    pin = {wire: number for number, wire in enumerate(cable.wires, 1)}
    grounds = [number for number, wire in enumerate(cable.wires, 1) if wire == "ground"]
    return {
        "pad": [pin["pad"], grounds[0]],
        "mask": [pin["mask"], grounds[1]],
        "light": sorted([pin["light -"], pin["light +"]]),
    }


def _y(pin: int) -> float:
    return TOP + 20 + (pin - 1) * ROW


def _end(wire: str) -> str:
    return {"light +": "+", "light -": "−"}.get(wire, wire)


def _kind(wire: str) -> str:
    return {"light +": "light", "light -": "light", "supply": "VCC"}.get(wire, wire)
