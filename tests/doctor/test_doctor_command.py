"""`tablekit doctor` from outside: its pages without a Pi, its exit codes, and what it refuses."""

import json
import re
from pathlib import Path

import pytest

from tablekit.cli import main

NO_INPUTS = 'ruleset = "fsm"\n'
HUB = NO_INPUTS + '[options]\ncutoff = "key"\n[inputs]\nkind = "hub"\nplaces = 10\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    return tmp_path


def doctor(*words: str) -> int:
    return main(["doctor", "--dir", "games", *words])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "KIT182: there is no table.toml here"),
        (("--config", "none.toml"), "none.toml cannot be read"),
        (("seats", "--json"), "KIT180: --json is for check and zero. Leave it out."),
        (("--out", "tape.txt"), "KIT180: --out is for zero. Leave it out."),
        (("--sim", "sound", "--times", "0"), "KIT181: --times 0 is too few. Write 1 or more."),
        (("--faulty",), "KIT185: --faulty is for a simulated table. Add --sim, or leave it out."),
        (("--sim", "--config", "table.toml"), "KIT186: --sim has a table of its own. Leave --config out."),
        (("dance",), "KIT135: argument page: invalid choice: 'dance'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor(*words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert sentence in line


def test_a_table_without_inputs_has_nothing_to_look_at(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "table.toml").write_text(NO_INPUTS)
    assert doctor() == 2
    assert "KIT183: table.toml has no [inputs]" in capsys.readouterr().err


def test_a_hub_has_no_loop(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "table.toml").write_text(HUB)
    assert doctor("loop") == doctor("--loop") == 2
    assert "KIT184: no part of this table is on the Pi's own header" in capsys.readouterr().err


@pytest.mark.slow
def test_everything_is_looked_at_without_a_pi(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor("--sim") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("SIMULATED")
    assert [line.split()[1] for line in lines[1:-1]] == ["Pi", "power", "disk", "pins", "pins", "sound", "sound"]
    assert re.fullmatch(r"No fault, \d warnings?: a game can be played.", lines[-1])


@pytest.mark.slow
def test_one_fault_keeps_nothing_else_from_being_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--sim", "--faulty", "--json", "--dir", "/proc/games"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["simulated"], told["ok"]) == (True, False)
    assert [check["check"] for check in told["checks"] if check["state"] == "FAULT"] == ["disk"]
    assert "the pad of seat 4" in next(check["what"] for check in told["checks"] if "KIT472" in check["what"])
    assert told["checks"][-1]["check"] == "sound card"


MIXED = """
ruleset = "fsm"
[options]
cutoff = "key"
[[inputs]]
kind = "gpio"
pads = [4, 5, 6, 7]
key = 24
[[inputs]]
kind = "expander"
addresses = [0x20]
pads = [0, 1, 2]
[[inputs]]
kind = "hub"
places = 3
[lights]
addresses = [0x24]
pins = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
"""


@pytest.mark.slow
def test_where_nothing_is_connected_each_part_is_a_fault_of_its_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.toml").write_text(MIXED.replace("places = 3", f'places = 3\nport = "{folder}/ttyUSB0"'))
    assert doctor() == 1
    faults = [line.split()[1:3] for line in capsys.readouterr().out.splitlines() if line.startswith("FAULT")]
    assert faults == [
        ["pins", "KIT404:"],
        ["expander", "KIT407:"],
        ["hub", "KIT411:"],
        ["lights", "KIT407:"],
    ]


@pytest.mark.slow
def test_the_zero_tape_is_printed_and_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor("--sim", "zero", "--out", "tape.txt") == 0
    text = capsys.readouterr().out
    assert text.startswith("ZERO TAPE OF A SIMULATED TABLE")
    assert (folder / "tape.txt").read_text(encoding="utf-8") == text
    assert doctor("--sim", "--faulty", "zero", "--json") == 1
    assert json.loads(capsys.readouterr().out)["zero"] is False


@pytest.mark.slow
def test_a_tape_that_cannot_be_kept_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor("--sim", "zero", "--out", "/proc/tape.txt") == 2
    assert "KIT305: /proc/tape.txt cannot be written" in capsys.readouterr().err


@pytest.mark.slow
def test_the_word_is_measured_and_the_loop_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor("--sim", "sound", "--times", "2") == 0
    assert "heard 2 of 2 times" in capsys.readouterr().out
    doctor("--sim", "loop")
    assert "pad 2: 200 of 200 edges" in capsys.readouterr().out


def test_whoever_leaves_at_once_is_told_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """The input of the test is at its end, which is q."""
    assert doctor("--sim", "seats") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "SIMULATED: no real pad or mask is looked at here."
    assert sum("has not been pressed" in line for line in lines) == 11
    assert sum("has not been lifted and put back" in line for line in lines) == 10
