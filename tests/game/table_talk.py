"""A table that tests talk to: seats, hands and the host's words become events in virtual time, and nothing else.

`at_us` of a hand is relative to T, the instant of the word. What is not told happens by itself: the host goes on,
speakers end their speeches, nobody shoots, nobody puts a hand.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import pytest
from onlooker import MOMENT_US, MS, Onlooker, S

from tablekit.effects import WORD_OF, Effect, Say
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
    Undo,
    Unproven,
    WordHeard,
    WordKey,
)
from tablekit.game.book import CARDS
from tablekit.rulesets import BOOKS, open_book

__all__ = ["MOMENT_US", "MS", "S", "SitDown", "TableTalk", "at_the_call", "at_the_vote", "paragraph"]

paragraph = pytest.mark.paragraph
BALLOT_US = 1_500 * MS
"""From the call to the word."""
GOOD_TIME_US = -500 * MS
SPEAKER_US = 120 * MS
"""From the key to the onset of the word."""
STEPS_MOST = 400
ROLES = frozenset(str(card) for card in CARDS) - {"mafia"}
Held = int | Iterable[int]
"""The seat that holds a card, or all of them."""


class TableTalk(Onlooker):
    """One game and the people round it.

    `held` tells who holds which card; a role that it does not name is switched off. Without it there are a Don,
    two of the mafia and a Sheriff.
    """

    def __init__(
        self,
        book: str = "fsm",
        *,
        seats: int | None = None,
        don: int = 3,
        mafia: Iterable[int] = (9, 10),
        sheriff: int = 6,
        held: Mapping[str, Held] | None = None,
        begin: str = "mafia",
        **options: object,
    ) -> None:
        dealt = {"don": don, "mafia": mafia, "sheriff": sheriff} if held is None else held
        self.roles = {role: (who,) if isinstance(who, int) else tuple(who) for role, who in dealt.items()}
        switches = {
            field.name: field.name in self.roles
            for field in dataclasses.fields(BOOKS[book].fields_type)
            if field.name in ROLES
        }
        super().__init__(*open_book(book, switches | options | {"mafia": len(self.roles["mafia"])}, seats))
        self.t_us = 0
        """T of the last word."""
        self._hands: list[tuple[int, type[HandDown | HandUp], int, Mapping[str, Any]]] = []
        self.until(begin)

    # -- the host
    def says(self, key: str, number: int = 0, *, step: int | None = None, why: int = 0) -> list[Effect]:
        """A command of the host, a moment later; `step`: the question that he saw."""
        ask = self.runner.step if step is None else step
        return self.happens(HostSaid(self.soon(), key=key, number=number, ask=ask, why=why))

    def cannot(self, key: str, number: int = 0, *, step: int | None = None) -> str:
        """The command is refused and changes nothing but a note; returns the reason."""
        said = HostSaid(self.soon(), key=key, number=number, ask=self.runner.step if step is None else step)
        reason = self.runner.why_not(said)
        assert reason is not None, f"{key} {number} is allowed"
        before = self.state()
        self.happens(said)
        assert self.state() == before
        assert self.notes[-1] == f"Refused: {key} {number or ''}".rstrip() + f". {reason}"
        return str(reason)

    def goes_on(self) -> None:
        self.says("next")

    def foul(self, seat: int, times: int = 1, *, why: int = 0) -> None:
        """`why`: the number of the reason in the book's list."""
        for _ in range(times):
            self.says("foul", seat, why=why)

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
            cards = [seat for role in self.book.cards(self.seats) for seat in self.roles[role]]
            rest = [seat for seat in range(1, self.seats + 1) if seat not in cards]
            self.happens(Drawn(self.soon(), lot=ask.what, order=(*cards, *rest)))
        elif ask.what == "deal":
            seats = (*self._dealt(ask.host), *range(1, self.seats + 1))
            self.says("number", next(seat for seat in seats if seat not in self.runner.table.roles))
        elif ask.what == "masks":
            self.masked(*self.living)
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
    def shows(self, call: str, *seats: int) -> None:
        """In the call of that name the host is shown these seats, and enters them."""
        self.until(call)
        for seat in seats:
            self.says("number", seat)

    def wakes(self, call: str, *seats: int) -> None:
        """In the call of that name these seats lift their masks and put them on again."""
        self.until(call)
        self.bare(*seats)
        self.masked(*seats)

    def acts(self, **shown: int) -> None:
        """The rest of the night up to the word «День»; `shown`: whom each call of it shows, in the calls' order."""
        for call, seat in shown.items():
            self.shows(call, seat)
        self.until("dawn")
        self.goes_on()

    def lengths(self, since: int) -> list[tuple[str, tuple[int, ...], float]]:
        """What was said since that length of `heard`, and how many seconds after its beginning."""
        said = [effect for effect in self.heard[since:] if isinstance(effect, Say)]
        return [(say.cue, say.numbers, (say.at_us - said[0].at_us) / S) for say in said]

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
        """The next who may name somebody name these in this order; the list is announced, and the host goes on."""
        for nominee in nominees:
            self.go_on(lambda: "nominate" in self.desk.keys, "a nomination")
            if self.what in ("speech", "silent"):
                self.speech(self.asked[1], nominates=nominee)
            else:
                self.says("nominate", nominee)
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
            word = WORD_OF[self.book.fields.ballots]
            events.append(CueStarted(t_us, cue=word, **({} if onset else evidence)))
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

    def split(self, *counts: int) -> None:
        """A whole stage: so many hands against each nominee, counted off round the table."""
        seats = iter(self.living)
        nominees = [nominee for nominee in self.day.nominees if nominee in self.runner.table.on_vote]
        votes = {who: [next(seats) for _ in range(many)] for who, many in zip(nominees, counts, strict=True)}
        self.ballots(votes)

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

    def reboot(self, at_us: int = 5 * S) -> None:
        """The power is away, and table time begins anew."""
        since_us, self.now_us = self.now_us, at_us
        self.feed(Break(at_us, since_us=since_us, why="power cut"))

    def power_cut(self, seconds: float = 60, *, down: Collection[int] = (), masked: Collection[int] = ()) -> None:
        """The power is away for so long; then pads and masks are as told."""
        since_us = self.now_us
        self.now_us += round(seconds * S)
        self.feed(Break(self.now_us, since_us=since_us, why="power cut", down=tuple(down), masked=tuple(masked)))


SitDown = Callable[..., TableTalk]


def at_the_vote(sit_down: SitDown, *nominees: int, book: str = "fsm", day: int = 0, **how: object) -> TableTalk:
    """The host is about to call the first of these nominees."""
    table = sit_down(book, **how)
    table.to(f"day {day}")
    table.put_to_vote(*nominees)
    return table


def at_the_call(sit_down: SitDown, *nominees: int, book: str = "fsm", **how: object) -> TableTalk:
    """Hands may go against the first of these nominees; by default there are two."""
    table = at_the_vote(sit_down, *(nominees or (1, 2)), book=book, **how)
    table.goes_on()
    return table
