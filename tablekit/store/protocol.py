"""The protocol of a game, for people: what happened in it and how each hand fell, line by line."""

from collections.abc import Iterable, Iterator
from itertools import chain

from tablekit.effects import Text, text
from tablekit.game.record import BallotRecord, DayRecord, GameRecord, HandRecord, NightRecord, RaiseRecord, StageRecord
from tablekit.store.lines import Header

Indented = tuple[int, Text]
"""How deep a line stands, and its sentence."""

OUTCOMES = {
    "red": text("Red has won, {when}."),
    "black": text("Black has won, {when}."),
    "maniac": text("The lone killer has won, {when}."),
    "draw": text("A draw, {when}."),
    "none": text("The game is not over."),
}
JUDGED = {
    "counted": text("counted"),
    "late": text("late, refused"),
    "on the line": text("on the line"),
    "second": text("has voted already, ignored"),
    "not counted": text("not counted"),
    "by host": text("entered by the host"),
}
T_BY = {
    "word": text("the word as the table heard it"),
    "key": text("the wired key"),
    "estimate": text("not heard by the table, known to ± {ms} ms"),
}


def protocol(header: Header, record: GameRecord) -> Iterator[Indented]:
    """The lines of the protocol; stamps are milliseconds after T (negative: before)."""
    yield (
        0,
        text(
            "{book}, {seats} seats, game {game} of {started}, tablekit {version}",
            book=header.book,
            seats=header.seats,
            game=header.game,
            started=header.started,
            version=header.version,
        ),
    )
    if header.simulated:
        yield 0, text("A simulated game.")
    if header.names and record.seating:
        for name, seat in sorted(zip(header.names, record.seating, strict=False), key=lambda pair: pair[1]):
            yield 1, text("{seat}: {name}", seat=seat, name=name)
    for role in dict.fromkeys(record.roles.values()):
        yield (
            1,
            text(
                "{role}: {seats}",
                role=Text(role),
                seats=_seats(seat for seat in record.roles if record.roles[seat] == role),
            ),
        )
    for number, night in enumerate(record.nights):
        yield from _night(night)
        if number < len(record.days):
            yield from _day(record.days[number])
    yield (
        0,
        Text(OUTCOMES[record.winner].template, {"when": _period(record.ended)}) if record.ended else OUTCOMES["none"],
    )
    yield 0, text("Notes:")
    for at_us, note in record.notes:
        yield 1, text("{at} s: {note}", at=_in_s(at_us), note=note)


def _period(ended: str) -> Text:
    kind, _, number = ended.partition(" ")
    return text("night {number}", number=number) if kind == "night" else text("day {number}", number=number)


def _in_s(at_us: int) -> str:
    return f"{at_us / 1_000_000:.6f}"


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats)) or "–"


def _night(night: NightRecord) -> Iterator[Indented]:
    yield 0, text("Night {number}", number=night.night)
    if night.shots:
        shots = ", ".join(f"{seat}→{number:g}" for seat, number in night.shots)
        yield 1, text("Shots: {shots}", shots=shots)
    if night.plan:
        yield 1, text("Order of the shots: {seats}", seats=_seats(night.plan))
    if night.kill:
        yield 1, text("The mafia agrees on {seat}", seat=night.kill)
    for role, seat in night.checks.items():
        yield 1, text("{role} checks {seat}", role=Text(role), seat=seat)
    for role, seat in night.acts.items():
        yield 1, text("{role} chooses {seat}", role=Text(role), seat=seat)
    if night.refused:
        yield 1, text("Refused to move: {seats}", seats=_seats(night.refused))
    if night.best_move:
        yield 1, text("Best move: {seats}", seats=_seats(night.best_move))
    if night.peeks:
        yield 1, text("Peeked: {seats}", seats=_seats(night.peeks))
    yield 1, text("Out by the morning: {seats}", seats=_seats(night.killed))


def _day(day: DayRecord) -> Iterator[Indented]:
    yield 0, text("Day {number}", number=day.day)
    if day.nominations:
        pairs = ", ".join(f"{speaker or ''}→{nominee}" for speaker, nominee in day.nominations)
        yield 1, text("Nominations: {pairs}", pairs=pairs)
    if day.silent:
        yield 1, text("Lost the speech: {seats}", seats=_seats(day.silent))
    for stage in day.stages:
        yield from _stage(stage)
    if day.question is not None:
        yield from _raise(day.question)
    if day.void:
        yield 1, text("The vote was not held.")
    if day.avenged:
        yield 1, text("Taken along by the Avenger: {seat}", seat=day.avenged)
    if day.ghost:
        yield 1, text("The Ghost: {seat}", seat=day.ghost)
    fouls = ", ".join(f"{seat}: {count}" for seat, count in day.fouls.items() if count)
    if fouls:
        yield 1, text("Fouls: {fouls}", fouls=fouls)
    yield 1, text("Left: {seats}", seats=_seats(day.left))


def _stage(stage: StageRecord) -> Iterator[Indented]:
    yield 1, text("Vote {stage} between {nominees}", stage=stage.stage, nominees=_seats(stage.nominees))
    stood = {ballot.nominee for ballot in stage.ballots}
    repeated = [[*(void for void in stage.voids if void.nominee == ballot.nominee), ballot] for ballot in stage.ballots]
    cut_short = [void for void in stage.voids if void.nominee not in stood]
    for ballot in [*chain.from_iterable(repeated), *cut_short]:
        yield (
            2,
            text(
                "Against {nominee}: {count} ({seats})",
                nominee=ballot.nominee,
                count=len(ballot.counted),
                seats=_seats(ballot.counted),
            ),
        )
        yield from _hands(ballot)
    if stage.votes:
        votes = ", ".join(f"{nominee}: {count}" for nominee, count in stage.votes.items())
        yield 2, text("Votes: {votes}", votes=votes)


def _raise(question: RaiseRecord) -> Iterator[Indented]:
    yield (
        1,
        text(
            "Raise of {nominees}: {count} ({seats})",
            nominees=_seats(question.nominees),
            count=len(question.hands),
            seats=_seats(question.hands),
        ),
    )
    for ballot in [*question.voids, *([question.ballot] if question.ballot else [])]:
        yield from _hands(ballot)


def _hands(ballot: BallotRecord) -> Iterator[Indented]:
    if ballot.void is not None:
        yield 3, text("Void: {why}", why=ballot.void)
    if ballot.t_by:
        by = Text(T_BY[ballot.t_by].template, {"ms": ballot.t_err_us / 1000})
        yield 3, text("T = {at} s: {by}", at=_in_s(ballot.t_us), by=by)
    for hand in ballot.hands:
        yield 3, _hand(hand)
    for seats, what in (
        (ballot.by_default, text("no hand: to the last nominee")),
        (ballot.held, text("held over from before")),
        (ballot.early, text("early hand")),
        (ballot.unknown, text("unknown")),
    ):
        if seats:
            yield 3, text("{seats}: {what}", seats=_seats(seats), what=what)


def _hand(hand: HandRecord) -> Text:
    if hand.judged == "by host":
        return text("{seat}: {judged}", seat=hand.seat, judged=JUDGED[hand.judged])
    after = f"{hand.after_t_us / 1000:+.3f}" + (f" ± {hand.err_us / 1000:.3f}" if hand.err_us else "")
    told = text("{seat}: {ms} ms, {judged}", seat=hand.seat, ms=after, judged=JUDGED[hand.judged])
    if hand.lifted_us is None:
        return told
    lifted = f"{hand.lifted_us / 1000:+.3f}"
    return text("{hand}; lifted {ms} ms", hand=told, ms=lifted)
