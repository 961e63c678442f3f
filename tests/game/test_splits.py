"""Every way in which 3 to 10 voters can split over up to 5 nominees, revotes and the raise included, counted twice."""

from collections.abc import Iterator
from itertools import islice

import pytest
from slow_count import Answer, Hands, ahead, slow_count, votes_of

from tablekit.events import Event, HandDown, HandUp, HostSaid, TimeReached, WordHeard
from tablekit.game.record import DayRecord
from tablekit.game.runner import Runner
from tablekit.game.table import Table
from tablekit.rulesets.fsm import Fsm, FsmFields

MS = 1_000
Splits = list[tuple[int, ...]]
"""For each stage the counts, in order of nomination."""


class OnlyTheVote(Fsm):
    """fsm's vote of a later day, and nothing before it."""

    def __init__(self, nominees: list[int]) -> None:
        super().__init__(FsmFields())
        self.nominees = nominees

    async def game(self, table: Table) -> None:
        table.round = 1
        table.record.days.append(DayRecord(1))
        table.voted_out(await self.vote(table, self.nominees))


def compositions(voters: int, nominees: int) -> Iterator[tuple[int, ...]]:
    """Every way in which the voters can be divided among so many nominees, in order."""
    if nominees == 1:
        yield (voters,)
        return
    for first in range(voters + 1):
        for rest in compositions(voters - first, nominees - 1):
            yield (first, *rest)


def ways(voters: int, nominees: int, tied: int = 0) -> Iterator[tuple[Splits, int]]:
    """Every course of a vote: the splits of its stages, and how many raise. Voters differ by number only.

    `tied`: how many stages were split before. Only after the shortest way to the raise every number of hands is tried.
    """
    for counts in compositions(voters, nominees):
        leaders = counts.count(max(counts))
        if leaders == 1:
            yield [counts], 0
        elif not tied or leaders < nominees:
            yield from (([counts, *later], raising) for later, raising in ways(voters, leaders, tied + 1))
        elif leaders == voters:
            yield [counts], voters
        else:
            half = voters // 2
            yield from (([counts], raising) for raising in (range(voters + 1) if tied == 1 else (half, half + 1)))


def told(voters: int, nominees: list[int], splits: Splits) -> list[Hands]:
    """The hands of each stage. Every other way the last nominee gets his votes by default; seats move round."""
    living, stages = list(range(1, voters + 1)), []
    for turn, counts in enumerate(splits):
        seats = iter(living[turn % voters :] + living[: turn % voters])
        hands = [(nominee, [next(seats) for _ in range(many)]) for nominee, many in zip(nominees, counts, strict=True)]
        if sum(counts[:-1]) % 2:
            hands[-1] = (nominees[-1], [])
        stages.append(hands)
        nominees = ahead(votes_of(hands, living))
    return stages


class Evening:
    """The host and the hands of one vote, as fast as they can be told."""

    def __init__(self, voters: int, nominees: list[int]) -> None:
        self.runner = Runner(OnlyTheVote(nominees), voters)
        self.at_us = 0

    def tell(self, *events: Event) -> None:
        for event in events:
            self.runner.feed(event)

    def says(self, key: str) -> None:
        self.at_us += MS
        self.runner.feed(HostSaid(self.at_us, key=key, ask=self.runner.step))

    def ballot(self, seats: list[int]) -> None:
        self.says("next")
        self.tell(*(HandDown(self.at_us + 1, seat) for seat in seats))
        self.says("thanks")
        self.tell(WordHeard(self.at_us + 5))
        self.at_us = self.runner.deadline_us or 0
        self.tell(TimeReached(self.at_us))
        self.says("next")
        self.tell(*(HandUp(self.at_us + 9, seat) for seat in seats))

    def play(self, stages: list[Hands], raising: list[int]) -> Answer:
        """The kit's own answer."""
        for hands in stages:
            while self.runner.ask is not None and self.runner.ask.what == "defence":
                self.says("thanks")
            for _, seats in hands:
                self.ballot(seats)
        if self.runner.ask is not None:
            assert self.runner.ask.what == "call"
            self.ballot(raising)
        assert self.runner.ask is None
        day = self.runner.table.day
        votes = [list(stage.votes.items()) for stage in day.stages]
        return Answer(votes, day.question is not None, day.voted_out)


def compare(voters: int, every: int) -> int:
    """Play each `every`th way; returns how many were played."""
    played = 0
    living = list(range(1, voters + 1))
    for many in range(1, min(5, voters) + 1):
        nominees = living[-many:][::-1]
        for splits, raising in islice(ways(voters, many), None, None, every):
            stages = told(voters, nominees, splits)
            hands = living[:raising]
            expected = slow_count(living, stages, hands)
            answer = Evening(voters, nominees).play(stages, hands)
            assert answer == expected, (voters, splits, raising)
            assert all(sum(votes for _, votes in stage) == voters for stage in answer.votes)
            played += 1
    return played


@pytest.mark.slow
@pytest.mark.parametrize(("voters", "every"), [(3, 1), (4, 1), (5, 6), (6, 14), (7, 22), (8, 58), (9, 62), (10, 122)])
def test_some_ways_to_split(voters: int, every: int) -> None:
    compare(voters, every)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("voters", "played"),
    [(3, 24), (4, 200), (5, 710), (6, 1_812), (7, 2_224), (8, 5_639), (9, 7_309), (10, 12_909)],
)
def test_all_ways_to_split(voters: int, played: int) -> None:
    assert compare(voters, 1) == played


def test_the_ways_include_the_hard_ones() -> None:
    tens = list(ways(10, 5))
    assert ([(2, 2, 2, 2, 2), (2, 2, 2, 2, 2)], 6) in tens
    assert ([(2, 2, 2, 2, 2), (3, 3, 3, 1, 0), (5, 5, 0), (5, 5)], 5) in tens
    assert ([(1, 1, 1), (1, 1, 1)], 3) in list(ways(3, 3))
