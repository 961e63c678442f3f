"""A referee's recount: every ballot of a recorded game again, from the raw edges on its tape."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tablekit.events import CueStarted, Event, HandDown, HandUp, Stamped, WordHeard, WordKey
from tablekit.game.ballot import FORMS, Window
from tablekit.game.record import BallotRecord, DayRecord
from tablekit.game.runner import Runner
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.source import Source
from tablekit.rulesets import open_book
from tablekit.store import journal as journals
from tablekit.store.lines import Reading
from tablekit.store.tape import Edge, Level, Opened, TapeReading, read_tape

LONG_AFTER_US = 1 << 62
"""After the last edge of any tape."""


@dataclass(slots=True)
class Recount:
    """What the recount found, in plain English sentences; no `differences`: all that is left agrees."""

    ballots: int = 0
    edges: int = 0
    """Raw edges on the tape."""
    facts: int = 0
    """Contacts that a hub has debounced, its rejected ones too, and onsets of the word."""
    missing: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def recount(path: Path) -> Recount:
    """Recount the game at `path`; JournalError if it cannot be read."""
    reading = journals.read(path)
    found = Recount()
    if reading.breaks_off is not None:
        found.missing.append(str(reading.breaks_off))
    tape = read_tape(path.with_suffix(".tape"))
    if not tape.complete:
        found.missing.append("The tape is not complete: what is missing cannot be recounted.")
    found.edges = sum(isinstance(record, Edge) for record in tape.records)
    found.facts = sum(isinstance(record, Event) for record in tape.records)
    boots = _boots(tape)
    header = reading.header
    book, _ = open_book(header.book, header.options, header.players)
    for day in Runner(book, header.seats, reading.events, empty=header.empty).table.record.days:
        for name, ballot in _ballots(day):
            found.ballots += 1
            events = boots.get(_boot_of(reading, ballot), [])
            found.differences += [f"day {day.day} {name}: {what}" for what in _differences(ballot, reading, events)]
    return found


def _boots(tape: TapeReading) -> dict[int, list[Event]]:
    """What the raw edges of each boot come to, in order."""
    boots: dict[int, list[Event]] = {}
    estimated = {record.source for record in tape.records if isinstance(record, Edge) and record.err_us}
    sources: dict[tuple[int, int, str], Source] = {}  # each run begins with lines of which nothing is known
    run, boot = 0, 0

    def source(name: str) -> Source:
        return sources.setdefault((run, boot, name), Source(name, PiClock("" if name in estimated else "pi")))

    for record in tape.records:
        match record:
            case Opened():
                run, boot = run + 1, record.boot
            case Edge(kind=kind, seat=seat):
                line = Line(kind, seat)  # type: ignore[arg-type]
                source(record.source).edge(record.ticks, line, record.active, record.err_us)
            case Level(kind=kind, seat=seat):
                source(record.source).levels(record.at_us, {Line(kind, seat): record.active})  # type: ignore[arg-type]
            case Event():
                boots.setdefault(boot, []).append(record)
            case _:
                pass
    for (_, boot, _), told in sources.items():
        told.promise(LONG_AFTER_US)
        boots.setdefault(boot, []).extend(told.take())
    for events in boots.values():
        events.sort(key=lambda event: (event.at_us, event.rank))
    return boots


def _ballots(day: DayRecord) -> Iterator[tuple[str, BallotRecord]]:
    """Every ballot that reached its T, with its name."""
    for stage in day.stages:
        for ballot in [*stage.ballots, *stage.voids]:
            if _judged(ballot):
                yield f"ballot {ballot.nominee}" + (f"/{stage.stage}" if stage.stage > 1 else ""), ballot
    if day.question is not None:
        for ballot in [*day.question.voids, *([day.question.ballot] if day.question.ballot else [])]:
            if _judged(ballot):
                yield "raise", ballot


def _judged(ballot: BallotRecord) -> bool:
    """Has it had its verdict? One that was cut short before has none."""
    return bool(ballot.t_by) and (ballot.void is None or bool(ballot.hands))


def _boot_of(reading: Reading, ballot: BallotRecord) -> int:
    """The boot in which the journal has the ballot's T."""
    boot = reading.header.boot
    labels = dict(reading.labels)
    for place, event in enumerate(reading.events):
        boot = labels[place].boot if place in labels else boot
        if event.at_us == ballot.t_us and isinstance(event, WordHeard | WordKey | CueStarted):
            return boot
    return boot


def _differences(ballot: BallotRecord, reading: Reading, events: list[Event]) -> Iterator[str]:
    t = _t(ballot, reading.events if ballot.t_by == "estimate" else events)
    if t is None:
        yield f"the tape has no word at {ballot.t_us} us"
        return
    window = Window(FORMS[ballot.form])
    for event in events:
        if event.at_us >= ballot.called_us and isinstance(event, HandDown | HandUp):
            window.take(event)
    on_time, late, doubtful = window.hands(t, set(ballot.voters))
    entered = set(ballot.seats("by host"))
    doubted = set(ballot.seats("on the line"))
    counted = set(ballot.counted) - entered
    if counted - doubtful != on_time - entered:
        yield f"counted {sorted(counted)}, the raw edges give {sorted(on_time)}"
    if not doubted <= doubtful:
        yield f"on the line {sorted(doubted)}, the raw edges give {sorted(doubtful)}"
    if not set(ballot.seats("late")) <= late:
        yield f"late {ballot.seats('late')}, the raw edges give {sorted(late)}"


def _t(ballot: BallotRecord, events: list[Event] | tuple[Event, ...]) -> Stamped | None:
    """The event that was T, found by its stamp."""
    for event in events:
        if event.at_us == ballot.t_us and isinstance(event, WordHeard | WordKey | CueStarted):
            return event
    if ballot.t_by == "estimate":
        return CueStarted(ballot.t_us, err_us=ballot.t_err_us)
    return None
