"""Pictures of the whole: what is joined to what."""

from collections.abc import Mapping
from typing import NamedTuple

from hardware.making.svg import KINDS, Canvas
from tablekit.pinout.records import Layout, Pinout


class Block(NamedTuple):
    """A box, and what stands in it."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    lines: tuple[str, ...]


Joint = tuple[str, str, str]
"""From a block's right edge, or its lower one, to another's; and what goes there."""

LINE = 24
LANES = {"KEY": 181, "WORD": 277}
"""Between the blocks, for what would run through them."""
SEAT = Block(20, 70, 190, 92, "pad", ("at each seat", "pad, mask's dock, light", "jack"))
BOARD = Block(330, 70, 170, 92, "", ("in the box", "a seat board", "for each seat"))
KEY = Block(20, 200, 190, 56, "once", ("wired key «Спасибо»", "and a seat board"))
ONSET = Block(20, 295, 190, 56, "once", ("speaker line", "→ onset board"))
DRIVERS = Block(330, 200, 170, 56, "5 V", ("light drivers", "5 V supply, fuse 1 A"))


def overview(pinout: Pinout, layout: Layout) -> str:
    """What is joined to what."""
    blocks, joints = {"header": _header, "expanders": _expanders, "hub": _hub}[layout](pinout)
    canvas = Canvas(980, 480)
    canvas.word(490, 34, f"The whole table: layout {layout}", 17, bold=True)
    for start, end, told in joints:
        _join(canvas, blocks[start], blocks[end], told)
    for block in blocks.values():
        canvas.box(block.x, block.y, block.width, block.height, KINDS[block.kind], round_=6)
        first = block.y + block.height / 2 + 5 - LINE * (len(block.lines) - 1) / 2
        for number, line in enumerate(block.lines):
            canvas.word(block.x + block.width / 2, first + number * LINE, line, 13, bold=not number)
    return canvas.text()


def _header(pinout: Pinout) -> tuple[Mapping[str, Block], list[Joint]]:
    blocks = {
        "seat": SEAT,
        "board": BOARD,
        "key": KEY,
        "onset": ONSET,
        "drivers": DRIVERS,
        "pi": Block(
            720,
            70,
            220,
            300,
            "light",
            ("Raspberry Pi", "pads, masks, key, word", "and loop on its header"),
        ),
        "chip": Block(330, 295, 170, 56, "bus", ("MCP23017 0x24", "lights")),
        "sound": Block(720, 410, 220, 50, "", ("USB sound card, amplifier",)),
    }
    return blocks, [
        ("seat", "board", "S01, S02, …"),
        ("board", "pi", "2 wires a seat, 3.3 V"),
        ("chip", "pi", "I²C"),
        ("chip", "drivers", ""),
        ("drivers", "board", ""),
        *_sound(),
    ]


def _expanders(pinout: Pinout) -> tuple[Mapping[str, Block], list[Joint]]:
    inputs = " ".join(f"0x{address:x}" for address in pinout.expanders.addresses)
    lights = " ".join(f"0x{address:x}" for address in pinout.lights.addresses)
    blocks = {
        "seat": SEAT,
        "board": BOARD,
        "key": KEY,
        "onset": ONSET,
        "drivers": DRIVERS,
        "inputs": Block(600, 70, 150, 92, "bus", ("MCP23017", inputs, "pads and masks")),
        "pi": Block(830, 70, 130, 300, "light", ("Raspberry Pi", "key, word", "and loop", "on its header")),
        "chip": Block(330, 295, 170, 56, "bus", (f"MCP23017 {lights}", "lights")),
        "sound": Block(740, 410, 220, 50, "", ("sound card, amplifier",)),
    }
    return blocks, [
        ("seat", "board", "S01, S02, …"),
        ("board", "inputs", "3.3 V"),
        ("inputs", "pi", "I²C"),
        ("chip", "pi", "I²C"),
        ("chip", "drivers", ""),
        ("drivers", "board", ""),
        *_sound(),
    ]


def _hub(pinout: Pinout) -> tuple[Mapping[str, Block], list[Joint]]:
    blocks = {
        "seat": SEAT,
        "board": BOARD,
        "key": KEY,
        "onset": ONSET,
        "drivers": DRIVERS,
        "pi": Block(600, 70, 150, 300, "mask", ("seat hub", "Arduino Mega 2560", "pads, masks, lights,", "key, word")),
        "radio": Block(330, 295, 170, 56, "bus", ("HC-12 radio", "to the remote")),
        "kit": Block(830, 70, 130, 300, "light", ("Raspberry Pi",)),
        "sound": Block(740, 410, 220, 50, "", ("sound card, amplifier",)),
    }
    return blocks, [
        ("seat", "board", "S01, S02, …"),
        ("board", "pi", "5 V logic"),
        ("radio", "pi", "UART"),
        ("drivers", "pi", "a wire a light"),
        ("drivers", "board", ""),
        ("pi", "kit", "USB"),
        *_sound("kit"),
    ]


def _sound(kit: str = "pi") -> list[Joint]:
    return [
        ("key", "pi", "KEY"),
        ("onset", "pi", "WORD"),
        (kit, "sound", ""),
        ("sound", "onset", "loudspeaker's wires"),
    ]


def _join(canvas: Canvas, start: Block, end: Block, told: str) -> None:
    right, middle = start.x + start.width, start.y + start.height / 2
    if start.x > end.x + end.width:  # back to the left, below everything
        x = end.x + end.width / 2
        canvas.line((start.x, middle), (x, middle), (x, end.y + end.height))
        canvas.word((start.x + x) / 2, middle - 7, told, 12)
    elif right > end.x:  # one above the other
        x = min(right, end.x + end.width) - 40
        upper, lower = sorted((start, end), key=lambda block: block.y)
        canvas.line((x, upper.y + upper.height), (x, lower.y))
    elif told in LANES:
        lane, turn = LANES[told], right + 30
        canvas.line((right, middle), (turn, middle), (turn, lane), (end.x, lane))
        canvas.word(turn + 30, lane - 7, told, 12)
    else:
        canvas.line((right, middle), (end.x, middle))
        canvas.word((right + end.x) / 2, middle - 7, told, 12)
