"""table.toml: whatever is wrong is one plain sentence with the file, the key and what is allowed."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekit.config import ALLOWED, Pins, SeatHub, TableConfig, load, pin
from tablekit.errors import ConfigError

PAGE = Path(__file__).parent.parent / "docs" / "table.md"
PADS = list(range(4, 14))
NAMED = 'ruleset = "fsm"\nnames = ["А", "Б", "{third}", "Г", "Д", "Е", "Ж", "З", "И", "{tenth}"]'
GPIO = f'ruleset = "fsm"\n[inputs]\nkind = "gpio"\npads = {PADS}\n'
HUB = 'ruleset = "fsm"\n[inputs]\nkind = "hub"\nplaces = 12\n'

TEN = list(range(10))
EXPANDER = f'ruleset = "fsm"\n[inputs]\nkind = "expander"\naddresses = [0x20]\npads = {TEN}\n'
LIGHTS = f"[lights]\naddresses = [0x24]\npins = {TEN}\n"
HUBS = 'ruleset = "fsm"\n[[inputs]]\nkind = "hub"\nplaces = 5\n{}\n[[inputs]]\nkind = "hub"\nplaces = 5\n{}\n'
TWO = 'ruleset = "fsm"\n[[inputs]]\nkind = "gpio"\npads = [4, 5, 6, 7, 8, 9]\n[[inputs]]\nkind = "hub"\nplaces = 4\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def loaded(file: Path, text: str) -> TableConfig:
    file.write_text(text, encoding="utf-8")
    return load(file)


def refused(file: Path, text: str) -> str:
    """The sentence, without the folder."""
    with pytest.raises(ConfigError) as caught:
        loaded(file, text)
    return str(caught.value).replace(str(file), "table.toml")


def test_a_table_needs_no_more_than_its_rule_book(file: Path) -> None:
    assert loaded(file, 'ruleset = "sport"') == TableConfig("sport")


def test_a_whole_table(file: Path) -> None:
    text = f"""
        ruleset = "sport"
        seats = 8
        language = "az"
        names = ["A", "B", "C", "D", "E", "F", "G", "Ə"]
        [options]
        speech_s = 45
        cutoff = "key"
        [inputs]
        kind = "gpio"
        pads = {PADS[:8]}
        masks = [14, 15, 16, 17, 18, 19, 20, 21]
        key = 22
        word = 23
    """
    table = loaded(file, text)
    assert table.options == {"speech_s": 45, "cutoff": "key"}
    assert table.names[7] == "Ə"
    assert table.inputs == (Pins(pads=tuple(PADS[:8]), masks=tuple(range(14, 22)), key=22, word=23),)


@pytest.mark.parametrize("number", range(len(re.findall("```toml", PAGE.read_text("utf-8")))))
def test_the_examples_of_the_page_are_right(file: Path, number: int) -> None:
    example = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[number]
    assert loaded(file, example).ruleset


def test_the_page_names_every_key() -> None:
    page = PAGE.read_text("utf-8")
    assert [key for key in ALLOWED if f"`{key}`" not in page and f"`[{key}]`" not in page] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'KIT124: table.toml: ruleset is missing. Write the name of a rule book, such as "sport".'),
        ("ruleset = 1", 'KIT125: table.toml: ruleset = 1 is wrong. Write the name of a rule book, such as "sport".'),
        ('ruleset = "fsn"', "KIT112: there is no rule book"),
        ('ruleset = "fsm"\nseats = 12', "KIT113: fsm cannot be played with 12 seats. It takes 10 seats. (table.toml)"),
        ('ruleset = "fsm"\nseats = "ten"', 'seats = "ten" is wrong. Write the number of seats, such as 10.'),
        ('ruleset = "fsm"\nseats = 0', "seats = 0 is wrong"),
        ('ruleset = "fsm"\nlangage = "ru"', 'table.toml: there is no key "langage". The nearest is language.'),
        ('ruleset = "fsm"\nxyz = 1', 'KIT123: table.toml: there is no key "xyz". Allowed: ruleset, seats'),
        ('ruleset = "fsm"\nlanguage = "de"', 'language = "de" is wrong. Write "ru", "en" or "az".'),
        ('ruleset = "fsm"\nnames = ["A", 1]', 'names = ["A",1] is wrong'),
        ('ruleset = "fsm"\nnames = ["A"]', "KIT126: table.toml: names has 1 of 10 seats."),
        (
            NAMED.format(third="А", tenth="К"),
            'KIT129: table.toml: name 3 of names is "А" a second time. Write a list of',
        ),
        (NAMED.format(third="В", tenth=" "), "KIT129: table.toml: name 10 of names is empty."),
        (
            'ruleset = "fsm"\n[options]\nspeach_s = 4',
            'KIT110: "speach_s" is no field of the rule book fsm. Did you mean',
        ),
        ('ruleset = "fsm"\n[options]\nspeech_s = -4', "KIT111: speech_s = -4 in fsm's options is wrong."),
        ('ruleset = "fsm"\n[options]\nspeech_s = [1]', "options = "),
        ('ruleset = "fsm"\noptions = 4', "options = 4 is wrong. Write fields of the rule book"),
        ('ruleset = "fsm"\ninputs = 4', 'inputs = 4 is wrong. Write a table with kind = "gpio", "expander" or "hub".'),
        (GPIO.replace('"gpio"', '"usb"'), 'kind = "usb" is wrong. Write "gpio", "expander" or "hub".'),
        (GPIO.replace('"gpio"', '"hub"'), 'there is no key "pads". The nearest is places.'),
        (HUB.replace("12", "9"), "KIT126: table.toml: 9 of 10 seats are wired. Wire more, or write seats = 9."),
        (HUB.replace("12", "21"), "places = 21 is wrong. Write the number of seats that are wired, 1 to 20."),
        (GPIO.replace("pads", "pad"), 'there is no key "pad". The nearest is pads.'),
        (
            'ruleset = "fsm"\n[inputs]\nkind = "gpio"',
            "KIT124: table.toml: pads is missing. Write a list of pins",
        ),
        (GPIO.replace("13]", "28]"), "KIT125: table.toml: GPIO28 is no input. Choose from 4 to 27."),
        (GPIO.replace(", 13]", "]"), "KIT126: table.toml: 9 of 10 seats are wired."),
        (GPIO.replace(", 13]", ', "13 hot"]'), '"13 hot"'),
        (GPIO + "masks = [14]", "masks has 1 of 10 seats."),
        (GPIO + "key = 5", "KIT127: table.toml: GPIO5 is wired twice. Give each line a pin of its own."),
        (GPIO + 'word = "x"', 'word = "x" is wrong. Write a GPIO number from 4 to 27.'),
        (GPIO + '[options]\ncutoff = "key"', 'KIT128: table.toml: key is missing, and cutoff = "key".'),
        (GPIO + "loop = [14]", "loop = [14] is wrong. Write a list of two GPIO numbers that are joined by a wire"),
        (GPIO + "loop = [14, 13]", "KIT127: table.toml: GPIO13 is wired twice."),
        (GPIO + 'backend = "pigpio"', 'backend = "pigpio" is wrong. Write "lgpio", or "rpigpio" on a Pi 4 or older.'),
        (EXPANDER.replace("9]", "16]"), "KIT125: table.toml: line 16 is no input. Choose from 0 to 15."),
        (EXPANDER.replace("0x20", "0x30"), "addresses = [48] is wrong. Write a list of addresses on the bus"),
        (EXPANDER + '[options]\ncutoff = "key"', "KIT128: table.toml: key is missing"),
        (GPIO + LIGHTS.replace("9]", "16]"), "KIT125: table.toml: line 16 of the lights is not there."),
        (GPIO + LIGHTS.replace("9]", "8]"), "KIT127: table.toml: line 8 of the lights is wired twice."),
        (GPIO + LIGHTS + "colour = 1", 'there is no key "colour"'),
        (EXPANDER + LIGHTS.replace("0x24", "0x20"), "KIT127: table.toml: 0x20 has inputs and lights."),
        (TWO.replace("places = 4", "places = 3"), "KIT126: table.toml: 9 of 10 seats are wired."),
        (TWO.replace("places = 4", "places = 40"), "places = 40 is wrong."),
        (HUBS.format("", ""), "KIT139: table.toml: nothing says which of the 2 hubs has which seats. Give each a port"),
        (HUBS.format('port = "/dev/a"', ""), "KIT139"),
        (HUBS.format('port = "/dev/a"', 'port = "/dev/a"'), "KIT139"),
        ("ruleset = ", "KIT122: table.toml is not TOML in UTF-8"),
    ],
)
def test_what_is_wrong_is_one_plain_sentence(file: Path, text: str, sentence: str) -> None:
    told = refused(file, text)
    assert sentence in told
    assert "table.toml" in told
    assert "\n" not in told


def test_bytes_that_are_no_text_are_refused(file: Path) -> None:
    file.write_bytes(b'ruleset = "\xff"')
    with pytest.raises(ConfigError, match="KIT122"):
        load(file)


def test_a_table_with_a_hub(file: Path) -> None:
    table = loaded(file, HUB + 'port = "/dev/ttyUSB0"\n[options]\ncutoff = "key"')
    assert table.inputs == (SeatHub(12, port="/dev/ttyUSB0"),)
    assert [(part.has_masks, part.has_key, table.places) for part in table.inputs] == [(True, True, 12)]


def test_seats_may_be_wired_partly_here_and_partly_there(file: Path) -> None:
    table = loaded(file, TWO)
    assert [type(part) for part in table.inputs] == [Pins, SeatHub]
    assert table.places == 10


def test_two_hubs_are_told_apart_by_their_sockets(file: Path) -> None:
    table = loaded(file, HUBS.format('port = "/dev/serial/by-path/1"', 'port = "/dev/serial/by-path/2"'))
    assert table.places == 10


def test_a_pin_may_have_its_own_pull_and_level() -> None:
    assert pin(17) == pin("17 up low") == (17, "up", "low")
    assert pin("17 high") == (17, "up", "high")
    assert pin("17 down high") == (17, "down", "high")
    assert pin("17 none", "high") == (17, "none", "high")
    pins = Pins(pads=(4, "5 down high"), masks=("6 low", 7))
    assert pins.pad_pins() == [(4, "up", "low"), (5, "down", "high")]
    assert pins.mask_pins() == [(6, "up", "low"), (7, "up", "high")]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ConfigError, match=f"KIT121: {missing} cannot be read"):
            load(missing)


VALUES = st.recursive(
    st.one_of(st.integers(-5, 40), st.booleans(), st.text("ab", max_size=3).map(repr), st.floats(0, 9)),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
KEYS = st.sampled_from(["ruleset", "seats", "language", "names", "inputs", "options", "pads", "x"])


@given(st.dictionaries(KEYS, VALUES), st.dictionaries(st.sampled_from(["kind", *Pins.__struct_fields__]), VALUES))
def test_any_table_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, top: dict[str, object], pins: dict[str, object]
) -> None:
    def lines(table: dict[str, object]) -> str:
        return "".join(f"{key} = {str(value).lower()}\n" for key, value in table.items())

    file = tmp_path_factory.getbasetemp() / "any.toml"
    inputs = "[inputs]\n" + lines(pins) if pins and "inputs" not in top else ""
    with contextlib.suppress(ConfigError):
        loaded(file, lines({"ruleset": '"fsm"', **top}) + inputs)
