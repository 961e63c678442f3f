"""Whole games of people who improvise, with all their mistakes: whatever they do, the table stays a table."""

from dataclasses import replace
from itertools import combinations
from typing import Any
from unittest import TestCase

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from rows import Row, pairs, rows, values
from sitting import BOOKS, Sitting, Who

from tablekit.events import Undo
from tablekit.game.keypad import KEYS
from tablekit.game.record import BallotRecord, StageRecord
from tablekit.game.scene import desk, scene
from tablekit.intake.debounce import Line
from tablekit.sim.manners import CALM, MESSY, ROWDY
from tablekit.store.result import result

MS, S = 1_000, 1_000_000
PEOPLE = st.builds(
    Who,
    seed=st.integers(0, 10**6),
    profile=st.sampled_from([CALM, MESSY, ROWDY]),
    mess=st.sampled_from([0, 0.03, 0.15, 0.4]),
)


class Watch:
    """Looks at the table after every instant, and says so when something is wrong."""

    def __init__(self, sitting: Sitting) -> None:
        self.kit = sitting.kit
        self.events = 0
        self.living = set(self.kit.runner.table.living)
        self.counted: set[int] = set()
        self.called_us = -1
        sitting.world.onlookers.append(self.look)

    def look(self) -> None:
        runner = self.kit.runner
        if self.events == len(runner.log):
            return
        undone = any(isinstance(event, Undo) and event.line >= 0 for event in runner.log[self.events :])
        self.events = len(runner.log)
        self.exits(undone)
        self.lights()
        self.nominations()
        self.fouls()
        self.votes(undone)
        desk(runner)
        self.living = set(runner.table.living)

    def exits(self, undone: bool) -> None:
        table = self.kit.runner.table
        living = set(table.living)
        assert undone or living <= self.living
        assert not living & set(table.record.out)
        assert sorted([*living, *table.record.out]) == list(table.seats)
        assert not living & table.condemned
        assert set(table.killed) <= living

    def lights(self) -> None:
        table, seen = self.kit.runner.table, scene(self.kit.runner)
        assert set(seen.hands) <= set(seen.reflex) <= set(table.living) <= set(seen.living)
        assert set(seen.living) == {*table.living, *table.unannounced}
        assert seen.night == seen.period.startswith("night")
        if seen.what in ("speech", "silent", "defence"):
            assert seen.seat in table.living
        elif seen.what == "last word":
            assert seen.seat in table.condemned
        assert seen.ends_us is None or seen.ends_us > 0
        assert not seen.hands or seen.what in ("ballot", "raise", "word", "count")

    def nominations(self) -> None:
        table, record = self.kit.runner.table, self.kit.runner.table.record
        nominees = [nominee for _, nominee in table.nominations]
        assert len(set(nominees)) == len(nominees)
        speakers = [speaker for speaker, _ in table.nominations if speaker]
        assert len(set(speakers)) == len(speakers)
        if table.period == f"day {len(record.days) - 1}":
            out_before = [seat for seat in record.out if seat not in table.day.left]
            assert not {*nominees, *table.day.nominees} & set(out_before)

    def fouls(self) -> None:
        table, seen = self.kit.runner.table, scene(self.kit.runner)
        most = self.kit.book.fields.fouls_out or 100
        assert all(0 <= count <= most for count in table.fouls.values())
        assert not [seat for seat in seen.living if seen.fouls[seat] >= most]

    def votes(self, undone: bool) -> None:
        table = self.kit.runner.table
        if table.last_ballot is not None:
            self.last_ballot(table.last_ballot, undone)
        for day in table.record.days[-1:]:
            for stage in day.stages:
                self.stage(stage)

    def last_ballot(self, ballot: BallotRecord, undone: bool) -> None:
        """Who is counted was living then; a hand that is counted came before T, or was entered."""
        before = self.counted if self.called_us == ballot.called_us and not undone else set()
        self.called_us, self.counted = ballot.called_us, {*ballot.counted, *ballot.by_default}
        assert undone or self.counted - before <= self.living
        for hand in ballot.hands:
            if hand.judged == "counted" and self.kit.book.fields.doubt != "count":
                assert hand.after_t_us < (1 if ballot.form == "snapshot" else 0)
            if hand.judged == "late":
                assert hand.after_t_us >= (1 if ballot.form == "snapshot" else 0)
                assert hand.seat not in ballot.counted or hand.seat in ballot.seats("by host")

    def stage(self, stage: StageRecord) -> None:
        """Nobody votes twice; with defaults, the votes of a stage that is through are those of all the living."""
        voted = [seat for ballot in stage.ballots for seat in (*ballot.counted, *ballot.by_default)]
        assert len(set(voted)) == len(voted)
        assert [ballot.nominee for ballot in stage.ballots] == stage.nominees[: len(stage.ballots)]
        if stage.votes:
            assert list(stage.votes) == stage.nominees
            assert sum(stage.votes.values()) == len(voted)
            if self.kit.book.fields.non_voters == "last":
                assert self.kit.runner.table.night or set(voted) >= self.kit.runner.table.voters
            else:
                assert not any(ballot.by_default for ballot in stage.ballots)


def play(book: str, who: Who, row: Row | None = None) -> None:
    """A whole game, watched; five minutes after its end, which a host may take back, nothing is left to happen."""
    options = dict(row or {})
    sitting = Sitting(book, who, seats=options.pop("seats", None), options=options).begin()
    Watch(sitting)
    sitting.play()
    over_us = sitting.world.now_us
    while (next_us := sitting.world.next_us) is not None:
        sitting.world.advance(next_us)
        over_us = over_us if sitting.kit.over else next_us
        assert next_us < over_us + 300 * S
    record = sitting.kit.runner.table.record
    assert record.winner in ("red", "black", "maniac", "draw")
    assert record.ended
    result(book, sitting.kit.seats, record)


def people(number: int) -> Who:
    """From calm to rowdy, and hosts who make from no to many mistakes."""
    return Who(number, (CALM, MESSY, ROWDY)[number % 3], mess=(0, 0.03, 0.15, 0.4)[number % 4])


@pytest.mark.parametrize("book", BOOKS)
def test_every_two_values_of_every_two_fields_meet(book: str) -> None:
    tried, met = values(book), {pair for row in rows(book) for pair in pairs(row)}
    everything = {pair for one, other in combinations(sorted(tried), 2) for pair in product_of(tried, one, other)}
    assert len(everything - met) < len(everything) / 50, "but for what nobody can play"


def product_of(tried: dict[str, tuple[Any, ...]], one: str, other: str) -> set[Any]:
    return {((one, a), (other, b)) for a in tried[one] for b in tried[other]}


@pytest.mark.parametrize("book", BOOKS)
def test_random_games_come_to_an_end(book: str) -> None:
    play(book, people(1))


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(4))
def test_100_random_games_over_all_options_come_to_an_end(book: str, part: int) -> None:
    for number in range(100 + part, 200, 4):
        play(book, people(number), rows(book)[number % len(rows(book))])


@pytest.mark.truth
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(10))
def test_1000_random_games_over_all_options_come_to_an_end(book: str, part: int) -> None:
    for number in range(1_000 + part, 2_000, 10):
        play(book, people(number), rows(book)[number % len(rows(book))])


def test_a_game_that_found_a_fault_once() -> None:
    play("sport", Who(7, ROWDY, mess=0.15), {"deal": "wake", "doubt": "repeat", "raise_whole_table": True})
    play("fsm", Who(7, ROWDY, mess=0.15), {"deal": "wake", "doubt": "repeat", "raise_whole_table": True})


def test_the_same_people_play_once_more_with_other_cards() -> None:
    sitting = Sitting("sport", Who(4, MESSY)).begin().play()
    cards = sitting.kit.runner.table.roles
    sitting.begin().play()
    assert sitting.kit.game == 2
    assert sitting.kit.runner.table.roles != cards


def test_a_hand_that_comes_down_as_the_time_is_up_holds_nothing_up() -> None:
    sitting = Sitting("fsm", Who(profile=replace(CALM, talk_s=(90, 90)))).begin().play_to("speech")
    assert sitting.kit.deadline_us is not None
    sitting.world.pad(3, sitting.kit.deadline_us - 1, True)
    sitting.play()


class AnyMoment(RuleBasedStateMachine):
    """A table at which anything may happen at any moment, and whose people go on with the game all the same."""

    @initialize(book=st.sampled_from(BOOKS), row=st.integers(0), seed=st.integers(0, 99), start_s=st.integers(0, 1_500))
    def sit(self, book: str, row: int, seed: int, start_s: int) -> None:
        options = dict(rows(book)[row % len(rows(book))])
        self.sitting = Sitting(book, Who(seed, MESSY), seats=options.pop("seats"), options=options).begin()
        self.world, self.kit = self.sitting.world, self.sitting.kit
        self.watch = Watch(self.sitting)
        self.live(start_s * S)

    def live(self, for_us: int) -> None:
        until_us = self.world.now_us + for_us
        while not self.kit.over and (next_us := self.world.next_us) is not None and next_us < until_us:
            self.world.advance(next_us)
        self.world.advance(max(until_us, self.world.now_us))

    @rule(ms=st.sampled_from([0, 1, 20, 500, 3_000, 20_000]))
    def time_goes_by(self, ms: int) -> None:
        self.live(ms * MS)

    @rule(
        keys=st.one_of(
            st.text("".join(KEYS), min_size=1, max_size=4), st.from_regex("[ABCD]{1,2}[0-9]{1,2}#", fullmatch=True)
        )
    )
    def keys(self, keys: str) -> None:
        self.world.keys(keys)

    @rule(back=st.integers(1, 5))
    def undo(self, back: int) -> None:
        self.world.keys("*" * back)

    @rule(seat=st.integers(1, 10), held_ms=st.sampled_from([1, 8, 40, 2_000]))
    def hand(self, seat: int, held_ms: int) -> None:
        self.world.pad(seat, self.world.now_us, True)
        self.world.pad(seat, self.world.now_us + held_ms * MS, False)

    @rule(seat=st.integers(1, 10), worn=st.booleans())
    def mask(self, seat: int, worn: bool) -> None:
        self.world.mask(seat, self.world.now_us, worn)

    @rule()
    def wired_key(self) -> None:
        self.world.wired_key(self.world.now_us)

    @rule(down=st.booleans(), ms=st.integers(0, 3_000))
    def the_link_fails(self, down: bool, ms: int) -> None:
        self.kit.merge.lose("pads")
        self.live(ms * MS)
        self.kit.merge.restore("pads", self.world.now_us)
        self.kit.inlets[0].source.levels(self.world.now_us, {Line("pad", seat): down for seat in (1, 2, 3)})
        self.live(20 * MS)

    @invariant()
    def looks_right(self) -> None:
        self.watch.look()
        scene(self.kit.runner)

    def teardown(self) -> None:
        self.sitting.play()


def moments(examples: int, steps: int) -> type[TestCase]:
    """A test of so many short stretches of time."""

    class Moments(AnyMoment.TestCase):  # type: ignore[name-defined,misc]
        settings = settings(
            max_examples=examples, stateful_step_count=steps, suppress_health_check=list(HealthCheck), deadline=None
        )

    return Moments


TestAnyMoment = moments(4, 6)
TestManyMoments = pytest.mark.slow(moments(150, 30))
