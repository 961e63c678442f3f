"""What should be lit, playing and written now, derived from the state. It holds deadlines, never seconds left."""

from collections.abc import Iterable
from dataclasses import dataclass

from tablekit.effects import Say, Text
from tablekit.game.ask import Offer
from tablekit.game.record import BallotRecord
from tablekit.game.runner import Runner

FOULS_MOST = 100
"""More than anybody gets at a table where no foul removes."""
HANDS_GO = ("ballot", "raise", "word", "count")
"""The steps in which a pad lights up at contact."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Public: all that players and spectators may see, hear or time. Nothing in it may depend on a hidden role."""

    what: str
    """The step: `speech`, `ballot`, `don`… ; `over` at the end."""
    period: str
    night: bool
    music: bool
    seat: int
    stage: int
    ends_us: int | None
    """Table time at which the clock that is shown runs out; it stands still while `paused_at_us` is set."""
    paused_at_us: int | None
    seating: tuple[int, ...]
    """The seat that each person has drawn, in the order of their names; empty before the lot."""
    living: tuple[int, ...]
    fouls: dict[int, int]
    silenced: tuple[int, ...]
    """Seats that have lost their next speech, or may not talk now."""
    shown: dict[int, str]
    """Cards that were opened."""
    nominees: tuple[int, ...]
    votes: dict[int, int]
    """Counts that were said in the running stage."""
    reflex: tuple[int, ...]
    """Seats whose pad lights its own lamp at contact."""
    hands: tuple[int, ...]
    """Seats of the reflex with a hand on the pad."""
    winner: str
    said: Say | None
    """The last cue, as long as the host has not taken back what it was said for."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Private: what the host's remote shows besides the public scene."""

    step: int
    """The number that a host command must carry."""
    says: Text | None
    keys: tuple[str, ...]
    roles: dict[int, str]
    held: tuple[int, ...]
    """Hands that are on a pad before they are asked for."""
    bare: tuple[int, ...]
    """At night: the living seats without a mask."""
    uncertain: tuple[int, ...]
    """Seats whose mask sensor says nothing sure."""
    asleep: tuple[int, ...]
    """Seats that are called and have not lifted their masks yet."""
    lost: tuple[str, ...]
    ballot: BallotRecord | None
    """The last one that was judged."""


def scene(runner: Runner) -> Scene:
    """The public scene as it is now."""
    table, ask = runner.table, runner.open
    what = ask.what if ask else "over"
    shown = runner.ask
    ends_us = None if shown is None else shown.until_us if shown.ends_us is None else shown.ends_us or None
    reflex = tuple(seat for seat in table.living if seat in table.voters) if what in HANDS_GO else ()
    hidden, most = set(table.unannounced), (table.book.fields.fouls_out or FOULS_MOST) - 1
    frozen = set() if table.night else table.frozen
    day = next((day for day in table.record.days[-1:] if table.period == f"day {day.day}"), None)
    stage = day.stages[-1] if day and day.stages else None
    return Scene(
        what=what,
        period=table.period,
        night=table.night,
        music=table.night and what != "paused",
        seat=shown.seat if shown else 0,
        stage=shown.stage if shown else 0,
        ends_us=None if ends_us is None else ends_us + runner.still_us,
        paused_at_us=runner.paused_us,
        seating=tuple(table.record.seating),
        living=tuple(table.shown_living),
        fouls={seat: min(count, most) if seat in hidden else count for seat, count in table.fouls.items()},
        silenced=tuple(sorted((table.silenced | table.muted | frozen) & set(table.shown_living))),
        shown=dict(sorted(table.shown.items())),
        nominees=tuple(nominee for _, nominee in table.nominations if day),
        votes={ballot.nominee: ballot.votes for ballot in stage.ballots} if stage else {},
        reflex=reflex,
        hands=tuple(seat for seat in reflex if seat in runner.room.down),
        winner=table.record.winner,
        said=next((effect for effect in reversed(table.effects) if isinstance(effect, Say)), None),
    )


def _may_act(offer: Offer, seats: Iterable[int]) -> bool:
    """Is there a number with which it would do something now? The commands without one have 0."""
    return offer.why_not is None or any(offer.why_not(number) is None for number in (0, *seats))


def desk(runner: Runner) -> Desk:
    """The host's private view as it is now."""
    table, ask, room = runner.table, runner.open, runner.room
    calling = ask is not None and ask.what in ("call", "nominees")
    return Desk(
        step=runner.step,
        says=ask.host if ask else None,
        keys=tuple(offer.key for offer in ask.offers if _may_act(offer, table.seats)) if ask else (),
        roles=dict(table.roles),
        held=tuple(sorted(room.down.keys() & set(table.living))) if calling else (),
        bare=tuple(sorted(set(table.living) - room.masked)) if table.night else (),
        uncertain=tuple(sorted(room.doubted.keys() & set(table.living))),
        asleep=tuple(sorted(ask.bare & room.worn & set(table.living) - table.awake))
        if ask and table.record.roles
        else (),
        lost=tuple(sorted(room.lost)),
        ballot=table.last_ballot,
    )
