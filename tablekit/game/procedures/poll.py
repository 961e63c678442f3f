"""One question to all hands: the call, the hands, the word, the verdict, the count."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tablekit.effects import WORD_OF, Text, text
from tablekit.events import CueStarted, Event, HostSaid, Stamped, TimeReached, WordHeard, WordKey
from tablekit.game.ask import NEXT, THANKS, Ask, Offer
from tablekit.game.ballot import CONTACTS, FORMS, Window
from tablekit.game.record import BallotRecord, HandRecord, Judged
from tablekit.game.scope import Stop
from tablekit.game.table import Table

ONSET_US = 250_000
"""From the start of the cue: no onset heard by then, and T is the cue's own stamp, with its error."""
NO_CUE_US = 1_000_000
"""From the key: no cue begun by then, and T is the key, this much in doubt."""
SETTLE_US = 2_000
"""The largest error of a clock with which a ballot may open."""
KEY_DEAD_US = 5_000_000
"""So long after the call the remote's own key ends a ballot that waits for a wired one: that must be dead."""
HEARD_US = 1_000_000
"""So long after it a ballot is known to everybody to be void: a hand that still comes is held over, not early."""
REASONS: tuple[Text, ...] = (
    text("a pad"),
    text("a disturbance"),
    text("the word"),
    text("the host's decision"),
)


@dataclass(slots=True)
class Question:
    """What hands are asked for. `voted`: whom the seats voted for in this stage; they have no second vote."""

    what: Literal["ballot", "raise"]
    nominee: int = 0
    stage: int = 0
    voted: Mapping[int, int] = field(default_factory=dict)
    takes_rest: bool = False
    """Who puts no hand votes here all the same (4.4.8)."""
    going: Callable[[set[int]], None] = lambda _: None
    """Told the seats with a hand so far, while hands are going."""
    judged: Callable[[set[int], set[int]], None] = lambda _, __: None
    """Told who votes here, and who could have at T, as soon as T has judged the hands."""


class Poll:
    """One question until it is counted: called again whenever it is void."""

    def __init__(self, table: Table, question: Question, voids: list[BallotRecord]) -> None:
        self.table, self.question, self.voids = table, question, voids
        self.known = table.pending_vote, table.leaving_for_sure
        self.again: Text | None = None

    async def counted(self) -> BallotRecord:
        """The ballot that stands. Fouls for early, lifted and second hands are given with its count."""
        while True:
            window = Window(FORMS[self.table.book.fields.ballots])
            ballot = await self._call(window)
            try:
                t = await self._word(ballot, window)
                if t is not None and await self._judge(ballot, window, t) and await self._count(ballot, window, t):
                    return ballot
            except Stop:
                ballot.void = text("Cut short by a removal.")
                self.voids.append(ballot)
                raise
            self._void(ballot, window)

    async def _call(self, window: Window) -> BallotRecord:
        table, question = self.table, self.question
        call = Offer("next", lambda _: self._why_no_ballot())
        await Ask("call", (call,), seat=question.nominee, stage=question.stage, host=self.again)
        ballot = BallotRecord(question.nominee, table.at_us, table.book.fields.ballots)
        for seat in sorted(table.room.down.keys() & table.voters):
            hand = table.room.down[seat]
            if hand is not None and hand.at_us == table.at_us:
                window.take(hand)
            elif hand is not None and hand.at_us >= table.counted_us:
                ballot.early.append(seat)
                table.note(text("Seat {seat}: early hand, no vote until lifted.", seat=seat))
            else:
                ballot.held.append(seat)
                table.note(text("Seat {seat}: held over, no vote until lifted.", seat=seat))
        for source in sorted(table.room.lost):
            table.note(text("No answer from {source}: enter the votes of its pads.", source=source))
        table.say(question.what, *([question.nominee] if question.nominee else []))
        return ballot

    def _why_no_ballot(self) -> Text | None:
        """No ballot opens while a counter says nothing exact."""
        for source, err_us in sorted(self.table.room.unsure.items()):
            return text("Wait: the clock of {source} is ± {ms} ms.", source=source, ms=err_us // 1000)
        return None

    # -- hands, until the word
    async def _word(self, ballot: BallotRecord, window: Window) -> Stamped | None:
        """T; or None if the window became void before it."""
        if self.table.book.fields.cutoff == "word":
            hands = self._hands(THANKS)
        else:
            hands = self._hands(Offer("thanks", lambda _: self._why_not_without_key(ballot)), hear=(WordKey,))
        while window.void is None:
            answer = await hands
            if isinstance(answer, WordKey):
                ballot.t_by = "key"
                return answer
            if isinstance(answer, HostSaid):
                return await self._onset(ballot, window, answer)
            self._take(window, answer)
        return None

    def _why_not_without_key(self, ballot: BallotRecord) -> Text | None:
        dead = self.table.room.lost or self.table.at_us >= ballot.called_us + KEY_DEAD_US
        return None if dead else text("Press the wired key.")

    async def _onset(self, ballot: BallotRecord, window: Window, said: HostSaid) -> Stamped | None:
        """T as the table hears the word; without an onset, as well as the sound desk knows it."""
        table = self.table
        word = WORD_OF[table.book.fields.ballots]
        table.say(word)
        best = CueStarted(said.at_us, err_us=NO_CUE_US, cue=word)
        until_us, cued = table.now_us + NO_CUE_US, False
        while window.void is None:
            answer = await self._hands(hear=(CueStarted, WordHeard), until_us=until_us)
            if isinstance(answer, WordHeard):
                ballot.t_by = "word"
                return answer
            if isinstance(answer, TimeReached):
                ballot.t_by = "estimate"
                missed = text("The word was not heard: T is the start of its cue, ± {ms} ms.")
                unplayed = text("The word was not played: T is the host's key, ± {ms} ms.")
                table.note(Text((missed if cued else unplayed).template, {"ms": best.err_us / 1000}))
                return best
            if not isinstance(answer, CueStarted):
                self._take(window, answer)
            elif answer.cue == word:
                best, until_us, cued = answer, table.now_us + ONSET_US, True
        return None

    def _hands(self, *offers: Offer, hear: tuple[type[Stamped], ...] = (), until_us: int | None = None) -> Ask:
        question = self.question
        facts = (*CONTACTS, *hear)
        return Ask(question.what, offers, until_us, facts, question.nominee, question.stage, ends_us=0, sealed=True)

    def _take(self, window: Window, event: Event) -> None:
        window.take(event)
        self.question.going(set(window.contacts) & self.table.voters)

    # -- the verdict
    async def _judge(self, ballot: BallotRecord, window: Window, t: Stamped) -> bool:
        """Who voted; False if the vote must be repeated. From here on no undo crosses T."""
        table, question = self.table, self.question
        table.verdicts += 1
        table.last_ballot = ballot
        ballot.t_us, ballot.t_err_us = t.at_us, t.err_us
        voters = table.voters - question.voted.keys()
        ballot.voters = sorted(voters)
        if t.err_us or table.room.counters - {t.clock}:
            settled_us = table.now_us + t.at_us - table.at_us + t.err_us + SETTLE_US
            settling = Ask("word", (), settled_us, CONTACTS, question.nominee, question.stage, ends_us=0, sealed=True)
            while not isinstance(event := await settling, TimeReached):
                window.take(event)
        on_time, _, doubtful = window.hands(t, voters)
        for seat in sorted(doubtful):
            ms = window.contacts[seat][0].after_us(t) / 1000
            table.note(text("Seat {seat}: on the line, {ms} ms from the word.", seat=seat, ms=ms))
        if doubtful and table.book.fields.doubt == "repeat":
            ballot.void = text("A hand on the line.")
        ballot.counted = sorted(on_time | doubtful if table.book.fields.doubt == "count" else on_time)
        ballot.hands = self._hand_records(ballot, window, t)
        if window.void is not None or ballot.void is not None:
            return False
        self._tell_votes(ballot)
        return True

    def _tell_votes(self, ballot: BallotRecord) -> None:
        voters, votes = set(ballot.voters), set(ballot.counted)
        if self.question.takes_rest:
            ballot.by_default = sorted(voters - votes)
        self.question.judged(voters if self.question.takes_rest else votes, voters)

    def _hand_records(
        self, ballot: BallotRecord, window: Window, t: Stamped, entered: Collection[int] = ()
    ) -> list[HandRecord]:
        on_time, late, doubtful = window.hands(t, set(self.table.seats))
        records = []
        for seat, contacts in sorted(window.contacts.items()):
            judged: Judged = "not counted"
            if seat in self.question.voted:
                judged = "second" if seat in on_time else judged
            elif seat in ballot.counted and seat not in entered:
                judged = "counted"
            elif seat in late:
                judged = "late"
            elif seat in doubtful:
                judged = "on the line"
            first = contacts[0]
            lifts = [contact.up.at_us - t.at_us for contact in contacts if contact.up]
            records.append(HandRecord(seat, first.after_us(t), first.err_us(t), judged, lifts[0] if lifts else None))
        return records

    # -- the count
    async def _count(self, ballot: BallotRecord, window: Window, t: Stamped) -> bool:
        """Late hands and lifts until the host counts; False if he has it repeated."""
        table, question = self.table, self.question
        entered: list[int] = []
        told: set[int] = set()
        enter = Offer("vote", lambda seat: self._why_not_entered(ballot, seat))
        while True:
            for seat in sorted(window.unknown & table.voters - {*ballot.counted, *ballot.unknown}):
                ballot.unknown.append(seat)
                table.note(text("Seat {seat}: unknown, enter its vote if it has one.", seat=seat))
            for hand in ballot.hands:
                if hand.judged == "late" and hand.seat not in told:
                    told.add(hand.seat)
                    late_ms = f"{hand.after_t_us / 1000:.3f}"
                    table.note(text("Seat {seat}: late by {ms} ms, refused.", seat=hand.seat, ms=late_ms))
            answer = await Ask("count", (NEXT, enter, REPEAT), None, CONTACTS, question.nominee, question.stage)
            if not isinstance(answer, HostSaid):
                window.take(answer)
            elif answer.key == "next":
                break
            elif answer.key == "repeat":
                ballot.void = text("Repeated by the host: {reason}.", reason=REASONS[answer.number - 1])
                return False
            else:
                entered.append(answer.number)
                ballot.counted = sorted({*ballot.counted, answer.number})
                table.note(text("Seat {seat}: vote entered by the host.", seat=answer.number))
                self._tell_votes(ballot)
            ballot.hands = self._hand_records(ballot, window, t, entered)
            ballot.hands += [HandRecord(seat, 0, 0, "by host") for seat in entered]
        table.counted_us = table.at_us
        table.say(
            "count" if question.nominee else "raised",
            *([question.nominee] if question.nominee else []),
            ballot.votes,
        )
        self._fouls(ballot, window.lifted_early(t, set(ballot.counted) - set(entered)))
        return True

    def _why_not_entered(self, ballot: BallotRecord, seat: int) -> Text | None:
        if (out := self.table.why_out(seat)) is not None:
            return out
        if seat in self.table.frozen:
            return text("Seat {seat} is frozen.", seat=seat)
        if seat in self.question.voted or seat in ballot.counted:
            return text("Seat {seat} has voted.", seat=seat)
        if seat in ballot.seats("late") + ballot.seats("on the line") and seat not in ballot.unknown:
            return text("Seat {seat}: its pad works, its hand was not in time.", seat=seat)
        return None

    def _fouls(self, ballot: BallotRecord, lifted_early: set[int]) -> None:
        table, fields = self.table, self.table.book.fields
        for seat in sorted(lifted_early):
            self._foul(fields.lifted_hand, seat, text("lifted before the word"))
        for seat in sorted(set(ballot.lifted()) & set(ballot.counted) - lifted_early):
            table.note(text("Seat {seat}: lifted before the count.", seat=seat))
        for seat in ballot.early:
            self._foul(fields.early_hand, seat, text("early hand"))
        for seat in ballot.seats("second"):
            if fields.two_hands == "removal" and table.alive(seat):
                table.remove(seat)
            else:
                self._foul(fields.two_hands, seat, text("a hand for a second nominee"))

    def _foul(self, field: str, seat: int, why: Text) -> None:
        if field == "foul":
            self.table.foul(seat, why)
        else:
            self.table.note(text("Seat {seat}: {why}.", seat=seat, why=why))

    def _void(self, ballot: BallotRecord, window: Window) -> None:
        self.again = ballot.void = ballot.void or window.void
        self.voids.append(ballot)
        self.table.pending_vote, self.table.leaving_for_sure = self.known
        self.table.counted_us = self.table.at_us + HEARD_US
        self.table.say("void")


def _why_no_reason(number: int) -> Text | None:
    return None if 1 <= number <= len(REASONS) else text("Give a reason: 1 to {last}.", last=len(REASONS))


REPEAT = Offer("repeat", _why_no_reason)
