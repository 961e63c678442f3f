"""Does a scenario fit the rule book that it names? What does not is one ScenarioError:

KIT211 the book is not written · KIT212 its cards · KIT213 keys of another book.
"""

from collections.abc import Iterator
from typing import Any, get_type_hints

from tablekit.errors import ScenarioError
from tablekit.game.book import Book
from tablekit.kit import Setup
from tablekit.rulesets import BOOKS, open_book
from tablekit.sim.scenario import Day, Night, Scenario
from tablekit.sim.scenario_file import TableSize
from tablekit.sim.scenario_keys import FIELD_OF
from tablekit.sim.toml_values import Place, listing

NIGHT_KEYS = ("shots", "kill", "checks", "acts", "refuse", "best_move")
DAY_KEYS = (
    "nominations", "suspects", "talk_s", "raise", "raise_at_ms", "ghost_keeps", "ghost_picks", "avenger_takes",
    "kamikaze_takes",
)  # fmt: skip
"""What only some rule books have."""
EVERY_NIGHT = ("peeks", "fouls", "removals", "expect")
EVERY_DAY = ("fouls", "removals", "host_votes", "ballot", "expect")


def table_sizes() -> dict[str, TableSize]:
    """How many seats the written rule books play with."""
    books = {name: book for name, (book, _) in BOOKS.items()}
    return {name: TableSize(book.seats[0], book.seats[-1], book.usual_seats) for name, book in books.items()}


def setup_for(scenario: Scenario, place: Place) -> Setup:
    """The table that plays the scenario; an optional role is switched on by naming it."""
    if scenario.ruleset not in BOOKS:
        raise ScenarioError(
            211,
            f"{place}: the rule book {scenario.ruleset} is not written yet",
            f"Those that are: {listing(BOOKS)}",
        )
    hints = get_type_hints(BOOKS[scenario.ruleset][1])
    switches = {role: True for role in scenario.roles.values() if hints.get(role) is bool}
    options = {**switches, **scenario.options}
    book, seats = open_book(scenario.ruleset, options, scenario.seats)
    _cards(scenario, book, place)
    _keys(scenario, book, place)
    return Setup(scenario.ruleset, options, seats, seed=scenario.seed, simulated=True)


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
    known = book.scenario_keys()
    for here, key in _told(scenario, place):
        if key not in known:
            kind, every = (NIGHT_KEYS, EVERY_NIGHT) if key in NIGHT_KEYS else (DAY_KEYS, EVERY_DAY)
            allowed = (*(one for one in kind if one in known), *every)
            raise ScenarioError(213, f"{here}: {book.name} has no {key}", f"Allowed: {listing(allowed)}")
    for number, night in enumerate(scenario.nights):
        for role in (*night.checks, *night.acts):
            if role not in book.cards():
                here, cards = place._replace(table=f"night {number}"), listing(book.cards())
                raise ScenarioError(213, f"{here}: {book.name} has no {role}", f"Allowed: {cards}")


def _told(scenario: Scenario, place: Place) -> Iterator[tuple[Place, str]]:
    pages: list[tuple[str, Any, tuple[str, ...]]] = [
        *((f"night {number}", night, NIGHT_KEYS) for number, night in enumerate(scenario.nights)),
        *((f"day {number}", day, DAY_KEYS) for number, day in enumerate(scenario.days)),
    ]
    for table, page, keys in pages:
        nothing = Night() if isinstance(page, Night) else Day()
        for key in keys:
            field = FIELD_OF.get(key, key)
            if getattr(page, field) != getattr(nothing, field):
                yield place._replace(table=table), key
