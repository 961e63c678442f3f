"""A golden scenario in real time, edge by edge through the kernel: the same protocol as by clean events."""

import sys
from pathlib import Path

import pytest

from tablekit.sim.player import play
from tests.kernel.live_game import play_live
from tests.kernel.sim_chip import SimChip
from tests.sim.told_games import without_times

SCENARIOS = Path(__file__).parents[1] / "scenarios"
CHILDREN = ("os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen")


@pytest.mark.parametrize("name", ["ghost-evening-mafia-and-citizen"])
def test_a_scenario_is_the_same_through_the_kernel_and_nobody_forks_while_lines_are_open(
    chip: SimChip, name: str
) -> None:
    children: list[str] = []
    watching = True
    sys.addaudithook(lambda event, _: children.append(event) if watching and event in CHILDREN else None)
    path = SCENARIOS / f"{name}.toml"
    live, differences = play_live(chip, path)
    watching = False
    assert differences == []
    assert without_times(live) == without_times(play(path).result)
    assert children == []
