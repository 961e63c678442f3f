"""A finished game in a few lines."""

from collections.abc import Iterable, Iterator

from tablekit.effects import Text, text
from tablekit.game.record import BallotRecord, DayRecord, GameRecord
from tablekit.view.ballot_line import ms
from tablekit.view.words import WINNERS, period_name


def summary(record: GameRecord) -> list[Text]:
    """Who won and when, who left, each vote, and the hands that came too late."""
    winner = WINNERS.get(record.winner, text("Nobody has won"))
    lines = [text("{winner}: {ended}", winner=winner, ended=period_name(record.ended)) if record.ended else winner]
    lines.append(text("Out, in order: {seats}", seats=tuple(record.out)))
    for day in record.days:
        lines += _day(day)
    return lines


def _day(day: DayRecord) -> Iterator[Text]:
    name = period_name(f"day {day.day}")
    for stage in day.stages:
        if stage.votes:
            votes = tuple(f"{nominee} – {count}" for nominee, count in stage.votes.items())
            yield text("{day}, votes: {votes}", day=name, votes=votes)
    late = [text("{seat} {told} ms", seat=seat, told=told) for ballot in _ballots(day) for seat, told in _late(ballot)]
    if late:
        yield text("{day}, refused as late: {hands}", day=name, hands=tuple(late))


def _ballots(day: DayRecord) -> Iterable[BallotRecord]:
    yield from (ballot for stage in day.stages for ballot in stage.ballots)
    if day.question and day.question.ballot:
        yield day.question.ballot


def _late(ballot: BallotRecord) -> Iterable[tuple[int, str]]:
    return ((hand.seat, ms(hand.after_t_us).strip()) for hand in ballot.hands if hand.judged == "late")
