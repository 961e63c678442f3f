"""A club's own rule book is one file of less than 60 lines, and no change elsewhere."""

import sys
from pathlib import Path

import pytest
from leaking import hunt
from sitting import Sitting, Who

from tablekit.cli import main
from tablekit.rulesets import BOOKS, found
from tablekit.sim.manners import ROWDY

BOOK = '''"""seven: a short game for a kitchen table."""
from dataclasses import dataclass
from typing import Literal
from tablekit.game.ask import NEXT, Ask
from tablekit.game.fields import Fields, rule
from tablekit.game.procedures import deal, night, speeches, voting
from tablekit.game.table import Table
from tablekit.rulesets.rounds import Rounds

@dataclass(frozen=True, slots=True)
class SevenFields(Fields):
    """Fields of `seven`."""

    ballots: Literal["latched", "snapshot", "open"] = rule("open", "a hand counts if it is down at the word")
    mafia: int = rule(1, "cards of plain mafia")
    free_talk_s: float = rule(180, "the talk of the day")

class Seven(Rounds):
    """Seven seats, one mafia, open hands."""
    name = "seven"
    seats = range(7, 8)
    usual_seats = 7
    fields_type = SevenFields
    fields: SevenFields

    def cards(self, seats: int) -> dict[str, int]:
        return {"mafia": self.fields.mafia}

    def scenario_keys(self) -> frozenset[str]:
        return frozenset({"kill", "nominations", "talk_s"})

    async def first_night(self, table: Table) -> None:
        await night.falls(table)
        await deal.cards(table)
        await deal.meeting(table, self.fields.call_s)
        await Ask("dawn", (NEXT,))

    async def day(self, table: Table) -> None:
        await speeches.talk(table, self.fields.free_talk_s, speeches.Listed(table))
        await voting.decide(table, self.vote(table, await voting.announce(table)))
        await voting.dusk(table)

    async def vote(self, table: Table, nominees: list[int]) -> list[int]:
        ends = voting.second_split
        return await voting.vote(table, nominees, ends=ends, deadlock=voting.nobody) if nominees else []

    async def night(self, table: Table) -> None:
        await night.falls(table)
        night.strike(table, [await night.agree(table, self.fields.call_s)])
        await Ask("dawn", (NEXT,))

    def winner(self, table: Table) -> str | None:
        blacks, others = table.sides()
        return "red" if not blacks else "black" if blacks >= others else None
'''
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
