"""Whoever looks at a game in a test: what is asked, said and told, and how its time passes."""

import copy
import dataclasses
from collections.abc import Iterable
from typing import Any, Self

from tablekit.effects import Effect, Say, Tell
from tablekit.events import Event, TimeReached, Undo, order
from tablekit.game.book import Book
from tablekit.game.record import BallotRecord, DayRecord, NightRecord
from tablekit.game.runner import Runner
from tablekit.game.scene import Desk, Scene, desk, scene

MS, S = 1_000, 1_000_000
MOMENT_US = 10 * MS
"""Between two things that people do."""
FIVE_MINUTES_US = 300 * S


class Onlooker:
    """One game in virtual time; events are all that gets into it."""

    def __init__(self, book: Book, seats: int) -> None:
        self.book, self.seats = book, seats
        self.runner = Runner(book, seats)
        self.now_us = S
        self.heard: list[Effect] = []

    # -- what is so
    @property
    def what(self) -> str:
        """The open question."""
        return self.runner.open.what if self.runner.open else "over"

    @property
    def asked(self) -> tuple[str, int]:
        """The open question, and whose turn it is or against whom it goes."""
        return (self.what, self.runner.open.seat if self.runner.open else 0)

    @property
    def stage(self) -> int:
        """Which vote of the day is open."""
        return self.runner.open.stage if self.runner.open else 0

    @property
    def clock_s(self) -> int | None:
        """What the clock shows, in whole seconds."""
        ends_us = self.scene.ends_us
        return None if ends_us is None else round((ends_us - self.now_us) / S)

    @property
    def scene(self) -> Scene:
        return scene(self.runner)

    @property
    def desk(self) -> Desk:
        return desk(self.runner)

    @property
    def day(self) -> DayRecord:
        return self.runner.table.day

    @property
    def night(self) -> NightRecord:
        return self.runner.table.this_night

    @property
    def period(self) -> str:
        return self.runner.table.period

    @property
    def living(self) -> list[int]:
        return sorted(self.runner.table.living)

    @property
    def out(self) -> list[int]:
        return self.runner.table.record.out

    @property
    def fouls(self) -> dict[int, int]:
        """Of those who have any."""
        return {seat: count for seat, count in self.runner.table.fouls.items() if count}

    @property
    def winner(self) -> str:
        return self.runner.table.record.winner

    @property
    def ended(self) -> str:
        return self.runner.table.record.ended

    @property
    def notes(self) -> list[str]:
        return [str(note) for _, note in self.runner.table.record.notes]

    def said(self, cue: str) -> list[tuple[int, ...]]:
        """The numbers of each time that the cue was heard."""
        return [effect.numbers for effect in self.heard if isinstance(effect, Say) and effect.cue == cue]

    def cues(self, since: int = 0) -> list[str]:
        """All that was heard since that length of `heard`."""
        return [effect.cue for effect in self.heard[since:] if isinstance(effect, Say)]

    def told(self, part: str) -> list[str]:
        """The lines with that part that the host was told."""
        return [str(effect.text) for effect in self.heard if isinstance(effect, Tell) and part in str(effect.text)]

    def ballot(self, nominee: int | None = None, stage: int | None = None) -> BallotRecord:
        """The latest ballot of that stage against that nominee; without a stage, the one that is open too."""
        latest = [self.runner.table.last_ballot] if stage is None else []
        for record in reversed(self.day.stages):
            if stage in (None, record.stage):
                latest += reversed(record.ballots)
        return next(ballot for ballot in latest if ballot is not None and nominee in (None, ballot.nominee))

    def votes(self, nominee: int, stage: int | None = None) -> set[int]:
        """The hands that were counted against the nominee."""
        return set(self.ballot(nominee, stage).counted)

    def judged(self, seat: int) -> str:
        """What became of the seat's hand in the last ballot."""
        [hand] = [hand for hand in self.ballot().hands if hand.seat == seat]
        return hand.judged

    def state(self) -> dict[str, Any]:
        """All that people can see or ask for, clocks as what is left of them."""
        shown, due_us, paused_us = self.scene, self.runner.deadline_us, self.runner.paused_us
        at_us = self.now_us if paused_us is None else paused_us
        left = None if shown.ends_us is None else shown.ends_us - at_us
        return {
            "scene": dataclasses.replace(shown, ends_us=left, paused_at_us=None if paused_us is None else 0),
            "desk": repr(self.desk),
            "record": repr(dataclasses.replace(self.runner.table.record, notes=[])),
            "due": None if due_us is None else due_us - self.now_us,
            "living": self.living,
            "nominations": list(self.runner.table.nominations),
            "void": (set(self.runner.table.void_votes), self.runner.table.pending_vote),
        }

    # -- time and events
    def happens(self, event: Event) -> list[Effect]:
        """The next event of the stream; deadlines before it are reached first. Returns its effects."""
        while (due_us := self.runner.deadline_us) is not None and due_us < event.at_us:
            self.feed(TimeReached(max(due_us, self.now_us)))
        return self.feed(event)

    def feed(self, event: Event) -> list[Effect]:
        """The very next event."""
        self.now_us = max(self.now_us, event.at_us)
        effects = self.runner.feed(self.runner.settled(event))
        self.heard += effects
        return effects

    def wait(self, seconds: float) -> None:
        """Nobody does anything for so long."""
        until_us = self.now_us + round(seconds * S)
        while (due_us := self.runner.deadline_us) is not None and due_us <= until_us:
            self.feed(TimeReached(max(due_us, self.now_us)))
        self.now_us = until_us

    def time_is_up(self) -> None:
        """Wait for the deadline of the open question, exactly."""
        due_us = self.runner.deadline_us
        assert due_us is not None, f"{self.what} has no deadline"
        self.feed(TimeReached(max(due_us, self.now_us)))

    def bring(self, events: Iterable[Event]) -> None:
        """What sensors and the host brought, in the order of the stream."""
        for event in sorted(events, key=order):
            self.happens(event)

    def soon(self) -> int:
        """A moment later."""
        self.now_us += MOMENT_US
        return self.now_us

    # -- leaving
    def replay(self) -> Runner:
        """The same game, from its log alone."""
        return Runner(self.book, self.seats, self.runner.log)

    def at(self, lines: int) -> Self:
        """The same game as it was when its log had so many lines, at the same time of the evening."""
        other = copy.copy(self)
        other.runner = Runner(self.book, self.seats, self.runner.log[:lines])
        other.heard = list(other.runner.table.effects)
        other.now_us = other.runner.table.at_us
        return other

    def get_up(self) -> None:
        """A replay gives the same; and five minutes bring only what is asked for: no timer is left behind."""
        again, runner = self.replay(), self.runner
        assert again.table.effects == runner.table.effects
        assert again.table.record == runner.table.record
        assert (scene(again), desk(again)) == (self.scene, self.desk)
        assert (again.step, again.deadline_us) == (runner.step, runner.deadline_us)
        if not any(isinstance(event, Undo) for event in runner.log):
            assert self.heard == runner.table.effects
        end_us = self.now_us + FIVE_MINUTES_US
        while (due_us := runner.deadline_us) is not None and due_us <= end_us:
            ask = runner.ask
            assert ask is not None
            assert runner.open is ask, "a deadline runs in a pause"
            assert ask.until_us is not None
            self.feed(TimeReached(max(due_us, self.now_us)))
            assert runner.ask is not ask, f"the deadline of {ask.what} came to nothing"
            assert runner.deadline_us is None or runner.deadline_us > due_us, f"{self.what} is due before {ask.what}"
        self.now_us = end_us
        before, lines = self.state(), len(self.heard)
        self.feed(TimeReached(end_us))
        assert (self.state(), len(self.heard)) == (before, lines), "a time that nobody asked for was taken"
