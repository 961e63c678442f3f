"""The table: who sits, lives, holds which card and has how many fouls; and what the scripts say to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from tablekit.effects import Effect, Say, Tell, Text, text
from tablekit.events import MaskOff, MaskOn
from tablekit.game.ask import R, Script
from tablekit.game.record import BallotRecord, DayRecord, GameRecord, NightRecord
from tablekit.game.room import Room
from tablekit.game.scope import Until

if TYPE_CHECKING:
    from tablekit.game.book import Book

BLACK = frozenset({"mafia", "don", "boss"})


class Table:
    """State of one game. `now_us` is game time, `at_us` table time, of the event being handled."""

    def __init__(self, book: Book, seats: int, empty: Collection[int] = ()) -> None:
        self.book, self.room = book, Room()
        self.seats = tuple(seat for seat in range(1, seats + 1) if seat not in empty)
        """Those at which somebody plays."""
        self.cards = book.cards(len(self.seats))
        """How many of each card are dealt besides the plain citizens."""
        self.now_us = self.at_us = 0
        self.roles: dict[int, str] = {}
        self.living = list(self.seats)
        self.fouls = dict.fromkeys(self.seats, 0)
        self.silenced: set[int] = set()
        self.condemned: set[int] = set()
        """Out, but each may still have a last word."""
        self.killed: list[int] = []
        """Hit this night, out in the morning."""
        self.dead: list[int] = []
        """In the morning: who was killed in the night."""
        self.refused: set[int] = set()
        """Of those: who refused to move; nobody has killed them."""
        self.frozen: set[int] = set()
        """No move, no vote, no word until the next night."""
        self.muted: set[int] = set()
        """No part in the talk that is open."""
        self.awake: set[int] = set()
        """Who has lifted his mask in the running call."""
        self.holding = False
        """Nobody has won before it is known whom somebody who leaves takes along."""
        self.shown: dict[int, str] = {}
        """Cards that were opened to the table."""
        self.unannounced: list[int] = []
        """Removed in the night; the table is not told yet, and the book judges it when it is."""
        self.nominations: list[tuple[int, int]] = []
        self.round = 0
        self._unjudged: list[int] = []
        self.night = False
        self.hush = False
        """A removal is told to the table only when this part of the night is over."""
        self.period = "deal"
        self._exits: list[int] = []
        self._out_before = 0
        """How many were out when the night began."""
        self.first_speaker = 1
        self.counted_us = 0
        """Table time of the last count: an older hand is held over, a newer one early."""
        self.verdicts = 0
        """Lines that hold a T; no undo crosses one."""
        self.pending_vote = 0
        """7.1: the round whose vote a removal cancels: this one while its result is open, then the next."""
        self.void_votes: set[int] = set()
        self.on_vote: set[int] = set()
        """The nominees between whom hands are going."""
        self.leaving_for_sure: set[int] = set()
        self.last_ballot: BallotRecord | None = None
        self.result: str | None = None
        self.removal_decides = False
        self.scopes: list[Until] = []
        self.effects: list[Effect] = []
        self.record = GameRecord()

    # -- saying
    def say(self, cue: str, *numbers: int) -> None:
        """Public: a spoken cue."""
        self.effects.append(Say(self.at_us, cue, numbers))

    def tell(self, what: Text) -> None:
        """Private: a line on the host's remote."""
        self.effects.append(Tell(self.at_us, what))

    def note(self, what: Text) -> None:
        """Private, and kept in the record for the referee."""
        self.tell(what)
        self.record.notes.append((self.at_us, what))

    # -- scopes
    def until(self, holds: Callable[[], bool]) -> Until:
        """A block that ends as soon as the condition holds."""
        return Until(self.scopes, holds)

    async def unless(self, holds: Callable[[], bool], script: Script[R]) -> R | None:
        """The script's result, or None as soon as the condition holds (then it may never start)."""
        if holds():
            script.close()
            return None
        with self.until(holds):
            result = await script
            return None if holds() else result
        return None

    @property
    def interrupted(self) -> bool:
        """Does the condition of a scope hold, so that its next Ask will not be put?"""
        return any(scope.holds() for scope in self.scopes)

    # -- rounds
    @property
    def day(self) -> DayRecord:
        """The record of the current day."""
        return self.record.days[-1]

    @property
    def this_night(self) -> NightRecord:
        """The record of the current night."""
        return self.record.nights[-1]

    def nightfall(self) -> None:
        """The word «Ночь»: a night begins; the first one is number 0."""
        if self.record.nights:
            self.round += 1
        self.pending_vote, self.leaving_for_sure = self.round, set()  # 7.1: known at the latest by the word «ночь»
        self.night, self.period = True, f"night {self.round}"
        self.record.nights.append(NightRecord(self.round))
        self._exits = self.this_night.killed
        self._out_before = len(self.record.out)
        self.frozen, self.refused = set(), set()
        self.say("night")

    def daybreak(self) -> list[int]:
        """The word «День»: who was hit is out now. A day is recorded unless that has decided the game (nobody sees)."""
        killed, self.killed = sorted(self.killed), []  # in no order that tells who did it
        self.night, self.period = False, f"day {self.round}"
        self.nominations = []
        self.say("day")
        self.say("killed", *(seat for seat in killed if seat not in self.refused))
        if self.refused:
            self.say("refused", *sorted(self.refused))
        self.condemn(killed, speak=self.book.fields.last_word_killed)
        self.condemned -= self.refused
        self.dead = [seat for seat in killed if seat not in self.refused]
        self._in_order()
        if self.result is None:
            self.record.days.append(DayRecord(self.round, self.nominations, fouls=dict(self.fouls)))
            self._exits = self.day.left
        return killed

    # -- seats
    def alive(self, seat: int) -> bool:
        """Is the seat in the game?"""
        return seat in self.living

    @property
    def voters(self) -> set[int]:
        """The seats that may vote: in the game, and not frozen."""
        return set(self.living) - self.frozen

    def present(self, seat: int) -> bool:
        """Alive, or still to have a last word."""
        return seat in self.living or seat in self.condemned

    def why_out(self, seat: int) -> Text | None:
        """The reason why the seat is not in the game; None if it is."""
        if seat not in self.seats:
            return text("There is no seat {seat}.", seat=seat)
        return None if self.alive(seat) else text("Seat {seat} is out.", seat=seat)

    @property
    def shown_living(self) -> list[int]:
        """The seats that the table knows to be in the game."""
        return sorted({*self.living, *self.unannounced})

    def circle(self) -> Iterator[int]:
        """Living seats from the first speaker on, looked at when their turn comes."""
        for seat in self._from(self.first_speaker):
            if self.alive(seat):
                yield seat

    def seat_after(self, seat: int) -> int:
        """The next living seat after this one, round the table."""
        return next(after for after in self._from(seat + 1) if self.alive(after))

    def _from(self, first: int) -> list[int]:
        """All seats round the table, from that place on."""
        return [*(seat for seat in self.seats if seat >= first), *(seat for seat in self.seats if seat < first)]

    def blacks(self) -> set[int]:
        """Living seats that hold a black card."""
        return {seat for seat in self.living if self.roles.get(seat) in BLACK}

    def holder(self, role: str) -> int:
        """The living seat that holds the card, or 0."""
        return next((seat for seat in self.living if self.roles.get(seat) == role), 0)

    def called(self, call: str) -> set[int]:
        """The living seats that wake in the call of that name: all blacks in the mafia's."""
        return self.blacks() if call == "mafia" else {self.holder(call)} - {0}

    @property
    def standing(self) -> list[str]:
        """The cards in the game, those hit this night not counted."""
        return [self.roles.get(seat, "") for seat in self.living if seat not in self.killed]

    def sides(self) -> tuple[int, int]:
        """How many blacks and how many others are in the game, those hit this night not counted."""
        blacks = sum(card in BLACK for card in self.standing)
        return blacks, len(self.standing) - blacks

    # -- leaving
    def condemn(self, seats: Iterable[int], *, speak: bool = True) -> None:
        """Out at once, though each may still `speak`: have a last word."""
        leaving = [seat for seat in seats if self.alive(seat)]
        self.condemned = set(leaving) if speak else set()
        for seat in leaving:
            self._leave(seat)
        self._settle()

    def voted_out(self, seats: list[int] | None) -> None:
        """The day's vote is over: who leaves by it, or None if it was void."""
        self.day.void = seats is None
        self.on_vote = set()
        self.day.voted_out = [seat for seat in seats or [] if self.alive(seat)]
        if self.day.stages and not self.day.void:
            self.result_known(self.day.voted_out)
        self.say("leave", *self.day.voted_out)
        self.condemn(self.day.voted_out, speak=self.book.fields.last_word_voted)
        self.open_cards(self.day.voted_out)

    def open_cards(self, seats: Iterable[int]) -> None:
        """Who leaves shows his card to the table, where the book has it so."""
        if self.book.fields.cards == "open":
            for seat in seats:
                self.open_card(seat)

    def open_card(self, seat: int) -> None:
        """The seat shows its card to the table."""
        card = self.shown[seat] = self.roles.get(seat, "citizen")
        self.say(f"card_{card}", seat)

    def hit(self, seats: Iterable[int]) -> None:
        """Killed in the night: out in the morning, but the sides are counted at once (1.4)."""
        self.killed += seats
        self._settle()

    def hit_removed(self, seat: int) -> None:
        """Removed in the shooting, and shot in it: the removal changes no vote (7.1)."""
        self._unjudged.remove(seat)

    def result_known(self, leaving: list[int]) -> None:
        """7.1: the vote of this round can no longer change: a removal cancels the next one."""
        self.pending_vote = self.round + 1
        self.leaving_for_sure = set(leaving)

    def take_along(self, seat: int) -> None:
        """Out at once with another who leaves, without a last word."""
        self.say("taken", seat)
        self._leave(seat)
        self._settle()
        self.open_cards([seat])

    def release(self) -> None:
        """It is known who is taken along, if anybody."""
        self.holding = False
        self._settle()

    def _settle(self) -> None:
        """The first result stands, whatever happens afterwards."""
        if self.record.roles and not self.holding:
            self.decide(self.winner())

    def decide(self, result: str | None, period: str = "") -> None:
        """The game is decided, unless it was before or there is no result; in this `period` of it, or in another."""
        if self.result is None and result is not None:
            self.result, self.record.ended = result, period or self.period

    def _in_order(self) -> None:
        """One night's dead are out in the order of their seats."""
        self.record.out[self._out_before :] = sorted(self.record.out[self._out_before :])

    def _leave(self, seat: int) -> None:
        self.living.remove(seat)
        self.record.out.append(seat)
        self._exits.append(seat)

    # -- fouls and removals: they may come at any moment
    def foul(self, seat: int, why: Text) -> None:
        """One more foul; the book's number of them removes, an earlier one costs the next speech (6.4)."""
        if not self.present(seat):
            return
        fields = self.book.fields
        self._count_foul(seat, 1)
        self.note(text("Seat {seat}: foul {count}, {why}.", seat=seat, count=self.fouls[seat], why=why))
        if 0 < fields.fouls_out <= self.fouls[seat]:
            self.remove(seat)
            return
        self.say("foul", seat, self.fouls[seat])
        if self.fouls[seat] == fields.fouls_silent:
            self.silenced.add(seat)

    def pardon(self, seat: int) -> None:
        """The host takes the seat's last foul back."""
        if self.fouls[seat] == self.book.fields.fouls_silent:
            self.silenced.discard(seat)
        self._count_foul(seat, -1)
        self.note(text("Seat {seat}: a foul taken back, {count} left.", seat=seat, count=self.fouls[seat]))
        self.say("pardon", seat, self.fouls[seat])

    def _count_foul(self, seat: int, more: int) -> None:
        self.fouls[seat] += more
        if self.record.days and not self.night:
            self.day.fouls = dict(self.fouls)

    def remove(self, seat: int) -> None:
        """Out at once, without a last word; in the night the table is told when the book says so."""
        self.note(text("Seat {seat} is removed.", seat=seat))
        if not self.hush:
            self.book.removed(self, seat)
        elif seat not in self.killed:
            self._unjudged.append(seat)
        self.condemned.discard(seat)
        if seat in self.killed:
            self.killed.remove(seat)
        open_before = self.result is None
        if self.alive(seat):
            self._leave(seat)
            self._settle()
        self.removal_decides |= open_before and self.result is not None
        if self.hush:
            self.unannounced.append(seat)
        else:
            self._announce_removal(seat)

    def _announce_removal(self, seat: int) -> None:
        self.say("removed", seat)
        if self.record.roles:
            self.open_cards([seat])

    def mask(self, event: MaskOff | MaskOn, bare: frozenset[int]) -> None:
        """A mask lifted in the night by a seat that is not called is a peek; a mask in the day is told (4.3.6).

        What a sensor in doubt says is neither.
        """
        if event.seat in self.room.doubted:
            return
        if isinstance(event, MaskOn):
            if not self.night:
                self.note(text("Seat {seat} wears a mask in the day.", seat=event.seat))
        elif self.night and event.seat in bare:
            self.awake.add(event.seat)
        elif self.night:
            self.peek(event.seat)

    def peek(self, seat: int) -> None:
        """A mask was lifted in the night by a seat that is not called."""
        self.this_night.peeks.append(seat)
        self.note(text("Seat {seat} peeked.", seat=seat))
        self.book.peeked(self, seat)

    def announce_removals(self) -> None:
        """A part of the night is over: tell the table who was removed in it."""
        self.hush = False
        for seat in self._unjudged:
            self.book.removed(self, seat)
        for seat in self.unannounced:
            self._announce_removal(seat)
        self.unannounced, self._unjudged = [], []

    # -- the end
    def winner(self) -> str | None:
        """The side that has won by now, by the book's count; None while the game is open."""
        return self.book.winner(self)

    def decided_by_removal(self) -> bool:
        """A removal that the table knows of has ended the game."""
        return self.removal_decides and not self.unannounced

    def finish(self) -> None:
        """Write the result down; nobody has won: a draw. Who was hit in a night that has no morning is out too."""
        if self.night:
            for seat in self.killed:
                self._leave(seat)
            self.killed = []
            self._in_order()
        self.result = self.record.winner = self.result or "draw"
        self.record.ended = self.record.ended or self.period
        self.say(f"won_{self.record.winner}")
