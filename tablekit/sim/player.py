"""Plays a scenario through the kit, and tells what came of it."""

import contextlib
import dataclasses
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tablekit.errors import ScenarioError
from tablekit.game.record import GameRecord
from tablekit.intake.linkclock import PiClock
from tablekit.kit import PADS, Kit
from tablekit.sim import via_hub
from tablekit.sim.compare import day_of_close_hands, differences
from tablekit.sim.fit import fitted, table_sizes
from tablekit.sim.scenario import Scenario
from tablekit.sim.scenario_file import load
from tablekit.sim.told import Told
from tablekit.sim.toml_values import Place
from tablekit.sim.world import Edges, Wires, World
from tablekit.store.result import result
from tablekit.timebase import US_PER_S, ManualClock

Depth = Literal["events", "gpio", "hub", "firmware"]
"""How deep the simulation goes: stamped edges, the Pi's pins, the hub's frames, the hub's own program."""
START_US = US_PER_S
RESOLUTION_US = 100
"""Hands nearer to T than this are not judged by what is expected of them, where the hub's program is the real one."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a scenario: the object of `--json`, and each difference from what it expects as one line."""

    result: dict[str, Any]
    differences: list[str]
    unjudged: list[str] = dataclasses.field(default_factory=list)
    """Those that may come from a hand too close to T to be told apart at this depth."""


def play(path: Path, via: Depth = "events") -> Played:
    """Play the file through the kit; ScenarioError or ConfigError if it tells what cannot be."""
    told = load(path, table_sizes())
    scenario, setup = fitted(told, Place(str(path), told.seats or 0))
    clock = ManualClock(START_US)
    kit = Kit(setup, clock, pads={"hub": PiClock()} if via in ("hub", "firmware") else PADS)
    kit.begin()
    with contextlib.ExitStack() as closing:
        world = World(kit, clock, _wires(kit, via, setup.seed, closing))
        try:
            left = _game(world, Told(world, scenario))
        except ScenarioError as error:
            error.args = (f"{error} ({path})",)
            raise
    record = _told_days(kit.runner.table.record, scenario)
    played = {**result(scenario.ruleset, kit.seats, record), "via": via}
    found = left + differences(scenario, record)
    close = day_of_close_hands(scenario, RESOLUTION_US) if via == "firmware" else None
    if close is None:
        return Played(played, found)
    surely = re.compile(rf"(night|day) ({'|'.join(map(str, range(close)))})\b")
    judged = [line for line in found if close and surely.match(line)]
    return Played(played, judged, [line for line in found if line not in judged])


def _wires(kit: Kit, via: Depth, seed: int, closing: contextlib.ExitStack) -> Wires:
    match via:
        case "events":
            return Edges(kit)
        case "gpio":
            from tablekit.sim.wired import Pins  # gpiozero is slow to import

            return closing.enter_context(contextlib.closing(Pins(kit)))
        case "hub":
            return closing.enter_context(contextlib.closing(via_hub.model(kit, seed)))
        case "firmware":
            return closing.enter_context(contextlib.closing(via_hub.program(kit)))


def _game(world: World, people: Told) -> list[str]:
    """Play to the end of the game or of the file; returns what was left to do when the game ended."""
    kit = world.kit
    world.advance(world.now_us)
    while not (kit.over or people.done):
        next_us = world.next_us
        assert next_us is not None, f"nobody knows what to do at {kit.runner.open}"
        world.advance(next_us)
    table = kit.runner.table
    return [f"{people.page.name}: {deed} never came" for deed in people.page.left(table.living)] if kit.over else []


def _told_days(record: GameRecord, scenario: Scenario) -> GameRecord:
    """The record up to where the file ends: without the day that had only begun."""
    return dataclasses.replace(record, days=record.days[: len(scenario.days)])
