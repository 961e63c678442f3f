"""`tablekit replay`: a recorded game is shown again."""

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


def test_a_file_that_is_no_game_is_one_plain_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.journal").write_text("hello\n")
    assert main(["replay", str(tmp_path / "no.journal")]) == 2
    assert capsys.readouterr().err.startswith("KIT301: ")
