"""The hub's Pi side: what its log comes to in table time, its silence, its resets, and a clock that may be unsure."""

import logging
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from hub_bench import BOOT, LOST, MS, QUIET, Bench, S

from tablekit.devices.hub import SILENT_US, SURE_US, UNSURE_US, WAITING_MOST, Hub
from tablekit.devices.hub_lines import line_of, number_of
from tablekit.events import (
    HandDown,
    HandUp,
    MaskUnproven,
    Rejected,
    Stamped,
    Unproven,
)
from tablekit.intake.debounce import Line
from tablekit.sim.hub import TICK_US, WRAP, Counter, SimulatedHub
from tablekit.sim.link import Faults, Link
from tablekit.wire.codec import encode
from tablekit.wire.frames import frame
from tablekit.wire.messages import LINE_COUNT, LINE_KEY, LINE_MASKS, LINE_WORD, VERSION, Edge, Heartbeat, Hello, Rate

PAD, MASK = 3, LINE_MASKS + 3
SEAT = 4
BAD = Faults(delay_us=100, jitter_us=2_000, lost=0.05, doubled=0.05, overtaken=0.05, damaged=0.005)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.attach()
    return bench


def kinds(bench: Bench) -> list[str]:
    return [type(fact).__name__ for fact in bench.sink.facts]


def near(fact: Stamped, at_us: int) -> bool:
    """Does its stamp keep what it says?"""
    return abs(fact.at_us - at_us) <= fact.err_us + 1


# -- what the log comes to
def test_each_line_is_told_as_what_is_wired_to_it(bench: Bench) -> None:
    times = [bench.drive(number, True, bench.now_us + 20 * MS) for number in (PAD, MASK, LINE_KEY)]
    bench.drive(PAD + 1, True, times[0] + MS)
    bench.drive(PAD + 1, False, times[0] + 4 * MS)
    bench.kit.arm(bench.now_us)
    bench.kit.word_begins(times[0] + 30 * MS, 5 * MS)
    bench.drive(LINE_WORD, True, times[0] + 30 * MS)
    bench.after(200 * MS)
    for number in (PAD, MASK, LINE_KEY):
        bench.drive(number, False)
    bench.after(200 * MS)
    facts = bench.sink.facts
    assert kinds(bench) == ["Rejected", "HandDown", "MaskOn", "WordKey", "WordHeard", "HandUp", "MaskOff"]
    assert facts[0].lasted_us == 3 * MS  # type: ignore[attr-defined]
    assert [getattr(fact, "seat", 0) for fact in facts] == [SEAT + 1, SEAT, SEAT, 0, 0, SEAT, SEAT]
    assert all(near(fact, times[0]) for fact in facts[1:4])
    assert {fact.clock for fact in facts} == {f"hub {BOOT:08x}.1"}
    assert near(facts[4], times[0] + 30 * MS)


@pytest.mark.parametrize("number", range(LINE_COUNT))
def test_lines_have_numbers_and_numbers_lines(number: int) -> None:
    line = line_of(number)
    assert line is not None
    assert number_of(line) == number


def test_a_line_that_nobody_knows_is_nothing(bench: Bench) -> None:
    assert line_of(LINE_COUNT) is None
    assert bench.hub is not None
    bench.kit.received(frame(encode(Edge(BOOT & 0xFF, 0, 1, 77, 5, 0, 0))), bench.now_us)
    bench.kit.received(frame(encode(Edge(BOOT & 0xFF, 1, 3, PAD, 5, 0, 0))), bench.now_us)  # a pad has no onset
    assert bench.sink.facts == []
    assert [number_of(Line("pad", 1)), number_of(Line("word", 0))] == [0, LINE_WORD]


def test_bounces_are_told_with_where_they_end(bench: Bench) -> None:
    at_us = bench.drive(PAD, True)
    bench.drive(PAD, False, at_us + 500)
    bench.drive(PAD, True, at_us + 1_500)
    bench.after(100 * MS)
    (down,) = bench.sink.facts
    assert isinstance(down, HandDown)
    assert down.settled_us == down.at_us + 1_500


def test_the_counter_wraps_and_nobody_notices() -> None:
    bench = Bench(Counter(0, WRAP - TICK_US * S))
    bench.attach()
    times = []
    for place in range(8):
        times.append(bench.drive(PAD, place % 2 == 0))
        bench.after(250 * MS)
    assert kinds(bench) == ["HandDown", "HandUp"] * 4
    assert all(near(fact, at_us) for fact, at_us in zip(bench.sink.facts, times, strict=True))
    assert [fact.ticks for fact in bench.sink.facts] == sorted(fact.ticks for fact in bench.sink.facts)


def test_through_a_bad_link_everything_comes_once_and_never_after_its_promise() -> None:
    bench = Bench(Counter(ppm=60), BAD)
    bench.attach()
    bench.ballot = True
    pressed: dict[int, list[int]] = {}
    for seat in range(20):
        at_us = bench.now_us + 10 * MS + 3 * MS * seat
        pressed[seat + 1] = [bench.drive(seat, place % 2 == 0, at_us + 80 * MS * place) for place in range(6)]
    bench.after(1_500 * MS)
    for seat, times in pressed.items():
        told = [fact for fact in bench.sink.facts if isinstance(fact, HandDown | HandUp) and fact.seat == seat]
        assert [type(fact) for fact in told] == [HandDown, HandUp] * 3
        assert all(near(fact, at_us) for fact, at_us in zip(told, times, strict=True))
    assert LOST not in bench.sink.events


def test_the_radio_is_passed_on(bench: Bench) -> None:
    assert bench.hub is not None
    bench.hub.radioed(b"key", bench.now_us)
    bench.after(20 * MS)
    assert [data for data, _ in bench.radio] == [b"key"]
    bench.kit.link.radio(b"row")
    bench.after(20 * MS)
    assert [data for _, data in bench.hub.radio] == [b"row"]


def test_before_its_clock_is_known_what_comes_waits_and_not_for_ever() -> None:
    hub = Bench().kit
    hub.received(frame(encode(Hello(VERSION, 1, BOOT, 2_000_000, 0, 1))), 0)
    beat = Heartbeat(BOOT, 9, 9, 0, bytes(6), bytes(6), 0, 100, 0, 0, 0, 0, 0, 0, 0)
    for _ in range(2 * WAITING_MOST):
        hub.received(frame(encode(beat)), 5)
    assert not hub.attached
    assert len(hub._waiting) == WAITING_MOST


def test_another_version_is_not_followed() -> None:
    hub = Bench().kit
    hub.received(frame(encode(Hello(VERSION + 1, 1, BOOT, 2_000_000, 0, 1))), 0)
    assert hub.hello is not None
    assert (hub.clock, hub.attached) == (None, False)
    hub.turn(0, ballot=False)
    assert hub.due_us() > 0


# -- lost and back
def test_silence_is_a_loss_and_what_changed_meanwhile_is_unproven(bench: Bench) -> None:
    bench.drive(PAD, True)
    bench.drive(MASK, True)
    bench.after(200 * MS)
    cut_us, bench.cut = bench.now_us, True
    for number in (PAD, PAD + 1, MASK):
        bench.drive(number, number == PAD + 1)
    bench.run(cut_us + SILENT_US - 100 * MS)
    assert bench.sink.events[-1] != LOST
    bench.run(cut_us + SILENT_US + 10 * MS)
    assert bench.sink.events[-1] == LOST
    bench.cut = False
    told = len(bench.sink.facts)
    bench.after(S)
    assert bench.sink.events[-1] != LOST
    unproven = [fact for fact in bench.sink.facts[told:] if isinstance(fact, Unproven | MaskUnproven)]
    back_us = unproven[0].at_us
    assert unproven == [
        Unproven(back_us, SEAT, down=False),
        Unproven(back_us, SEAT + 1, down=True),
        MaskUnproven(back_us, SEAT, worn=False),
    ]
    bench.drive(PAD, True)
    bench.after(100 * MS)
    assert isinstance(bench.sink.facts[-1], HandDown)


@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize("before_us", [0, 5 * MS, 11 * MS, 25 * MS, 50 * MS])
def test_what_is_under_way_when_the_hub_is_back_or_goes_is_told_at_last(active: bool, before_us: int) -> None:
    """Wherever the loss lies about a press or a lift, the kit's picture of the pad is right in the end."""
    for about in ("loss", "return", "both"):
        bench = Bench(faults=QUIET)
        bench.attach()
        bench.drive(PAD, not active)
        bench.after(200 * MS)
        if about == "loss":
            bench.drive(PAD, active)
            bench.after(before_us)
        bench.cut = True
        if about == "both":
            bench.drive(PAD, active)
        bench.after(700 * MS)
        if about != "loss":
            bench.drive(PAD, active == (about == "return"))
            bench.after(before_us)
        bench.cut = False
        bench.after(S)
        assert pads_down(bench) == ({SEAT} if active == (about != "both") else set()), about


def pads_down(bench: Bench) -> set[int]:
    """As the kit believes it: what was not promised before a loss it has not been told."""
    down: set[int] = set()
    for fact in bench.sink.told:
        if isinstance(fact, HandDown) or (isinstance(fact, Unproven) and fact.down):
            down.add(fact.seat)
        elif isinstance(fact, HandUp | Unproven):
            down.discard(fact.seat)
    return down


def test_the_kits_own_stall_is_not_the_hubs_silence(bench: Bench) -> None:
    bench.asleep = True
    bench.after(S)
    bench.asleep = False
    bench.up._coming.clear()  # what had piled up was lost besides
    bench.after(SILENT_US - 50 * MS)
    assert LOST not in bench.sink.events
    assert bench.kit.attached


def test_due_asks_for_turns_often_enough_to_tell_silence_from_a_stall(bench: Bench) -> None:
    bench.kit.turn(bench.now_us, ballot=False)
    assert bench.kit.due_us() <= bench.now_us + 50 * MS


def test_after_a_reset_the_counter_is_another_one_and_a_hand_that_lay_there_is_unproven(bench: Bench) -> None:
    bench.drive(PAD, True)
    bench.after(200 * MS)
    active = frozenset({PAD, PAD + 2})  # a hand came in the dark
    bench.hub = SimulatedHub(Counter(bench.now_us, 77), BOOT + 1, active)
    bench.after(S)
    assert bench.sink.events[-2] == LOST
    facts = bench.sink.facts[1:]
    assert [type(fact) for fact in facts] == [Unproven]
    assert (facts[0].seat, facts[0].down) == (SEAT + 2, True)  # type: ignore[attr-defined]
    at_us = bench.drive(PAD, False)
    bench.after(100 * MS)
    up = bench.sink.facts[-1]
    assert isinstance(up, HandUp)
    assert up.clock == f"hub {BOOT + 1:08x}.2"
    assert near(up, at_us)


def test_a_port_that_is_gone_is_a_loss_at_once(bench: Bench) -> None:
    bench.drive(PAD, True)
    bench.after(100 * MS)
    bench.kit.closed()
    assert bench.sink.events[-1] == LOST
    bench.kit.closed()
    assert bench.sink.events.count(LOST) == 1
    assert bench.hub is not None
    bench.drive(PAD, False)
    bench.after(S)
    assert bench.kit.attached
    assert isinstance(bench.sink.facts[-1], Unproven)


def test_a_line_that_is_not_what_the_log_says_is_unproven(bench: Bench) -> None:
    assert bench.hub is not None
    bench.hub._line(PAD).down = True
    bench.hub._line(MASK).down = True
    bench.after(200 * MS)
    assert kinds(bench) == ["Unproven", "MaskUnproven"]


# -- what is not to be believed
def test_a_mask_that_chatters_is_told_once_as_uncertain(bench: Bench) -> None:
    at_us = bench.now_us
    for place in range(20):
        bench.drive(MASK, place % 2 == 0, at_us + 40 * MS * place)
        bench.drive(PAD, place % 2 == 0, at_us + 40 * MS * place)
    bench.after(2 * S)
    assert kinds(bench).count("MaskUnproven") == 1
    assert kinds(bench).count("MaskOn") == kinds(bench).count("MaskOff") == 10
    assert "Unproven" not in kinds(bench)


def test_d3_a_storm_on_one_line_holds_no_memory_and_no_other_hand() -> None:
    bench = Bench(faults=BAD)
    bench.attach()
    bench.ballot = True
    chance = Random(3)
    sizes = []
    tracemalloc.start()
    try:
        for _ in range(4):
            begin_us, at_us = bench.now_us, bench.now_us
            while at_us < begin_us + 300 * MS:
                bench.drive(8, True, at_us)
                bench.drive(8, False, at_us + chance.randrange(100, 3 * MS))
                at_us += chance.randrange(8_100, 9 * MS)
            pressed_us = bench.drive(0, True, begin_us + 100 * MS)
            bench.drive(0, False, begin_us + 200 * MS)
            bench.run(at_us + 300 * MS)
            down = next(fact for fact in reversed(bench.sink.facts) if isinstance(fact, HandDown) and fact.seat == 1)
            assert near(down, pressed_us)
            assert sum(isinstance(fact, Rejected) and fact.seat == 9 for fact in bench.sink.facts) > 30
            bench.sink.facts.clear()
            bench.sink.told.clear()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[-1] - sizes[1] < 60_000


# -- the clock
@dataclass(frozen=True)
class Stepped(Counter):
    """From `step_us` on it runs faster by so many ppm."""

    step_us: int = 0
    by_ppm: int = 50

    def ticks(self, at_us: int) -> int:
        late_us = max(0, at_us - self.step_us)
        return super().ticks(at_us) + TICK_US * late_us * self.by_ppm // 1_000_000

    def table_us(self, ticks: int) -> int:
        at_us = super().table_us(ticks)
        if at_us > self.step_us:
            at_us -= (at_us - self.step_us) * self.by_ppm // 1_000_000
        while self.ticks(at_us) < ticks:
            at_us += 1
        return at_us


class Field(Link):
    """D14's link: each piece takes up to 30 ms, one in twenty up to 200 ms more; it keeps the order."""

    def send(self, data: bytes, at_us: int) -> None:
        if data:
            delay_us = self._chance.randint(0, 30 * MS)
            delay_us += self._chance.randint(0, 200 * MS) if self._chance.random() < 0.05 else 0
            self._sent += 1
            self._last_us = max(self._last_us, at_us + delay_us)
            self._coming.append((self._last_us, self._sent, data))


def d14(ppm: int, until_us: int) -> Bench:
    """Each stamp of a hand every few seconds errs by less than it says, and never while a ballot may open by 2 ms."""
    bench = Bench(Stepped(ppm=ppm, step_us=until_us // 2), ways=Field, seed=ppm)
    bench.attach()
    chance = Random(ppm)
    opens = 0
    while bench.now_us < until_us:
        bench.ballot = chance.random() < 0.3
        bench.after(chance.randrange(2 * S, 6 * S))
        opened = bench.sink.opens
        times = [bench.drive(PAD, True), bench.drive(PAD, False, bench.now_us + 60 * MS)]
        bench.after(600 * MS)
        facts = [fact for fact in bench.sink.facts if isinstance(fact, HandDown | HandUp)]
        bench.sink.facts.clear()
        assert [type(fact) for fact in facts] == [HandDown, HandUp]
        assert all(near(fact, at_us) for fact, at_us in zip(facts, times, strict=True))
        if opened and bench.sink.opens:
            opens += 1
            assert all(fact.err_us <= UNSURE_US + 600 for fact in facts)
    assert bench.kit.clock is not None
    assert bench.kit.clock.contradictions == 0
    assert LOST not in bench.sink.events
    assert opens > 0
    return bench


@pytest.mark.parametrize("ppm", [30, 2_000, -4_900])
@pytest.mark.slow
def test_d14_in_a_minute_no_stamp_errs_by_more_than_it_says(ppm: int) -> None:
    d14(ppm, 60 * S)


@pytest.mark.parametrize("hours", [pytest.param(0.5, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.truth)])
@pytest.mark.parametrize("ppm", [30, 2_000, -4_900])
def test_d14_for_hours_no_stamp_errs_by_more_than_it_says(ppm: int, hours: float) -> None:
    bench = d14(ppm, round(hours * 3_600) * S)
    unsure = [what[1] for what in bench.sink.events if isinstance(what, tuple) and what[0] == "unsure"]
    assert all(err_us == 0 or err_us > UNSURE_US for err_us in unsure)


def test_an_unsure_clock_is_told_and_so_is_a_sure_one(bench: Bench) -> None:
    clock = bench.kit.clock
    assert clock is not None
    bench.after(200 * MS)
    said: list[int] = []
    clock.settled = lambda now_us: said[-1]  # type: ignore[method-assign]
    for err_us in (UNSURE_US, UNSURE_US + 1, UNSURE_US + 50, SURE_US + 1, SURE_US, UNSURE_US):
        said.append(err_us)
        bench.kit.turn(bench.now_us, ballot=False)
    assert bench.sink.events[1:] == [("unsure", UNSURE_US + 1), ("unsure", 0)]


def test_in_a_ballot_heartbeats_are_wanted_more_often(bench: Bench) -> None:
    assert bench.hub is not None
    bench.ballot = True
    bench.after(300 * MS)
    assert bench.hub._rate_ms == 20
    bench.ballot = False
    bench.after(300 * MS)
    assert bench.hub._rate_ms == 50
    assert Rate(50) == bench.kit.link._rate


def test_a_hub_that_nobody_has_heard_is_asked_and_lost_by_nobody() -> None:
    hub = Hub(Bench().sink)
    assert hub.turn(0, ballot=False) != b""
    hub.turn(10 * S, ballot=False)
    hub.closed()
    assert hub.due_us() == 10 * S + 200 * MS
