"""Does a scenario fit the rule book that it names? What does not is one ScenarioError:

KIT211 the book is not written · KIT212 its cards · KIT213 keys of another book.
"""

from collections.abc import Iterator

from tablekit.errors import ConfigError, ScenarioError
from tablekit.game.book import Book
from tablekit.kit import Setup
from tablekit.rulesets import BOOKS, open_book
from tablekit.sim.scenario import Day, Night, Scenario
from tablekit.sim.scenario_file import TableSize
from tablekit.sim.scenario_keys import FIELD_OF
from tablekit.sim.toml_values import Place, listing

KEYS: dict[type[Night | Day], tuple[tuple[str, ...], tuple[str, ...]]] = {
    Night: (
        ("shots", "kill", "checks", "acts", "refuse", "best_move"),
        ("peeks", "fouls", "removals", "expect"),
    ),
    Day: (
        (
            "nominations", "suspects", "talk_s", "raise", "raise_at_ms", "ghost_keeps", "ghost_picks", "avenger_takes",
            "kamikaze_takes",
        ),
        ("fouls", "removals", "host_votes", "ballot", "expect"),
    ),
}  # fmt: skip
"""What only some books have, and what all have."""


def table_sizes() -> dict[str, TableSize]:
    """How many seats the written rule books play with."""
    books = {name: book for name, (book, _) in BOOKS.items()}
    return {name: TableSize(book.seats[0], book.seats[-1], book.usual_seats) for name, book in books.items()}


def setup_for(scenario: Scenario, place: Place) -> Setup:
    """The table that plays the scenario."""
    if scenario.ruleset not in BOOKS:
        raise ScenarioError(
            211,
            f"{place}: the rule book {scenario.ruleset} is not written yet",
            f"Those that are: {listing(BOOKS)}",
        )
    try:
        book, seats = open_book(scenario.ruleset, scenario.options, scenario.seats)
    except ConfigError as error:
        error.args = (f"{error} ({place})",)
        raise
    _cards(scenario, book, place)
    _keys(scenario, book, place)
    return Setup(scenario.ruleset, scenario.options, seats, seed=scenario.seed, simulated=True)


def _cards(scenario: Scenario, book: Book, place: Place) -> None:
    """Each card of the book has as many holders as the book deals."""
    cards = book.cards()
    if book.fields.deal == "kit":
        if scenario.roles:
            raise ScenarioError(
                212,
                f"{place.at('roles')} are told, though the kit deals the cards",
                'Leave [roles] out, or write deal = "host"',
            )
        return
    here = place._replace(table="roles")
    for role in scenario.roles.values():
        if role not in cards:
            raise ScenarioError(212, f"{here}: {book.name} has no {role}", f"Allowed: {listing(cards)}")
    for role, count in cards.items():
        holders = scenario.holders(role)
        if len(holders) != count:
            named = listing(map(str, holders)) or "nobody"
            raise ScenarioError(212, f"{here.at(role)} is held by {named}", f"{book.name} deals {count} of it")


def _keys(scenario: Scenario, book: Book, place: Place) -> None:
    """Nights and days tell nothing that only other books have."""
    known, cards = book.scenario_keys(), book.cards()
    for here, page in _pages(scenario, place):
        some, every = KEYS[type(page)]
        for key in some:
            if key not in known and _is_told(page, key):
                allowed = (*(one for one in some if one in known), *every)
                raise ScenarioError(213, f"{here}: {book.name} has no {key}", f"Allowed: {listing(allowed)}")
        for role in (*page.checks, *page.acts) if isinstance(page, Night) else ():
            if role not in cards:
                raise ScenarioError(213, f"{here}: {book.name} has no {role}", f"Allowed: {listing(cards)}")


def _pages(scenario: Scenario, place: Place) -> Iterator[tuple[Place, Night | Day]]:
    for number, night in enumerate(scenario.nights):
        yield place._replace(table=f"night {number}"), night
    for number, day in enumerate(scenario.days):
        yield place._replace(table=f"day {number}"), day


def _is_told(page: Night | Day, key: str) -> bool:
    field = FIELD_OF.get(key, key)
    return bool(getattr(page, field) != getattr(type(page)(), field))
