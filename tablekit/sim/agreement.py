"""What must agree within a scenario, though each value by itself is right."""

from itertools import combinations

from tablekit.errors import ScenarioError
from tablekit.sim.scenario import IN_GOOD_TIME_US, BallotHands, Day, Night, Scenario
from tablekit.sim.toml_values import Place

SUSPECTS_MOST = 2


def alternating(scenario: Scenario, place: Place) -> None:
    """Nights and days take turns, and the game starts with a night."""
    nights, days = len(scenario.nights), len(scenario.days)
    if not nights or nights - days not in (0, 1):
        raise ScenarioError(
            209,
            f"{place} tells {nights} nights and {days} days",
            "The game starts with a [[night]], and each [[day]] follows one: as many nights as days, or one more",
        )


def one_way_to_die(night: Night, place: Place) -> None:
    """Blind shots or an open agreement, not both."""
    if night.shots and night.kill is not None:
        raise place.at("kill").contradiction("is told beside shots", "Write one of the two")


def told_once(
    hands_key: str, hands: tuple[int, ...], at_key: str, at: tuple[tuple[int, int], ...], place: Place
) -> None:
    """A hand is told in good time or by its milliseconds, and each contact of a seat once."""
    for who, _ in at:
        if who in hands:
            raise place.at(at_key).contradiction(
                f"names seat {who}, who is in {hands_key} too", f"Write the seat in {hands_key} or in {at_key}"
            )
    for one, other in combinations(at, 2):
        if one == other:
            raise place.at(at_key).contradiction(f"tells one contact of seat {one[0]} twice", "Tell it once")


def told_day(day: Day, place: Place) -> None:
    """A hand for the raise question is told once, and there are no more than two suspects."""
    if len(day.suspects) > SUSPECTS_MOST:
        raise place.at("suspects").contradiction(f"names {len(day.suspects)} of them", "Name up to two")
    told_once("raise", day.raise_hands, "raise_at_ms", day.raise_contacts, place)


def down_before_lifted(ballot: BallotHands, place: Place) -> None:
    """Each seat's hand is told once, and is down whenever it is lifted."""
    told_once("hands", ballot.hands, "at_ms", ballot.contacts, place)
    touches = ballot.contacts + tuple((who, IN_GOOD_TIME_US) for who in ballot.hands)
    steps = [(us, who, True) for who, us in touches] + [(us, who, False) for who, us in ballot.lifts]
    down = dict.fromkeys((who for _, who, _ in steps), False)
    for at_us, who, touching in sorted(steps):
        if not touching and not down[who]:
            raise place.at("lift_ms").contradiction(
                f"lifts seat {who} at {at_us / 1_000:g} ms, when it has no hand down",
                f"Hands in good time touch at {IN_GOOD_TIME_US / 1_000:g} ms, others at their at_ms",
            )
        down[who] = touching
