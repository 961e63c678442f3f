"""What a view draws at one instant, apart from what has been said: the public scene and the host's own desk."""

from copy import deepcopy
from dataclasses import dataclass, replace

from tablekit.effects import Text
from tablekit.game import scene as scenes
from tablekit.game.runner import Runner
from tablekit.game.scene import Desk, Scene

US_PER_S = 1_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same through an evening."""

    book: str
    seats: int
    names: tuple[str, ...] = ()
    simulated: bool = False
    hosted: bool = True
    """Does somebody host from this keyboard? Otherwise he only watches."""

    def name(self, seat: int, seating: tuple[int, ...]) -> str:
        """Who has drawn the seat; empty before the lot, or if nobody has told."""
        return dict(zip(seating, self.names, strict=False)).get(seat, "")


@dataclass(frozen=True, slots=True)
class Picture:
    """A view may be drawn anew only if this differs from the last one."""

    scene: Scene
    """Public."""
    left_s: int | None
    """Public: seconds left on the clock, rounded up."""
    desk: Desk
    """Private, as the rest."""
    typing: Text | None
    word_in_s: float | None
    """While hands go: until the usual time of the word, in tenths; below zero it is over."""
    unkept: bool = False
    """The disk refuses the journal or the tape."""


def picture(runner: Runner, now_us: int, typing: Text | None = None, *, unkept: bool = False) -> Picture:
    """The table as it is at `now_us` of table time."""
    public, private = scenes.scene(runner), scenes.desk(runner)
    still_us = now_us if public.paused_at_us is None else public.paused_at_us
    left_s = None if public.ends_us is None else max(0, -((still_us - public.ends_us) // US_PER_S))
    kept = replace(private, ballot=deepcopy(private.ballot))
    return Picture(public, left_s, kept, typing, _word_in_s(runner, now_us), unkept)


def _word_in_s(runner: Runner, now_us: int) -> float | None:
    """A rule book's `ballot_s`, counted from the call: the line that opened the step."""
    ask, fields = runner.open, runner.book.fields
    if ask is None or not ask.sealed or not (ask.offer("thanks") or fields.cutoff == "key"):
        return None
    return round(fields.ballot_s - (now_us - runner.log[runner.step].at_us) / US_PER_S, 1)
