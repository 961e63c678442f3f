from rowdy_game import TABLE, playing

from tablekit.game.scene import scene
from tablekit.kit import Kit
from tablekit.view.picture import picture
from tablekit.view.words import STEPS, clock

S = 1_000_000


def kit_at(what: str) -> Kit:
    return next(kit for kit, shown, _ in playing() if shown.scene.what == what)


def test_seconds_left_are_rounded_up() -> None:
    kit = kit_at("speech")
    ends_us = scene(kit.runner).ends_us
    assert ends_us is not None
    left = {before_us: picture(kit.runner, ends_us - before_us).left_s for before_us in (60 * S, S + 1, S, 1, 0, -S)}
    assert left == {60 * S: 60, S + 1: 2, S: 1, 1: 1, 0: 0, -S: 0}


def test_the_clock_stands_still_in_a_pause() -> None:
    kit = next(kit for kit, shown, _ in playing() if shown.scene.what == "paused" and shown.left_s)
    seen = scene(kit.runner)
    assert seen.paused_at_us is not None
    shown = [picture(kit.runner, seen.paused_at_us + later_us) for later_us in (0, 90 * S)]
    assert shown[0] == shown[1]


def test_a_picture_keeps_the_ballot_as_it_was() -> None:
    kit = kit_at("count")
    before = picture(kit.runner, 0)
    ballot = kit.runner.table.last_ballot
    assert ballot is not None
    ballot.counted = [*ballot.counted, 99]
    assert picture(kit.runner, 0) != before


def test_every_step_of_a_game_has_a_name() -> None:
    steps = {shown.scene.what for seed in (1, 2) for _, shown, _ in playing(seed)}
    assert steps - {*STEPS, "raise"} == set()


def test_a_clock_is_read_in_minutes_and_seconds() -> None:
    assert [clock(left_s) for left_s in (None, 0, 47, 600)] == ["", "0:00", "0:47", "10:00"]


def test_the_lot_tells_who_sits_where() -> None:
    drawn = (3, 1, 2)
    assert [TABLE.name(seat, drawn) for seat in (1, 2, 3, 4)] == ["Bob", "Cəmilə", "Анна", ""]
    assert TABLE.name(1, ()) == ""
