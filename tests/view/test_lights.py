"""The seat lights show the public scene, and nothing at night."""

from dataclasses import replace

import pytest

from tablekit.game.runner import Runner
from tablekit.game.scene import Scene, scene
from tablekit.rulesets import open_book
from tablekit.view.lights import lights


@pytest.fixture
def day() -> Scene:
    book, seats = open_book("sport", {}, None)
    return replace(scene(Runner(book, seats)), night=False, seat=4, reflex=())


@pytest.mark.parametrize("what", ["speech", "defence", "last word", "monologue", "nomination"])
def test_who_speaks_is_lit(day: Scene, what: str) -> None:
    assert lights(replace(day, what=what)) == ({4: "on"}, ())


@pytest.mark.parametrize("what", ["call", "ballot", "word", "count"])
def test_against_whom_hands_go_blinks_and_pads_light_up_by_themselves(day: Scene, what: str) -> None:
    assert lights(replace(day, what=what, reflex=(1, 2))) == ({4: "slow"}, (1, 2))


def test_at_night_it_is_dark_whoever_is_called(day: Scene) -> None:
    assert lights(replace(day, night=True, what="speech")) == ({}, ())


@pytest.mark.parametrize(("what", "seat"), [("talk", 4), ("dusk", 4), ("raise", 0)])
def test_otherwise_no_seat_is_lit(day: Scene, what: str, seat: int) -> None:
    assert lights(replace(day, what=what, seat=seat)) == ({}, ())
