"""Golden scenarios by the hub's frames, and by the hub's own program: the same protocol as by clean edges."""

import pytest
from told_games import GOLDEN, by_name, without_times

from tablekit.errors import DeviceError
from tablekit.sim.player import play

HUB = [
    pytest.param(path, marks=[pytest.mark.slow] if nth % 402 else [])
    for nth, path in enumerate(GOLDEN)
    if nth % 12 in (0, 1)
]
"""A sixth of all, one of them quick."""
PROGRAM = GOLDEN[4::80]


def same(path, via):
    events, deep = play(path), play(path, via)
    assert deep.differences == events.differences == []
    assert deep.unjudged or without_times(events.result) == without_times(deep.result)


@pytest.mark.parametrize("path", HUB, ids=by_name)
def test_a_golden_scenario_is_the_same_by_the_hub_s_frames(path):
    same(path, "hub")


@pytest.mark.slow
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", PROGRAM, ids=by_name)
def test_a_golden_scenario_is_the_same_by_the_hub_s_own_program(path):
    same(path, "firmware")


@pytest.mark.truth
@pytest.mark.parametrize("path", GOLDEN, ids=by_name)
def test_every_golden_scenario_is_the_same_by_the_hub_s_frames(path):
    same(path, "hub")


@pytest.mark.truth
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", GOLDEN[::8], ids=by_name)
def test_every_eighth_is_the_same_by_the_hub_s_own_program(path):
    same(path, "firmware")


def test_without_the_emulator_there_is_a_plain_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr("tablekit.sim.avr.BUILT", tmp_path)
    from tablekit.sim import avr

    avr._library.cache_clear()
    with pytest.raises(DeviceError, match=r"KIT480: The emulator cannot be loaded .* make -C firmware sim"):
        play(GOLDEN[0], "firmware")
