"""Every key of a scenario file: where it stands, and what it takes."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tablekit.errors import ScenarioError
from tablekit.rulesets import BOOKS
from tablekit.sim.agreement import down_before_lifted, one_way_to_die, told_day
from tablekit.sim.moment import DAY_MOMENTS, NIGHT_MOMENTS, Moment, moment, nearest_moment
from tablekit.sim.scenario import (
    BallotExpect,
    BallotHands,
    Breach,
    Day,
    DayExpect,
    GameExpect,
    Night,
    NightExpect,
    Nomination,
    Scenario,
    Shot,
)
from tablekit.sim.toml_values import (
    Place,
    Reader,
    by_name,
    by_seat,
    each,
    is_whole,
    listing,
    ms,
    pair,
    record,
    scalar,
    seat,
    seats,
    table_of,
    text,
    whole,
    word,
    yes_no,
)

T = TypeVar("T")

ROLES = (
    "mafia", "don", "boss", "sheriff", "commissar", "doctor", "lover", "maniac", "killer", "avenger", "mirror",
    "kamikaze", "traitor",
)  # fmt: skip
CHECKING = ("don", "boss", "sheriff", "commissar")
ACTING = ("doctor", "lover", "maniac", "killer", "commissar")
WINNERS = ("red", "black", "maniac", "draw", "none")
SEATS_MOST = 20
BEST_MOVE_MOST = 3
DAY_S = 24 * 60 * 60
STAGE = whole(1, SEATS_MOST)
TIMED = each(pair(seat, ms, "[seat, ms], such as [5, -0.001]"), "a list such as [[5, -0.001], [6, 0.0]]")
FIELD_OF = {
    "night": "nights",
    "day": "days",
    "ballot": "ballots",
    "raise": "raise_hands",
    "raise_at_ms": "raise_contacts",
    "at_ms": "contacts",
    "lift_ms": "lifts",
}
"""Keys whose field in the record has another name."""


# -- pieces of nights and days


def nominee(value: Any, place: Place) -> tuple[int, bool]:
    """A seat, and whether it is withdrawn."""
    if not is_whole(value):
        raise place.wrong(value, f"a nominee, 1 to {place.seats}, negative for a withdrawal")
    return seat(abs(value), place), value < 0


def nomination(value: Any, place: Place) -> Nomination:
    """[speaker, nominee]."""
    speaker, (named, withdrawn) = pair(seat, nominee, "[speaker, nominee], such as [3, 1]")(value, place)
    return Nomination(speaker, named, withdrawn)


def number_shot_at(value: Any, place: Place) -> tuple[int, bool]:
    """A called number, and whether the shot falls between it and the next."""
    if isinstance(value, float) and value % 1 == 0.5 and 1 < value < place.seats:
        return int(value), True
    if not is_whole(value):
        raise place.wrong(value, f"a called number, 1 to {place.seats}, or 4.5 for between 4 and 5")
    return seat(value, place), False


def shot(value: Any, place: Place) -> Shot:
    """[black, number]."""
    black, (number, between) = pair(seat, number_shot_at, "[black, number], such as [3, 4]")(value, place)
    return Shot(black, number, between)


def at_moment(forms: tuple[str, ...]) -> Reader[Moment]:
    """Reader of a moment of one of these forms."""

    def read(value: Any, place: Place) -> Moment:
        named = moment(value, forms) if isinstance(value, str) else None
        if named is None:
            near = nearest_moment(value, forms) if isinstance(value, str) else None
            raise place.wrong(value, listing(forms), f"The nearest is {near}. " if near else "")
        if named.seat > place.seats:
            raise place.no_seat(named.seat)
        return named

    return read


def breaches(forms: tuple[str, ...], like: str) -> Reader[tuple[Breach, ...]]:
    """Reader of fouls or removals."""
    one = pair(seat, at_moment(forms), f"[seat, moment], such as {like}")
    return each(lambda value, place: Breach(*one(value, place)), f"a list such as [{like}]")


def best_move(value: Any, place: Place) -> tuple[int, ...]:
    """The numbers that the victim names."""
    named = seats(value, place)
    if len(named) > BEST_MOVE_MOST:
        raise place.wrong(value, f"up to {BEST_MOVE_MOST} seats")
    return named


def raised(value: Any, place: Place) -> bool:
    """Was the question asked."""
    return word(("asked", "not asked"))(value, place) == "asked"


def ended(value: Any, place: Place) -> str:
    """The day or night in which the game ends."""
    if not isinstance(value, str) or not re.fullmatch("(day|night) (0|[1-9][0-9]?)", value):
        raise place.wrong(value, '"day N" or "night N", numbered from 0')
    return value


def options(value: Any, place: Place) -> dict[str, bool | int | float | str]:
    """Fields of the ruleset, by name; the book knows which there are."""
    return {key: scalar(item, place.inside().at(key)) for key, item in table_of(value, place).items()}


def roles(value: Any, place: Place) -> dict[int, str]:
    """Who holds which card: one seat a card, several of mafia."""
    cards: dict[int, str] = {}
    told = by_name(ROLES, lambda held, here: seats(held if isinstance(held, list) else [held], here))(value, place)
    for role, holders in told.items():
        here = place.inside().at(role)
        if role != "mafia" and len(holders) != 1:
            named = listing(map(str, holders)) or "nobody"
            raise ScenarioError(208, f"{here} is held by {named}", f"Only one seat holds this card; write {role} = 3")
        for holder in holders:
            if holder in cards:
                raise ScenarioError(208, f"{here} is seat {holder}, who is {cards[holder]} too", "One card a seat")
            cards[holder] = role
    return cards


# -- the tables of the file


def numbered(reader: Reader[Any], name: str) -> Reader[tuple[Any, ...]]:
    """Reader of all [[night]] or [[day]] tables, counted from 0."""

    def read(value: Any, place: Place) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise place.wrong(value, f"tables that begin with [[{name}]]")
        return tuple(reader(told, place._replace(table=f"{name} {i}", key="")) for i, told in enumerate(value))

    return read


def ballots(value: Any, place: Place) -> tuple[BallotHands, ...]:
    """All [[day.ballot]] tables of a day, one for each nominee and stage."""
    if not isinstance(value, list):
        raise place.wrong(value, "tables that begin with [[day.ballot]]")
    told: dict[tuple[int, int], BallotHands] = {}
    for i, entry in enumerate(value, 1):
        here = place._replace(table=f"{place.table} {ballot_name(table_of(entry, place), i, place)}", key="")
        ballot = BALLOT(entry, here)
        if told.setdefault((ballot.nominee, ballot.stage), ballot) is not ballot:
            raise here.contradiction("is told twice", "Write one [[day.ballot]] for each nominee and stage")
    return tuple(told.values())


def ballot_name(entry: Mapping[str, Any], i: int, place: Place) -> str:
    """The ballot as moments name it; by its place in the file, from 1, if it has no right nominee and stage."""
    try:
        return str(Moment("ballot", seat(entry["nominee"], place), STAGE(entry.get("stage", 1), place)))
    except (KeyError, ScenarioError):
        return f"[[day.ballot]] number {i}"


def table(
    kind: Callable[..., T],
    keys: Mapping[str, Reader[Any]],
    check: Callable[[T, Place], None] | None = None,
    **required: str,
) -> Reader[T]:
    """Reader of a table of the file into a record; `required`: what to write for a key that has to be there."""
    return record(kind, keys, FIELD_OF, required, check)


NIGHT_EXPECT = table(NightExpect, {"killed": seats, "best_move": yes_no})
NIGHT = table(
    Night,
    {
        "shots": each(shot, "a list such as [[3, 4], [9, 4.5]]"),
        "kill": seat,
        "checks": by_name(CHECKING, seat),
        "acts": by_name(ACTING, seat),
        "refuse": seats,
        "best_move": best_move,
        "peeks": seats,
        "fouls": breaches(NIGHT_MOMENTS, '[7, "sheriff"]'),
        "removals": breaches(NIGHT_MOMENTS, '[7, "sheriff"]'),
        "expect": NIGHT_EXPECT,
    },
    one_way_to_die,
)
BALLOT = table(
    BallotHands,
    {
        "nominee": seat,
        "stage": STAGE,
        "hands": seats,
        "at_ms": TIMED,
        "lift_ms": TIMED,
        "expect": table(BallotExpect, {"counted": seats, "late": seats, "lifted": seats}),
    },
    down_before_lifted,
    nominee="the seat that is voted against",
)
DAY_EXPECT = table(
    DayExpect,
    {
        "left": seats,
        "votes": by_seat,
        "held": yes_no,
        "raised": raised,
        "fouls": by_seat,
        "silent": seats,
        "nominees": seats,
    },
)
DAY = table(
    Day,
    {
        "nominations": each(nomination, "a list such as [[3, 1], [10, 2]]"),
        "fouls": breaches(DAY_MOMENTS, '[7, "speech 3"]'),
        "removals": breaches(DAY_MOMENTS, '[7, "speech 3"]'),
        "suspects": seats,
        "talk_s": whole(1, DAY_S, "whole seconds"),
        "raise": seats,
        "raise_at_ms": TIMED,
        "ghost_keeps": seat,
        "ghost_picks": seat,
        "avenger_takes": pair(seat, word(("morning", "talk")), '[seat, "morning"] or [seat, "talk"]'),
        "kamikaze_takes": seat,
        "host_votes": each(pair(seat, seat, "[seat, nominee]"), "a list such as [[4, 9]]"),
        "ballot": ballots,
        "expect": DAY_EXPECT,
    },
    told_day,
)
SCENARIO = table(
    Scenario,
    {
        "ruleset": word(BOOKS),
        "seats": whole(1, SEATS_MOST),
        "seed": whole(0),
        "title": text,
        "options": options,
        "roles": roles,
        "night": numbered(NIGHT, "night"),
        "day": numbered(DAY, "day"),
        "expect": table(GameExpect, {"winner": word(WINNERS), "ended": ended, "out": seats}),
    },
    ruleset=f"one of {listing(BOOKS)}",
)
