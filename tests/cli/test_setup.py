"""`tablekit setup` at a terminal: what it asks, what it writes, and what it leaves alone."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tablekit import config
from tablekit.cli import main
from tablekit.config import Expander, Pins, SeatHub, TableConfig
from tablekit.pinout import LAYOUTS
from tablekit.rulesets import BOOKS

SOON_S = 20
AGAIN_S = 0.2
ENTER = "\n"
END_OF_INPUT = b"\x04"
CTRL_C = b"\x03"
UNWIRED = ("--language", "en", "--ruleset", "fsm", "--inputs", "none")
SIZES = {"header": (4, 7, 8, 10), "expanders": (4, 7, 8, 15, 20), "hub": (4, 20)}
MINE = 'ruleset = "fsm"\n# as our club likes it\n'

Answering = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, of somebody who speaks English."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    return tmp_path


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Runs setup at a terminal where all lines were typed ahead; brings its exit code, and what was shown."""

    def run(typed: str | bytes, *words: str) -> tuple[int, str]:
        far, near = pty.openpty()
        os.write(far, (typed if isinstance(typed, bytes) else typed.encode()) + END_OF_INPUT)
        with (
            open(near, encoding="utf-8") as stdin,
            open(near, "w", closefd=False, encoding="utf-8") as stdout,
            monkeypatch.context() as terminal,
        ):
            terminal.setattr(sys, "stdin", stdin)
            terminal.setattr(sys, "stdout", stdout)
            code = main(["setup", *words])
            stdout.flush()
            shown = b""
            while select.select([far], [], [], 0)[0]:
                shown += os.read(far, 65_536)
        os.close(far)
        return code, shown.decode(errors="replace").replace("\r\n", "\n")

    return run


def setup(*words: str) -> int:
    return main(["setup", "--yes", *words])


def written(file: str = "table.toml") -> TableConfig:
    return config.load(Path(file))


# -- what is asked
def test_enter_takes_what_is_usual_and_nothing_is_wired(answering: Answering) -> None:
    code, shown = answering(ENTER * 5)
    assert (code, written()) == (0, TableConfig("sport", 10, "en", options={"cutoff": "word"}))
    assert "tablekit run --sim --config table.toml" in shown


def test_a_table_at_a_hub_is_told_by_names_and_words(answering: Answering, folder: Path) -> None:
    (folder / "club.txt").write_text("Anna\nBob\n")
    code, shown = answering("en\ncity\n12\nhub\nno\nkey\nclub.txt\n")
    told = written()
    assert (code, told.ruleset, told.seats, told.people) == (0, "city", 12, "club.txt")
    assert (told.inputs, told.options) == ((SeatHub(12, masks=False),), {"cutoff": "key"})
    assert "2 names." in shown
    assert all(next_one in shown for next_one in ("firmware flash hub", "tablekit doctor", "tablekit run"))


@pytest.mark.parametrize(
    ("language", "asks", "comments", "agrees"),
    [
        ("ru", "Как подключены места?", "# Чем кончается голосование:", "д"),
        ("en", "How are the seats wired?", "# What ends a ballot:", "y"),
        ("az", "Yerlər necə qoşulub?", "# Səsvermə nə ilə bitir:", "b"),
    ],
)
def test_after_the_language_everything_is_in_it(
    answering: Answering, folder: Path, language: str, asks: str, comments: str, agrees: str
) -> None:
    code, shown = answering(f"{language}\nfsm\nheader\n{agrees}\nkey\n\n")
    assert (code, written().language, written().inputs[0].has_masks) == (0, language, True)
    assert asks in shown
    assert comments in (folder / "table.toml").read_text()


def test_what_cannot_be_is_asked_again(answering: Answering) -> None:
    typed = ["en", "bridge", "0", "fsm", "9", "header", "perhaps", "n", "3", "key", "nobody.txt", ""]
    code, shown = answering("\n".join(typed) + "\n")
    assert code == 0
    assert shown.count("Write a number from 1 to ") == 4
    assert "Write yes or no." in shown
    assert "KIT121: " in shown
    assert not written().inputs[0].has_masks


def test_seats_are_not_asked_where_the_rules_have_one_number(answering: Answering) -> None:
    _, shown = answering("en\nfsm\n\n\n")
    assert "These rules are for 10 seats." in shown
    assert written().seats == 10


def test_only_wirings_that_have_so_many_seats_are_offered(answering: Answering) -> None:
    _, shown = answering("en\ncity\n11\nheader\nhub\n\n\n\n")
    assert "straight at the pins of the Pi" not in shown
    assert isinstance(written().inputs[0], SeatHub)


def test_only_seats_that_the_wiring_has_are_allowed(answering: Answering) -> None:
    _, shown = answering("en\ncity\n11\n9\n\n\n\n", "--inputs", "header")
    assert "Write a number from 4 to 10." in shown
    assert written().places == 9


def test_what_the_command_line_tells_is_not_asked(answering: Answering) -> None:
    told = ("--language", "az", "--ruleset", "ghost", "--seats", "14", "--inputs", "none", "--out", "club.toml")
    code, shown = answering(ENTER, *told)
    assert (code, written("club.toml")) == (0, TableConfig("ghost", 14, "az", options={"cutoff": "word"}))
    assert "Dil" not in shown


def test_the_names_are_found_wherever_their_file_is(answering: Answering, folder: Path) -> None:
    (folder / "tables").mkdir()
    for name, told in (("club.txt", str(folder / "club.txt")), ('tables/a "b".txt', 'a "b".txt')):
        (folder / name).write_text("Anna\n")
        answering(f"{name}\ny\n", *UNWIRED, "--out", "tables/1.toml")
        assert written("tables/1.toml").people == told


def test_half_a_letter_is_no_reason_to_give_up(answering: Answering) -> None:
    code, shown = answering(b"en\n\xd0\n" + 4 * ENTER.encode())
    assert (code, written().ruleset) == (0, "sport")
    assert "Write a number from 1 to 6." in shown


# -- what is written
@pytest.mark.parametrize("masks", ["yes", "no"])
@pytest.mark.parametrize(("layout", "seats"), [(layout, size) for layout in LAYOUTS for size in SIZES[layout]])
def test_every_table_can_be_read_and_has_the_masks_that_were_told(
    answering: Answering, layout: str, seats: int, masks: str
) -> None:
    told = ("--language", "en", "--ruleset", "city", "--inputs", layout, "--seats", str(seats))
    code, shown = answering(f"{masks}\nword\n\n", *told)
    parts = [part for part in written().inputs if part.places]
    assert (code, written().places, [part.has_masks for part in parts]) == (0, seats, [masks == "yes"])
    assert any(part.has_key for part in written().inputs)
    assert "is not recorded yet" in shown


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_book_can_be_set_up(book: str) -> None:
    assert setup("--ruleset", book, "--inputs", "hub") == 0
    assert written().seats == written().places == BOOKS[book].usual_seats


def test_a_script_writes_it_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup("--language", "ru", "--inputs", "header", "--seats", "8", "--ruleset", "city") == 0
    told = written()
    assert isinstance(told.inputs[0], Pins)
    assert (told.ruleset, told.places, told.language, told.options) == ("city", 8, "ru", {"cutoff": "key"})
    assert "tablekit doctor" in capsys.readouterr().out


def test_expanders_are_told_to_the_kernel_in_a_comment(folder: Path) -> None:
    assert setup("--inputs", "expanders") == 0
    part = next(part for part in written().inputs if isinstance(part, Expander))
    lines = (folder / "table.toml").read_text().splitlines()
    for address in part.addresses:
        assert any(line.startswith(f"#     dtoverlay=mcp23017,addr=0x{address:x}") for line in lines)


# -- what is refused
def test_without_a_terminal_nothing_can_be_asked(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["setup"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("KIT136: setup asks questions, and this is no terminal. ")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("--ruleset", "bridge"), 112),
        (("--ruleset", "fsm", "--seats", "9"), 113),
        (("--inputs", "header", "--seats", "12"), 177),
        (("--out", "nowhere/table.toml"), 137),
        (("--out", "."), 137),
    ],
)
def test_what_cannot_be_played_or_written_is_one_sentence(
    words: tuple[str, ...], number: int, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert setup(*words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"KIT{number}: ")
    assert list(folder.iterdir()) == []


# -- a file that is there
def test_a_file_that_is_there_is_kept_unless_the_user_agrees(answering: Answering, folder: Path) -> None:
    (folder / "table.toml").write_text(MINE)
    code, shown = answering("en\nfsm\n\n\n\n")
    assert (code, (folder / "table.toml").read_text()) == (1, MINE)
    assert '+ language = "en"\n' in shown
    assert "as our club likes it" not in shown
    assert "Nothing was written." in shown
    assert [file.name for file in folder.iterdir()] == ["table.toml"]


def test_the_old_one_is_kept_and_so_is_the_one_before(answering: Answering, folder: Path) -> None:
    (folder / "table.toml").write_text(MINE)
    for language in ("en", "ru"):
        assert answering("\nyes\n", *UNWIRED, "--language", language)[0] == 0
    assert sorted(file.name for file in folder.iterdir()) == ["table.toml", "table.toml.old", "table.toml.old1"]
    assert (folder / "table.toml.old").read_text() == MINE
    assert [written(name).language for name in ("table.toml", "table.toml.old1")] == ["ru", "en"]


def test_a_script_never_overwrites(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "table.toml").write_text(MINE)
    assert setup() == 2
    assert capsys.readouterr().err.startswith("KIT138: table.toml is there already, and says something else. ")
    assert (folder / "table.toml").read_text() == MINE


def test_to_write_the_same_again_is_no_question(folder: Path) -> None:
    assert [setup(), setup()] == [0, 0]
    assert [file.name for file in folder.iterdir()] == ["table.toml"]


# -- answers that end
def test_the_end_of_input_leaves_everything_as_it_is(answering: Answering, folder: Path) -> None:
    (folder / "table.toml").write_text(MINE)
    code, shown = answering("ru\nfsm\nhub\n")
    assert code == 1
    assert shown.endswith("\nНичего не записано.\n")
    assert (folder / "table.toml").read_text() == MINE
    assert [file.name for file in folder.iterdir()] == ["table.toml"]


def test_a_file_that_the_kit_could_not_read_is_never_put_there(answering: Answering, folder: Path) -> None:
    (folder / "del\x7f.txt").write_text("Anna\n")
    (folder / "table.toml").write_text(MINE)
    code, _ = answering("del\x16\x7f.txt\nyes\n", *UNWIRED)  # after ^V the terminal does not rub out
    assert (code, (folder / "table.toml").read_text()) == (2, MINE)
    assert sorted(file.name for file in folder.iterdir()) == ["del\x7f.txt", "table.toml"]


@pytest.mark.slow
def test_ctrl_c_leaves_everything_as_it_is(folder: Path) -> None:
    far, near = pty.openpty()
    command = [sys.executable, "-c", "import os; os.login_tty(0); from tablekit.cli import main; exit(main(['setup']))"]
    with subprocess.Popen(command, stdin=near, stdout=near, stderr=near) as program:
        os.close(near)
        shown = ""
        while "Nothing was written." not in shown:
            assert len(shown) < 1_000, shown
            if select.select([far], [], [], AGAIN_S)[0]:
                shown += os.read(far, 65_536).decode()
            elif "[2]: " in shown:
                os.write(far, CTRL_C)  # until it is heard: one that comes just before the program listens is lost
        assert program.wait(SOON_S) == 1
    os.close(far)
    assert "Traceback" not in shown
    assert list(folder.iterdir()) == []
