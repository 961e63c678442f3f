"""What is to be played, as command line and table.toml say together."""

import argparse
from pathlib import Path

import pytest

from tablekit.cli import asked
from tablekit.config import Pins, TableConfig, people
from tablekit.errors import ConfigError

PADS = tuple(range(4, 14))


def args(*, sim: bool = False, config: Path | None = None) -> argparse.Namespace:
    return argparse.Namespace(sim=sim, config=config, demo=None, ruleset=None, seed=1, new=False)


@pytest.mark.parametrize(
    ("masks", "sim", "sensors"), [((), False, False), (tuple(range(14, 24)), False, None), ((), True, None)]
)
def test_a_table_without_mask_sensors_waits_for_none(masks: tuple[int, ...], sim: bool, sensors: bool | None) -> None:
    told = TableConfig("fsm", inputs=(Pins(pads=PADS, masks=masks),))
    assert asked.setup(args(sim=sim), told, "en", None).options.get("mask_sensors") is sensors


def test_the_clubs_people_are_read_from_a_file_beside_the_table(tmp_path: Path) -> None:
    (tmp_path / "people.txt").write_text("\ufeffАнна\n\n  Bob \nАнна\nCəmilə\n", encoding="utf-8")
    told = TableConfig("fsm", people="people.txt")
    assert asked.people(args(config=tmp_path / "table.toml"), told, "en") == ("Анна", "Bob", "Cəmilə")
    assert asked.setup(args(sim=True), told, "en", None).names == ()


def test_at_a_table_that_names_nobody_nobody_is_to_be_chosen() -> None:
    assert asked.people(args(), TableConfig("fsm"), "en") == ()
    assert len(asked.people(args(sim=True), None, "en")) == 20


@pytest.mark.parametrize(("content", "number"), [(None, 121), (b"\xff\xfe\xff", 122)])
def test_a_file_of_people_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, content: bytes | None, number: int
) -> None:
    file = tmp_path / "people.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError, match=f"KIT{number}: .*people.txt"):
        people(file)


def test_places_are_those_that_are_wired() -> None:
    assert asked.places(TableConfig("fsm", inputs=(Pins(pads=PADS),))) == 10
    assert asked.places(TableConfig("fsm")) is None
    assert asked.places(None) is None
