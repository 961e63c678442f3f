"""A club's own rule book is one file of less than 60 lines, and no change elsewhere."""

import re
import sys
from pathlib import Path

import pytest
from leaking import hunt
from sitting import Sitting, Who

from tablekit.cli import main
from tablekit.rulesets import BOOKS, BROKEN, found
from tablekit.sim.manners import ROWDY

PAGE = Path(__file__).parents[2] / "docs" / "own-rules.md"
BOOK = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
SCENARIO = """
ruleset = "seven"
title = "the mafia is found on the second day"
[roles]
mafia = 4
[[night]]
[[day]]
nominations = [[1, 2], [1, 5]]
[[day.ballot]]
nominee = 2
hands = [1, 3]
at_ms = [[6, 0.0]]
[day.ballot.expect]
late = [6]
[[day.ballot]]
nominee = 5
hands = [2, 4, 7]
[day.expect]
left = [5]
votes = {2 = 2, 5 = 5}
[[night]]
kill = 1
[night.expect]
killed = [1]
[[day]]
nominations = [[2, 4]]
[[day.ballot]]
nominee = 4
hands = [2, 3]
[expect]
winner = "red"
ended = "day 1"
out = [5, 1, 4]
"""


@pytest.fixture
def seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "seven_book.py").write_text(BOOK, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "seven_book", raising=False)
    for name, book in found(["seven_book"]).items():
        monkeypatch.setitem(BOOKS, name, book)
    return "seven"


def test_it_is_short() -> None:
    assert len(BOOK.splitlines()) < 60


def test_a_scenario_of_it_is_played(seven: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.toml").write_text(SCENARIO, encoding="utf-8")
    assert main(["play", str(tmp_path / "game.toml")]) == 0, capsys.readouterr().out


def test_its_random_games_come_to_an_end_and_nothing_leaks(seven: str) -> None:
    for seed in range(4):
        assert Sitting(seven, Who(seed, ROWDY, mess=0.1)).begin().play().kit.over
    assert hunt(seven, range(6)) is None


def test_its_fields_are_listed(seven: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", seven]) == 0
    assert "free_talk_s" in capsys.readouterr().out
    main(["rules"])
    assert "Seven seats, one mafia, open hands." in capsys.readouterr().out


def test_a_file_that_is_broken_or_takes_another_name_is_told_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slip_book.py").write_text("class Seven(:\n", encoding="utf-8")
    (tmp_path / "one_book.py").write_text(BOOK, encoding="utf-8")
    (tmp_path / "two_book.py").write_text(BOOK, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert list(found(["slip_book", "one_book", "two_book"])) == ["seven"]
    main(["rules"])
    told = capsys.readouterr().err
    for file in ("slip_book", "two_book"):
        monkeypatch.delitem(BROKEN, file)
    assert "KIT116: slip_book.py is no rule book: SyntaxError: " in told
    assert "KIT116: two_book.py is no rule book: there is another rule book seven. " in told
