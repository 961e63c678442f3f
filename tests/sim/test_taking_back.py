"""Undo, replay and prefixes, in random games: what is taken back never was, and the log alone makes the game."""

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest
from rows import rows
from sitting import BOOKS, S, Sitting, Who
from states import differences, is_as_before, take_back

from tablekit.effects import Effect, Say
from tablekit.events import Break, Event, HostSaid
from tablekit.game.runner import Runner
from tablekit.game.scene import desk, scene
from tablekit.sim.manners import MESSY, ROWDY
from tablekit.store.result import result

UNDOES = (*["undo"] * 6, *["foul"] * 6, *["pardon"] * 2, "remove", *["pause"] * 3, *["repeat"] * 2, *["vote"] * 2)


@cache
def played(book: str, seed: int) -> Sitting:
    """A game in which the host often takes something back."""
    who = Who(seed, (MESSY, ROWDY)[seed % 2], mess=0.15, slips=UNDOES)
    options = dict(rows(book)[seed % len(rows(book))]) if seed % 3 else {}
    return Sitting(book, who, seats=options.pop("seats", None), options=options).begin().play()


def runner_of(sitting: Sitting, events: list[Event]) -> Runner:
    return Runner(sitting.kit.book, sitting.kit.seats, events)


def legal(runner: Runner, at_us: int, chance: random.Random) -> HostSaid:
    """Some command that acts now."""
    assert runner.open is not None
    keys = [offer.key for offer in runner.open.offers] + ["foul", "remove", "pardon", "pause", "resume"]
    said = [
        HostSaid(at_us, key=key, number=number, ask=runner.step) for key in keys for number in (0, *runner.table.seats)
    ]
    return chance.choice([command for command in said if runner.why_not(command) is None])


def commands(log: list[Event]) -> Iterator[int]:
    return (line for line, event in enumerate(log) if isinstance(event, HostSaid))


def undo_every(sitting: Sitting, every: int, chance: random.Random) -> int:
    """At one of `every` commands: do it, or another one that is legal, and take it back."""
    log, probed = sitting.kit.runner.log, 0
    for line in list(commands(log))[chance.randrange(every) :: every]:
        before = runner_of(sitting, log[:line])
        if before.ask is None:
            continue
        for command in (log[line], legal(before, log[line].at_us, chance)):
            if before.why_not(command) is not None:
                continue
            runner = runner_of(sitting, log[:line])
            runner.feed(command)
            at_us = command.at_us + chance.choice([1, 777_000, 90 * S])
            assert take_back(runner, at_us) == line
            is_as_before(runner, command, before, at_us)
            probed += 1
    return probed


def undo_later(sitting: Sitting, times: int, chance: random.Random, *, reboot: bool) -> None:
    """At any moment, after a power cut too: one undo after the other, each to before its command, none across a T."""
    log = sitting.kit.runner.log
    runner = runner_of(sitting, log[: chance.randrange(1, len(log))])
    at_us = runner.log[-1].at_us
    if reboot:
        since_us, at_us = at_us, chance.choice([5 * S, at_us + 40 * S])
        runner.feed(Break(at_us, since_us=since_us, why="power cut"))
    for _ in range(times):
        at_us += chance.randint(0, 2 * S)
        last_command, last_verdict, notes = runner.last_command, runner.last_verdict, len(runner.table.record.notes)
        line = take_back(runner, at_us)
        if last_command < 0 or last_command <= last_verdict:
            assert line == -1
            assert len(runner.table.record.notes) == notes + 1
            return
        assert line == last_command
        is_as_before(runner, runner.log[line], runner_of(sitting, runner.log[:line]), at_us)


def replays(sitting: Sitting) -> None:
    """The log alone gives the same effects, record and scene, at once or event by event."""
    run = sitting.kit.runner
    again, heard = runner_of(sitting, []), list[Effect]()
    for event in run.log:
        heard += again.feed(event)
    at_once = runner_of(sitting, run.log)
    for other in (again, at_once):
        assert not differences(run, other)
        assert scene(other) == scene(run)
        assert desk(other) == desk(run)
        assert vars(other.room) == vars(run.room)
        assert protocol(sitting, other) == protocol(sitting, run)
    assert heard == sitting.heard


def protocol(sitting: Sitting, runner: Runner) -> str:
    return json.dumps(result(sitting.book, sitting.kit.seats, runner.table.record))


def prefixes(sitting: Sitting, every: int, chance: random.Random) -> None:
    """Every beginning of the log gives the game as it was then."""
    log = sitting.kit.runner.log
    walk = runner_of(sitting, [])
    for line, event in enumerate(log, 1):
        walk.feed(event)
        if chance.randrange(every) == 0:
            resumed = runner_of(sitting, log[:line])
            assert not differences(walk, resumed)
            assert vars(walk.room) == vars(resumed.room)
            assert walk.table.effects == resumed.table.effects


@pytest.mark.parametrize("book", ["sport", pytest.param("fsm", marks=pytest.mark.slow)])
@pytest.mark.parametrize("seed", [1])
def test_what_is_undone_never_was(book: str, seed: int) -> None:
    assert undo_every(played(book, seed), 8, random.Random(seed)) > 10


@pytest.mark.parametrize("book", ["fsm", pytest.param("sport", marks=pytest.mark.slow)])
@pytest.mark.parametrize("seed", [2])
def test_undo_after_undo_at_any_moment(book: str, seed: int) -> None:
    chance = random.Random(seed)
    for turn in range(6):
        undo_later(played(book, seed), 12, chance, reboot=bool(turn % 2))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_the_log_alone_makes_the_game(book: str, seed: int) -> None:
    replays(played(book, seed))
    prefixes(played(book, seed), 60, random.Random(seed))


def test_a_ballot_that_an_undo_voids_is_said_to_be_void() -> None:
    sitting = Sitting("fsm", Who(2)).begin().play_to("ballot")
    sitting.world.keys("C3#*")
    sitting.world.advance(sitting.world.now_us)
    assert [effect.cue for effect in sitting.heard if isinstance(effect, Say)][-2:] == ["foul", "void"]


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(100, 104))
def test_every_command_of_24_games_can_be_undone(book: str, seed: int) -> None:
    sitting, chance = played(book, seed), random.Random(seed)
    undo_every(sitting, 1, chance)
    for turn in range(30):
        undo_later(sitting, 20, chance, reboot=bool(turn % 2))
    replays(sitting)
    prefixes(sitting, 5, chance)
