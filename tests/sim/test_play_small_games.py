"""Whatever a small file tells, it is played, or refused in one sentence; and the same through gpiozero."""

import json
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from told_games import ROLES, without_times

from tablekit.errors import KitError
from tablekit.sim.moment import DAY_MOMENTS, NIGHT_MOMENTS
from tablekit.sim.player import Played, play

SEATS = st.integers(1, 10)
FEW = st.lists(SEATS, max_size=3, unique=True)
MS = st.sampled_from([-2000.0, -1500.0, -499.5, -250.0, -121.0, -120.0, -3.0, -1.0, -0.001, 0, 0.001, 2.5, 40.0])
NUMBERS = SEATS | st.integers(1, 9).map(lambda number: number + 0.5)
OPTIONS = {
    "deal": st.sampled_from(["host", "wake"]),
    "cutoff": st.sampled_from(["word", "key"]),
    "doubt": st.sampled_from(["repeat", "count", "drop"]),
    "two_hands": st.sampled_from(["foul", "removal", "ignored"]),
    "non_voters": st.sampled_from(["last", "abstain"]),
    "early_hand": st.sampled_from(["foul", "told"]),
    "fouls_out": st.integers(0, 5),
    "fouls_silent": st.integers(0, 5),
    "short_table": st.integers(0, 10),
    "speech_s": st.sampled_from([0.01, 1, 9.999, 75]),
    "mafia_meets_s": st.sampled_from([0.01, 0.2, 60]),
    "check_s": st.sampled_from([0.001, 1, 10]),
    "number_s": st.sampled_from([0.2, 0.6, 3]),
    "best_move_s": st.sampled_from([0.01, 20]),
    "auto_next": st.booleans(),
    "raise_whole_table": st.booleans(),
    "free_withdrawal": st.booleans(),
    "single_voted": st.booleans(),
    "three_rounds_draw": st.booleans(),
}


def table(name: str, **keys: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    """A table of a file with some of these keys."""
    some = st.fixed_dictionaries({}, optional=keys)
    return some.map(lambda told: f"{name}\n" + "".join(f"{key} = {inline(item)}\n" for key, item in told.items()))


def inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(item)}" for key, item in value.items()) + "}"
    return json.dumps(value)


def pairs(*parts: st.SearchStrategy[object], most: int = 3) -> st.SearchStrategy[list[list[object]]]:
    return st.lists(st.tuples(*parts).map(list), max_size=most)


def at(forms: tuple[str, ...]) -> st.SearchStrategy[object]:
    """A foul or a removal; most moments come in every game, a few do not."""
    usual = [form for form in forms if form.split()[0] in {"speech", "deal", "mafia", "don", "sheriff", "nominations"}]
    one = st.tuples(st.sampled_from(usual * 9 + list(forms)), SEATS)
    return pairs(SEATS, one.map(lambda told: told[0].replace("N", str(told[1]))), most=2)


NIGHT_0 = table("[[night]]", peeks=FEW, fouls=at(NIGHT_MOMENTS), removals=at(NIGHT_MOMENTS))
NIGHT_N = table(
    "[[night]]",
    shots=pairs(SEATS, NUMBERS, most=6) | SEATS.map(lambda number: [[seat, number] for seat in (3, 9, 10)]),
    checks=st.fixed_dictionaries({}, optional={"don": SEATS, "sheriff": SEATS}),
    best_move=FEW,
    peeks=FEW,
    fouls=at(("shooting", "don", "sheriff")),
    removals=at(NIGHT_MOMENTS),
)
DAY_N = table(
    "[[day]]",
    nominations=pairs(SEATS, SEATS | SEATS.map(lambda seat: -seat), most=6),
    fouls=at(DAY_MOMENTS),
    removals=at(DAY_MOMENTS),
    host_votes=pairs(SEATS, SEATS, most=1),
    **{"raise": FEW, "raise_at_ms": pairs(SEATS, MS)},
)
BALLOT = table("[[day.ballot]]", hands=FEW, at_ms=pairs(SEATS, MS, most=6))
BALLOTS = st.lists(st.tuples(SEATS, st.integers(1, 2), BALLOT), max_size=4, unique_by=lambda told: told[:2])
GAMES = st.tuples(
    st.sampled_from(["fsm", "sport"]),
    table("[options]", **OPTIONS),
    NIGHT_0,
    st.lists(st.tuples(DAY_N, BALLOTS, NIGHT_N), max_size=3),
)


def in_toml(game: tuple[str, str, str, list[tuple[str, list[tuple[int, int, str]], str]]]) -> str:
    book, options, first_night, rounds = game
    content = f'ruleset = "{book}"\n{options}{ROLES}{first_night}'
    for day, ballots, night in rounds:
        content += day + "".join(f"{hands}nominee = {nominee}\nstage = {stage}\n" for nominee, stage, hands in ballots)
        content += night
    return content


def outcome(file: Path) -> Played | str:
    """What was played, or the sentence."""
    try:
        return play(file)
    except KitError as error:
        return str(error)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(game=GAMES)
def test_a_small_game_is_played_or_refused(tmp_path, game):
    file = tmp_path / "game.toml"
    file.write_text(in_toml(game), encoding="utf-8")
    told = outcome(file)
    lines = [told] if isinstance(told, str) else told.differences
    assert all("\n" not in line for line in lines)
    if isinstance(told, Played):
        nights, days = told.result["nights"], told.result["days"]
        gone = [seat for night in nights for seat in night["killed"]] + [seat for day in days for seat in day["left"]]
        assert sorted(told.result["out"]) == sorted(gone)
        assert without_times(play(file, "gpio").result) == without_times(told.result)
