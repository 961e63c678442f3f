"""A whole game as a scenario tells it: seats, roles, nights, days, and what should come of them.

Lists of seats keep the order of the file. In what is expected, None means that the file does not say.
"""

import msgspec

from tablekit.sim.moment import Moment

CALL_US = -1_500_000
"""The call, relative to T."""
IN_GOOD_TIME_US = -500_000
"""Where `hands` touch, relative to T."""


class Breach(msgspec.Struct, frozen=True):
    """What earns the seat a foul or its removal happens at that moment."""

    seat: int
    moment: Moment


class Nomination(msgspec.Struct, frozen=True):
    """The speaker puts the nominee to the vote, or takes him back."""

    speaker: int
    nominee: int
    withdrawn: bool = False


class Shot(msgspec.Struct, frozen=True):
    """The seat shoots on the number, or between it and the next one."""

    seat: int
    number: int
    between: bool = False


class NightExpect(msgspec.Struct, frozen=True):
    """What a night should come to."""

    killed: tuple[int, ...] | None = None
    best_move: bool | None = None


class Night(msgspec.Struct, frozen=True):
    """One night; `checks` and `acts` go from role to seat."""

    shots: tuple[Shot, ...] = ()
    kill: int | None = None
    checks: dict[str, int] = {}
    acts: dict[str, int] = {}
    refuse: tuple[int, ...] = ()
    best_move: tuple[int, ...] = ()
    peeks: tuple[int, ...] = ()
    fouls: tuple[Breach, ...] = ()
    removals: tuple[Breach, ...] = ()
    expect: NightExpect = NightExpect()


class BallotExpect(msgspec.Struct, frozen=True):
    """What one ballot should come to; the lists compare as sets."""

    counted: tuple[int, ...] | None = None
    late: tuple[int, ...] | None = None
    lifted: tuple[int, ...] | None = None


class BallotHands(msgspec.Struct, frozen=True):
    """The hands against one nominee: in good time, and by their microseconds after T (negative: before)."""

    nominee: int
    stage: int = 1
    hands: tuple[int, ...] = ()
    contacts: tuple[tuple[int, int], ...] = ()
    lifts: tuple[tuple[int, int], ...] = ()
    expect: BallotExpect = BallotExpect()


class DayExpect(msgspec.Struct, frozen=True):
    """What a day should come to; `left` and `nominees` are ordered."""

    left: tuple[int, ...] | None = None
    votes: dict[int, int] | None = None
    held: bool | None = None
    raised: bool | None = None
    fouls: dict[int, int] | None = None
    silent: tuple[int, ...] | None = None
    nominees: tuple[int, ...] | None = None


class Day(msgspec.Struct, frozen=True):
    """One day."""

    nominations: tuple[Nomination, ...] = ()
    fouls: tuple[Breach, ...] = ()
    removals: tuple[Breach, ...] = ()
    suspects: tuple[int, ...] = ()
    talk_s: int | None = None
    raise_hands: tuple[int, ...] = ()
    raise_contacts: tuple[tuple[int, int], ...] = ()
    """Seat, and microseconds after the T of the raise question."""
    ghost_keeps: int | None = None
    ghost_picks: int | None = None
    avenger_takes: tuple[int, str] | None = None
    """Whom he takes, and when: "morning" or "talk"."""
    kamikaze_takes: int | None = None
    host_votes: tuple[tuple[int, int], ...] = ()
    """Seat of the dead pad, and the nominee."""
    ballots: tuple[BallotHands, ...] = ()
    expect: DayExpect = DayExpect()

    def ballot(self, nominee: int, stage: int) -> BallotHands:
        """The hands against this nominee in this stage; a ballot that is not told has none."""
        told = (ballot for ballot in self.ballots if (ballot.nominee, ballot.stage) == (nominee, stage))
        return next(told, BallotHands(nominee, stage))


class GameExpect(msgspec.Struct, frozen=True):
    """What the game should come to; `out` is ordered."""

    winner: str | None = None
    ended: str | None = None
    out: tuple[int, ...] | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A whole game. `seats` is None where neither the file nor the caller knows how many the book has."""

    ruleset: str
    seats: int | None = None
    seed: int = 1
    title: str = ""
    options: dict[str, bool | int | float | str] = {}
    roles: dict[int, str] = {}
    """From seat to role; the rest are citizens."""
    elected: int = 0
    """Whom the mafia elects of its own, where the book has that."""
    nights: tuple[Night, ...] = ()
    days: tuple[Day, ...] = ()
    expect: GameExpect = GameExpect()

    def holders(self, role: str) -> tuple[int, ...]:
        """The seats that hold the card, ascending."""
        return tuple(sorted(seat for seat, card in self.roles.items() if card == role))
