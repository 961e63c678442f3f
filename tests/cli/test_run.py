"""`tablekit run` from outside: what it prints, what it keeps, what it leaves of the terminal."""

import json
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekit.cli import main
from tablekit.store.archive import Archive
from tablekit.store.journal import read

TABLE = """
ruleset = "fsm"
language = "ru"
names = ["Ада", "Б", "В", "Г", "Д", "Е", "Ж", "З", "И", "К"]
[options]
speech_s = 30
"""
PINS = '[inputs]\nkind = "gpio"\npads = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]\nkey = 14\n'
SOON_S = 20


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, in which the games are kept too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    return tmp_path


def run(*words: str) -> int:
    return main(["run", "--dir", "games", *words])


def demo(*words: str) -> int:
    return run("demo", "--speed", "0", *words)


# -- what is asked for
def test_without_a_table_the_error_names_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert all(way in line for way in ("table.toml", "--config FILE", "--sim"))


@pytest.mark.parametrize("words", [("--seed", "3"), ("--ruleset", "fsm"), ("--speed", "2")])
def test_what_is_for_a_simulation_only_is_refused_without_one(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.toml").write_text(TABLE + PINS)
    assert run(*words) == 2
    assert f"{words[0]} is for a simulated table. Add --sim" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (TABLE, "KIT132: the table has no [inputs]"),
        (TABLE + PINS, 'KIT133: cutoff = "word", but the word has no sound: there is no '),
        (TABLE + "speach_s = 3\n" + PINS, 'Did you mean "speech_s"?'),
        (TABLE.replace("language", "langage"), "The nearest is language."),
    ],
)
def test_a_table_that_cannot_be_served_is_one_plain_sentence(
    folder: Path, table: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.toml").write_text(table)
    assert run() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert sentence in line
    assert not (folder / "games").exists()


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--config", "none.toml") == 2
    assert "none.toml cannot be read" in capsys.readouterr().err


def test_a_rule_book_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo("--ruleset", "chess") == 2
    assert 'there is no rule book "chess"' in capsys.readouterr().err


# -- watching
def test_a_demo_plays_one_game_and_sums_it_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert demo() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("This is a simulation of sport: no real people play")
    assert "«Night»" in lines[3]
    assert re.search(r"hands: .*\d+ counted −\d+\.\d+ ms; .*\d+ LATE \+\d+\.\d+ ms", "\n".join(lines))
    assert any(line.startswith("Out, in order: ") for line in lines)
    (game,) = Archive(folder / "games" / "demo").games()
    assert game.header.simulated
    assert lines[-1].startswith(f"games/demo/{game.path.name}")
    assert read(game.path).end is not None


def test_the_first_ballot_of_the_demo_has_a_late_hand(capsys: pytest.CaptureFixture[str]) -> None:
    demo()
    assert "LATE" in next(line for line in capsys.readouterr().out.splitlines() if "hands:" in line)


@pytest.mark.parametrize(("language", "night"), [("ru", "«Ночь»"), ("en", "«Night»"), ("az", "«Gecə»")])
def test_it_speaks_three_languages(language: str, night: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert demo("--language", language, "--ruleset", "fsm") == 0
    assert night in capsys.readouterr().out


def test_the_language_is_that_of_whoever_is_logged_in_or_russian(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, night in (("az_AZ.UTF-8", "«Gecə»"), ("ru_RU.UTF-8", "«Ночь»"), ("C", "«Ночь»")):
        monkeypatch.setenv("LANG", language)
        demo()
        assert night in capsys.readouterr().out


def test_the_same_seed_tells_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for seed in ("4", "4", "5"):
        demo("--seed", seed)
        told.append(capsys.readouterr().out.splitlines()[:-1])  # but for the name of the file
    assert told[0] == told[1] != told[2]


def test_a_simulation_may_have_the_rules_and_names_of_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.toml").write_text(TABLE)
    assert demo("--config", "mine.toml") == 0
    assert "«Ночь»" in capsys.readouterr().out
    (game,) = Archive(folder / "games" / "demo").games()
    assert (game.header.book, game.header.names[0], game.header.options) == ("fsm", "Ада", {"speech_s": 30})


# -- hosting
def hosted(typed: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Keys from a pipe, at the speed at which they come."""
    command = [sys.executable, "-m", "tablekit", "run", "--sim", "--speed", "0", "--dir", "games", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=SOON_S)


def test_an_interrupted_game_goes_on_unless_another_is_asked_for(folder: Path) -> None:
    first = hosted(" #1#q", "--seed", "9")
    assert first.returncode == 0
    assert "You are the host." in first.stdout
    *_, kept, file = first.stdout.splitlines()
    assert kept == "The game is kept; the same command goes on with it."
    assert file.startswith("games/")
    second = hosted("")
    assert "seed 9" in second.stdout
    assert f"Going on with {Path(file.split()[0]).name}, which was interrupted" in second.stdout
    assert "to the host: Going on: the table was off." in second.stdout
    assert len(Archive(folder / "games").games()) == 1
    assert "Going on" not in hosted(" ", "--new").stdout
    games = Archive(folder / "games").games()
    assert len(games) == 2
    said = [json.loads(line[9:]) for line in games[0].path.read_bytes().splitlines()]
    assert [event["key"] for event in said if event["e"] == "HostSaid"][:1] == ["next"]
    stamps = [event.at_us for game in games for event in read(game.path).events]
    assert stamps == sorted(stamps)


@pytest.mark.slow
def test_an_interrupted_game_is_not_given_up_for_another_one_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    hosted(" #1#q", "--seed", "9")
    for words, sentence in ((("--seed", "8"), "its seed is 9, not 8"), (("--ruleset", "fsm"), "its ruleset is sport")):
        assert run("--sim", *words) == 2
        told = capsys.readouterr().err
        assert sentence in told
        assert "--new" in told
    assert hosted(" ", "--seed", "8", "--new").returncode == 0
    assert "Going on" in hosted("", "--seed", "8").stdout


@pytest.mark.slow
def test_an_interrupted_game_is_not_gone_on_with_by_other_rules(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hosted(" #1#q")
    (folder / "mine.toml").write_text(TABLE)
    assert run("--sim", "--config", "mine.toml") == 2
    assert "KIT134: a game was interrupted, and its ruleset is sport, not fsm." in capsys.readouterr().err


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_does_not_keep_a_game_from_being_played() -> None:
    done = hosted(" #1#q", "--language", "en", "--dir", "/proc/games")
    assert done.returncode == 1
    assert "«Night»" in done.stdout
    assert "The game is kept" not in done.stdout
    assert done.stderr.splitlines()[-1].startswith("KIT305: ")


@pytest.mark.slow
def test_a_demo_does_not_go_on_with_the_game_of_a_host() -> None:
    hosted(" #1#q")
    assert demo() == 0
    assert "Going on" in hosted("").stdout


def test_who_hosts_without_a_terminal_is_told_what_is_asked() -> None:
    lines = hosted(" " + "#" * 13 + "1#q", "--seed", "9", "--language", "en").stdout.splitlines()
    assert "[Take your seats]  # next" in lines
    assert any(line.startswith("[") and "seat" in line and line.endswith("0-9 # seat") for line in lines)


def test_a_full_disk_is_told_and_the_game_is_not_called_kept() -> None:
    """No file may grow beyond 1,500 bytes: the journal has its header, and not much more."""
    small = (resource.RLIMIT_FSIZE, (1_500, 1_500))
    command = [sys.executable, "-m", "tablekit", "run", "--sim", "--speed", "0", "--dir", "games", "--language", "en"]
    done = subprocess.run(
        command,
        input=" " + "#" * 13 + "1#2#3#4#" + "C5#" * 3 + "q",
        capture_output=True,
        text=True,
        check=False,
        timeout=SOON_S,
        preexec_fn=lambda: resource.setrlimit(*small),
    )
    assert done.returncode == 1
    assert "The game is kept" not in done.stdout
    assert "KIT306: " in done.stderr.splitlines()[-1]


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m tablekit run --sim demo --speed 0 --dir games | head -3; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=SOON_S)
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


class Terminal:
    """A host at a terminal of 100 columns and 32 rows."""

    def __init__(self, *words: str) -> None:
        self.mine, self.its = pty.openpty()
        termios.tcsetwinsize(self.its, (32, 100))
        self.before = termios.tcgetattr(self.its)
        self.shown = ""
        command = [sys.executable, "-m", "tablekit", "run", "--sim", "--dir", "games", *words]
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.program = subprocess.Popen(
            command, stdin=self.its, stdout=self.its, stderr=subprocess.PIPE, env=environment, start_new_session=True
        )

    def until(self, pattern: str) -> None:
        """Read what it writes until the pattern is among it."""
        while not re.search(pattern, self.shown):
            assert select.select([self.mine], [], [], SOON_S)[0], f"{pattern} never came: {self.shown[-2000:]}"
            self.shown += os.read(self.mine, 65_536).decode(errors="replace")

    def type(self, keys: str) -> None:
        """The host types; what was shown before is forgotten."""
        self.shown = ""
        os.write(self.mine, keys.encode())

    def ended(self) -> int:
        """Wait for its end; returns its code. The terminal must be as it was."""
        self.until(re.escape("\x1b[?1049l"))
        code = self.program.wait(SOON_S)
        assert termios.tcgetattr(self.its) == self.before
        return code

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        assert self.program.stderr is not None
        self.program.stderr.close()
        os.close(self.mine)
        os.close(self.its)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal("--seed", "9")
    yield opened
    opened.close()


def test_keys_act_and_q_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.until("SIMULATION: no real people play")
    terminal.until("Book 6: sport")
    terminal.type(" ")
    terminal.until("Take your seats")
    terminal.type("\r")
    terminal.until("A card: seat")
    terminal.type("4")
    terminal.until("4_")
    terminal.type("\x1b[A\x7f")
    terminal.until("# next")
    terminal.type("q")
    assert terminal.ended() == 0
    terminal.until("The game is kept")


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)])
def test_a_signal_gives_the_terminal_back(terminal: Terminal, number: signal.Signals, code: int) -> None:
    terminal.until("Book 6: sport")
    terminal.program.send_signal(number)
    assert terminal.ended() == code


def test_the_log_goes_to_a_file_while_the_screen_is_used(terminal: Terminal, folder: Path) -> None:
    terminal.until("Book 6: sport")
    terminal.type("q")
    terminal.ended()
    assert terminal.program.stderr is not None
    assert terminal.program.stderr.read() == b""
    assert (folder / "games" / "tablekit.log").exists()
