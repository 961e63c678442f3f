"""The fields of a rule book: every number and switch that a club may change in `table.toml`."""

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from tablekit.errors import ConfigError

F = TypeVar("F", bound="Fields")


def rule(default: Any, doc: str) -> Any:
    """A field with its default and where it comes from."""
    return field(default=default, metadata={"doc": doc})


@dataclass(frozen=True, slots=True)
class Fields:
    """What all rule books have. Seconds may be fractions; counts are whole."""

    ballots: Literal["latched", "snapshot", "open"] = rule(
        "latched", "hands count by their first contact; or if down at the instant of «3»; or if down at the word"
    )
    cutoff: Literal["word", "key"] = rule("word", "what ends a ballot: the played word, or the wired key")
    doubt: Literal["repeat", "count", "drop"] = rule("repeat", "a hand on the line: vote again, count it, drop it")
    deal: Literal["host", "wake", "kit"] = rule("host", "roles: entered by the host, learned from who wakes, dealt")
    one_by_one: bool = rule(False, "cards are drawn in the first night, one seat after the other")
    mask_sensors: bool = rule(True, "every seat has a sensor for its mask")
    cards: Literal["open", "closed"] = rule("closed", "who leaves shows his card to the table, or does not")
    non_voters: Literal["last", "abstain"] = rule("last", "whom a seat that put no hand votes against")
    two_hands: Literal["foul", "removal", "ignored"] = rule("ignored", "a hand for a second nominee")
    early_hand: Literal["foul", "told"] = rule("told", "a new contact before the call")
    lifted_hand: Literal["foul", "told"] = rule("foul", "a hand lifted before the word")
    auto_next: bool = rule(False, "a speech ends by itself when its time is up")
    fouls_out: int = rule(4, "this foul removes; 0: none does")
    fouls_silent: int = rule(3, "this foul costs the next speech; 0: none does")
    removed_nominee_voids: bool = rule(True, "a nominee who is removed while hands are going voids the vote")
    mafia: int = rule(2, "cards of plain mafia")
    speech_s: float = rule(60, "a speech")
    last_word_killed: bool = rule(True, "who was killed in the night has a last word")
    last_word_voted: bool = rule(True, "who is voted out has a last word")
    last_word_s: float = rule(60, "a last word")
    mafia_meets_s: float = rule(60, "the mafia's meeting in the first night")
    call_s: float = rule(15, "each other night call")
    three_rounds_draw: bool = rule(False, "three nights in a row, and the days between, with nobody out are a draw")
    ballot_s: float = rule(1.5, "from the call to the word, as the remote shows it to the host")


SWITCHES: tuple[Any, ...] = (bool, bool | None)
"""On or off; None: as the number of seats has it."""


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if kind in SWITCHES or isinstance(value, bool):
        return kind in SWITCHES and isinstance(value, bool)
    if kind is float:
        return isinstance(value, int | float) and 0 < value < 86_400
    return isinstance(value, int) and 0 <= value <= 20


def allowed(kind: Any) -> str:
    """What a field of that type takes, in words."""
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f'"{choice}"' for choice in get_args(kind))
    if kind in SWITCHES:
        return "true or false"
    return {float: "seconds above 0 and below 86400", int: "a whole number from 0 to 20"}[kind]


def with_options(book: str, kind: type[F], options: Mapping[str, object]) -> F:
    """The book's fields with a club's options; ConfigError names a wrong one and what is allowed."""
    hints = get_type_hints(kind)
    for name, value in options.items():
        if name not in hints:
            near = difflib.get_close_matches(name, hints, n=1)
            hint = f'Did you mean "{near[0]}"?' if near else f"`tablekit rules {book}` lists its fields"
            raise ConfigError(110, f'"{name}" is no field of the rule book {book}', hint)
        if not _fits(value, hints[name]):
            raise ConfigError(111, f"{name} = {value!r} in {book}'s options is wrong", f"Write {allowed(hints[name])}")
    return dataclasses.replace(kind(), **options)  # type: ignore[arg-type]
