"""pins.toml: what it tells can be built, and each way in which it could not is one plain sentence."""

import tomllib
from pathlib import Path

import pytest

from tablekit import config as table_file
from tablekit import pinout
from tablekit.errors import ConfigError
from tablekit.pinout import LAYOUTS, Layout, boot_lines, config, load
from tablekit.pinout.records import names
from tablekit.wire.messages import LINE_MASKS, LINE_PADS

SIZES = [("header", 8), ("header", 10)]
SIZES += [(layout, seats) for layout in ("expanders", "hub") for seats in (8, 10, 12, 15, 20)]


def refused(tmp_path: Path, old: str, new: str) -> str:
    """What is said of the pins with one change."""
    text = pinout.FILE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "pins.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        load(file)
    return str(error.value).replace(str(file), "pins.toml")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("pads  = [4,", "pads  = [5,", "KIT171: header: GPIO5 is used twice, for pad 1 and pad 2. "),
        ("key   = 26", "key   = 15", "KIT171: header: GPIO15 is used twice, for key and loop's input. "),
        ("[0x24, 0x25]", "[0x22, 0x25]", "KIT171: the address 0x22 is used twice. "),
        ('key  = "E5"', 'key  = "E4"', "KIT171: hub: E4 is used twice, for key and word. "),
        ('sense   = "D3"', 'sense   = "D2"', "KIT171: remote: D2 is used twice, for «Спасибо» and sense. "),
        ("pads  = [4,", "pads  = [2,", "KIT172: header: pad 1 is at GPIO2, which is I²C data. "),
        ("key       = 26", "key       = 0", "KIT172: expanders: key is at GPIO0, which is the memory of an add-on "),
        ('"A5", "A6"]', '"A5", "A7"]', "KIT172: expanders: pad 7 is at A7, which is an output only. "),
        ('word = "E4"', 'word = "E1"', "KIT172: hub: word is at E1, which is the line to the Pi. "),
        ("key   = 26", "key   = 28", "KIT173: header: key is at GPIO28, which is not led out. "),
        ('word = "E4"', 'word = "E7"', "KIT173: hub: word is at E7, which is not led out. "),
        ("[0x20, 0x21, 0x22]", "[0x20, 0x21, 0x28]", "KIT173: no MCP23017 has the address 0x28. "),
        ("22, 23, 24, 25]", "22, 23, 24]", "KIT174: header: masks has 9 pins and not 10. "),
        ("[0x24, 0x25]", "[0x24]", "KIT174: there are 16 lights for 20 seats. "),
        ('"supply", "ground"]', '"ground", "ground"]', "KIT174: cable: its 8 wires do not carry all signals. "),
        ('    "A0", "A1",', '    "A1", "A0",', "KIT175: hub: its program cannot read the pads and masks at A1 A0 A2 "),
        ('"G0", "G1", "G2", "G5"', '"G1", "G0", "G2", "G5"', "KIT175: hub: its program cannot read the lights at B0 "),
        ('rows    = ["C0", "C1"', 'rows    = ["C1", "C0"', "KIT175: remote: its program cannot read the rows at C1 "),
        ('mosi = "B3", clock = "B5"', 'mosi = "B5", clock = "B3"', "KIT175: remote: its program cannot read the "),
        ("[pi]", "[pie]", "KIT170: pins.toml cannot be used: Object contains unknown field `pie`. "),
        ("[pi]", "[pi", "KIT170: pins.toml cannot be used: "),
        ("key   = 26", 'key   = "26"', "KIT170: pins.toml cannot be used: Expected `int`, got `str` - at "),
    ],
)  # fmt: skip
def test_what_cannot_be_built_is_told(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert refused(tmp_path, old, new).startswith(sentence)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"KIT170: .* No such file"):
        load(tmp_path / "pins.toml")


@pytest.mark.parametrize(("layout", "seats"), SIZES)
def test_the_kit_takes_the_config_of_each_table(tmp_path: Path, layout: Layout, seats: int) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'ruleset = "sport"\nseats = {seats}\n[options]\ncutoff = "key"\n{config(layout, seats)}')
    table = table_file.load(file)
    assert table.places == seats
    assert any(part.has_key for part in table.inputs)
    assert all(part.has_masks for part in table.inputs if part.places)
    assert layout == "hub" or (table.lights is not None and len(table.lights.pins) == seats)


@pytest.mark.parametrize(
    ("layout", "seats", "sentence"),
    [
        ("header", 11, "KIT177: the layout header has 1 to 10 seats, and not 11. Choose the layout expanders or hub."),
        ("hub", 21, "KIT177: the layout hub has 1 to 20 seats, and not 21. Choose from 1 to 20."),
        ("hub", 0, "KIT177: the layout hub has 1 to 20 seats, and not 0. Choose from 1 to 20."),
        ("hat", 8, 'KIT176: there is no layout "hat". Choose one of: header, expanders, hub.'),
    ],
)
def test_a_table_that_cannot_be_is_refused(layout: Layout, seats: int, sentence: str) -> None:
    for told in (config, boot_lines):
        with pytest.raises(ConfigError) as error:
            told(layout, seats)
        assert str(error.value) == sentence


def test_the_eighth_seat_is_at_the_second_expander() -> None:
    told = tomllib.loads(config("expanders", 8))
    header, chips = told["inputs"]
    assert header == {"kind": "gpio", "pads": [], "key": 26, "word": 27, "loop": [14, 15]}
    assert (chips["addresses"], chips["pads"][-1], chips["masks"][-1]) == ([0x20, 0x21], 16, 24)


def test_no_expander_takes_a_line_of_the_header() -> None:
    assert boot_lines("header", 10)[1:] == ["dtoverlay=mcp23017,addr=0x24,noints"]
    assert all(line.endswith(",noints") for line in boot_lines("expanders", 20)[1:])
    assert boot_lines("hub", 20) == []


def test_only_the_chips_that_are_there_are_told() -> None:
    chips = [len(boot_lines("expanders", seats)) - 1 for seats in (7, 8, 14, 15, 16, 17, 20)]
    assert chips == [2, 3, 3, 4, 4, 5, 5]


def test_a_table_has_seats_for_all_who_may_play() -> None:
    assert [load().most_seats(layout) for layout in LAYOUTS] == [10, 20, 20]


def test_the_hub_numbers_its_lines_as_its_messages_do() -> None:
    hub = load().hub
    assert LINE_PADS == 0
    assert len(hub.pads) == LINE_MASKS


def test_no_pin_of_a_board_has_two_names() -> None:
    told = load()
    for board in (names(told.hub.board), names(told.remote.board), names(told.expanders.legs)):
        assert len(set(board.values())) == len(board)
    assert sorted([*told.pi.pins.values(), 1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39]) == list(range(1, 41))


def test_gpiozero_knows_the_same_header() -> None:
    from gpiozero.pins.mock import MockFactory

    header = MockFactory().board_info.headers["J8"]
    theirs = {int(pin.name[4:]): number for number, pin in header.pins.items() if pin.name.startswith("GPIO")}
    assert load().pi.pins == {gpio: pin for gpio, pin in theirs.items() if gpio >= 2}
