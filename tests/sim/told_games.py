"""Small games in a file, and how they are played."""

from pathlib import Path

from tablekit.sim.player import Played, play

GOLDEN = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
ROLES = "[roles]\ndon = 3\nmafia = [9, 10]\nsheriff = 6\n"
FSM = f'ruleset = "fsm"\n{ROLES}[[night]]\n'
DAY = FSM + "[[day]]\n"
VOTE = (
    DAY
    + """\
nominations = [[3, 1], [10, 2]]
[[day.ballot]]
nominee = 1
hands = [2, 3, 4]
at_ms = [[5, -0.001], [6, 37.5]]
lift_ms = [[4, -20]]
"""
)


def by_name(path: Path) -> str:
    return path.stem


def played(folder: Path, content: str) -> Played:
    """What comes of a file with that content."""
    file = folder / "game.toml"
    file.write_text(content, encoding="utf-8")
    return play(file)


def without_times(told: object) -> object:
    """What two depths must agree about (ruling 14)."""
    if isinstance(told, dict):
        return {key: without_times(item) for key, item in told.items() if key not in ("ms", "t_us", "via")}
    return [without_times(item) for item in told] if isinstance(told, list) else told
