"""The result of a game as one plain object: what `--json` prints, the same for the same journal, byte for byte."""

from typing import Any

from tablekit.game.record import BallotRecord, DayRecord, GameRecord, NightRecord, StageRecord


def result(book: str, seats: int, record: GameRecord) -> dict[str, Any]:
    """The whole game; times in milliseconds after T (`ms`) or microseconds of table time (`t_us`)."""
    return {
        "ruleset": book,
        "seats": seats,
        "winner": record.winner,
        "ended": record.ended,
        "out": list(record.out),
        "days": [_day(day) for day in record.days],
        "nights": [_night(night) for night in record.nights],
    }


def _day(day: DayRecord) -> dict[str, Any]:
    question = day.question
    return {
        "day": day.day,
        "nominations": [list(pair) for pair in day.nominations],
        "nominees": list(day.nominees),
        "stages": [_stage(stage) for stage in day.stages],
        "held": day.held,
        "votes": _votes(day.votes),
        "raise": {
            "asked": question is not None,
            "hands": list(question.hands) if question else [],
            "result": question.result if question else None,
        },
        "left": list(day.left),
        "silent": list(day.silent),
        "fouls": {str(seat): count for seat, count in sorted(day.fouls.items()) if count},
    }


def _stage(stage: StageRecord) -> dict[str, Any]:
    return {
        "stage": stage.stage,
        "ballots": [_ballot(ballot) for ballot in stage.ballots],
        "voids": [_ballot(ballot) | {"why": str(ballot.void)} for ballot in stage.voids],
        "votes": _votes(stage.votes),
    }


def _ballot(ballot: BallotRecord) -> dict[str, Any]:
    return {
        "nominee": ballot.nominee,
        "counted": list(ballot.counted),
        "by_default": list(ballot.by_default),
        "by_host": ballot.seats("by host"),
        "late": [{"seat": hand.seat, "ms": hand.after_t_us / 1000} for hand in ballot.hands if hand.judged == "late"],
        "lifted": ballot.lifted(),
        "hands": [{"seat": hand.seat, "ms": hand.after_t_us / 1000, "judged": hand.judged} for hand in ballot.hands],
        "t_us": ballot.t_us,
    }


def _votes(votes: dict[int, int]) -> dict[str, int]:
    return {str(nominee): count for nominee, count in votes.items()}


def _night(night: NightRecord) -> dict[str, Any]:
    return {
        "night": night.night,
        "killed": sorted(night.killed),
        "shots": [list(shot) for shot in night.shots],
        "kill": night.kill,
        "checks": dict(sorted(night.checks.items())),
        "acts": dict(sorted(night.acts.items())),
        "refused": sorted(night.refused),
        "best_move": list(night.best_move),
        "peeks": list(night.peeks),
    }
