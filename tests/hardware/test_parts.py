import math
from collections import Counter

import pytest

from hardware.making.files import HARDWARE, tables
from hardware.making.parts import Part, pages, read
from hardware.making.wires import DRIVER_CHANNELS, seat_board_wires, table_wires
from tablekit.pinout import LAYOUTS, Layout, boot_lines, load

WIRES_OF_A_STRIP = 11  # of twelve ways; one joins it to the next strip


def parts(name: str) -> list[Part]:
    return [part for group in read().group for part in group.parts if name in part.name]


def test_spares_and_chips_are_counted_up() -> None:
    assert Part("led", "", 1, seat=1, spare=10).count(12) == 14
    assert Part("driver", "", 1, every=8, chip=1).count(12) == 2
    assert Part("strip", "", 1, table=4).count(12) == 4


def test_chips_are_bought_for_as_many_seats_as_they_are_wired_for() -> None:
    told = load()
    inputs = next(part for part in parts("MCP23017") if part.layouts == ("expanders",))
    lights = next(part for part in parts("MCP23017") if part.layouts == ("header", "expanders"))
    (drivers,) = parts("ULN2803A")
    assert (inputs.every, lights.every) == (len(told.expanders.pads), len(told.lights.pins))
    assert drivers.every == DRIVER_CHANNELS


def test_a_seat_board_gets_its_resistors() -> None:
    (series,), (pull_up,) = parts("resistor 220 Ω"), parts("resistor 2.2 kΩ")
    assert series.count(10) >= 2 * 10 + 3  # pads and masks; key, onset, loop
    assert pull_up.count(10) >= 2 * 10 + 2


def strips(wires: int) -> int:
    return math.ceil(wires / WIRES_OF_A_STRIP)


def rail_wires(layout: Layout, seats: int) -> Counter[str]:
    """How many wires end at each rail."""
    chips = {line.split("addr=")[1][:4] for line in boot_lines(layout, seats)[1:]}
    many = {"each seat board": seats, "each driver": math.ceil(seats / DRIVER_CHANNELS)}
    many |= {"Pi pins 1 and 17": 2, "Pi pins 6, 9": 4, "hub pins GND": 3, "key board and onset board": 2}
    ends: Counter[str] = Counter()
    for wire in (*seat_board_wires(layout), *table_wires(load(), layout)):
        if wire.start.startswith("0x") and wire.start[:4] not in chips:
            continue
        for rail in ("ground rail", "VCC rail", "LIGHT rail"):
            if rail in wire.end:
                ends[rail] += next((count for start, count in many.items() if wire.start.startswith(start)), 1)
        ends["ground rail"] += "from there to ground" in wire.end
    return ends


@pytest.mark.parametrize(("layout", "seats"), list(tables(load(), read())))
def test_every_wire_of_a_rail_has_a_screw(layout: Layout, seats: int) -> None:
    (bought,) = parts("terminal strip")
    needed = sum(strips(wires) for wires in rail_wires(layout, seats).values())
    assert needed <= bought.count(seats) <= needed + 2


def test_the_page_of_the_box_tells_how_long_a_rail_is() -> None:
    page = (HARDWARE / "steps" / "2-box.md").read_text(encoding="utf-8")
    for rail, drivers, once in (("VCC", 0, 4), ("LIGHT", 1, 1), ("ground", 1, 9)):
        told = []
        for seats in read().sizes:
            wires = rail_wires("hub", seats)[f"{rail} rail"]
            assert wires == seats + drivers * math.ceil(seats / DRIVER_CHANNELS) + once
            told.append(str(strips(wires)))
        driver = ", one a driver, and" if drivers else ", and"
        assert f"| {rail} | one a seat{driver} {once} | {', '.join(told)} |" in page


def test_what_to_buy_for_twelve_seats_stands_in_one_column() -> None:
    page = pages(load(), read())["hub.md"]
    head = next(line for line in page.splitlines() if line.startswith("| part "))
    column = [cell.strip() for cell in head.split("|")].index("12")
    bought = {
        cells[1].strip(): cells[column].strip() for line in page.splitlines() if len(cells := line.split("|")) > 8
    }
    assert bought["dome button, 100 mm, with microswitch"] == "13"  # with a spare
    assert bought["network jack (RJ45) with screw terminals"] == "26"
    assert bought["ULN2803A, with an 18-pin socket"] == "2"
    assert bought["Arduino Mega 2560"] == "1"


def test_a_layout_lists_only_what_it_needs() -> None:
    told = pages(load(), read())
    assert {layout for layout in LAYOUTS if "Arduino Mega" in told[f"{layout}.md"]} == {"hub"}
    assert {layout for layout in LAYOUTS if "MCP23017" in told[f"{layout}.md"]} == {"header", "expanders"}
    assert "| 10 | 12 |" not in told["header.md"]
