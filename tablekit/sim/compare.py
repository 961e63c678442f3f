"""What a scenario expects against what was played: one line for each difference."""

from collections.abc import Iterable
from itertools import groupby

from tablekit.game.record import DayRecord, GameRecord, NightRecord
from tablekit.sim.scenario import CALL_US, BallotExpect, BallotHands, Day, Night, Scenario


def differences(scenario: Scenario, record: GameRecord) -> list[str]:
    """Each as `day 2 ballot 5: counted [1, 4], expected [1, 4, 7]`; what was told but never played is one too."""
    nights, days = dict(enumerate(record.nights)), dict(enumerate(record.days))
    lines: list[str] = []
    for number, night in enumerate(scenario.nights):
        lines += _night(f"night {number}", night, nights.get(number))
        for day in scenario.days[number : number + 1]:
            lines += _day(f"day {number}", day, days.get(number))
    return lines + _game(scenario, record)


def day_of_close_hands(scenario: Scenario, nearer_us: int) -> int | None:
    """The first day on which a hand comes or goes nearer than that to T or to the call; None: there is none."""
    for number, day in enumerate(scenario.days):
        questions = [*day.ballots, BallotHands(0, contacts=day.raise_contacts)]
        stamps_us = [us for told in questions for _, us in (*told.contacts, *told.lifts)]
        if any(min(abs(us), abs(us - CALL_US)) < nearer_us for us in stamps_us):
            return number
    return None


def _night(where: str, told: Night, night: NightRecord | None) -> list[str]:
    if night is None:
        return [f"{where}: never came"]
    expect = told.expect
    return [
        *_differs(where, "killed", sorted(night.killed), _any_order(expect.killed)),
        *_differs(where, "best_move", bool(night.best_move), expect.best_move),
    ]


def _day(where: str, told: Day, day: DayRecord | None) -> list[str]:
    if day is None:
        return [f"{where}: never came"]
    expect = told.expect
    fouls = None if expect.fouls is None else {seat: day.fouls.get(seat, 0) for seat in expect.fouls}
    raised = None if expect.raised is None else _asked(expect.raised)
    ballots = [line for ballot in told.ballots for line in _ballot(where, ballot, day)]
    votes = [line for seat, nominee in told.host_votes for line in _host_vote(where, seat, nominee, day)]
    return [
        *ballots,
        *votes,
        *_differs(where, "left", day.left, _in_order(expect.left)),
        *_differs(where, "votes", day.votes, expect.votes),
        *_differs(where, "held", day.held, expect.held),
        *_differs(where, "raised", _asked(day.question is not None), raised),
        *_differs(where, "fouls", fouls, expect.fouls),
        *_differs(where, "silent", sorted(day.silent), _any_order(expect.silent)),
        *_differs(where, "nominees", day.nominees, _in_order(expect.nominees)),
    ]


def _asked(raised: bool) -> str:
    return "asked" if raised else "not asked"


def _ballot(day_name: str, told: BallotHands, day: DayRecord) -> list[str]:
    """A ballot of a vote that was broken off has nothing to compare, unless something is expected of it."""
    where = f"{day_name} ballot {told.nominee}" + (f"/{told.stage}" if told.stage > 1 else "")
    stage = next((stage for stage in day.stages if stage.stage == told.stage), None)
    if stage is None or told.nominee not in stage.nominees:
        return [f"{where}: never held"]
    ballot = next((ballot for ballot in stage.ballots if ballot.nominee == told.nominee), None)
    if ballot is None:
        return [f"{where}: broken off"] if told.expect != BallotExpect() else []
    return [
        *_differs(where, "counted", ballot.counted, _any_order(told.expect.counted)),
        *_differs(where, "late", ballot.seats("late"), _any_order(told.expect.late)),
        *_differs(where, "lifted", ballot.lifted(), _any_order(told.expect.lifted)),
    ]


def _host_vote(where: str, seat: int, nominee: int, day: DayRecord) -> list[str]:
    held = any(nominee in stage.nominees for stage in day.stages)
    return [] if held else [f"{where}: no ballot against {nominee} was held, in which the host enters seat {seat}"]


def _game(scenario: Scenario, record: GameRecord) -> list[str]:
    expect = scenario.expect
    out = None if expect.out is None else _by_night(expect.out, record)
    return [
        *_differs("game", "winner", record.winner, expect.winner),
        *_differs("game", "ended", record.ended, expect.ended),
        *_differs("game", "out", _by_night(record.out, record), out),
    ]


def _by_night(seats: Iterable[int], record: GameRecord) -> list[int]:
    """The seats in order, but those that went in one night ascending."""
    night = {seat: f"night {night.night}" for night in record.nights for seat in night.killed}
    together = groupby(seats, key=lambda seat: night.get(seat, seat))
    return [seat for _, group in together for seat in sorted(group)]


def _any_order(seats: Iterable[int] | None) -> list[int] | None:
    return None if seats is None else sorted(seats)


def _in_order(seats: Iterable[int] | None) -> list[int] | None:
    return None if seats is None else list(seats)


def _differs(where: str, what: str, got: object, wanted: object) -> list[str]:
    """The line, if something else was wanted."""
    if wanted is None or got == wanted:
        return []
    return [f"{where}: {what} {_written(got)}, expected {_written(wanted)}"]


def _written(value: object) -> str:
    """As the file would have it."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{key} = {item}" for key, item in value.items()) + "}"
        case _:
            return str(value)
