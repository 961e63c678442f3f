from hardware.making.parts import Part, pages, read
from hardware.making.wires import DRIVER_CHANNELS
from tablekit.pinout import LAYOUTS, load


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


def test_what_to_buy_for_twelve_seats_stands_in_one_column() -> None:
    page = pages(load(), read())["hub.md"]
    head = next(line for line in page.splitlines() if line.startswith("| part "))
    column = [cell.strip() for cell in head.split("|")].index("12")
    bought = {
        cells[1].strip(): cells[column].strip() for line in page.splitlines() if len(cells := line.split("|")) > 8
    }
    assert bought["dome button, 100 mm, with microswitch"] == "12"
    assert bought["network jack (RJ45) with screw terminals"] == "24"
    assert bought["ULN2803A, with an 18-pin socket"] == "2"
    assert bought["Arduino Mega 2560"] == "1"


def test_a_layout_lists_only_what_it_needs() -> None:
    told = pages(load(), read())
    assert {layout for layout in LAYOUTS if "Arduino Mega" in told[f"{layout}.md"]} == {"hub"}
    assert {layout for layout in LAYOUTS if "MCP23017" in told[f"{layout}.md"]} == {"header", "expanders"}
    assert "| 10 | 12 |" not in told["header.md"]
