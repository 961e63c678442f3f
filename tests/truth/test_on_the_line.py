"""T−1 µs counts, T does not: at every seat, in every order of arrival, on every way of stamping."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest
from ballot_room import Game
from counters import Counter, HubCounter, PiCounter
from pad_wires import MS

from tablekit.events import HostSaid, WordHeard
from tablekit.game.fields import Fields
from tablekit.game.record import BallotRecord
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source

SEATS = 20
COUNTERS = {"pi": PiCounter(437), "hub": HubCounter("hub", 1_900)}
STEPS = 5
ORDERS = list(permutations(range(STEPS)))
OFFSETS_US = (-1, 0, 1)
KEY = Line("key", 0)


class Bench:
    """Twenty pads and the word on one counter, a second hub that only promises, and a radio remote."""

    def __init__(self, counter: Counter, cutoff: str) -> None:
        self.counter, self.cutoff = counter, cutoff
        self.pads = Source("pads", counter.clock)
        self.other = Source("other", HubCounter("other", 20).clock)
        self.remote = Source("remote", PiClock(), arrival=True)
        self.merge = Merge([self.pads, self.other, self.remote])
        self.game = Game(Fields(cutoff=cutoff, doubt="drop", lifted_hand="told"), SEATS, nominees=(1,))
        self.t_us = 0

    def ballot(self, hands: dict[int, int], order: Sequence[int]) -> BallotRecord:
        """One ballot; these seats' first contacts, relative to T. What happens about T arrives in that order."""
        self.t_us += 2_000 * MS
        t_us = self.t_us
        self.upto(t_us - 400 * MS)
        self.press("next", t_us - 400 * MS)
        self.upto(t_us - 300 * MS)
        steps = [
            lambda: self.word(t_us),
            lambda: self.edges(hands, t_us),
            lambda: self.press("thanks", t_us - 200 * MS) if self.cutoff == "word" else None,
            lambda: self.pads.promise(self.counter.seen_us(t_us - 1) - 1),
            lambda: self.other.promise(t_us + 60 * MS),
        ]
        for step in order:
            steps[step]()
            self.merge.pump(self.game)
        self.upto(t_us + 60 * MS)
        for seat in hands:
            self.edge(Line("pad", seat), t_us + 200 * MS, False)
        if self.cutoff == "key":
            self.edge(KEY, t_us + 200 * MS, False)
        self.upto(t_us + 300 * MS)
        record = self.game.runner.table.last_ballot
        assert record is not None
        self.press("next", t_us + 300 * MS)
        self.upto(t_us + 400 * MS)
        return record

    def edges(self, hands: dict[int, int], t_us: int) -> None:
        for seat, offset_us in hands.items():
            self.edge(Line("pad", seat), t_us + offset_us, True)

    def edge(self, line: Line, at_us: int, active: bool) -> None:
        self.pads.edge(self.counter.ticks(at_us), line, active)

    def word(self, t_us: int) -> None:
        if self.cutoff == "key":
            self.edge(KEY, t_us, True)
            return
        counter = self.counter
        stamp = {"err_us": counter.err_us, "clock": counter.clock.name, "ticks": counter.ticks(t_us)}
        self.pads.fact(WordHeard(counter.seen_us(t_us), **stamp))

    def press(self, key: str, at_us: int) -> None:
        self.remote.fact(HostSaid(at_us, key=key, ask=self.game.runner.step))

    def upto(self, at_us: int) -> None:
        self.pads.promise(self.counter.seen_us(at_us))
        self.other.promise(at_us)
        self.merge.pump(self.game)


@pytest.fixture(params=[("pi", "word"), ("pi", "key"), ("hub", "word"), ("hub", "key")], ids="-".join)
def table(request: pytest.FixtureRequest) -> Iterator[Bench]:
    counter, cutoff = request.param
    table = Bench(COUNTERS[counter], cutoff)
    yield table
    assert table.pads.stale_count == table.other.stale_count == 0


def judged(record: BallotRecord) -> dict[int, str]:
    return {hand.seat: hand.judged for hand in record.hands}


def the_one_hand_is_right(table: Bench, seats: Sequence[int], orders: Sequence[Sequence[int]]) -> int:
    """Each seat alone, just before, at and just after the word, in each of these orders; how many ballots."""
    ballots = 0
    for seat in seats:
        for order in orders:
            for offset_us in OFFSETS_US:
                record = table.ballot({seat: offset_us}, order)
                assert record.counted == ([seat] if offset_us < 0 else []), (seat, offset_us, order)
                assert judged(record) == {seat: "counted" if offset_us < 0 else "late"}, (seat, offset_us, order)
                ballots += 1
    return ballots


def test_a_microsecond_decides_at_every_seat(table: Bench) -> None:
    assert the_one_hand_is_right(table, range(1, SEATS + 1), ORDERS[::40]) == SEATS * 3 * 3


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, SEATS + 1, 5))
def test_a_microsecond_decides_at_every_seat_in_every_order_of_arrival(table: Bench, first: int) -> None:
    assert the_one_hand_is_right(table, range(first, first + 5), ORDERS) == 5 * 3 * 120


@pytest.mark.slow
def test_twenty_hands_about_the_word_in_every_order_of_arrival(table: Bench) -> None:
    chance = Random(7)
    for order in ORDERS:
        hands = {seat: chance.choice(OFFSETS_US) for seat in range(1, SEATS + 1)}
        record = table.ballot(hands, order)
        assert judged(record) == {seat: "counted" if offset_us < 0 else "late" for seat, offset_us in hands.items()}
        assert record.counted == [seat for seat, offset_us in hands.items() if offset_us < 0]


@pytest.mark.parametrize("counter", COUNTERS.values(), ids=COUNTERS)
@pytest.mark.parametrize(("ticks", "verdict"), [(-1, "counted"), (0, "late"), (1, "late")])
def test_a_single_tick_of_the_counter_decides(counter: Counter, ticks: int, verdict: str) -> None:
    table = Bench(counter, "word")
    for seat in range(1, SEATS + 1):
        for order in ORDERS[::11]:
            t_us = table.t_us + 2_000 * MS
            stamp = counter.ticks(t_us) + ticks
            table.edges = lambda hands, _, stamp=stamp, seat=seat: table.pads.edge(stamp, Line("pad", seat), True)  # type: ignore[method-assign]
            assert judged(table.ballot({seat: 0}, order)) == {seat: verdict}
