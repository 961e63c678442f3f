"""Does a scenario fit the rule book that it names? What does not is one ScenarioError:

KIT210 the first night · KIT212 the cards · KIT213 keys of another book.
"""

from collections.abc import Iterator, Mapping
from typing import get_type_hints

import msgspec

from tablekit.errors import ConfigError, ScenarioError
from tablekit.game.book import Book
from tablekit.game.fields import SWITCHES
from tablekit.kit import Setup
from tablekit.rulesets import BOOKS, open_book
from tablekit.sim.scenario import Day, Night, Scenario
from tablekit.sim.scenario_file import TableSize
from tablekit.sim.scenario_keys import FIELD_OF, ROLES
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
    """How many seats the rule books play with."""
    return {
        name: TableSize(book.seats[0], book.seats[-1], book.usual_seats if book.names_seats else None)
        for name, book in BOOKS.items()
    }


def fitted(scenario: Scenario, place: Place) -> tuple[Scenario, Setup]:
    """The scenario as its book has it, and the table that plays it."""
    options = {**_switches(scenario), **scenario.options}
    try:
        book, seats = open_book(scenario.ruleset, options, scenario.seats)
    except ConfigError as error:
        error.args = (f"{error} ({place})",)
        raise
    scenario = _with_election(scenario, book)
    _cards(scenario, book, book.cards(seats), place)
    _keys(scenario, book, book.cards(seats), place)
    return scenario, Setup(scenario.ruleset, options, seats, seed=scenario.seed, simulated=True)


def _switches(scenario: Scenario) -> dict[str, bool]:
    """A role that is named plays; one that would play by the number of seats, and is not named, does not."""
    fields = BOOKS[scenario.ruleset].fields_type
    switches = [name for name, kind in get_type_hints(fields).items() if name in ROLES and kind in SWITCHES]
    named = set(scenario.roles.values())
    by_seats = {name for name in switches if getattr(fields(), name) is None}
    return {name: name in named for name in switches if name in named or (named and name in by_seats)}


def _with_election(scenario: Scenario, book: Book) -> Scenario:
    """Who is elected was dealt plain mafia: the seat that is told, else the lowest."""
    if not book.elected:
        return scenario
    told = scenario.holders(book.elected)
    roles = {seat: "mafia" if seat in told else role for seat, role in scenario.roles.items()}
    elected = min(told or [seat for seat, role in roles.items() if role == "mafia"], default=0)
    return msgspec.structs.replace(scenario, roles=roles, elected=elected)


def _cards(scenario: Scenario, book: Book, cards: Mapping[str, int], place: Place) -> None:
    """Each card of the book has as many holders as the book deals."""
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


def _keys(scenario: Scenario, book: Book, cards: Mapping[str, int], place: Place) -> None:
    """Nights and days tell nothing that only other books have, and night 0 nothing that only later nights have."""
    known = book.scenario_keys()
    for here, page in _pages(scenario, place):
        some, every = KEYS[type(page)]
        first = page is scenario.nights[0]
        for key in some:
            if not _is_told(page, key):
                continue
            if key not in known:
                allowed = listing((*(one for one in some if one in known), *every))
                raise ScenarioError(213, f"{here}: {book.name} has no {key}", f"Allowed: {allowed}")
            if first and key not in book.first_night_keys():
                allowed = listing((*(one for one in some if one in book.first_night_keys()), *every))
                raise ScenarioError(210, f"{here} of {book.name} knows no {key}", f"Allowed: {allowed}")
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
