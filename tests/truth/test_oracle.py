"""The slow oracle reads the published rule as the shared vectors have it."""

from pathlib import Path

import pytest
from oracle import Change, Down, Edge, Reading, Rule, Stamp, Unproven, Up, earlier, life_of

VECTORS = Path(__file__).parent.parent / "vectors"
Case = tuple[list[Edge], list[Reading], int, list[Change]]


def cases(file: str) -> dict[str, Case]:
    """Edges, readings, the end, and what they come to, by name; what comes to nothing is not looked at."""
    read: dict[str, Case] = {}
    edges: list[Edge] = []
    readings: list[Reading] = []
    expected: list[Change] = []
    name = ""
    for line in (VECTORS / file).read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["case", name]:
                edges, readings, expected = [], [], []
            case ["edge", at_us, active]:
                edges.append(Edge(int(at_us), int(at_us), active == "1"))
            case ["level", at_us, active]:
                readings.append(Reading(int(at_us), int(at_us), active == "1"))
            case ["until", at_us]:
                read[name] = edges, readings, int(at_us), expected
            case ["down", at_us, settled_us]:
                expected.append(Down(int(at_us), int(at_us), int(settled_us)))
            case ["up", at_us]:
                expected.append(Up(int(at_us), int(at_us)))
            case ["unproven", at_us, active]:
                expected.append(Unproven(int(at_us), active == "1"))
    return read


CASES = cases("debounce.txt") | cases("debounce-exact.txt")


@pytest.mark.parametrize("name", CASES)
def test_the_oracle_agrees_with_the_vector(name: str) -> None:
    edges, readings, until_us, expected = CASES[name]
    rule = Rule()
    decided_us = {Down: rule.confirm_us, Up: rule.release_us, Unproven: 0}
    told = life_of(edges, readings, [], rule).changes
    assert [change for change in told if change.at_us + decided_us[type(change)] <= until_us] == expected


def test_one_counter_compares_exactly_and_two_by_their_errors() -> None:
    t = Stamp(100, 100, 5, "hub")
    assert [earlier(Stamp(90 + at, 99 + at, 5, "hub"), t) for at in (0, 1, 2)] == [True, False, False]
    assert [earlier(Stamp(at, 0, 7, "pi"), t) for at in (87, 88, 112, 113)] == [True, None, None, False]
    assert [earlier(Stamp(at, 0, 0, "pi"), Stamp(100, 0, 0, "")) for at in (99, 100)] == [True, False]
