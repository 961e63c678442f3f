"""Hosts and players who do whatever comes into their heads: nobody out of the game votes, and every replay agrees."""

import random

import pytest
from table_talk import MS, TableTalk

from tablekit.events import LinkBack, LinkLost, MaskOff, Undo
from tablekit.game.runner import STANDING

STEPS = 250
KEYS = (*STANDING, "nominate", "withdraw", "number", "vote", "repeat", "next", "thanks")


class AnyHost:
    """Mostly goes on; now and then presses anything, with or without leave."""

    def __init__(self, book: str, seed: int) -> None:
        self.dice = random.Random(seed)
        blacks = self.dice.sample(range(1, 11), 4)
        how = {
            "two_hands": self.dice.choice(["foul", "removal", "ignored"]),
            "doubt": self.dice.choice(["repeat", "count", "drop"]),
            "non_voters": self.dice.choice(["last", "abstain"]),
            "auto_next": self.dice.random() < 0.3,
            "raise_whole_table": self.dice.random() < 0.5,
            "deal": self.dice.choice(["host", "kit"]),
        }
        self.table = TableTalk(book, don=blacks[0], mafia=blacks[1:3], sheriff=blacks[3], begin="seats", **how)

    def seat(self) -> int:
        return self.dice.randint(1, 10)

    def act(self) -> None:
        table, dice = self.table, self.dice
        match dice.random():
            case luck if luck < 0.55:
                self.go_on()
            case luck if luck < 0.75:
                offers = table.runner.open.offers if table.runner.open else ()
                key = dice.choice([offer.key for offer in offers] or ["next"])
                table.says(key, self.seat())
            case luck if luck < 0.80:
                key = dice.choice(KEYS)
                table.says(key, dice.randint(0, 12), step=table.runner.step - dice.randint(0, 1))
            case luck if luck < 0.83:
                self.undo()
            case luck if luck < 0.93:
                (table.touch if dice.random() < 0.6 else table.lift)(self.seat())
            case luck if luck < 0.95:
                table.feed(MaskOff(table.soon(), self.seat()))
            case luck if luck < 0.96:
                table.feed(dice.choice([LinkLost, LinkBack])(table.soon(), source="pads"))
            case luck if luck < 0.97:
                table.power_cut(dice.randint(0, 100), down=dice.sample(range(1, 11), 3))
            case _:
                table.wait(dice.random() * 30)

    def go_on(self) -> None:
        if self.table.what in ("ballot", "raise", "word"):
            for seat in self.dice.sample(range(1, 11), self.dice.randint(0, 6)):
                down_us = self.dice.choice([-500 * MS, -1, 0, 20 * MS])
                self.table.hand(seat, at_us=down_us, up_us=self.dice.choice([None, None, down_us + 50 * MS]))
        if self.table.what != "word":
            self.table.step()

    def undo(self) -> None:
        """Take back the last command; then do something else."""
        before = self.table.runner.last_verdict
        self.table.feed(Undo(self.table.soon()))
        assert self.table.runner.last_verdict == before


@pytest.mark.parametrize("book", ["fsm", "sport"])
@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 100))])
def test_whatever_they_do(book: str, seed: int) -> None:
    host = AnyHost(book, seed)
    table = host.table
    for _ in range(STEPS):
        if table.what == "over":
            break
        host.act()
        living = set(table.living)
        assert living.isdisjoint(table.out)
        assert living | set(table.out) == set(range(1, 11))
        assert set(table.scene.reflex) <= living <= set(table.scene.living)
    for day in table.runner.table.record.days:
        for stage in day.stages:
            votes = [seat for ballot in stage.ballots for seat in (*ballot.counted, *ballot.by_default)]
            assert len(votes) == len(set(votes))
            assert sum(stage.votes.values()) == (len(votes) if stage.votes else 0)
            assert all({*ballot.counted, *ballot.by_default} <= set(ballot.voters) for ballot in stage.ballots)
    table.get_up()
