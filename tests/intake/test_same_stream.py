"""The same stream for every order of arrival and every step of promises."""

from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intake_room import Room

from tablekit.events import Event, HandDown, Rejected, WordHeard, order
from tablekit.intake.debounce import Line

END_US = 200_000
Edge = tuple[int, Line, bool]  # ticks, line, active
Levels = tuple[int, dict[Line, bool]]
Item = Edge | Levels | Event

lines = st.sampled_from([Line("pad", 1), Line("pad", 2), Line("mask", 1), Line("key", 0)])
stamps_us = st.integers(0, 200).map(lambda step: step * 500) | st.integers(0, 100_000)
ticks = st.builds(lambda at_us, ns: at_us * 1_000 + ns, stamps_us, st.integers(0, 999))
edges = st.lists(st.tuples(ticks, lines, st.booleans()), max_size=30, unique_by=lambda edge: edge[:2])
levels = st.lists(
    st.tuples(stamps_us, st.dictionaries(lines, st.booleans(), max_size=3)),
    max_size=3,
    unique_by=lambda levels: levels[0],
)
facts = st.lists(st.builds(HandDown, stamps_us, st.integers(3, 4)) | st.builds(WordHeard, stamps_us), max_size=5)
promises = st.lists(st.tuples(st.integers(0, 110_000), st.sampled_from([("pi",), ("hub",), ("pi", "hub")])), max_size=8)


def stamp_us(item: Item) -> int:
    match item:
        case Event():
            return item.at_us
        case (ticks, _, _):
            return ticks // 1_000
        case (at_us, _):
            return at_us


class Table:
    """A room in which spikes open deadlines."""

    def __init__(self) -> None:
        self.room = Room((7_000,), lambda event: event.at_us + 9_000 if isinstance(event, Rejected) else None)

    def give(self, items: list[Item]) -> None:
        for item in items:
            match item:
                case Event():
                    self.room.hub.fact(item)
                case (ticks, line, active):
                    self.room.pi.edge(ticks, line, active)
                case (at_us, active):
                    self.room.pi.levels(at_us, active)

    def end(self) -> list[Event]:
        self.room.until(END_US)
        assert self.room.pi.stale_count == self.room.hub.stale_count == 0
        return self.room.stream.events


@given(edges, levels, facts, promises, st.randoms(use_true_random=False))
def test_arrival_and_steps_change_nothing(
    edges: list[Edge],
    levels: list[Levels],
    facts: list[Event],
    promises: list[tuple[int, tuple[str, ...]]],
    chance: Random,
) -> None:
    at_once, by_steps = Table(), Table()
    items: list[Item] = [*edges, *levels, *facts]
    at_once.give(items)

    chance.shuffle(items)
    for upto_us, names in sorted(promises):
        by_steps.give([item for item in items if stamp_us(item) <= upto_us])
        items = [item for item in items if stamp_us(item) > upto_us]
        early = chance.randint(0, len(items))
        by_steps.give(items[:early])
        del items[:early]
        for name in names:
            by_steps.room.merge.sources[name].promise(upto_us)
        by_steps.room.merge.pump(by_steps.room.stream)
    by_steps.give(items)

    stream = at_once.end()
    assert by_steps.end() == stream
    assert stream == sorted(stream, key=order)


@pytest.mark.parametrize("step_us", [50, 100_000])
def test_pad_and_mask_of_one_seat_rejected_at_one_stamp_keep_one_order(step_us: int) -> None:
    room = Room()
    spikes: list[tuple[Literal["pad", "mask"], int]] = [("pad", 10_100), ("mask", 10_300)]
    for kind, until_us in spikes:
        room.edge(10_000, 1, True, kind)
        room.edge(until_us, 1, False, kind)
    for now_us in range(step_us, 200_000, step_us):
        room.until(now_us)
    assert [event.line for event in room.stream.events if isinstance(event, Rejected)] == ["mask", "pad"]
