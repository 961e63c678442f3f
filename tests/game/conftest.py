"""What the tests of the game share: tables to sit down at, and which paragraph of the rules a test is about."""

from collections.abc import Iterator

import pytest
from table_talk import SitDown, TableTalk


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "paragraph(*numbers): what the test holds the game to (test_paragraphs.py)")


@pytest.fixture
def sit_down() -> Iterator[SitDown]:
    """Deals the cards at a new table; when the test is over, what is left of its time must bring nothing."""
    tables: list[TableTalk] = []

    def sit(book: str = "fsm", **how: object) -> TableTalk:
        tables.append(TableTalk(book, **how))
        return tables[-1]

    yield sit
    for table in tables:
        table.get_up()


@pytest.fixture
def back(lines: int) -> TableTalk:
    """The table of the whole game, as it was when its log had so many lines."""
    from whole_game import whole_game  # its evening is played when it is first imported

    return whole_game().at(lines)
