"""The slow oracle: the published rule of a pad and of a ballot, read off whole lists. It knows nothing of the kit.

A line is the list of all its edges, by stamp, each with its true time. Every question is put to the whole list.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

FOREVER_US = 1 << 60


@dataclass(frozen=True)
class Rule:
    """The published constants."""

    new_after_us: int = 5_000
    confirm_us: int = 12_000
    release_us: int = 30_000
    reading_us: int = 1_000


class Edge(NamedTuple):
    at_us: int
    true_us: int
    active: bool


class Reading(NamedTuple):
    """A level, read by `read_us`, that counts at `at_us`."""

    at_us: int
    read_us: int
    active: bool


class Gap(NamedTuple):
    """The line's source was lost after `after_us`, and is back since `back_us`."""

    after_us: int
    back_us: int


class Down(NamedTuple):
    at_us: int
    true_us: int
    settled_us: int


class Up(NamedTuple):
    at_us: int
    true_us: int


class Unproven(NamedTuple):
    at_us: int
    down: bool


Change = Down | Up | Unproven
Span = tuple[Edge | None, Edge | None]  # on, off; None: since before the list, or for ever


# -- a line
def spans_of(edges: Iterable[Edge], active: bool) -> list[Span]:
    """When the line was active: an edge that changes nothing is nothing."""
    spans: list[Span] = [(None, None)] if active else []
    for edge in edges:
        if edge.active and not active:
            spans.append((edge, None))
        elif active and not edge.active:
            spans[-1] = (spans[-1][0], edge)
        active = edge.active
    return spans


def ends_us(span: Span) -> int:
    return FOREVER_US if span[1] is None else span[1].at_us


def begins_us(span: Span) -> int:
    return -FOREVER_US if span[0] is None else span[0].at_us


class Stretch:
    """A part of a line's life within which nothing was lost: what its spans come to by `until_us`."""

    def __init__(self, edges: Iterable[Edge], down: bool, until_us: int, rule: Rule) -> None:
        self.rule, self.until_us = rule, until_us
        self.spans = spans_of(edges, down)
        self.down = down
        self.changes: list[Change] = []
        self.undecided_us = FOREVER_US
        """The oldest stamp that might still be told of."""
        place = self._release(0) if down else 0
        while place < len(self.spans) and not self.down:
            place = self._contact(place)

    def _quiet_us(self, place: int, upto_us: int) -> int:
        """How long the line was inactive after that span, as far as is known by `upto_us`."""
        following_us = begins_us(self.spans[place + 1]) if place + 1 < len(self.spans) else FOREVER_US
        return min(following_us, upto_us) - ends_us(self.spans[place])

    def _contact(self, place: int) -> int:
        """Judge the contact that begins with this span; returns the span to go on with."""
        first = self.spans[place][0]
        assert first is not None
        judged_us = first.at_us + self.rule.confirm_us
        within = [at for at in range(place, len(self.spans)) if begins_us(self.spans[at]) < judged_us]
        known_us = min(judged_us, self.until_us)
        if any(self._quiet_us(at, known_us) >= self.rule.new_after_us for at in within):
            return place + 1
        if judged_us > self.until_us:
            self.undecided_us = first.at_us
            return len(self.spans)
        lit_us = sum(min(ends_us(self.spans[at]), judged_us) - begins_us(self.spans[at]) for at in within)
        if ends_us(self.spans[within[-1]]) < judged_us or 2 * lit_us < self.rule.confirm_us:
            return place + 1
        self.changes.append(Down(first.at_us, first.true_us, begins_us(self.spans[within[-1]])))
        self.down = True
        return self._release(within[-1])

    def _release(self, place: int) -> int:
        """Find where the press that holds this span ends; returns the span after it."""
        for at in range(place, len(self.spans)):
            off = self.spans[at][1]
            if off is not None and self._quiet_us(at, self.until_us) >= self.rule.release_us:
                self.changes.append(Up(off.at_us, off.true_us))
                self.down = False
                return at + 1
        off = self.spans[-1][1]
        self.undecided_us = FOREVER_US if off is None else off.at_us
        return len(self.spans)


@dataclass
class Life:
    """All that one line comes to, in order; and what was undecided when its source was lost."""

    changes: list[Change] = field(default_factory=list)
    undecided_us: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stamps: list[int] = []

    def within(self, after_us: int, upto_us: int) -> list[Change]:
        """The changes stamped after the one and not after the other."""
        if len(self._stamps) != len(self.changes):
            self._stamps = [change.at_us for change in self.changes]
        return self.changes[bisect_right(self._stamps, after_us) : bisect_right(self._stamps, upto_us)]

    def last(self, upto_us: int) -> Change | None:
        """The last change by then."""
        before = self.within(-FOREVER_US, upto_us)
        return before[-1] if before else None


def life_of(edges: Sequence[Edge], readings: Sequence[Reading], gaps: Sequence[Gap], rule: Rule) -> Life:
    """A line from the beginning to the end of the evening. Everything is in the order of its stamps."""
    life = Life()
    stamps = [edge.at_us for edge in edges]
    done, down = 0, False
    since_us = -FOREVER_US  # the last change that no edge of this stretch shows

    def stretch(upto_us: int, known_us: int) -> Stretch:
        nonlocal done, down
        end = bisect_right(stamps, upto_us)
        part = Stretch(edges[done:end], down, known_us, rule)
        life.changes += part.changes
        done, down = end, part.down
        return part

    heard = [what for what in readings if not any(gap.after_us < what.at_us < gap.back_us for gap in gaps)]
    breaks: list[Reading | Gap] = sorted([*heard, *gaps], key=lambda what: what[0])
    for what in breaks:
        if isinstance(what, Gap):
            life.undecided_us.append(stretch(what.after_us, what.after_us).undecided_us)
            done = bisect_left(stamps, what.back_us)
            since_us = what.after_us - rule.reading_us
            continue
        seen = edges[done : bisect_right(stamps, what.at_us)]
        level, changed_us = down, since_us
        for edge in seen:
            level, changed_us = edge.active, edge.at_us
        if level != what.active and changed_us <= what.read_us - rule.reading_us:
            stretch(what.at_us, what.at_us)
            life.changes.append(Unproven(what.at_us, what.active))
            down, since_us = what.active, what.at_us
    stretch(FOREVER_US, FOREVER_US)
    return life


# -- a ballot
class Stamp(NamedTuple):
    """T, or a hand: what a counter says of it, and what the counter itself compares."""

    at_us: int
    true_us: int
    err_us: int
    counter: str


def earlier(first: Stamp, second: Stamp) -> bool | None:
    """One counter compares exactly; two must be further apart than their errors together."""
    if first.counter and first.counter == second.counter:
        return first.true_us < second.true_us
    if abs(second.at_us - first.at_us) <= first.err_us + second.err_us and (first.err_us or second.err_us):
        return None
    return first.at_us < second.at_us


@dataclass(frozen=True)
class Seat:
    """A seat in one ballot: its line, the counter that stamps it, and whether it may vote."""

    life: Life
    counter: str
    err_us: int
    voter: bool
    living: bool
    heard_until_us: int
    """It was removed then: what its pad does later is not looked at."""


@dataclass
class Expected:
    """What a right kit says of one ballot."""

    on_time: set[int] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    doubtful: set[int] = field(default_factory=set)
    early: set[int] = field(default_factory=set)
    held: set[int] = field(default_factory=set)
    unknown: set[int] = field(default_factory=set)
    lifted_early: set[int] = field(default_factory=set)
    after_us: dict[int, int] = field(default_factory=dict)
    lifted_us: dict[int, int | None] = field(default_factory=dict)

    def judged(self, seat: int, voter: bool, second: bool, doubt: Literal["repeat", "count", "drop"]) -> str:
        """The word for the seat's hand in the record."""
        if second:
            return "second" if seat in self.on_time else "not counted"
        if voter and (seat in self.on_time or (doubt == "count" and seat in self.doubtful)):
            return "counted"
        return "late" if seat in self.late else "on the line" if seat in self.doubtful else "not counted"


def ballot(seats: dict[int, Seat], over_us: int, call_us: int, t: Stamp, count_us: int) -> Expected:
    """One ballot from its call to its count; `over_us`: when the last one was over."""
    expected = Expected()
    for number, seat in seats.items():
        last = seat.life.last(call_us - 1)
        if seat.living and isinstance(last, Down):
            (expected.early if last.at_us >= over_us else expected.held).add(number)
        if seat.living and isinstance(last, Unproven) and last.down:
            expected.held.add(number)
        changes = seat.life.within(call_us - 1, min(count_us, seat.heard_until_us))
        if seat.living and any(isinstance(change, Unproven) for change in changes):
            expected.unknown.add(number)
        hands = [place for place, change in enumerate(changes) if isinstance(change, Down)]
        if hands:
            _judge(expected, number, seat, changes[hands[0] :], t)
    return expected


def _judge(expected: Expected, number: int, seat: Seat, changes: list[Change], t: Stamp) -> None:
    """The first contact since the call is the vote's time; bounces on both sides of T are doubt."""
    down = changes[0]
    assert isinstance(down, Down)
    hand = Stamp(down.at_us, down.true_us, seat.err_us, seat.counter)
    on_time = earlier(hand, t)
    apart_us = 0 if hand.counter == t.counter else hand.err_us + t.err_us
    if on_time and down.settled_us > down.at_us and down.settled_us + apart_us >= t.at_us:
        on_time = None
    (expected.doubtful if on_time is None else expected.on_time if on_time else expected.late).add(number)
    expected.after_us[number] = down.at_us - t.at_us
    lifts = [change for change in changes if isinstance(change, Up)]
    expected.lifted_us[number] = lifts[0].at_us - t.at_us if lifts else None
    following = next((change for change in changes[1:] if not isinstance(change, Unproven)), None)
    if isinstance(following, Up):
        lift = Stamp(following.at_us, following.true_us, seat.err_us, seat.counter)
        if earlier(lift, t):
            expected.lifted_early.add(number)
