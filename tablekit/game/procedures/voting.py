"""The day's vote: the list, the stages of ballots, splits and the raise."""

from collections import Counter
from collections.abc import Mapping
from functools import partial

from tablekit.game.ask import NEXT, Ask
from tablekit.game.procedures.poll import Poll, Question
from tablekit.game.procedures.speeches import speech
from tablekit.game.record import RaiseRecord, StageRecord
from tablekit.game.table import Table


def listed(table: Table) -> list[int]:
    """The accepted nominees who are still in the game, in order."""
    table.day.nominees = [nominee for _, nominee in table.nominations if table.alive(nominee)]
    return table.day.nominees


async def announce(table: Table, times: int) -> list[int]:
    """The list is read out; the host goes on, with those who are still in the game."""
    for _ in range(times):
        table.say("nominees", *table.day.nominees)
    await Ask("nominees", (NEXT,))
    table.counted_us = table.at_us
    return listed(table)


async def stage(table: Table, number: int, nominees: list[int]) -> dict[int, int]:
    """4.4.5-9: a latched ballot for each nominee in order; who put no hand votes against the last one (4.4.8)."""
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


async def vote(table: Table, nominees: list[int], *, tie_speech_s: float, raise_whole_table: bool) -> list[int]:
    """4.4.5-12: who leaves. Revotes among the leaders; the same leaders twice, and the table is asked (4.4.12.3)."""
    tied: list[int] = []
    number = 1
    while True:
        table.on_vote = set(nominees)
        votes = await stage(table, number, nominees)
        before, tied = tied, leaders(votes)
        table.on_vote = set(tied)
        if len(tied) == 1 or table.interrupted:
            return tied
        if tied == before:
            whole = set(tied) >= set(table.living)
            return [] if whole and not raise_whole_table else await raise_hands(table, tied)  # 7.8
        table.say("split", *tied)
        for seat in tied:  # 4.4.12; 7.5: also one who lost his speech
            await speech(table, seat, tie_speech_s, "defence")
        nominees = tied
        number += 1


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


def tally(nominees: list[int], voted: Mapping[int, int]) -> dict[int, int]:
    """Votes against each nominee, zeros included, in the order of the nominees."""
    counts = Counter(voted.values())
    return {nominee: counts[nominee] for nominee in nominees}


def leaders(votes: Mapping[int, int]) -> list[int]:
    """The nominees with the most votes, in their order."""
    most = max(votes.values())
    return [nominee for nominee, count in votes.items() if count == most]
