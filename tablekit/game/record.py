"""What the protocol is made of: plain facts of the game, filled in as they become true."""

from dataclasses import dataclass, field
from typing import Literal

from tablekit.effects import Text

Judged = Literal["counted", "late", "on the line", "second", "not counted", "by host"]


@dataclass(slots=True)
class HandRecord:
    """One hand in a ballot: where its first contact fell, in microseconds after T (negative: before)."""

    seat: int
    after_t_us: int
    err_us: int
    judged: Judged
    lifted_us: int | None = None
    """Where it was lifted, in microseconds after T, if that was before the count."""


@dataclass(slots=True)
class BallotRecord:
    """One question to all hands, from the call to the count."""

    nominee: int
    called_us: int
    form: Literal["latched", "snapshot", "open"] = "latched"
    t_us: int = 0
    t_err_us: int = 0
    t_by: Literal["word", "key", "estimate", ""] = ""
    voters: list[int] = field(default_factory=list)
    """Who could still vote at T."""
    hands: list[HandRecord] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)
    by_default: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    early: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    void: Text | None = None
    """Why it did not count and was repeated."""

    @property
    def votes(self) -> int:
        """Of hands, those that the host entered, and defaults."""
        return len(self.counted) + len(self.by_default)

    def seats(self, judged: Judged) -> list[int]:
        """The seats whose hand was judged so, ascending."""
        return sorted({hand.seat for hand in self.hands if hand.judged == judged})

    def lifted(self) -> list[int]:
        """The seats that lifted a hand before the count, ascending."""
        return sorted({hand.seat for hand in self.hands if hand.lifted_us is not None})


@dataclass(slots=True)
class StageRecord:
    """One vote among some nominees: the first, or a revote."""

    stage: int
    nominees: list[int]
    ballots: list[BallotRecord] = field(default_factory=list)
    voids: list[BallotRecord] = field(default_factory=list)
    votes: dict[int, int] = field(default_factory=dict)
    """Defaults included; empty until the stage is through."""


@dataclass(slots=True)
class RaiseRecord:
    """«Кто за то, чтобы все голосуемые покинули игру?»"""

    nominees: list[int]
    hands: list[int] = field(default_factory=list)
    result: bool | None = None
    ballot: BallotRecord | None = None
    voids: list[BallotRecord] = field(default_factory=list)


@dataclass(slots=True)
class DayRecord:
    """A day, numbered from 0."""

    day: int
    nominations: list[tuple[int, int]] = field(default_factory=list)
    nominees: list[int] = field(default_factory=list)
    stages: list[StageRecord] = field(default_factory=list)
    question: RaiseRecord | None = None
    voted_out: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    """All exits of the day, in order: removals when they happen, the voted-out when announced."""
    silent: list[int] = field(default_factory=list)
    fouls: dict[int, int] = field(default_factory=dict)
    """Totals at the end of the day."""
    void: bool = False
    """The vote was not held, or did not stand."""
    avenged: int = 0
    """Whom the Avenger has taken along."""
    ghost: int = 0
    """Who was killed in the night and watches the day."""
    quiet_night: bool = False
    """The split stands, and nobody is killed in the coming night."""

    @property
    def votes(self) -> dict[int, int]:
        """Of the last stage, defaults included; none if no vote was held."""
        return dict(self.stages[-1].votes) if self.held else {}

    @property
    def held(self) -> bool:
        """Did a ballot run and stand?"""
        return not self.void and any(stage.ballots for stage in self.stages)


@dataclass(slots=True)
class NightRecord:
    """A night, numbered from 0."""

    night: int
    killed: list[int] = field(default_factory=list)
    shots: list[tuple[int, float]] = field(default_factory=list)
    kill: int = 0
    """Whom the mafia has agreed on."""
    checks: dict[str, int] = field(default_factory=dict)
    acts: dict[str, int] = field(default_factory=dict)
    """From role to seat: who was killed, healed, invited."""
    refused: list[int] = field(default_factory=list)
    plan: list[int] = field(default_factory=list)
    """The order of the coming shots, as the blacks have set it."""
    best_move: list[int] = field(default_factory=list)
    peeks: list[int] = field(default_factory=list)


@dataclass(slots=True)
class GameRecord:
    """A whole game."""

    seating: list[int] = field(default_factory=list)
    roles: dict[int, str] = field(default_factory=dict)
    nights: list[NightRecord] = field(default_factory=list)
    days: list[DayRecord] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    winner: str = "none"
    ended: str = ""
    notes: list[tuple[int, Text]] = field(default_factory=list)
    """Whatever a referee may ask about, with its stamp in table time."""
