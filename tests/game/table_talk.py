"""A table that tests talk to: seats, hands and the host's words become events in virtual time, and nothing else.

`at_us` of a hand is relative to T, the instant of the word. What is not told happens by itself: the host goes on,
speakers end their speeches, nobody shoots, nobody puts a hand.
"""

import copy
import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import pytest

from tablekit.effects import Effect, Say, Tell
from tablekit.events import (
    Break,
    CueStarted,
    Drawn,
    Event,
    HandDown,
    HandUp,
    HostSaid,
    LinkBack,
    LinkLost,
    MaskOff,
    MaskOn,
    TimeReached,
    Undo,
    Unproven,
    WordHeard,
    WordKey,
    order,
)
from tablekit.game.record import BallotRecord, DayRecord, NightRecord
from tablekit.game.runner import Runner
from tablekit.game.scene import Desk, Scene, desk, scene
from tablekit.rulesets import open_book

paragraph = pytest.mark.paragraph
MS, S = 1_000, 1_000_000
MOMENT_US = 10 * MS
"""Between two things that people do."""
BALLOT_US = 1_500 * MS
"""From the call to the word."""
GOOD_TIME_US = -500 * MS
SPEAKER_US = 120 * MS
"""From the key to the onset of the word."""
FIVE_MINUTES_US = 300 * S
STEPS_MOST = 400


class TableTalk:
    """One game with the people round it."""

    def __init__(
        self,
        book: str = "fsm",
        *,
        seats: int | None = None,
        don: int = 3,
        mafia: Iterable[int] = (9, 10),
        sheriff: int = 6,
        begin: str = "mafia",
        **options: object,
    ) -> None:
        self.roles = {"don": (don,), "mafia": tuple(mafia), "sheriff": (sheriff,)}
        self.book, self.seats = open_book(book, options | {"mafia": len(self.roles["mafia"])}, seats)
        self.runner = Runner(self.book, self.seats)
        self.now_us = S
        self.heard: list[Effect] = []
        self.t_us = 0
        """T of the last word."""
        self._hands: list[tuple[int, type[HandDown | HandUp], int, Mapping[str, Any]]] = []
        self.until(begin)

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

    # -- the host
    def says(self, key: str, number: int = 0, *, step: int | None = None) -> list[Effect]:
        """A command of the host, a moment later; `step`: the question that he saw."""
        ask = self.runner.step if step is None else step
        return self.happens(HostSaid(self.soon(), key=key, number=number, ask=ask))

    def cannot(self, key: str, number: int = 0, *, step: int | None = None) -> str:
        """The command is refused and changes nothing but a note; returns the reason."""
        said = HostSaid(self.soon(), key=key, number=number, ask=self.runner.step if step is None else step)
        reason = self.runner.why_not(said)
        assert reason is not None, f"{key} {number} is allowed"
        before = self.state()
        self.happens(said)
        assert self.state() == before
        assert self.notes[-1] == f"Refused: {key} {number}. {reason}"
        return str(reason)

    def goes_on(self) -> None:
        self.says("next")

    def foul(self, seat: int, times: int = 1) -> None:
        for _ in range(times):
            self.says("foul", seat)

    def pardon(self, seat: int) -> None:
        self.says("pardon", seat)

    def remove(self, *seats: int) -> None:
        for seat in seats:
            self.says("remove", seat)

    def pause(self) -> None:
        self.says("pause")

    def resume(self) -> None:
        self.says("resume")

    def undo(self) -> list[Effect]:
        return self.happens(Undo(self.soon()))

    # -- going on
    def until(self, what: str, seat: int | None = None) -> None:
        """Go on by default until that is asked."""
        self.go_on(lambda: self.what == what and seat in (None, self.asked[1]), f"{what} {seat or ''}")

    def to(self, period: str) -> None:
        """Go on by default until that day or night."""
        self.go_on(lambda: self.period == period, period)

    def go_on(self, there: Callable[[], bool], goal: str) -> None:
        """Go on by default until it is so."""
        for _ in range(STEPS_MOST):
            if there():
                return
            assert self.what != "over", f"the game is over before {goal}"
            self.step()
        raise AssertionError(f"stuck at {self.asked}, never at {goal}")

    def step(self) -> None:
        """The default answer to the open question."""
        ask = self.runner.open
        assert ask is not None
        if ask.what == "paused":
            self.resume()
        elif ask.what.startswith("lot of"):
            cards = [seat for role in self.book.cards() for seat in self.roles[role]]
            rest = [seat for seat in range(1, self.seats + 1) if seat not in cards]
            self.happens(Drawn(self.soon(), lot=ask.what, order=(*cards, *rest)))
        elif ask.what == "deal":
            seats = (*self._dealt(ask.host), *range(1, self.seats + 1))
            self.says("number", next(seat for seat in seats if seat not in self.runner.table.roles))
        elif ask.sealed:
            self.thanks()
        elif ask.offer("next"):
            self.goes_on()
        elif ask.offer("thanks"):
            self.says("thanks")
        else:
            self.time_is_up()

    def _dealt(self, host: Any) -> tuple[int, ...]:
        return self.roles[host.args["role"].template]

    # -- the night
    def night_over(
        self,
        shots: Mapping[int, float] | Iterable[tuple[int, float]] = (),
        *,
        don: int = 0,
        sheriff: int = 0,
        best_move: Collection[int] = (),
    ) -> None:
        """The rest of the night, until the first speech of the morning; `shots`: who presses on which number."""
        self.shooting(shots)
        for call, numbers in (("don", (don,)), ("sheriff", (sheriff,)), ("best move", best_move)):
            if any(numbers):
                self.until(call)
                for seat in numbers:
                    self.says("number", seat)
        self.until("dawn")
        self.goes_on()

    def shooting(self, shots: Mapping[int, float] | Iterable[tuple[int, float]]) -> None:
        """The blacks press on those numbers; n + 0.5 is between n and the next."""
        pressed = list(shots.items()) if isinstance(shots, Mapping) else list(shots)
        for seat, number in sorted(pressed, key=lambda shot: shot[1]):
            self.number(int(number))
            due_us = self.runner.deadline_us
            assert due_us is not None
            late = number != int(number)
            down_us = max(self.soon(), due_us - (250 if late else 1_200) * MS)
            self.bring([HandDown(down_us, seat), HandUp(down_us + 100 * MS, seat)])

    def number(self, number: int) -> None:
        """Wait until the number is called."""
        self.until("shooting")
        while self.said("number")[-1] != (number,):
            assert self.what == "shooting"
            self.time_is_up()

    # -- the day
    def turn_of(self, seat: int) -> None:
        """Until it is the seat's turn to speak, or to be silent."""
        self.go_on(lambda: self.asked in (("speech", seat), ("silent", seat)), f"the turn of {seat}")

    def speech(self, seat: int, *, nominates: int = 0) -> None:
        """The whole turn of the seat."""
        self.turn_of(seat)
        if nominates:
            self.says("nominate", nominates)
        self.says("thanks")

    def put_to_vote(self, *nominees: int) -> None:
        """The next speakers nominate these in this order; then the list is announced, and the host goes on."""
        for nominee in nominees:
            self.go_on(lambda: self.what in ("speech", "silent"), "a speech")
            self.speech(self.asked[1], nominates=nominee)
        self.until("nominees")
        self.goes_on()

    # -- hands
    def call(self, nominee: int) -> None:
        """The host calls the nominee's number (0: the question of the raise): hands may go."""
        self.until("call", nominee)
        self.goes_on()

    def hand(self, *seats: int, at_us: int = GOOD_TIME_US, up_us: int | None = None, **evidence: Any) -> None:
        """These seats will put a hand on the pad, and lift it at `up_us`. `evidence`: fields of HandDown."""
        for seat in seats:
            self._hands.append((at_us, HandDown, seat, evidence))
            if up_us is not None:
                self.lifts(seat, at_us=up_us)

    def lifts(self, *seats: int, at_us: int) -> None:
        """These seats will lift their hand."""
        self._hands += [(at_us, HandUp, seat, {}) for seat in seats]

    def planned(self, t_us: int) -> list[Event]:
        """The hands, as T has it; `settled_us` is relative to T too."""
        hands, self._hands = self._hands, []
        facts: list[Event] = []
        for at_us, kind, seat, evidence in hands:
            stamp = {"clock": "pi", "ticks": (t_us + at_us) * 1_000} | evidence
            if "settled_us" in stamp:
                stamp["settled_us"] += t_us
            facts.append(kind(t_us + at_us, seat, **stamp))
        return facts

    def thanks(self, *, cue: bool = True, onset: bool = True, **evidence: Any) -> None:
        """The word, and all the hands that were told around it; `evidence`: fields of what T comes from."""
        earliest_us = min((at_us for at_us, *_ in self._hands), default=0)
        self.t_us = t_us = self.now_us + max(BALLOT_US, MOMENT_US - earliest_us)
        self.bring([*self.planned(t_us), *self.word(t_us, cue, onset, evidence)])
        self.soon()
        while (ask := self.runner.open) is not None and ask.sealed:
            self.time_is_up()

    def word(self, t_us: int, cue: bool, onset: bool, evidence: Mapping[str, Any]) -> list[Event]:
        """What the word at T brings: the key, the start of the cue, its onset on the speaker line."""
        exact = {"clock": "pi", "ticks": t_us * 1_000} | evidence
        if self.book.fields.cutoff == "key":
            return [WordKey(t_us, **exact)]
        events: list[Event] = [HostSaid(t_us - SPEAKER_US, key="thanks", ask=self.runner.step)]
        if cue:
            events.append(CueStarted(t_us, cue="thanks", **({} if onset else evidence)))
        if onset:
            events.append(WordHeard(t_us, **exact))
        return events

    def count(self, *, keep: Collection[int] = ()) -> None:
        """The host announces the count; then all hands leave the pads, but those that are kept."""
        self.until("count")
        self.goes_on()
        self.lift(*(seat for seat in sorted(self.runner.room.down) if seat not in keep))

    def vote(self, nominee: int, by: Iterable[int] = ()) -> None:
        """A whole ballot, hands in good time."""
        self.call(nominee)
        self.hand(*by)
        self.thanks()
        self.count()

    def ballots(self, votes: Mapping[int, Iterable[int]]) -> None:
        """A whole stage; against a nominee that is not told there is no hand."""
        self.until("call")
        stage = self.stage
        while self.what == "call" and self.stage == stage:
            nominee = self.asked[1]
            self.vote(nominee, votes.get(nominee, ()))

    def raises(self, *seats: int) -> None:
        """The question of the raise, and who puts a hand for it."""
        self.vote(0, seats)

    # -- pads, masks, links, now
    def touch(self, *seats: int) -> None:
        at_us = self.soon()
        self.bring(HandDown(at_us, seat, clock="pi", ticks=at_us * 1_000) for seat in seats)

    def lift(self, *seats: int) -> None:
        at_us = self.soon()
        self.bring(HandUp(at_us, seat, clock="pi", ticks=at_us * 1_000) for seat in seats)

    def unproven(self, seat: int, *, down: bool) -> None:
        self.happens(Unproven(self.soon(), seat, down=down))

    def bare(self, *seats: int) -> None:
        self.bring(MaskOff(self.soon(), seat) for seat in seats)

    def masked(self, *seats: int) -> None:
        self.bring(MaskOn(self.soon(), seat) for seat in seats)

    def lost(self) -> None:
        self.happens(LinkLost(self.soon(), source="pads"))

    def back(self) -> None:
        self.happens(LinkBack(self.soon(), source="pads"))

    def power_cut(self, seconds: float = 60, *, down: Collection[int] = (), masked: Collection[int] = ()) -> None:
        """The power is away for so long; then pads and masks are as told."""
        since_us = self.now_us
        self.now_us += round(seconds * S)
        self.feed(Break(self.now_us, since_us=since_us, why="power cut", down=tuple(down), masked=tuple(masked)))

    # -- leaving
    def replay(self) -> Runner:
        """The same game, from its log alone."""
        return Runner(self.book, self.seats, self.runner.log)

    def at(self, lines: int) -> "TableTalk":
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


SitDown = Callable[..., TableTalk]
