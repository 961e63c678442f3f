"""A scenario must fit its rule book: the cards, the switches, and what its nights and days may tell."""

from pathlib import Path

import pytest

from tablekit.errors import ConfigError, ScenarioError
from tablekit.sim.fit import fitted, table_sizes
from tablekit.sim.scenario import Scenario
from tablekit.sim.scenario_file import load
from tablekit.sim.toml_values import Place

FSM = 'ruleset = "fsm"\n[roles]\ndon = 3\nmafia = [9, 10]\nsheriff = 6\n'
GHOST = 'ruleset = "ghost"\nseats = {seats}\n[roles]\nmafia = [1, 2, 3]\nsheriff = 4\n'
AZERBAIJANI = 'ruleset = "azerbaijani"\nseats = 12\n[roles]\ncommissar = 4\nmaniac = 5\n'


def fit(folder: Path, content: str) -> tuple[Scenario, dict[str, object]]:
    file = folder / "game.toml"
    file.write_text(content, encoding="utf-8")
    told = load(file, table_sizes())
    scenario, setup = fitted(told, Place("game.toml", told.seats or 0))
    return scenario, dict(setup.options)


@pytest.mark.parametrize(
    ("night", "sentence"),
    [
        (
            "shots = [[3, 4]]",
            "KIT210: game.toml, night 0 of fsm knows no shots. Allowed: peeks, fouls, removals, expect.",
        ),
        ("checks = {don = 4}", "KIT210: game.toml, night 0 of fsm knows no checks. "),
        ("best_move = [4]", "KIT210: game.toml, night 0 of fsm knows no best_move. "),
        ("kill = 4", "KIT213: game.toml, night 0: fsm has no kill. "),
        ("acts = {lover = 4}", "KIT213: game.toml, night 0: fsm has no acts. "),
    ],
)
def test_the_first_night_knows_less(tmp_path: Path, night: str, sentence: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        fit(tmp_path, f"{FSM}[[night]]\n{night}\n")
    assert str(caught.value).startswith(sentence)


def test_the_first_night_of_ghost_kills_but_has_no_blind_shots(tmp_path: Path) -> None:
    told = GHOST.format(seats=12)
    fit(tmp_path, told + "[[night]]\nkill = 4\nchecks = {sheriff = 1}\nrefuse = [2]\nbest_move = [1]\n")
    with pytest.raises(ScenarioError, match=r"KIT213: game\.toml, night 0: ghost has no shots"):
        fit(tmp_path, told + "[[night]]\nshots = [[1, 2]]\n")


def test_a_role_that_is_named_plays_and_one_that_is_not_does_not(tmp_path: Path) -> None:
    _, options = fit(tmp_path, GHOST.format(seats=12) + "doctor = 5\n[[night]]\n")
    assert options == {"doctor": True, "maniac": False, "avenger": False, "mirror": False}


def test_a_switch_that_is_told_stands(tmp_path: Path) -> None:
    told = GHOST.format(seats=12).replace("[roles]", "[options]\nmirror = true\n[roles]")
    with pytest.raises(
        ScenarioError, match=r"KIT212: game\.toml, roles: mirror is held by nobody\. ghost deals 1 of it"
    ):
        fit(tmp_path, told + "[[night]]\n")
    off = told.replace("mirror = true", "doctor = false").replace("sheriff = 4", "sheriff = 4\ndoctor = 5")
    with pytest.raises(ScenarioError, match=r"KIT212: game\.toml, roles: ghost has no doctor"):
        fit(tmp_path, off + "[[night]]\n")


@pytest.mark.parametrize(
    ("roles", "elected"),
    [("mafia = [10, 11, 12]\n", 10), ("mafia = [11, 12]\ndon = 10\n", 10), ("mafia = [6, 7]\ndon = 8\n", 8)],
)
def test_the_mafia_elects_whom_the_file_has_as_don_or_its_lowest_seat(tmp_path: Path, roles: str, elected: int) -> None:
    scenario, _ = fit(tmp_path, AZERBAIJANI + roles + "[[night]]\n")
    assert scenario.elected == elected
    assert len(scenario.holders("mafia")) == 3


def test_what_the_book_refuses_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"KIT110: .*\(game.toml\)"):
        fit(tmp_path, FSM.replace("[roles]", "[options]\nspech_s = 1\n[roles]") + "[[night]]\n")
