"""The moments of a game that a scenario names: «his foul came in ballot 3»."""

import difflib
import re

import msgspec

DAY_MOMENTS = (
    "morning", "talk", "speech N", "nominations", "defence N", "ballot N", "ballot N/2", "after ballot N",
    "after ballot N/2", "raise", "last word N", "night word",
)  # fmt: skip
NIGHT_MOMENTS = (
    "deal", "mafia", "shooting", "don", "boss", "sheriff", "commissar", "doctor", "lover", "maniac", "killer",
    "seating", "best move",
)  # fmt: skip
"""The calls of a night, by name."""

PHRASE = re.compile(r"(?P<kind>[a-z]+(?: [a-z]+)*)(?: (?P<seat>[1-9][0-9]?)(?:/(?P<stage>[1-9][0-9]?))?)?")


class Moment(msgspec.Struct, frozen=True):
    """A moment of a day or night; `seat` and `stage` are 0 where the kind has none, a ballot's stage is 1 at least."""

    kind: str
    seat: int = 0
    stage: int = 0

    def __str__(self) -> str:
        seat = f" {self.seat}" if self.seat else ""
        stage = f"/{self.stage}" if self.stage > 1 else ""
        return f"{self.kind}{seat}{stage}"


def moment(phrase: str, allowed: tuple[str, ...]) -> Moment | None:
    """The moment that the phrase names; None if it has the form of none of those allowed."""
    match = PHRASE.fullmatch(phrase)
    if match is None:
        return None
    kind, seat, stage = match["kind"], int(match["seat"] or 0), int(match["stage"] or 0)
    form = f"{kind}{' N' if seat else ''}{'/2' if stage else ''}"
    if form not in allowed:
        return None
    return Moment(kind, seat, stage or (1 if f"{form}/2" in allowed else 0))


def nearest_moment(phrase: str, allowed: tuple[str, ...]) -> str | None:
    """The allowed form that looks most like the phrase."""
    form = re.sub(r"[1-9][0-9]*", "N", phrase.lower(), count=1)
    return next(iter(difflib.get_close_matches(form, allowed, n=1)), None)
