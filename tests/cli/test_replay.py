"""`tablekit replay`: a recorded game is shown again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablekit.cli import main


def recorded(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Path, list[str]]:
    """A simulated game, and what was said aloud in it."""
    demo = ["run", "--sim", "demo", "--speed", "0", "--language", "en", "--no-sound", "--dir", str(folder)]
    assert main(demo) == 0
    return next((folder / "demo").glob("*.journal")), aloud(capsys.readouterr().out)


def aloud(transcript: str) -> list[str]:
    return [line for line in transcript.splitlines() if "«" in line and "Seat " not in line]


def test_what_was_said_is_said_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, said = recorded(tmp_path, capsys)
    assert main(["replay", str(journal), "--speed", "0", "--language", "en"]) == 0
    assert aloud(capsys.readouterr().out) == said


def test_at_any_speed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, said = recorded(tmp_path, capsys)
    assert main(["replay", str(journal), "--speed", "100000", "--language", "en"]) == 0
    assert aloud(capsys.readouterr().out) == said


@pytest.mark.parametrize("command", ["replay", "protocol", "verify"])
def test_a_journal_that_breaks_off_is_told(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, _ = recorded(tmp_path, capsys)
    journal.write_bytes(journal.read_bytes()[:-3])
    words = ["--speed", "0"] if command == "replay" else []
    words += [] if command == "verify" else ["--language", "en"]
    assert main([command, str(journal), *words]) == (command == "verify")
    assert "The journal breaks off after line " in capsys.readouterr().out


@pytest.mark.parametrize("speed", ["-1", "nan", "fast"])
def test_a_speed_that_is_none_is_one_plain_sentence(speed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "no.journal", f"--speed={speed}"]) == 2
    assert capsys.readouterr().err.startswith("KIT135: argument --speed: write 0, or how many times faster")


def test_the_protocol_as_json_has_each_hand_and_where_the_journal_breaks_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, _ = recorded(tmp_path, capsys)
    assert main(["protocol", str(journal), "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    hands = [
        hand
        for day in whole["days"]
        for stage in day["stages"]
        for ballot in stage["ballots"]
        for hand in ballot["hands"]
    ]
    assert {"seat", "ms", "judged"} == set(hands[0])
    assert whole["breaks_off"] is None
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:50]) + b"torn\n")
    assert main(["protocol", str(journal), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["breaks_off"] == 50


def test_a_terminal_without_cyrillic_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, _ = recorded(tmp_path, capsys)
    command = [sys.executable, "-m", "tablekit", "protocol", str(journal), "--language", "ru"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert b"\\u0" in subprocess.run(command, check=True, capture_output=True, env=environment).stdout


def test_a_file_that_is_no_game_is_one_plain_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.journal").write_text("hello\n")
    assert main(["replay", str(tmp_path / "no.journal")]) == 2
    assert capsys.readouterr().err.startswith("KIT301: ")
