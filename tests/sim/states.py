"""What a game is at one moment, so that two of them can be compared, and what an undo must lead back to."""

import dataclasses
from typing import Any

from tablekit.effects import Say, Text
from tablekit.events import Event, Fact, Undo
from tablekit.game.runner import Runner
from tablekit.game.scene import desk, scene

OF_TIME = {"at_us", "now_us", "counted_us"}
OF_THE_TABLE = {"book", "room", "scopes"}
OF_THE_ROOM = ("held", "bare", "uncertain", "asleep", "lost")
"""What the desk shows of pads, masks and links: no undo changes these."""


def state(runner: Runner) -> dict[str, Any]:
    """All that a game is, but for table time, what the host alone was told, and what is physically so."""
    ask = runner.ask
    seen, private = scene(runner), desk(runner)
    kept = {name: repr(value) for name, value in vars(runner.table).items() if name not in OF_TIME | OF_THE_TABLE}
    notes = [note for note in runner.table.record.notes if not_undo(note)]
    return kept | {
        "record": repr(dataclasses.replace(runner.table.record, notes=notes)),
        "effects": [effect for effect in runner.table.effects if isinstance(effect, Say)],
        "scene": dataclasses.replace(seen, ends_us=None, hands=()),
        "clock": None if seen.ends_us is None else seen.ends_us - runner.still_us,
        "desk": dataclasses.replace(private, **dict.fromkeys(OF_THE_ROOM, ())),
        "until": ask.until_us if ask else None,
        "offers": [offer.key for offer in ask.offers] if ask else [],
        "commands": (runner.step, runner.last_command, runner.last_verdict),
        "scopes": len(runner.table.scopes),
    }


def not_undo(note: tuple[int, Text]) -> bool:
    return note[1].template != "Taken back: {command}."


def differences(one: Runner, other: Runner) -> dict[str, Any]:
    """What is not the same in two games; empty if nothing."""
    first, second = state(one), state(other)
    return {name: (first[name], second[name]) for name in first if first[name] != second[name]}


def take_back(runner: Runner, at_us: int) -> int:
    """Press undo; returns the line that it took back, or -1."""
    undo = runner.settled(Undo(at_us))
    runner.feed(undo)
    assert isinstance(undo, Undo)
    return undo.line


def is_as_before(runner: Runner, undone: Event, before: Runner, at_us: int) -> None:
    """The command `undone`, taken back at `at_us`, has left no trace; hands that were going are asked for again.

    At a count the hands have done what they did, whatever is undone.
    """
    undo = runner.log[-1]
    assert isinstance(undo, Undo)
    for line, event in runner.live if undo.counting else ():
        if line > undo.line and isinstance(event, Fact):
            before.feed(event)
    if before.ask is not None and before.ask.sealed:
        assert runner.ask is not None
        assert runner.ask.what == "call"
        assert (runner.ask.seat, runner.ask.stage) == (before.ask.seat, before.ask.stage)
        assert _voids(runner) == _voids(before) + 1
        return
    if before.ask is not None and before.ask.what == "masks" and runner.room.worn >= set(runner.table.living):
        return  # by now all have their masks on: the night has begun again
    assert not differences(before, runner)
    if runner.paused_us is None:
        assert _left_us(runner, at_us) == _left_us(before, undone.at_us)


def _left_us(runner: Runner, at_us: int) -> int | None:
    """How long the open Ask still has."""
    return None if runner.deadline_us is None else runner.deadline_us - at_us


def _voids(runner: Runner) -> int:
    days = runner.table.record.days
    polls = [*(stage for day in days for stage in day.stages), *(day.question for day in days if day.question)]
    return sum(len(poll.voids) for poll in polls)
