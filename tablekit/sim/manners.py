"""How people are at the table: from calm to rowdy."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Profile:
    """How people are: each number but `talk_s` is a chance, for one seat at one occasion."""

    talk_s: tuple[float, float] = (20, 65)
    nominates: float = 0.6
    withdraws: float = 0.1
    abstains: float = 0.15
    raises: float = 0.5
    late: float = 0.0
    """Decides at the word."""
    early: float = 0.0
    lifts: float = 0.0
    """Lifts the hand before the count."""
    second: float = 0.0
    holds_on: float = 0.0
    """Leaves the hand down after the count for a while."""
    bounces: float = 0.0
    """The pad's contact opens and closes once more."""
    restless: float = 0.0
    """Touches the pad when nobody asks."""
    disagrees: float = 0.1
    """Does not shoot where the blacks agreed to."""
    peeks: float = 0.0
    refuses: float = 0.0
    """Does not move in his call, where the book knows that."""


CALM = Profile()
MESSY = Profile(
    late=0.1, early=0.02, lifts=0.05, second=0.03, holds_on=0.05, bounces=0.1, restless=0.05, disagrees=0.2, peeks=0.01,
    refuses=0.01,
)  # fmt: skip
ROWDY = Profile(
    withdraws=0.4, late=0.4, early=0.1, lifts=0.15, second=0.1, holds_on=0.2, bounces=0.4, restless=0.15, disagrees=0.4,
    peeks=0.05, refuses=0.05,
)  # fmt: skip


def brisk(profile: Profile) -> Profile:
    """The same people, short of words."""
    return replace(profile, talk_s=(2, 8))
