"""Golden scenarios at each depth, and the result that is printed."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from told_games import DAY, GOLDEN, VOTE, by_name, played, without_times

from tablekit.sim.fit import KEYS
from tablekit.sim.player import play

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"


def ruleset(path: Path) -> str:
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["ruleset"])


# -- whole games


SOME = [pytest.param(path, marks=[pytest.mark.slow] if nth % 16 else []) for nth, path in enumerate(GOLDEN)]
"""Every sixteenth is quick."""
QUICK = [pytest.param(path, marks=[pytest.mark.slow] if nth % 4 else []) for nth, path in enumerate(GOLDEN)]


@pytest.mark.parametrize("path", QUICK, ids=by_name)
def test_what_a_golden_scenario_expects_comes_true(path):
    assert play(path).differences == []


@pytest.mark.parametrize("path", SOME, ids=by_name)
def test_a_golden_scenario_is_the_same_through_gpiozero(path):
    events, gpio = play(path), play(path, "gpio")
    assert gpio.differences == []
    assert without_times(events.result) == without_times(gpio.result)
    assert (events.result["via"], gpio.result["via"]) == ("events", "gpio")


def test_the_example_of_the_page_comes_true_and_the_page_names_every_key(tmp_path):
    page = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    assert play(tmp_path / "example.toml").differences == []
    keys = {key for page_keys in KEYS.values() for keys in page_keys for key in keys}
    unwritten = {
        "acts",
        "talk_s",
        "suspects",
        "ghost_keeps",
        "ghost_picks",
        "avenger_takes",
        "kamikaze_takes",
        "refuse",
    }
    assert [key for key in sorted(keys - unwritten) if key not in page] == []


def test_recorded_games_and_rulings_are_there():
    names = {path.stem for path in GOLDEN}
    assert names > {"game-1", "game-2", "game-3", "game-4", "fsm-two-removed"}


@pytest.mark.parametrize("via", ["events", "gpio"])
def test_two_runs_are_the_same_bytes(via):
    path = next(path for path in GOLDEN if path.stem == "game-1")
    assert json.dumps(play(path, via).result) == json.dumps(play(path, via).result)


# -- the result


def test_the_result_has_the_keys_of_the_scenario_page(tmp_path):
    night = "[[night]]\nshots = [[3, 4], [9, 4], [10, 4.5]]\nchecks = {don = 6, sheriff = 3}\n"
    told = played(tmp_path, VOTE + night).result
    (day,), (first, second) = told["days"], told["nights"]
    (stage,) = day["stages"]
    one, two = stage["ballots"]
    assert (told["ruleset"], told["seats"], told["winner"], told["ended"], told["out"]) == ("fsm", 10, "none", "", [2])
    assert (day["day"], day["nominations"], day["nominees"]) == (0, [[3, 1], [10, 2]], [1, 2])
    assert (stage["stage"], one["nominee"], one["counted"], one["by_default"]) == (1, 1, [2, 3, 4, 5], [])
    assert (one["late"], one["lifted"]) == ([{"seat": 6, "ms": 37.5}], [4])
    assert (two["counted"], two["by_default"]) == ([], [1, 6, 7, 8, 9, 10])
    assert two["t_us"] > one["t_us"] > 0
    assert day["raise"] == {"asked": False, "hands": [], "result": None}
    assert (day["left"], day["fouls"]) == ([2], {"4": 1})
    assert (first["night"], first["killed"], first["shots"], first["checks"]) == (0, [], [], {})
    assert (second["shots"], second["checks"]) == ([[3, 4], [9, 4], [10, 4.5]], {"don": 6, "sheriff": 3})


def test_a_sheriff_hit_this_night_still_checks_and_a_dead_one_does_not(tmp_path):
    night = "[[night]]\nshots = [[3, 6], [9, 6], [10, 6]]\nchecks = {don = 6, sheriff = 3}\n"
    told = played(tmp_path, DAY + night + "[[day]]\n[[night]]\nchecks = {don = 1, sheriff = 9}\n").result
    assert [one["checks"] for one in told["nights"]] == [{}, {"don": 6, "sheriff": 3}, {"don": 1}]


def test_peeks_are_told_once_each_whoever_peeks(tmp_path):
    told = played(tmp_path, DAY.replace("[[night]]", "[[night]]\npeeks = [2, 3, 9]") + "[[night]]\npeeks = [1, 3]\n")
    assert [sorted(night["peeks"]) for night in told.result["nights"]] == [[2, 3, 9], [1, 3]]


def test_a_file_that_ends_with_a_night_stops_in_the_morning(tmp_path):
    night = "[[night]]\nshots = [[3, 4], [9, 4], [10, 4]]\n[night.expect]\nkilled = [4]\n"
    told = played(tmp_path, DAY + night + "[expect]\nwinner = 'none'\nout = [4]\n")
    assert told.differences == []
    assert [day["day"] for day in told.result["days"]] == [0]


def test_the_kit_deals_by_the_seed(tmp_path):
    def shooters(seed: int) -> list[int]:
        """Whose missing shot makes a miss: the blacks."""
        content = f'ruleset = "fsm"\nseed = {seed}\n[options]\ndeal = "kit"\n[[night]]\n[[day]]\n[[night]]\n'
        missing = [(seat, [[other, 5] for other in range(1, 11) if other != seat]) for seat in range(1, 11)]
        told = {seat: played(tmp_path, f"{content}shots = {shots}\n").result["out"] for seat, shots in missing}
        return [seat for seat, out in told.items() if out == []]

    one, two = shooters(1), shooters(2)
    assert len(one) == len(two) == 3
    assert one != two
