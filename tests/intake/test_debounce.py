"""The debounce rule: shared vectors, and a slow oracle that reads the rule directly over the whole list of edges."""

import itertools
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablekit.events import Event, HandDown, HandUp, MaskOff, MaskOn, MaskUnproven, Rejected, Unproven, WordKey
from tablekit.intake.debounce import CONFIRM_US, NEW_AFTER_US, READING_US, RELEASE_US, Debounce, Line

VECTORS = Path(__file__).parent.parent / "vectors"
Edge = tuple[int, bool]
Words = tuple[str, int, int]
FOREVER_US = 10**15


class Limits(NamedTuple):
    new_after_us: int = NEW_AFTER_US
    confirm_us: int = CONFIRM_US
    half_us: int = CONFIRM_US // 2
    release_us: int = RELEASE_US


def oracle(edges: list[Edge], until_us: int, limits: Limits | None = None) -> list[Words]:
    """What the rule tells of these edges by `until_us`: (event, stamp, how long it lasted or settled)."""
    limits = limits or Limits()
    changes = [next(same) for _, same in itertools.groupby([(0, False), *edges], key=lambda edge: edge[1])][1:]
    stamps = [at_us for at_us, _ in changes] + [FOREVER_US]
    runs = list(zip(stamps[::2], stamps[1::2], strict=False))  # the line is active in each [start, end)
    next_starts = [start for start, _ in runs[1:]] + [FOREVER_US]

    def ends_of_quiet(after_us: int, quiet_us: int) -> Iterator[int]:
        for (_, end), next_start in zip(runs, next_starts, strict=True):
            if end >= after_us and next_start - end >= quiet_us:
                yield end

    words: list[Words] = []
    i = 0
    while i < len(runs):
        first, end_of_first = runs[i]
        judged = first + limits.confirm_us
        last = next(ends_of_quiet(first, limits.new_after_us), FOREVER_US)
        over = last + limits.new_after_us
        if min(judged, over) > until_us:
            break
        active_us = sum(max(0, min(end, judged) - start) for start, end in runs[i:] if start < judged)
        if over <= judged:
            words.append(("rejected", first, last - first))
            i = next((k for k, (start, _) in enumerate(runs) if start >= over), len(runs))
        elif any(start < judged <= end for start, end in runs[i:]) and active_us >= limits.half_us:
            words.append(("down", first, max(start for start, _ in runs if start < judged)))
            up = next(ends_of_quiet(judged, limits.release_us), FOREVER_US)
            if up + limits.release_us > until_us:
                break
            words.append(("up", up, 0))
            i = next((k for k, (start, _) in enumerate(runs) if start >= up + limits.release_us), len(runs))
        else:
            words.append(("rejected", first, end_of_first - first))
            i += 1
    return words


def in_words(event: Event) -> Words:
    match event:
        case HandDown():
            return "down", event.at_us, event.settled_us
        case HandUp():
            return "up", event.at_us, 0
        case Rejected():
            return "rejected", event.at_us, event.lasted_us
        case Unproven():
            return "unproven", event.at_us, event.down
    raise AssertionError(event)


class Pad:
    """A pad at seat 3 on a bench."""

    def __init__(self, kind: str = "pad", seat: int = 3) -> None:
        self.told: list[Event] = []
        self.line = Debounce(Line(kind, seat), self.told.append, "bench")  # type: ignore[arg-type]

    def edges(self, edges: list[Edge], until_us: int | None = None) -> list[Words]:
        for at_us, active in edges:
            self.line.edge(at_us, active)
        if until_us is not None:
            self.line.settle(until_us)
        return self.words

    @property
    def words(self) -> list[Words]:
        return [in_words(event) for event in self.told]


class Case(NamedTuple):
    name: str
    given: list[Words]
    until_us: int
    expected: list[Words]
    missed: int

    @property
    def edges(self) -> list[Edge]:
        return [(at_us, bool(level)) for word, at_us, level in self.given if word == "edge"]


def cases(file: str) -> list[Case]:
    text = (VECTORS / file).read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    starts = [k for k, line in enumerate(lines) if line[0] == "case"]
    return [case(lines[start:end]) for start, end in pairwise([*starts, len(lines)])]


def case(lines: list[list[str]]) -> Case:
    told = [(word, int(first), int(rest[0]) if rest else 0) for word, first, *rest in lines[1:]]
    expected = [words for words in told if words[0] in {"rejected", "down", "up", "unproven"}]
    [until_us] = [first for word, first, _ in told if word == "until"]
    missed = sum(first for word, first, _ in told if word == "missed")
    return Case(lines[0][1], [words for words in told if words[0] in {"edge", "level"}], until_us, expected, missed)


SHARED = cases("debounce.txt")
EXACT = cases("debounce-exact.txt")


@pytest.mark.parametrize("vector", [*SHARED, *EXACT], ids=lambda vector: vector.name)
def test_vectors(vector: Case) -> None:
    pad = Pad()
    for word, at_us, level in vector.given:
        (pad.line.edge if word == "edge" else pad.line.level)(at_us, bool(level))
    pad.line.settle(vector.until_us)
    assert pad.words == vector.expected
    assert pad.line.missed == vector.missed


@pytest.mark.parametrize("vector", SHARED, ids=lambda vector: vector.name)
def test_shared_vectors_suit_a_hub_that_scans_each_50_us(vector: Case) -> None:
    """Whole scans, no equal edges, no readings; every limit could lie 49 us elsewhere."""
    assert all(word == "edge" and at_us % 50 == 0 for word, at_us, _ in vector.given)
    assert [active for _, active in vector.edges] == [k % 2 == 0 for k in range(len(vector.edges))]
    for moved_us in itertools.product((-49, 0, 49), repeat=4):
        limits = Limits(*(limit + by for limit, by in zip(Limits(), moved_us, strict=True)))
        assert oracle(vector.edges, vector.until_us, limits) == vector.expected


def test_vectors_are_many_and_named_once() -> None:
    names = [vector.name for vector in [*SHARED, *EXACT]]
    assert len(set(names)) == len(names)
    assert {word for vector in SHARED for word, *_ in vector.expected} == {"down", "up", "rejected"}


LIMITS_US = [0, 1, 200, 1_000, 3_000, 4_999, 5_000, 5_001, 5_999, 6_000, 6_001, 11_999, 12_000, 12_001]
apart_us = st.sampled_from([*LIMITS_US, 29_999, 30_000, 30_001]) | st.integers(0, 7_000) | st.integers(0, 40_000)


@st.composite
def edge_lists(draw: st.DrawFn) -> list[Edge]:
    """A line that toggles, now and then with equal edges in a row."""
    at_us, active, edges = 0, False, []
    for apart in draw(st.lists(apart_us, max_size=40)):
        at_us += apart
        active = not active if draw(st.integers(0, 9)) else active
        edges.append((at_us, active))
    return edges


@given(edge_lists(), st.lists(st.integers(0, 300_000), max_size=8), st.integers(0, 60_000))
def test_the_rule_read_directly_tells_the_same(edges: list[Edge], looks: list[int], after_us: int) -> None:
    until_us = (edges[-1][0] if edges else 0) + after_us
    pad = Pad()
    for edge in edges:
        for look in looks:
            if look <= edge[0]:
                pad.line.settle(look)
        pad.edges([edge])
    assert pad.edges([], until_us) == oracle(edges, until_us)


@given(edge_lists())
def test_nothing_is_told_before_it_is_due_nor_older_than_the_floor(edges: list[Edge]) -> None:
    pad = Pad()
    for (at_us, active), (next_us, _) in pairwise([*edges, (FOREVER_US, False)]):
        pad.edges([(at_us, active)])
        while (due_us := pad.line.due_us) is not None and due_us < next_us:
            floor_us, told = pad.line.floor_us, len(pad.told)
            assert floor_us is not None
            assert floor_us <= at_us < due_us <= floor_us + RELEASE_US
            assert len(pad.edges([], due_us - 1)) == told
            assert len(pad.edges([], due_us)) > told
            assert pad.told[told].at_us == floor_us
        assert (pad.line.floor_us is None) == (due_us is None)


@given(edge_lists(), st.integers(0, 40_000), st.integers(CONFIRM_US, 100_000))
def test_no_press_of_12_ms_is_ever_lost(before: list[Edge], apart: int, press_us: int) -> None:
    """Whatever spikes and presses came before it."""
    at_us = before[-1][0] + apart if before else apart
    pad = Pad()
    pad.edges([*before, (at_us, False), (at_us, True), (at_us + press_us, False)])
    [*_, last] = [event for event in pad.told if isinstance(event, HandDown | HandUp)]
    assert isinstance(last, HandDown)
    assert last.at_us <= at_us


@given(st.integers(1, 3_000), st.integers(1, 3_000), st.integers(1, 30_000))
def test_two_spikes_of_up_to_3_ms_are_never_a_press(first_us: int, second_us: int, apart: int) -> None:
    again = first_us + apart
    words = Pad().edges([(0, True), (first_us, False), (again, True), (again + second_us, False)], again + 100_000)
    assert {word for word, *_ in words} == {"rejected"}


@given(edge_lists(), st.lists(st.tuples(st.integers(0, 400_000), st.integers(0, READING_US - 1)), max_size=10))
@example([(0, True), (500, False), (900, True)], [(600, 999)])
def test_a_true_reading_changes_nothing(edges: list[Edge], readings: list[tuple[int, int]]) -> None:
    """Taken at any moment, and stamped up to 1 ms later: the line may bounce meanwhile."""
    pad = Pad()
    levels = [
        (moment + delay, [False, *(active for at_us, active in edges if at_us <= moment)][-1])
        for moment, delay in readings
    ]
    items = [(at_us, "edge", active) for at_us, active in edges]
    items += [(read_us, "level", active) for read_us, active in levels]
    for at_us, what, active in sorted(items, key=lambda item: item[:2]):
        (pad.line.edge if what == "edge" else pad.line.level)(at_us, active)
    assert pad.edges([], FOREVER_US - RELEASE_US) == oracle(edges, FOREVER_US - RELEASE_US)
    assert pad.line.missed == sum(active == before for (_, before), (_, active) in pairwise([(0, False), *edges]))


def test_a_missed_release_is_found_by_a_reading_and_the_next_press_counts() -> None:
    pad = Pad()
    pad.edges([(0, True)], 20_000)
    pad.line.level(500_000, False)
    assert pad.edges([(600_000, True)], 700_000) == [
        ("down", 0, 0),
        ("unproven", 500_000, False),
        ("down", 600_000, 600_000),
    ]
    assert pad.line.missed == 1


def test_a_missed_press_is_unproven_and_its_release_is_told() -> None:
    pad = Pad()
    pad.line.level(500_000, True)
    pad.line.level(510_000, True)
    assert pad.edges([(600_000, False)], 700_000) == [("unproven", 500_000, True), ("up", 600_000, 0)]


def test_a_reading_drops_the_contact_that_it_denies() -> None:
    pad = Pad()
    pad.edges([(0, True)])
    pad.line.level(4_000, False)
    assert pad.edges([], 100_000) == [("rejected", 0, 4_000), ("unproven", 4_000, False)]


def test_a_reading_in_a_bounce_gap_drops_the_contact_and_its_hand_is_unproven() -> None:
    pad = Pad()
    pad.edges([(0, True), (2_000, False)])
    pad.line.level(4_000, True)
    assert pad.edges([(50_000, False)], 100_000) == [
        ("rejected", 0, 2_000),
        ("unproven", 4_000, True),
        ("up", 50_000, 0),
    ]


def test_a_reading_late_by_the_link_denies_nothing_that_came_after_it() -> None:
    pad = Pad()
    pad.edges([(10_000, True)])
    pad.line.level(9_500, False, at_us=15_000)
    assert pad.edges([], 100_000) == [("down", 10_000, 10_000)]


def test_equal_edges_toggle_nothing_and_are_counted() -> None:
    pad = Pad()
    assert pad.edges([(0, False), (10_000, True), (11_000, True), (60_000, False), (61_000, False)], 100_000) == [
        ("down", 10_000, 10_000),
        ("up", 60_000, 0),
    ]
    assert pad.line.missed == 3


def test_a_mask_is_put_on_and_taken_off() -> None:
    mask = Pad("mask", 7)
    for at_us, active in [(0, True), (200, False), (50_000, True), (90_000, False)]:
        mask.line.edge(at_us, active, ticks=at_us * 2, err_us=4)
    mask.line.settle(200_000)
    mask.line.level(300_000, True)
    assert mask.told == [
        Rejected(0, 7, line="mask", lasted_us=200, clock="bench", ticks=0, err_us=4),
        MaskOn(50_000, 7, clock="bench", ticks=100_000, err_us=4),
        MaskOff(90_000, 7, clock="bench", ticks=180_000, err_us=4),
        MaskUnproven(300_000, 7, worn=True),
    ]


def test_a_wired_key_tells_its_contact_only() -> None:
    key = Pad("key", 0)
    key.line.edge(0, True)
    key.line.edge(200, False)
    key.line.edge(50_000, True, ticks=77, err_us=1)
    key.line.edge(90_000, False)
    key.line.settle(200_000)
    key.line.level(300_000, True)
    assert key.told == [
        Rejected(0, 0, line="key", lasted_us=200, clock="bench"),
        WordKey(50_000, clock="bench", ticks=77, err_us=1),
    ]
    assert key.line.missed == 1


def test_a_hand_keeps_the_ticks_and_the_error_of_its_first_edge() -> None:
    pad = Pad()
    pad.line.edge(1_000, True, ticks=500, err_us=20)
    pad.line.edge(1_100, False, ticks=550, err_us=21)
    pad.line.edge(1_300, True, ticks=650, err_us=22)
    pad.line.edge(90_000, False, ticks=45_000, err_us=23)
    pad.line.settle(200_000)
    assert pad.told == [
        HandDown(1_000, 3, settled_us=1_300, clock="bench", ticks=500, err_us=20),
        HandUp(90_000, 3, clock="bench", ticks=45_000, err_us=23),
    ]


def test_what_is_under_way_when_the_link_is_lost_comes_to_nothing() -> None:
    contact, release, held = Pad(), Pad(), Pad()
    contact.edges([(0, True)])
    release.edges([(0, True), (50_000, False)])
    held.edges([(0, True)], 50_000)
    for pad in (contact, release, held):
        pad.line.lose(55_000)
        assert pad.line.due_us is None
    contact_words = contact.edges([], 200_000)
    assert contact_words == [("rejected", 0, 55_000)]
    assert release.edges([], 200_000) == held.edges([], 200_000) == [("down", 0, 0)]
    for pad in (contact, release, held):
        pad.line.level(55_001, False)
    assert contact.words == contact_words
    assert release.words[1:] == held.words[1:] == [("unproven", 55_001, False)]


def test_the_word_is_not_debounced() -> None:
    with pytest.raises(ValueError, match="onset"):
        Pad("word", 0)
