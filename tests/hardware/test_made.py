"""What is made from pins.toml and parts.toml is up to date and whole; pages written by hand refer to what is there."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.making import values
from hardware.making.files import HARDWARE, ROOT, made, schematics, stale
from hardware.making.firmware import hub_header, with_tables
from hardware.making.svg import Canvas
from hardware.making.values import ohm
from hardware.making.wires import GND, LIGHT, VCC, places, seat_board_wires, seat_wires, table_wires
from tablekit.cli import doctor
from tablekit.pinout import LAYOUTS, Layout, load

PAGES = sorted(HARDWARE.rglob("*.md"))


def test_everything_made_is_up_to_date() -> None:
    assert [path.name for path in stale(made(load()))] == [], "run `make hardware`"


def test_every_schematic_is_up_to_date() -> None:
    pytest.importorskip("schemdraw")
    assert [path.name for path in stale(schematics())] == [], "run `make hardware`"


def test_a_change_is_seen(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("1")
    assert list(stale({tmp_path / "old": "2", tmp_path / "new": "2"})) == [tmp_path / "old", tmp_path / "new"]
    assert not stale({tmp_path / "old": "1"})


def test_no_drawing_page_or_label_is_left_from_before() -> None:
    pytest.importorskip("schemdraw")
    known = {*made(load()), *schematics()}
    folders = ("drawings", "examples", "labels", "parts", "wiring")
    assert {path for folder in folders for path in (HARDWARE / folder).iterdir()} <= known


def test_the_hubs_header_follows_its_pins() -> None:
    header = hub_header(load().hub)
    assert "#define PADS_F 0x0f\n" in header  # seats 17 to 20; the other half of the port are masks
    assert "#define SEATS_G 0x27\n" in header
    assert "#define KEY_BIT PE5\n" in header


def test_a_readme_without_a_place_for_the_pins_is_told() -> None:
    with pytest.raises(ValueError, match="no place for the table of the hub"):
        with_tables("# Firmware\n", load())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_two_wires_end_at_one_pin(layout: Layout) -> None:
    told = places(load(), layout)
    ends = [pin for place in told for pin in place]
    board = r"(Pi|hub) pin (\w+)$"
    once = [end for wire in table_wires(load(), layout) for end in (wire.start, wire.end) if re.match(board, end)]
    assert len(ends) == len(set(ends)) == 3 * len(told)
    assert not set(ends) & set(once)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_wiring_page_has_each_wire_of_each_seat(layout: Layout) -> None:
    page = (HARDWARE / "wiring" / f"{layout}.md").read_text(encoding="utf-8")
    for wire in seat_wires(load(), layout):
        row = f"| {wire.seat} | S{wire.seat:02} | {wire.signal} | {wire.start} | {wire.end} | {wire.colour} | ☐ |"
        assert row in page
    assert page.count("| S12 | ") == (0 if layout == "header" else 4)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_supplies_of_logic_and_lights_are_never_joined(layout: Layout) -> None:
    for wire in (*table_wires(load(), layout), *seat_board_wires(layout)):
        ends = wire.start + wire.end
        assert not ("VCC rail" in ends and ("LIGHT" in ends or "lights" in ends)), wire
        assert layout == "hub" or "VCC rail (5 V)" not in ends, wire


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_colour_of_the_box_is_a_ground_of_the_cables_and_each_supply_has_its_own(layout: Layout) -> None:
    cable = load().cable
    grounds = {colour for colour, wire in zip(cable.colours, cable.wires, strict=True) if wire == "ground"}
    wires = [*seat_wires(load(), layout), *seat_board_wires(layout), *table_wires(load(), layout)]
    assert grounds == {"orange", "green", "brown"}
    assert not grounds & {wire.colour for wire in wires}
    for rail, colour in (("ground rail", GND), ("VCC rail", VCC), ("LIGHT rail", LIGHT)):
        at_rail = [rail in wire.start + wire.end for wire in wires]
        assert at_rail == [wire.colour == colour for wire in wires]


def test_pad_seven_of_a_hub_goes_where_the_firmware_reads_it() -> None:
    page = (HARDWARE / "wiring" / "hub.md").read_text(encoding="utf-8")
    assert "| 7 | S07 | pad | seat board 7, PAD OUT | hub pin 28 | yellow | ☐ |" in page
    assert "| 7 | S07 | mask | seat board 7, MASK OUT | hub pin A10 | white | ☐ |" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HARDWARE).as_posix())
def test_every_link_and_picture_of_a_page_is_there(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_pages_name_commands_that_are_there() -> None:
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(re.findall(r"doctor (\w+)`", told)) == set(doctor.PAGES) - {"check", "loop"}
    kit = set(re.findall(r"`(?:\.venv/bin/)?tablekit (\w+)", told))
    assert {name for name in kit if not (ROOT / "tablekit" / "cli" / f"{name}.py").exists()} == set()


def test_every_drawing_is_shown_on_a_page() -> None:
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [path.name for path in (HARDWARE / "drawings").iterdir() if f"/{path.name})" not in told] == []


@pytest.mark.parametrize("picture", sorted(HARDWARE.rglob("*.svg")), ids=lambda path: path.name)
def test_every_picture_is_whole_and_its_words_are_on_it(picture: Path) -> None:
    svg = ElementTree.fromstring(picture.read_bytes())  # noqa: S314
    left, top, width, height = map(float, svg.attrib["viewBox"].split())
    for word in svg.iter("{http://www.w3.org/2000/svg}text"):
        x, y = float(word.attrib["x"]), float(word.attrib["y"])
        assert left <= x <= left + width, word.text
        assert top <= y <= top + height, word.text


def test_words_with_signs_stay_xml() -> None:
    canvas = Canvas(10, 10)
    canvas.word(1, 2, "<5 V & more", 3)
    assert "&lt;5 V &amp; more" in ElementTree.canonicalize(canvas.text())


def test_the_page_of_the_circuits_tells_the_values_that_are_drawn() -> None:
    page = (HARDWARE / "circuits.md").read_text(encoding="utf-8")
    told = (values.SERIES_OHM, values.PULL_UP_OHM, values.SUPPLY_OHM, values.LIGHT_OHM, values.FSR_HYSTERESIS_OHM)
    told += (values.REMOTE_SERIES_OHM, values.RADIO_BACK_OHM, values.ADAPTER_OHM, values.DIVIDER_LOW_OHM)
    assert [ohm(value) for value in told if ohm(value) not in page] == []
    assert f"{values.FILTER_NF} nF" in page
