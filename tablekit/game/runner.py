"""Feeds events to the script, and knows what may happen at any moment: foul, removal, pause, undo, a peek."""

from collections.abc import Callable, Iterable

from tablekit.effects import Effect, Text, text
from tablekit.events import (
    Break,
    ClockUnsure,
    Event,
    Fact,
    HandDown,
    HostSaid,
    LinkBack,
    LinkLost,
    MaskOff,
    MaskOn,
    MaskUnproven,
    Rejected,
    TimeReached,
    Undo,
    Unproven,
)
from tablekit.game.ask import Ask, Offer, Script
from tablekit.game.book import Book
from tablekit.game.room import Room
from tablekit.game.scope import Stop
from tablekit.game.table import Table

Numbered = tuple[int, Event]
"""An event with its line in the log."""

PAUSED = Ask("paused", (Offer("resume"),))


class Runner:
    """One game as a pure function of its log: same book, same events, same state, effects and record.

    The line of the event that opened a step is the step's number: a host command that was meant for another
    step is refused.
    """

    def __init__(self, book: Book, seats: int, log: Iterable[Event] = (), *, empty: tuple[int, ...] = ()) -> None:
        self.book, self.seats, self.empty = book, seats, empty
        self.log: list[Event] = []
        self.room = Room()
        live: list[Numbered] = []
        for event in log:
            live = self._follow(live, event)
        self._play(live)

    # -- reading
    @property
    def open(self) -> Ask | None:
        """What may be done now, a pause included; None when the game is over."""
        return PAUSED if self.ask is not None and self.paused_us is not None else self.ask

    @property
    def deadline_us(self) -> int | None:
        """Table time at which TimeReached answers the open Ask."""
        ask = self.ask
        if ask is None or ask.until_us is None or self.paused_us is not None:
            return None
        return ask.until_us + self.still_us

    def why_not(self, event: Event) -> Text | None:
        """The reason why the event is refused now; None if it acts. The only judge of what is allowed."""
        if type(event) is Undo:
            return self._why_no_undo()
        if self.ask is None:
            return text("The game is over.")
        if type(event) is HostSaid:
            return self._why_not_said(event)
        if type(event) is TimeReached:
            due = self.deadline_us is not None and event.at_us >= self.deadline_us
            return None if due else text("No time is up.")
        if isinstance(event, Fact) and not self.table.present(event.seat):
            return text("Seat {seat} is out.", seat=event.seat)
        if type(event) is HandDown and event.seat in self.table.frozen:
            return text("Seat {seat} is frozen.", seat=event.seat)
        return None

    def settled(self, event: Event) -> Event:
        """The event as the log keeps it: an undo names the command that it takes back."""
        if type(event) is Undo and self._why_no_undo() is None:
            counting = self.ask is not None and self.ask.what == "count" and self.step < self.last_command
            return Undo(event.at_us, line=self.last_command, counting=counting)
        return event

    # -- feeding
    def feed(self, event: Event) -> list[Effect]:
        """Take the next event, as `settled` gives it; returns the effects that are new."""
        if type(event) is Rejected:  # evidence only: a chattering pad costs nothing more
            self.log.append(event)
            return []
        if type(event) is Undo and event.line >= 0:
            *before, numbered = self._follow(self.live, event)
            self._play(before)
        else:
            self.room.apply(event)
            self.log.append(event)
            numbered = len(self.log) - 1, event
        done = len(self.table.effects)
        self._take(numbered)
        return self.table.effects[done:]

    def _follow(self, live: list[Numbered], event: Event) -> list[Numbered]:
        """Log the event; returns the list of those in force, cut back by an undo. The room stays as it is."""
        line = len(self.log)
        self.log.append(event)
        self.room.apply(event)
        if not isinstance(event, Undo) or event.line < 0:
            if type(event) is not Rejected:
                live.append((line, event))
            return live
        pause = Break(event.at_us, since_us=self.log[event.line].at_us, why="undo", **self.room.as_it_is())
        before = [numbered for numbered in live if numbered[0] < event.line]
        hands = [numbered for numbered in live[len(before) :] if event.counting and isinstance(numbered[1], Fact)]
        return [*before, *hands, (line, pause)]

    def _play(self, live: list[Numbered]) -> None:
        """Play the events in force from the start."""
        self.table = Table(self.book, self.seats, self.empty)
        self.script: Script[None] = self.book.game(self.table)
        self.live: list[Numbered] = []
        self.ask: Ask | None = None
        self.step = -1
        self.still_us = 0
        """How long game time has stood still: table time minus game time."""
        self.paused_us: int | None = None
        self.last_command = self.last_verdict = -1
        self._drive(-1, lambda: self.script.send(None))  # type: ignore[arg-type]
        for numbered in live:
            self._take(numbered)

    def _take(self, numbered: Numbered) -> None:
        line, event = numbered
        table = self.table
        self.live.append(numbered)
        table.at_us = event.at_us
        table.room.apply(event)
        if type(event) is Break:
            table.counted_us = min(table.counted_us, event.at_us)  # table time is small again after a reboot
            self.still_us += 0 if self.paused_us is not None else event.at_us - event.since_us
            if event.why != "next game":
                table.note(self._why_broken(line))
        if self.paused_us is None:
            table.now_us = event.at_us - self.still_us
        reason = self.why_not(event)
        if reason is None:
            self._act(line, event)
        elif isinstance(event, HostSaid):
            table.note(text("Refused: {command}. {reason}", command=command(event), reason=reason))
        elif isinstance(event, Undo):
            table.note(text("Refused: undo. {reason}", reason=reason))
        elif isinstance(event, HandDown) and self.ask is not None:
            table.note(text("Refused: a hand. {reason}", reason=reason))

    def _why_broken(self, line: int) -> Text:
        """What the host is told of a break."""
        undo = self.log[line]
        if not isinstance(undo, Undo):
            return text("Going on: the table was off.")
        undone = self.log[undo.line]
        assert isinstance(undone, HostSaid)
        return text("Taken back: {command}.", command=command(undone))

    def _act(self, line: int, event: Event) -> None:
        ask = self.ask
        assert ask is not None
        kind = type(event)
        if type(event) is HostSaid:
            self.last_command = line
            standing = STANDING.get(event.key)
            if standing is None:
                self._drive(line, lambda: self.script.send(event))
            else:
                standing(self, event)
                self._settle(line)
            return
        if kind in NOTES:
            self.table.note(NOTES[kind](event))
        still = self.paused_us is not None and ask.until_us is not None  # what has no clock hears its facts in a pause
        if not still and (kind is TimeReached or kind in ask.facts):
            self._drive(line, lambda: self.script.send(event))
        elif type(event) is MaskOff or type(event) is MaskOn:
            self.table.mask(event, ask.bare)
            self._settle(line)

    def _drive(self, line: int, go: Callable[[], Ask]) -> None:
        verdicts = self.table.verdicts
        self._ask(line, go)
        self._settle(line)
        if self.table.verdicts > verdicts:
            self.last_verdict = line

    def _settle(self, line: int) -> None:
        """End the outermost scope whose condition holds, until none does."""
        while self.ask is not None:
            scope = next((scope for scope in self.table.scopes if scope.holds()), None)
            if scope is None:
                return
            stop = Stop(scope)
            self._ask(line, lambda: self.script.throw(stop))  # noqa: B023 - called at once

    def _ask(self, line: int, go: Callable[[], Ask]) -> None:
        before = self.ask
        try:
            self.ask = go()
        except StopIteration:
            self.ask = None
        if before is None or self.ask is None or not self.ask.continues(before):
            self.step = line

    # -- what the host may say
    def _why_not_said(self, event: HostSaid) -> Text | None:
        ask, table = self.ask, self.table
        assert ask is not None
        if event.key in STANDING and not self.book.played:
            return text("That key does nothing now.")
        match event.key:
            case "foul" | "remove":
                return None if table.present(event.number) else table.why_out(event.number)
            case "pardon":
                if not table.alive(event.number):
                    return table.why_out(event.number)
                return None if table.fouls[event.number] else text("Seat {seat} has no foul.", seat=event.number)
            case "pause" if self.paused_us is None:
                return text("Hands are going: no pause until the word.") if ask.sealed else None
            case "resume" if self.paused_us is not None:
                return None
        if self.paused_us is not None:
            return text("The game is paused.")
        offer = ask.offer(event.key)
        if offer is None:
            return text("That key does nothing now.")
        if event.ask != self.step:
            return text("That was meant for a step that is over.")
        return offer.why_not(event.number) if offer.why_not else None

    def _why_no_undo(self) -> Text | None:
        if self.last_command < 0:
            return text("There is nothing to take back.")
        if self.last_command <= self.last_verdict:
            return text("The verdict stands: no undo across it.")
        return None

    def _foul(self, event: HostSaid) -> None:
        reasons = dict(enumerate(self.book.reasons(), 1))
        self.table.foul(event.number, reasons.get(event.why, text("by the host")))

    def _remove(self, event: HostSaid) -> None:
        self.table.remove(event.number)

    def _pardon(self, event: HostSaid) -> None:
        self.table.pardon(event.number)

    def _pause(self, event: HostSaid) -> None:
        self.paused_us = event.at_us

    def _resume(self, event: HostSaid) -> None:
        assert self.paused_us is not None
        self.still_us += event.at_us - self.paused_us
        self.paused_us = None
        self.table.now_us = event.at_us - self.still_us


def command(said: HostSaid) -> Text:
    """What the host has said, in words."""
    key = Text(said.key)
    return text("{key} {number}", key=key, number=said.number) if said.number else key


STANDING: dict[str, Callable[[Runner, HostSaid], None]] = {
    "foul": Runner._foul,
    "remove": Runner._remove,
    "pardon": Runner._pardon,
    "pause": Runner._pause,
    "resume": Runner._resume,
}

NOTES: dict[type[Event], Callable[..., Text]] = {
    LinkLost: lambda event: text("No answer from {source}: its pads are unknown.", source=event.source),
    LinkBack: lambda event: text("{source} answers again.", source=event.source),
    ClockUnsure: lambda event: (
        text("The clock of {source} is ± {ms} ms: no ballot opens.", source=event.source, ms=event.err_us // 1000)
        if event.err_us
        else text("The clock of {source} is exact again.", source=event.source)
    ),
    MaskUnproven: lambda event: text("Seat {seat}: the mask sensor is uncertain.", seat=event.seat),
    Unproven: lambda event: text("Seat {seat}: the pad changed without an edge, unproven.", seat=event.seat),
}
