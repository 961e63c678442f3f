"""`tablekit play` and `tablekit rules` as they are typed: what is printed where, and the exit code."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tablekit.cli import main
from tablekit.cli.rules import shown
from tablekit.rulesets import BOOKS, open_book

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAME = str(SCENARIOS / "game-1.toml")
WRONG = (
    'ruleset = "fsm"\n[roles]\ndon = 3\nmafia = [9, 10]\nsheriff = 6\n[[night]]\n[[day]]\n[day.expect]\nheld = true\n'
)


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """A file that expects something else than what comes."""
    file = tmp_path / "wrong.toml"
    file.write_text(WRONG)
    return str(file)


def test_as_expected_is_one_line_and_exit_0(capsys):
    assert main(["play", GAME]) == 0
    assert capsys.readouterr().out == f"{GAME}: as expected, red in day 3; out: 1, 2, 6, 9, 8, 3, 5, 10\n"


def test_a_game_without_an_end(capsys, tmp_path):
    file = tmp_path / "open.toml"
    file.write_text(WRONG.partition("[day.expect]")[0])
    assert main(["play", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: as expected, the file ends before the game; out: nobody\n"


def test_a_difference_is_printed_alone_and_is_exit_1(capsys, wrong):
    assert main(["play", wrong]) == 1
    assert capsys.readouterr() == ("day 0: held false, expected true\n", "")


def test_json_is_one_object_and_differences_go_beside_it(capsys, wrong):
    assert main(["play", wrong, "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["days"][0]["left"] == []
    assert err == "day 0: held false, expected true\n"


@pytest.mark.parametrize("via", ["events", "gpio"])
def test_json_says_how_deep_it_was_played(capsys, via):
    assert main(["play", GAME, "--json", "--via", via]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["ruleset"], told["winner"], told["via"], err) == ("fsm", "red", via, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["missing.toml"],
            "KIT201: missing.toml cannot be read: No such file or directory. Name a scenario file that ",
        ),
    ],
)
def test_what_cannot_be_played_is_one_sentence_and_exit_2(capsys, arguments, sentence):
    assert main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], [GAME, "--via", "telepathy"], [GAME, "--jsn"]])
def test_a_command_line_that_is_wrong_is_exit_2(capsys, arguments):
    assert main(["play", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("KIT135: ")
    assert line.endswith("--help.")


def test_another_process_prints_the_same_bytes(capsys):
    main(["play", GAME, "--json"])
    command = [sys.executable, "-m", "tablekit", "play", GAME, "--json"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == capsys.readouterr().out


# -- rules


def test_rules_lists_the_books(capsys):
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_rules_prints_every_field_of_a_book(capsys, name):
    assert main(["rules", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    fields = dataclasses.fields(open_book(name, {})[0].fields)
    assert [line.split()[0] for line in lines] == [field.name for field in fields]
    for line, field in zip(lines, fields, strict=True):
        assert line.split()[1] == shown(field.default)
        assert line.endswith(field.metadata["doc"])


def test_rules_says_what_a_field_takes(capsys):
    main(["rules", "fsm"])
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert 'one of "foul", "removal", "ignored"' in lines["two_hands"]
    assert "true or false" in lines["raise_whole_table"]
    assert "seconds above 0" in lines["speech_s"]
    assert "a whole number from 0 to 20" in lines["fouls_out"]


def test_rules_of_a_book_that_is_not_there(capsys):
    assert main(["rules", "gost"]) == 2
    assert capsys.readouterr().err.startswith('KIT112: there is no rule book "gost" in this version. Choose one of ')
