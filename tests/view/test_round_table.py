import math
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rowdy_game import NAMES, TABLE

from tablekit.effects import text
from tablekit.game.scene import Scene
from tablekit.texts import translate
from tablekit.view import colours
from tablekit.view.picture import Picture, Table
from tablekit.view.round_table import RoundTable

At = Callable[..., Picture]


def drawn(picture: Picture, width: int = 68, height: int = 17, table: Table = TABLE) -> list[str]:
    return RoundTable(table, translate("en")).draw(picture.scene, picture.left_s, "", width, height).lines()


def places(lines: list[str], seats: int) -> dict[int, tuple[float, float]]:
    """Where the number of each seat stands, from the middle of the canvas; rows count double."""
    found = {}
    for y, line in enumerate(lines):
        for match in re.finditer(r" (\d+) ", line):
            if int(match[1]) in range(1, seats + 1) and abs(match.start() - len(line) / 2) + abs(y - 8) > 9:
                found[int(match[1])] = (match.start() + 1 - len(line) / 2, 2 * (y - len(lines) / 2 + 0.5))
    return found


def with_scene(picture: Picture, **changes: object) -> Picture:
    return replace(picture, left_s=None, scene=replace(picture.scene, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [7, 10, 15, 20])
def test_the_seats_go_clockwise_round_the_table_from_the_hosts_left(at: At, seats: int) -> None:
    scene = with_scene(at("nominees"), living=tuple(range(1, seats + 1)), nominees=(), fouls={}, silenced=())
    found = places(drawn(scene, 90, 25 if seats > 10 else 17, Table("sport", seats)), seats)
    assert sorted(found) == list(range(1, seats + 1))
    turns = [math.atan2(-x, y) % (2 * math.pi) for _, (x, y) in sorted(found.items())]
    assert turns == sorted(turns)
    assert found[1][0] < 0 < found[seats][0]


def test_the_host_sits_at_the_foot(at: At) -> None:
    lines = drawn(at("nominees"))
    assert "host" in lines[-1] + lines[-2]


def test_every_name_stands_beside_its_seat(at: At) -> None:
    lines = "\n".join(drawn(at("nominees"), 120, 25))
    assert all(name in lines for name in NAMES[:6])


def test_the_speaker_the_nominees_the_fouled_and_those_who_are_out_are_marked(at: At) -> None:
    speech = at("speech", lambda shown: shown.scene.nominees)
    scene = with_scene(speech, seat=2, living=tuple(range(1, 10)), fouls={3: 2}, silenced=(7,), nominees=(8,))
    lines = drawn(scene)
    assert [sum(mark in line for line in lines) for mark in ("❝ speaks", "▲ nominee", "✕ out", "⊘ silent")] == [1] * 4
    assert any("!!" in line and "!!!" not in line for line in lines)


def test_the_lamp_of_a_pad_is_lit_while_a_hand_is_on_it(at: At) -> None:
    ballot = at("ballot", lambda shown: len(shown.scene.hands) > 1)
    lines = "".join(drawn(ballot))
    assert lines.count("●") == len(ballot.scene.hands)
    assert lines.count("○") == len(ballot.scene.living) - len(ballot.scene.hands)


@pytest.mark.parametrize("seat", range(1, 11))
def test_a_pad_lies_before_its_own_seat(at: At, seat: int) -> None:
    scene = with_scene(at("ballot"), hands=(seat,), living=tuple(range(1, 11)), nominees=(), fouls={})
    lines = drawn(scene, table=Table("sport", 10))
    y, x = next((y, line.index("●")) for y, line in enumerate(lines) if "●" in line)
    far = {
        other: math.hypot(x - 34 - right, 2 * (y - 8) - below) for other, (right, below) in places(lines, 10).items()
    }
    assert seat in sorted(far, key=far.__getitem__)[:2]
    assert (x < 34) == (seat <= 5)


def test_the_clock_is_large_and_hurries_at_its_end(at: At) -> None:
    speech = replace(at("speech"), left_s=7)
    table = RoundTable(TABLE, translate("en")).draw(speech.scene, speech.left_s, "", 68, 17)
    digits = [segment for segment in table.__rich_console__(None, None) if "┏━┓" in segment.text]  # type: ignore[arg-type]
    assert digits
    assert {segment.style.color for segment in digits if segment.style} == {colours.HURRY.color}


def test_the_night_looks_otherwise_than_the_day(at: At) -> None:
    night, day = "".join(drawn(at("shooting"))), "".join(drawn(at("speech")))
    assert ("☾" in night, "♪" in night, "☀" in day, "♪" in day) == (True, True, True, False)


def test_only_the_public_scene_is_drawn(game: list[tuple[Picture, list[object]]]) -> None:
    for shown, _ in game[::20]:
        other = replace(
            shown, desk=replace(shown.desk, roles={1: "don"}, says=text("x"), ballot=None), typing=text("y")
        )
        assert drawn(other) == drawn(shown)


@given(width=st.integers(0, 150), height=st.integers(0, 50), seats=st.integers(1, 20), night=st.booleans())
def test_it_is_drawn_at_any_size(at: At, width: int, height: int, seats: int, night: bool) -> None:
    scene: Scene = replace(at("speech").scene, night=night, living=tuple(range(1, seats + 1)))
    lines = drawn(replace(at("speech"), scene=scene), width, height, Table("sport", seats, NAMES))
    assert len(lines) == height
