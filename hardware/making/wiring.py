"""The wiring pages: which wire goes where, one page a layout."""

from collections.abc import Iterable, Iterator

from hardware.making.values import SUPPLY_OHM, ohm
from hardware.making.wires import Wire, seat_board_wires, seat_wires, table_wires
from tablekit.pinout.records import LAYOUTS, Layout, Pinout
from tablekit.pinout.wired import boot_lines, chips_for

MADE = "<!-- Made from pins.toml by `make hardware`. -->"
TITLES = {
    "header": "Wiring: straight on the Pi's header",
    "expanders": "Wiring: with expanders",
    "hub": "Wiring: with the seat hub",
}
PICTURES = {"header": ["header-pins", "chip"], "expanders": ["expanders-pins", "chip"], "hub": ["hub-pins"]}


def pages(pinout: Pinout) -> dict[str, str]:
    """The page of each layout, by its name."""
    return {f"{layout}.md": "\n".join(_page(pinout, layout)) + "\n" for layout in LAYOUTS}


def _page(pinout: Pinout, layout: Layout) -> Iterator[str]:
    most = pinout.most_seats(layout)
    yield from (MADE, f"# {TITLES[layout]}", "")
    yield f"1 to {most} seats: wire the first of them, from seat 1 on, and leave out the rest. ☐ is for your pencil."
    yield from ("", f"![overview](../drawings/{layout}-overview.svg)", "")
    yield from ("## The cable of a seat", "")
    yield "An ordinary network cable, the same for each seat; S01 is of seat 1."
    yield "**It carries 5 V: plug it into no computer, router or switch.**"
    yield "**Its colours end at the seat board.** In the box each supply has its own: black is ground, violet VCC,"
    yield "red LIGHT; orange, green and brown, grounds in the cable, are not used there."
    yield from ("", "![a seat](../drawings/seat.svg)", "", *_cable(pinout, layout), "")
    yield from ("## Every seat has its own", "", *_rows(seat_wires(pinout, layout)), "")
    yield from ("## Every seat has alike", "", "**VCC and LIGHT are two rails, and never joined.**", "")
    yield from (*_rows(seat_board_wires(layout), seats=False), "")
    yield from ("## Once a table", "", *_rows(table_wires(pinout, layout), seats=False), "")
    for picture in PICTURES[layout]:
        yield from (f"![{picture}](../drawings/{picture}.svg)", "")
    yield from _needed(pinout, layout)
    yield from ("", "## What the kit must be told", "")
    yield f"`tablekit setup` writes it; [examples](../examples) has it ready, such as `{layout}-{min(most, 12)}.toml`."
    if layout != "hub":
        yield from _boot(layout, most)


def _cable(pinout: Pinout, layout: Layout) -> Iterator[str]:
    supply = "5 V" if layout == "hub" else "3.3 V"
    what = {
        "pad": "pad",
        "mask": "mask's dock",
        "light -": "light, to the driver",
        "light +": "light, 5 V",
        "ground": "ground",
        "supply": f"{supply} for a Hall or FSR board; else left off",
    }
    board = {
        "pad": "PAD",
        "mask": "MASK",
        "light -": "LIGHT−",
        "light +": "LIGHT+",
        "ground": "GND",
        "supply": f"VCC, by {ohm(SUPPLY_OHM)}",
    }
    yield from ("| pin | colour | what | at the seat board |", "|---|---|---|---|")
    told = zip(pinout.cable.wires, pinout.cable.colours, strict=True)
    for pin, (wire, colour) in enumerate(told, 1):
        yield f"| {pin} | {colour} | {what[wire]} | {board[wire]} |"


def _rows(wires: Iterable[Wire], seats: bool = True) -> Iterator[str]:
    yield f"{'| seat | cable ' if seats else ''}| signal | from | to | colour | ☐ |"
    yield f"{'|---|---' if seats else ''}|---|---|---|---|---|"
    for wire in wires:
        seat = f"| {wire.seat} | S{wire.seat:02} " if seats else ""
        yield f"{seat}| {wire.signal} | {wire.start} | {wire.end} | {wire.colour} | ☐ |"


def _needed(pinout: Pinout, layout: Layout) -> Iterator[str]:
    """How many chips so many seats need."""
    sizes = [seats for seats in (8, 10, 12, 15, 20) if seats <= pinout.most_seats(layout)]
    yield from ("## How many chips", "", f"| seats | {' | '.join(map(str, sizes))} |", "|---|" + "---|" * len(sizes))
    chips = {"drivers ULN2803A": ["x"] * 8}
    if layout != "hub":
        chips |= {"MCP23017 for lights": pinout.lights.pins}
    if layout == "expanders":
        chips |= {"MCP23017 for inputs": pinout.expanders.pads}
    for what, pins in chips.items():
        yield f"| {what} | {' | '.join(str(chips_for(seats, pins)) for seats in sizes)} |"


def _boot(layout: Layout, most: int) -> Iterator[str]:
    yield from ("", f"`/boot/firmware/config.txt` needs, for {most} seats:", "", "```")
    yield from boot_lines(layout, most)
    yield from ("```", "", "and neither `dtparam=spi=on`, `enable_uart=1` nor a fan on GPIO14.")
    if layout == "header":
        yield "A sound board on the header has no room: it needs GPIO18 to 21, which are masks here."
    else:
        yield "Fewer seats: leave out the lines of the chips that are not there."
