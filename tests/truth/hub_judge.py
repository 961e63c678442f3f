"""Every verdict of an evening at a hub, against what the hands truly did, and against the slow oracle.

The oracle reads the hub's own microseconds. It is asked of ballots that no loss of the hub has touched, if the hub is
exact; what the hands truly did is asked always.
"""

from bisect import bisect_left
from dataclasses import dataclass

from ballot_room import NOMINEES
from hub_evening import HubEvening, HubPlayed
from hub_room import MS, HubModel
from judge import Held
from oracle import Edge, Expected, Life, Rule, Seat, Stamp, ballot, life_of
from pad_wires import Wire

from tablekit.game.record import BallotRecord

BOOTED_US = 40 * MS
"""What is active when a hub starts is down, as if for so long."""
CALL_US = 5 * MS
GIVEN_UP_US = 600 * MS
COUNT_US = 5 * MS
"""What is stamped so near to the host's keys may be before or after them."""
ARMED_US = 200 * MS
"""An Arm that had so long has surely come through."""


@dataclass
class HubHeld(Held):
    """Besides: what has happened to the hub in it."""

    reset: bool = False
    cut: bool = False
    stalled: bool = False
    wrapped: bool = False
    touched: bool = False
    """The kit had no hub for a while, or the hub was not there."""
    unopened: bool = False
    uncaused: bool = False
    """A hub was given up that was there: only a bad cable may do that."""


class HubJudge:
    """Plays an evening, and then reads each verdict against the whole of it."""

    def __init__(self, evening: HubEvening, rule: Rule | None = None) -> None:
        self.evening, self.room = evening, evening.room
        self.rule = rule or Rule()
        self.exact = evening.room.maker.coarse_us == 0
        self.lives: dict[tuple[int, int], Life] = {}
        self.voted: set[int] = set()
        self.counts = 0
        self.over_us = 0
        self.over_is_exact = False

    def judge(self, ballots: int) -> list[HubHeld]:
        played = self.evening.play(ballots)
        held = [
            self._ballot(HubHeld(f"hub evening {self.evening.seed} ballot {n}"), one) for n, one in enumerate(played)
        ]
        held[-1].differences += self.room.lies[:3]
        if not self.room.lost:
            held[-1].compare("stale", self.room.kit.inlets[0].source.stale_count, 0)
        return held

    # -- one ballot
    def _ballot(self, held: HubHeld, played: HubPlayed) -> HubHeld:
        record, at = played.record, played.at
        gone = self.room.lost + self.room.outages
        held.reset, held.cut, held.stalled = (played.trouble == what for what in ("reset", "cut", "stall"))
        held.touched = any(from_us < played.over_us and until_us > at.begins - 50 * MS for from_us, until_us in gone)
        held.wrapped = at.call < self.room.wraps_us < played.t_us
        if record is None or (played.stood and played.void):
            held.unopened = not played.opened
            if played.opened:
                held.void = "open"
                held.differences.append(f"{held.name}: not decided")
            self.over_is_exact = False
            return held
        lost_in_it = "no answer" in str(record.void)
        held.uncaused = lost_in_it and not any(
            from_us < played.over_us and until_us > at.begins - GIVEN_UP_US for from_us, until_us in self.room.outages
        )
        if lost_in_it:
            held.void = "loss"
            if not held.touched:
                held.differences.append(f"{held.name}: void for a loss that was none")
            self.over_is_exact = False
            return held
        held.compare("voters", set(record.voters), played.living - self.voted)
        self._word(held, played, record)
        expected = None
        if self.exact and not held.touched and record.t_by != "estimate":
            expected = self._expected(played, record)
            self._compare(held, played, record, expected)
        self._truth(held, played, record)
        self._go_on(held, played, record)
        return held

    def _word(self, held: HubHeld, played: HubPlayed, record: BallotRecord) -> None:
        """T is right within its error, and the word is heard if anybody says it."""
        held.estimated = record.t_by == "estimate"
        if abs(record.t_us - played.t_us) > record.t_err_us + 1:
            held.wrong.append(f"{held.name}: T {record.t_us} +- {record.t_err_us} was {played.t_us}")
        stalled_us = played.stall_us if played.trouble == "stall" else played.over_us
        excused = played.trouble == "deaf" or held.touched or stalled_us < played.t_us
        if held.estimated and not excused and played.t_us - played.said_us > ARMED_US:
            held.differences.append(f"{held.name}: the word was not heard, and nothing kept it from being")

    # -- the oracle
    def _expected(self, played: HubPlayed, record: BallotRecord) -> Expected:
        place = max(at for at, (since_us, _) in enumerate(self.room.hubs) if since_us <= played.at.begins)
        since_us, hub = self.room.hubs[place]
        counter = hub.counter  # type: ignore[attr-defined]

        def own_us(at_us: int) -> int:
            return counter.ticks(at_us) // 2  # type: ignore[no-any-return]

        t = Stamp(own_us(played.t_us), counter.ticks(played.t_us), 0, "hub")
        seats = {
            seat: Seat(self._life(place, since_us, hub, seat), "hub", 0, seat not in self.voted, True, 1 << 62)
            for seat in self.evening.seats
        }
        count_us = played.counted_us if played.stood else played.over_us
        return ballot(seats, own_us(self.over_us), own_us(record.called_us), t, own_us(count_us))

    def _life(self, place: int, since_us: int, hub: HubModel, seat: int) -> Life:
        """What the pad came to since that hub was powered, in the hub's own microseconds."""
        if (life := self.lives.get((place, seat))) is not None:
            return life
        ticks = hub.counter.ticks  # type: ignore[attr-defined]
        wire = self.evening.wires[seat]
        booted = ticks(since_us)
        edges = [Edge(booted // 2 - BOOTED_US, booted, True)] if wire.active_at(since_us) else []
        edges += [
            Edge(ticks(at_us) // 2, ticks(at_us), n % 2 == 0)
            for n, at_us in enumerate(wire.changes)
            if at_us > since_us
        ]
        return self.lives.setdefault((place, seat), life_of(edges, [], [], self.rule))

    def _compare(self, held: HubHeld, played: HubPlayed, record: BallotRecord, expected: Expected) -> None:
        if abs(record.called_us - played.at.call) > MS and self._near(record.called_us, CALL_US):
            return
        doubt = self.evening.habits.doubt
        voters = played.living - self.voted
        judged = {hand.seat: hand.judged for hand in record.hands}
        counted = (expected.on_time | (expected.doubtful if doubt == "count" else set())) & voters
        words = {seat: expected.judged(seat, seat in voters, seat in self.voted, doubt) for seat in expected.after_us}
        if expected.doubtful & voters and doubt == "repeat":
            held.void = "doubt"
        held.compare("repeated", str(record.void), "A hand on the line." if held.void else "None")
        held.compare("counted", set(record.counted), counted)
        held.compare("down at the call", {*record.early, *record.held}, expected.early | expected.held)
        held.compare("unknown", record.unknown, [])
        if self.over_is_exact:
            held.compare("early", set(record.early), expected.early)
        if not played.stood:
            line = {seat for seat in voters if judged.get(seat) == "on the line"}
            held.compare("on the line", line, expected.doubtful & voters)
            return
        if not self._near(played.counted_us, COUNT_US):
            held.compare("judged", judged, words)
            lifted = {seat for seat, lifted_us in expected.lifted_us.items() if lifted_us is not None}
            held.compare("lifts", {hand.seat for hand in record.hands if hand.lifted_us is not None}, lifted)
            given = {seat for seat, fouls in played.fouls.items() if fouls}
            held.compare("fouls", given, expected.lifted_early & set(record.counted))
        for hand in record.hands:
            off_us = hand.after_t_us - expected.after_us.get(hand.seat, hand.after_t_us)
            if abs(off_us) > 2 * record.t_err_us + 4 * MS:
                held.differences.append(f"{held.name}: seat {hand.seat} is {off_us} us off")

    def _near(self, at_us: int, by_us: int) -> bool:
        """Has any pad changed so near to it?"""
        changes = (wire.changes for wire in self.evening.wires.values())
        return any(bisect_left(each, at_us - by_us) < bisect_left(each, at_us + by_us) for each in changes)

    # -- the truth
    def _truth(self, held: HubHeld, played: HubPlayed, record: BallotRecord) -> None:
        """A hand counts if its first contact was before the word; a loss makes pads unknown, never a verdict wrong."""
        called_us, t_us, coarse_us = record.called_us, played.t_us, self.room.maker.coarse_us
        blind = any(from_us <= called_us <= until_us for from_us, until_us in self.room.blind)
        doubt = self.evening.habits.doubt
        judged = {hand.seat: hand.judged for hand in record.hands}
        held.unknown = len(record.unknown)
        if record.void is not None and doubt == "repeat":
            held.void = "doubt"
        for seat in sorted(set(record.voters)):
            wire = self.evening.wires[seat]
            first_us = next((hand.first_us for hand in wire.hands if called_us < hand.first_us < played.over_us), None)
            if any(abs(hand.first_us - called_us) < CALL_US for hand in wire.hands):
                continue
            if first_us is not None:
                held.hands += 1
                held.own += 1
                held.near += abs(first_us - t_us) <= MS
            verdict = judged.get(seat)
            doubted = verdict == "on the line" or (verdict == "counted" and self._around(wire, t_us, record))
            if doubted and (verdict == "on the line" or doubt == "count"):
                held.own_doubted += record.t_by != "estimate"
                self._doubt(held, wire, first_us, t_us, record)
                continue
            if any(played.at.begins < brush_us < played.over_us for brush_us in wire.brushes):
                continue
            if first_us is not None and abs(first_us - t_us) <= coarse_us:
                continue
            on_time = first_us is not None and first_us < t_us
            if verdict == "counted":
                wrong = not on_time
            elif blind or seat in record.unknown:
                wrong = seat in record.unknown and not held.touched
            else:
                wrong = on_time
            if wrong:
                apart = "none" if first_us is None else f"{first_us - t_us} us from the word"
                held.wrong.append(f"{held.name}: seat {seat} {verdict}, its hand: {apart}")

    def _around(self, wire: Wire, t_us: int, record: BallotRecord) -> bool:
        """Has it active edges on both sides of the word, within one contact or the errors?"""
        open_us = self.room.maker.coarse_us + (2 * (record.t_err_us + 2 * MS) if record.t_by == "estimate" else 0)
        before = wire.contacts(t_us - self.rule.confirm_us - open_us, t_us + open_us if open_us else t_us - 1)
        after = wire.contacts(t_us - open_us, t_us + self.rule.confirm_us + open_us)
        return bool(before and after) and (bool(open_us) or before != after)

    def _doubt(self, held: HubHeld, wire: Wire, first_us: int | None, t_us: int, record: BallotRecord) -> None:
        """A doubt needs a cause."""
        held.unjustified += not self._around(wire, t_us, record)
        held.apart_us.append(0 if first_us is None else abs(first_us - t_us))

    def _go_on(self, held: HubHeld, played: HubPlayed, record: BallotRecord) -> None:
        """What the next ballot begins with."""
        self.over_is_exact = played.stood is not None and not held.touched
        self.over_us = played.counted_us
        if played.stood is None:
            return
        self.counts += 1
        self.voted = self.voted | set(record.counted) if self.counts % len(NOMINEES) else set()
