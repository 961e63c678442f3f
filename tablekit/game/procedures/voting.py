"""The day's vote: the list, the stages of ballots, splits and what ends them."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count

from tablekit.game.ask import NEXT, Ask, Script
from tablekit.game.procedures.poll import Poll, Question
from tablekit.game.procedures.speeches import speech
from tablekit.game.record import RaiseRecord, StageRecord
from tablekit.game.table import Table

Ends = Callable[[int, list[int], list[int]], bool]
"""Is there no further vote after this stage, with these leaders, and those of the stage before?"""


def listed(table: Table) -> list[int]:
    """The accepted nominees who are still in the game, in order."""
    table.day.nominees = [nominee for _, nominee in table.nominations if table.alive(nominee)]
    return table.day.nominees


async def announce(table: Table, times: int = 1) -> list[int]:
    """The list is read out; the host goes on, with those who are still in the game."""
    listed(table)
    for _ in range(times):
        table.say("nominees", *table.day.nominees)
    await Ask("nominees", (NEXT,))
    table.counted_us = table.at_us
    return listed(table)


async def defences(table: Table, nominees: list[int], seconds: float) -> None:
    """Each nominee speaks for himself."""
    for seat in nominees:
        if table.alive(seat):
            await speech(table, seat, seconds, "defence")


async def decide(table: Table, vote: Script[list[int]]) -> list[int] | None:
    """The day's vote: who leaves by it is out at once. None if it became void."""
    leaving = await table.unless(lambda: table.round in table.void_votes, vote)
    table.voted_out(leaving)
    return leaving


async def stage(table: Table, number: int, nominees: list[int]) -> dict[int, int]:
    """4.4.5-9: a ballot for each nominee in order; who put no hand may vote against the last one (4.4.8)."""
    record = StageRecord(number, nominees)
    table.day.stages.append(record)
    voted: dict[int, int] = {}
    for nominee in nominees:
        takes_rest = nominee == nominees[-1] and table.book.fields.non_voters == "last"
        judged = partial(_counted, table, nominees, voted, nominee)
        question = Question("ballot", nominee, number, voted, takes_rest, judged=judged)
        ballot = await Poll(table, question, record.voids).counted()
        record.ballots.append(ballot)
        voted |= dict.fromkeys([*ballot.counted, *ballot.by_default], nominee)
    record.votes = tally(nominees, voted)
    return record.votes


def _counted(
    table: Table, nominees: list[int], voted: Mapping[int, int], nominee: int, seats: set[int], voters: set[int]
) -> None:
    """7.1: the result is known once no nominee who is still to be voted can catch up with the leader."""
    votes = tally(nominees, {**voted, **dict.fromkeys(seats, nominee)})
    first, second = [*sorted(votes.values(), reverse=True), 0][:2]
    rest = len(voters - seats) if nominee != nominees[-1] else 0
    if first > max(second, rest):
        table.result_known(leaders(votes))


async def vote(
    table: Table, nominees: list[int], *, ends: Ends, deadlock: Callable[[Table, list[int]], Script[list[int]]],
    tie_speech_s: float | None = None,
) -> list[int]:  # fmt: skip
    """Who leaves: who has the most votes. The leaders of a split are voted again, until it `ends` in a deadlock."""
    before: list[int] = []
    for number in count(1):
        table.on_vote = set(nominees)
        votes = await stage(table, number, nominees)
        tied = leaders(votes)
        table.on_vote = set(tied)
        if len(tied) == 1 or table.interrupted:
            return tied if votes[tied[0]] else []
        if ends(number, tied, before):
            return await deadlock(table, tied)
        table.say("split", *tied)
        if tie_speech_s is not None:
            for seat in tied:  # 4.4.12; 7.5: also one who lost his speech
                await speech(table, seat, tie_speech_s, "defence")
        nominees = before = tied
    raise AssertionError


def same_leaders(_: int, tied: list[int], before: list[int]) -> bool:
    """4.4.12.3: the leaders of the stage before are the leaders again."""
    return tied == before


def second_split(number: int, _: list[int], __: list[int]) -> bool:
    """There is one revote, and no other."""
    return number == 2


async def nobody(table: Table, _: list[int]) -> list[int]:
    """The split stands: nobody leaves."""
    return []


async def raise_some(table: Table, tied: list[int]) -> list[int]:
    """The table is asked, but never whether all of it shall leave (7.8)."""
    return [] if set(tied) >= set(table.living) else await raise_hands(table, tied)


async def raise_hands(table: Table, tied: list[int]) -> list[int]:
    """4.4.12.3: more than half of the living, and all of them leave; half, and they stay."""
    record = RaiseRecord(tied)
    table.day.question = record

    def going(seats: set[int]) -> None:
        if 2 * len(seats) > len(table.living):
            table.result_known(tied)

    def judged(seats: set[int], voters: set[int]) -> None:
        record.result = 2 * len(seats) > len(voters)
        table.result_known(tied if record.result else [])

    record.ballot = await Poll(table, Question("raise", going=going, judged=judged), record.voids).counted()
    record.hands = record.ballot.counted
    return tied if record.result else []


async def dusk(table: Table) -> None:
    """The day is over; the host begins the night, unless the game is over too."""
    if table.result is None:
        await Ask("dusk", (NEXT,))


def tally(nominees: list[int], voted: Mapping[int, int]) -> dict[int, int]:
    """Votes against each nominee, zeros included, in the order of the nominees."""
    counts = Counter(voted.values())
    return {nominee: counts[nominee] for nominee in nominees}


def leaders(votes: Mapping[int, int]) -> list[int]:
    """The nominees with the most votes, in their order."""
    most = max(votes.values())
    return [nominee for nominee, count in votes.items() if count == most]
