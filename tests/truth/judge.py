"""Every verdict of an evening against the slow oracle, and against what the hands truly did."""

from dataclasses import dataclass, field
from typing import Literal

from ballot_room import NOMINEES, Link
from evening import KEY, PAD, Evening, Played
from oracle import FOREVER_US, Down, Edge, Expected, Life, Rule, Seat, Stamp, Unproven, ballot, life_of
from pad_wires import MS, Wire

from tablekit.game.record import BallotRecord
from tablekit.intake.debounce import Line

SETTLE_US = 2_000
"""How much longer than its error a T that is not exact waits for hands."""
HEARD_US = 1_000_000
CALL_US = 2_000
"""A key is stamped on arrival; what has gone through by then may be an uncertain clock's."""
CUE_LATE_US = 10_000
"""So late at most is the report of a cue's start; it is then stamped later, and says so in its error."""


@dataclass
class Held:
    """One ballot, and what is to be said of its verdict."""

    name: str
    hands: int = 0
    near: int = 0
    own: int = 0
    """Hands on the word's own counter."""
    own_doubted: int = 0
    unknown: int = 0
    estimated: bool = False
    """The word was not heard, T is the sound desk's."""
    void: Literal["", "doubt", "loss", "open"] = ""
    apart_us: list[int] = field(default_factory=list)
    """How far from the word the doubted hands were."""
    unjustified: int = 0
    wrong: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def compare(self, what: str, kit: object, oracle: object) -> None:
        if kit != oracle:
            self.differences.append(f"{self.name}: {what} {kit}, the oracle says {oracle}")


class Judge:
    """Plays an evening, reads the whole of it, and then each verdict against it."""

    def __init__(self, evening: Evening, rule: Rule | None = None) -> None:
        self.evening = evening
        self.rule = rule or Rule()
        self.link_of = {line: link for link in evening.links for line in link.lines}
        self.lives: dict[Line, Life] = {}
        self.over_us = 0
        self.over_is_exact = True
        self.voted: set[int] = set()
        self.counts = 0
        self.out_us: dict[int, int] = {}
        self.lifted: dict[int, int] = dict.fromkeys(evening.seats, 0)

    def judge(self, ballots: int) -> list[Held]:
        played = self.evening.play(ballots)
        for link in self.evening.links:
            for line, wire in link.lines.items():
                self.lives[line] = self._life(link, line, wire)
        held = [
            self._ballot(Held(f"evening {self.evening.seed} ballot {place}"), one) for place, one in enumerate(played)
        ]
        if not self.evening.breaks:
            held[-1].compare("stale", sum(link.source.stale_count for link in self.evening.links), 0)
        held[-1].compare("fouls of the evening", self.evening.room.game.runner.table.fouls, self.lifted)
        return held

    def _life(self, link: Link, line: Line, wire: Wire) -> Life:
        seen_us = link.counter.seen_us
        edges = [
            Edge(seen_us(true_us), true_us, place % 2 == 0)
            for place, true_us in enumerate(wire.changes)
            if place not in wire.lost
        ]
        return life_of(edges, link.readings.get(line, []), link.gaps, self.rule)

    # -- one ballot
    def _ballot(self, held: Held, played: Played) -> Held:
        record = played.stood or played.void
        if record is None or (played.stood and played.void):
            held.void = "open"
            held.differences.append(f"{held.name}: not decided")
            return held
        if played.out:
            self.out_us[played.out] = played.stamps_us["remove"]
        known_us = self._known_us(played)
        t = self._t(played, record, known_us)
        if self._lost_between(record, t, known_us):
            held.void = "loss"
            if played.void is None:
                held.wrong.append(f"{held.name}: decided, though a link was lost before it could be")
            self.over_is_exact = False
            return held
        over_us = played.stamps_us["next"] if played.stood else played.at.ends
        seats = {seat: self._seat(seat, played) for seat in self.evening.seats}
        expected = ballot(seats, self.over_us, record.called_us, t, over_us)
        self._compare(held, played, record, t, expected)
        self._truth(held, played, record, t, expected)
        self._go_on(played, record, t, expected)
        return held

    def _known_us(self, played: Played) -> int:
        """Everything up to this stamp is known of every line; a link that is lost in this ballot has told no more."""
        if played.lost is None:
            return FOREVER_US
        link = played.lost
        place = next(place for place, gap in enumerate(link.gaps) if gap.back_us > played.at.ends)
        undecided_us = min((self.lives[line].undecided_us[place] for line in link.lines), default=FOREVER_US)
        return min(link.gaps[place].after_us, undecided_us - 1)

    def _t(self, played: Played, record: BallotRecord, known_us: int) -> Stamp:
        at, link, cue = played.at, self.evening.links[0], played.cue
        lost_before = played.lost is link and known_us < record.called_us
        if cue is not None and (played.deaf or lost_before):
            late_us = min(max(0, record.t_us - cue.at_us), CUE_LATE_US)
            return Stamp(cue.at_us + late_us, at.t, cue.err_us + late_us, "")
        stamp_us = link.counter.seen_us(at.t)
        if KEY in self.lives:
            pressed = next((what for what in self.lives[KEY].within(at.call, at.ends) if isinstance(what, Down)), None)
            stamp_us = pressed.at_us if pressed else stamp_us
        return Stamp(stamp_us, at.t, link.counter.err_us, link.counter.clock.name)

    def _lost_between(self, record: BallotRecord, t: Stamp, known_us: int) -> bool:
        """Was a link lost after the call, before everything up to the verdict was known of its lines?"""
        verdict_us = t.at_us + (t.err_us + SETTLE_US if self._waits(t) else 0)
        if known_us in (record.called_us, verdict_us):  # the loss has the same stamp: whichever came first
            return "no answer" in str(record.void)
        return record.called_us < known_us < verdict_us  # lost before the call: the host enters its votes

    def _waits(self, t: Stamp) -> bool:
        """The verdict waits for hands if T is not exact, or may not be so against another counter."""
        return t.err_us > 0 or len(self.evening.links) > 1

    def _seat(self, seat: int, played: Played) -> Seat:
        link = self.link_of[PAD[seat]]
        return Seat(
            self.lives[PAD[seat]],
            link.counter.clock.name,
            link.counter.err_us,
            voter=seat in played.living and seat not in self.voted and seat != played.out,
            living=seat in played.living,
            heard_until_us=self.out_us.get(seat, FOREVER_US),
        )

    def _compare(self, held: Held, played: Played, record: BallotRecord, t: Stamp, expected: Expected) -> None:
        doubt = self.evening.habits.doubt
        voters = played.living - self.voted - {played.out}
        counted = (expected.on_time | (expected.doubtful if doubt == "count" else set())) & voters
        judged = {hand.seat: hand.judged for hand in record.hands}
        words = {seat: expected.judged(seat, seat in voters, seat in self.voted, doubt) for seat in expected.after_us}
        if expected.doubtful & voters and doubt == "repeat":
            held.void = "doubt"
        held.compare("repeated", str(record.void), "A hand on the line." if held.void else "None")
        held.compare("T", (record.t_us, record.t_err_us), (t.at_us, t.err_us))
        held.compare("voters", set(record.voters), voters)
        held.compare("counted", set(record.counted), counted)
        held.compare("down at the call", {*record.early, *record.held}, expected.early | expected.held)
        if self.over_is_exact:
            held.compare("early", set(record.early), expected.early)
        if abs(record.called_us - played.at.call) > CALL_US:
            held.compare("called", record.called_us, played.at.call)
        if played.stood:
            held.compare("judged", judged, words)
            held.compare("unknown", set(record.unknown), expected.unknown - counted - {played.out})
            held.compare("stamps", {hand.seat: hand.after_t_us for hand in record.hands}, expected.after_us)
            held.compare("lifts", {hand.seat: hand.lifted_us for hand in record.hands}, expected.lifted_us)
        else:
            line = {seat for seat in voters if judged.get(seat) == "on the line"}
            held.compare("on the line", line, expected.doubtful & voters)

    def _go_on(self, played: Played, record: BallotRecord, t: Stamp, expected: Expected) -> None:
        """What the next ballot begins with: who has voted by the kit's count, which has been judged."""
        self.over_is_exact = played.stood is not None or not self._waits(t)
        self.over_us = played.stamps_us["next"] if played.stood else t.at_us + HEARD_US
        if played.stood is None:
            return
        for seat in expected.lifted_early & set(record.counted):
            self.lifted[seat] += 1
        self.counts += 1
        self.voted = self.voted | set(record.counted) if self.counts % len(NOMINEES) else set()

    # -- the truth
    def _truth(self, held: Held, played: Played, record: BallotRecord, t: Stamp, expected: Expected) -> None:
        """A hand counts if its first contact was before the word; where the rule is grey or blind, it is not asked."""
        at = played.at
        judged = {hand.seat: hand.judged for hand in record.hands}
        held.unknown = len(record.unknown)
        held.estimated = record.t_by == "estimate"
        for seat in sorted(set(record.voters)):
            wire, link = self.evening.wires[seat], self.link_of[PAD[seat]]
            first_us = next((hand.first_us for hand in wire.hands if at.call < hand.first_us < at.ends), None)
            own = link.counter.clock.name == t.counter
            if first_us is not None:
                held.hands += 1
                held.own += own
                held.near += abs(first_us - at.t) <= MS
            verdict = judged.get(seat)
            counted_all_the_same = self.evening.habits.doubt == "count" and seat in expected.doubtful
            if verdict == "on the line" or (verdict == "counted" and counted_all_the_same):
                held.own_doubted += own
                self._doubt(held, wire, first_us, at.t, 0 if own else 2 * (link.counter.err_us + t.err_us))
            elif not self._blind(seat, wire, played):
                on_time = first_us is not None and first_us < at.t
                if on_time != (verdict == "counted"):
                    apart = "none" if first_us is None else f"{first_us - at.t} us from the word"
                    held.wrong.append(f"{held.name}: seat {seat} {verdict}, its hand: {apart}")

    def _blind(self, seat: int, wire: Wire, played: Played) -> bool:
        at = played.at
        brushed = any(at.begins < brush_us < at.ends for brush_us in wire.brushes)
        unseen = any(at.begins < wire.changes[place] < at.ends for place in wire.lost)
        corrected = any(isinstance(what, Unproven) for what in self.lives[PAD[seat]].within(at.begins, at.ends))
        return brushed or unseen or corrected or PAD[seat] in played.deafened

    def _doubt(self, held: Held, wire: Wire, first_us: int | None, t_us: int, open_us: int) -> None:
        """A doubt needs a cause: contacts on both sides of the word, within 12 ms or what the errors leave open."""
        before = wire.contacts(t_us - self.rule.confirm_us - open_us, t_us + open_us if open_us else t_us - 1)
        after = wire.contacts(t_us - open_us, t_us + self.rule.confirm_us + open_us)
        held.unjustified += not (before and after)
        held.apart_us.append(abs((first_us if first_us is not None else (before or [t_us])[-1]) - t_us))
