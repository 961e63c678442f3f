"""A whole scenario in real time on the kernel's chip: its people hold real lines, and nothing skips a second."""

import dataclasses
from pathlib import Path
from typing import Any

from tablekit.devices.gpio import WORD
from tablekit.intake.debounce import Line
from tablekit.sim.compare import differences
from tablekit.sim.fit import fitted, table_sizes
from tablekit.sim.scenario_file import load
from tablekit.sim.told import Told
from tablekit.sim.toml_values import Place
from tablekit.sim.world import World
from tablekit.store.result import result
from tablekit.timebase import ManualClock
from tests.kernel.live_table import LiveTable
from tests.kernel.sim_chip import SimChip


class Instants(ManualClock):
    """Real time, which is waited for where the world's own clock would jump."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(table.clock.now_us())
        self._table = table

    def now_us(self) -> int:
        """The machine's own clock."""
        return self._table.clock.now_us()

    def jump(self, to_us: int) -> None:
        """The table lives until then."""
        while self.now_us() < to_us:
            self._table.turn(to_us)


class Lines:
    """The world's wires: lines of the chip."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """The line is held so, now."""
        self._table.hold(line, active)

    def arm(self) -> None:
        """The table has armed the onset's line itself."""

    def onset(self, at_us: int) -> None:
        """The word sounds for a while: a kernel tells no pulse that is shorter than its own interrupts."""
        self._table.hold(WORD, True)
        end_us = self._table.clock.now_us() + 20_000
        while self._table.clock.now_us() < end_us:
            self._table.turn(end_us)
        self._table.hold(WORD, False)

    def press(self, key: str) -> None:
        """A key of the host."""
        self._table.table.press(key)

    @property
    def next_us(self) -> int | None:
        """When the table wants its next turn."""
        wake_us = self._table.table.wake_us
        return None if wake_us is None else max(wake_us, self._table.clock.now_us() + 1)

    def live(self, to_us: int) -> None:
        """What has been delivered acts."""
        self._table.turn(to_us)


def play_live(chip: SimChip, path: Path) -> tuple[dict[str, Any], list[str]]:
    """The result of the scenario, and its differences from what it expects."""
    told = load(path, table_sizes())
    scenario, setup = fitted(told, Place(str(path), told.seats or 0))
    with LiveTable(chip, setup) as table:
        kit, world = table.kit, World(table.kit, Instants(table), Lines(table))
        people = Told(world, scenario)
        world.advance(world.now_us)
        while not (kit.over or people.done):
            next_us = world.next_us
            assert next_us is not None, f"nobody knows what to do at {kit.runner.open}"
            world.advance(next_us)
        record = kit.runner.table.record
        record = dataclasses.replace(record, days=record.days[: len(scenario.days)])
        return result(scenario.ruleset, kit.seats, record), differences(scenario, record)
