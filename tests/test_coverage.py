"""docs/rules/coverage.md is true: what it names exists, and nothing of the books is left out."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "rules" / "coverage.md"
SCENARIOS = TESTS / "scenarios"
SENTENCES = {"classic": 87, "city": 39, "sport": 25, "azerbaijani": 52, "ghost": 50}
"""The books whose texts are on the page, and how many sentences each has."""
NOT_NAMED: frozenset[str] = frozenset()
"""Scenarios of these books that hold no sentence."""

Row = tuple[str, str, str]
"""Its number, the sentence, what it is held by."""


def rows(page: str) -> dict[str, list[Row]]:
    """The rows of each book."""
    found: dict[str, list[Row]] = {}
    book = ""
    for line in page.splitlines():
        if line.startswith("## "):
            book = line.removeprefix("## ")
            found[book] = []
        elif line.startswith("|") and not line.startswith(("| № ", "|---")):
            number, sentence, held_by = (cell.strip() for cell in line.strip("|").split("|"))
            found[book].append((number, sentence, held_by))
    return found


def names(text: str) -> list[str]:
    """What stands in code."""
    return re.findall(r"`([^`]+)`", text)


@cache
def functions() -> set[str]:
    """All tests, as `file::function`."""
    return {
        f"{file.name}::{node.name}"
        for file in TESTS.rglob("test_*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@cache
def scenarios() -> set[str]:
    return {file.stem for file in SCENARIOS.glob("*.toml")}


def held_by_nothing(row: Row) -> bool:
    """Neither a test nor the remark that there is no rule in it."""
    _, _, held_by = row
    tests = [name for name in names(held_by) if "::" in name or name in scenarios()]
    return not tests and not held_by.startswith("no rule: ")


def unknown(page: str) -> list[str]:
    """Names of tests that do not exist. `fsm` and `sport` are the names of books."""
    named = [name for found in rows(page).values() for row in found for name in names(row[2])]
    return [name for name in named if name not in functions() | scenarios() | {"fsm", "sport"}]


def gaps(numbers: list[str]) -> list[str]:
    """Where the sentences, and after them the decided points d1, d2…, are not numbered one by one."""
    sentences = [number for number in numbers if number.isdigit()]
    expected = [str(number) for number in range(1, len(sentences) + 1)]
    expected += [f"d{number}" for number in range(1, len(numbers) - len(sentences) + 1)]
    return [f"{number}, not {due}" for number, due in zip(numbers, expected, strict=True) if number != due]


@cache
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_page_has_every_book_and_every_sentence() -> None:
    counted = {book: sum(number.isdigit() for number, *_ in found) for book, found in rows(page()).items()}
    assert counted == SENTENCES


@pytest.mark.parametrize("book", SENTENCES)
def test_its_numbering_has_no_gap(book: str) -> None:
    assert gaps([number for number, *_ in rows(page())[book]]) == []


@pytest.mark.parametrize("book", SENTENCES)
def test_every_row_has_a_sentence_that_is_held_by_something(book: str) -> None:
    assert [row for row in rows(page())[book] if held_by_nothing(row)] == []
    assert all(sentence for _, sentence, _ in rows(page())[book])


def test_every_test_that_is_named_exists() -> None:
    assert unknown(page()) == []


@pytest.mark.parametrize("book", SENTENCES)
def test_every_scenario_of_the_book_is_named_in_its_section(book: str) -> None:
    named = {name for row in rows(page())[book] for name in names(row[2])}
    assert {name for name in scenarios() if name.startswith(f"{book}-")} - named == {
        name for name in NOT_NAMED if name.startswith(f"{book}-")
    }


@pytest.mark.parametrize("book", ["classic", "city", "azerbaijani", "ghost"])
def test_every_test_of_the_books_own_file_is_named(book: str) -> None:
    named = {name for found in rows(page()).values() for row in found for name in names(row[2])}
    assert {name for name in functions() if name.startswith(f"test_{book}.py::")} - named == set()


# -- the checks themselves

SMALL = """# Rules

## classic

| № | sentence | held by |
|---|---|---|
| 1 | A rule. | `classic-plurality`; **(d)** as `fsm` |
| 2 | A man. | no rule: setting |
| d1 | **(d)** A point. | `test_coverage.py::test_a_wrong_page_is_found` |
"""


def test_a_right_page_has_no_fault() -> None:
    found = rows(SMALL)["classic"]
    assert found[1] == ("2", "A man.", "no rule: setting")
    assert unknown(SMALL) == []
    assert gaps([number for number, *_ in found]) == []
    assert not any(held_by_nothing(row) for row in found)


def test_a_wrong_page_is_found() -> None:
    wrong = SMALL.replace("classic-plurality", "classic-no-such-file").replace("a_wrong_page", "no_such_page")
    assert unknown(wrong) == ["classic-no-such-file", "test_coverage.py::test_no_such_page_is_found"]
    assert held_by_nothing(rows(wrong)["classic"][0])
    assert held_by_nothing(("1", "A rule.", ""))
    assert held_by_nothing(("1", "A rule.", "**(d)** as `fsm`"))
    assert gaps(["1", "3", "d1"]) == ["3, not 2"]
    assert gaps(["1", "2", "d2"]) == ["d2, not d1"]
    assert gaps(["1", "1"]) == ["1, not 2"]
