"""What the inputs promise on any ground: gpiozero's mock, and a chip of the kernel (docs/kernel-tests.md)."""

import gc
from collections.abc import Iterator

import pytest
from gpio_ground import GROUNDS, Bench, Told

from tablekit.devices.gpio import WORD, Edge, GpioInputs, Wire
from tablekit.errors import DeviceError
from tablekit.intake.debounce import Line
from tablekit.sim.pins import simulated_wiring
from tests.kernel.sim_chip import Moment

PAD, MASK, KEY = Line("pad", 3), Line("mask", 3), Line("key", 0)
HELD = {PAD: Wire(17, "floating"), MASK: Wire(18, "floating", "high")}
"""A chip's own pull would lift a hand that lies on the pad; a real pad's short to ground would not be."""


@pytest.fixture(params=GROUNDS)
def ground(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bench(ground: str) -> Iterator[Bench]:
    made = Bench(ground, simulated_wiring(10))
    made.open()
    made.rest()
    yield made
    made.close()


def stamped(told: list[Told], lines: list[tuple[Line, bool]], moments: list[Moment]) -> bool:
    """Was each change told once, in this order, with a stamp of when it was made?"""
    edges: list[Edge] = [edge for edge in told if len(edge) == 3]
    assert [(line, active) for line, _, active in edges] == lines
    return all(moment.holds(ticks_ns) for (_, ticks_ns, _), moment in zip(edges, moments, strict=True))


def test_bounce_is_handed_over_edge_by_edge_with_the_stamps_of_the_drives(bench: Bench) -> None:
    bounce = [True, False, True, False, True]
    moments = [bench.drive(PAD, active) for active in bounce]
    assert stamped(bench.told(), [(PAD, active) for active in bounce], moments)


def test_lines_that_change_one_after_another_have_stamps_in_that_order(bench: Bench) -> None:
    lines = [PAD, MASK, KEY, Line("pad", 1), Line("mask", 10)]
    moments = [bench.drive(line, True) for line in lines]
    told = sorted(bench.told(), key=lambda edge: edge[1])
    assert stamped(told, [(line, True) for line in lines], moments)


def test_opening_the_lines_is_no_edge_even_with_a_hand_on_the_pad(ground: str) -> None:
    bench = Bench(ground, HELD)
    bench.drive(PAD, True)
    bench.open()
    assert bench.told() == []
    assert bench.levels() == {PAD: True, MASK: False}
    bench.close()


def test_levels_are_read_anew_when_the_release_edge_was_lost(bench: Bench) -> None:
    touched = bench.drive(PAD, True)
    bench.ground.factory.pin(bench.wiring[PAD].gpio).edges = "falling"  # a pad pulls its line low under a hand
    bench.drive(PAD, False)
    assert stamped(bench.told(), [(PAD, True)], [touched])
    assert bench.levels()[PAD] is False


def test_levels_know_every_line_but_the_word(bench: Bench) -> None:
    assert bench.levels() == dict.fromkeys(set(bench.wiring) - {WORD}, False)


def test_a_release_that_nobody_saw_leaves_two_equal_levels(bench: Bench) -> None:
    bench.ground.factory.pin(bench.wiring[PAD].gpio).edges = "falling"
    first = bench.drive(PAD, True)
    bench.drive(PAD, False)
    second = bench.drive(PAD, True)
    assert stamped(bench.told(), [(PAD, True), (PAD, True)], [first, second])


def test_no_callback_is_garbage_collected(bench: Bench) -> None:
    gc.collect()
    lines = [line for line in bench.wiring if line != WORD]
    for line in bench.wiring:
        bench.drive(line, True)
    assert sorted(line for line, *_ in bench.told()) == sorted(lines)


def test_a_hand_closes_its_pad_to_ground_and_a_worn_mask_opens_its_dock(bench: Bench) -> None:
    for line in (PAD, MASK):
        bench.drive(line, True)
    pins = [bench.ground.factory.pin(bench.wiring[line].gpio) for line in (PAD, MASK)]
    assert [bool(pin.state) for pin in pins] == [False, True]


@pytest.mark.parametrize("pull", ["up", "down", "floating"])
@pytest.mark.parametrize("active", ["low", "high"])
def test_any_pull_goes_with_any_active_level(ground: str, pull: str, active: str) -> None:
    bench = Bench(ground, {PAD: Wire(17, pull, active)})  # type: ignore[arg-type]
    bench.open()
    assert bench.ground.factory.pin(17).pull == pull
    bench.rest()
    touched = bench.drive(PAD, True)
    assert stamped(bench.told(), [(PAD, True)], [touched])
    assert bench.levels() == {PAD: True}
    bench.close()


# The word


def test_the_word_is_heard_once_after_arming(bench: Bench) -> None:
    for active in (True, False):
        bench.drive(WORD, active)
    assert bench.told() == []
    bench.inputs.arm()
    onset = bench.drive(WORD, True)
    for active in (False, True):
        bench.drive(WORD, active)
    [(what, ticks_ns)] = bench.told()
    assert what == "word"
    assert onset.holds(ticks_ns)


def test_an_edge_of_before_the_arming_that_comes_late_is_not_the_word(bench: Bench) -> None:
    early = bench.drive(WORD, True)
    bench.drive(WORD, False)
    bench.told()
    bench.inputs.arm(since_ns=early.upto_ns + 10**15)
    bench.drive(WORD, True)
    bench.drive(WORD, False)
    assert bench.told() == []
    bench.inputs.arm(since_ns=early.upto_ns + 1)
    onset = bench.drive(WORD, True)
    [(_, ticks_ns)] = bench.told()
    assert onset.holds(ticks_ns)


def test_the_end_of_a_sound_is_not_the_word(bench: Bench) -> None:
    bench.drive(WORD, True)
    bench.told()
    bench.inputs.arm()
    bench.drive(WORD, False)
    assert bench.told() == []


# Faults


def test_an_edge_that_cannot_be_told_silences_nobody(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def full(ticks_ns: int, active: bool) -> None:
        raise MemoryError(f"at {ticks_ns}")

    bench.inputs._inputs[MASK]._report = full
    bench.drive(MASK, True)
    touched = bench.drive(PAD, True)
    assert stamped(bench.told(), [(PAD, True)], [touched])
    assert "an edge could not be told" in caplog.text


def test_a_line_that_is_busy_when_it_is_closed_is_closed_again(bench: Bench) -> None:
    wired, busy = bench.inputs._inputs[PAD], iter(["busy", "busy"])
    close = wired.close

    def refused_twice() -> None:
        if next(busy, None):
            raise RuntimeError("GPIO busy")
        close()

    wired.close = refused_twice  # type: ignore[method-assign]
    bench.inputs.close()
    bench.open()
    bench.rest()
    touched = bench.drive(PAD, True)
    assert stamped(bench.told(), [(PAD, True)], [touched])


# Opening and closing


def test_a_line_opened_twice_is_a_clear_error_and_the_first_goes_on(bench: Bench) -> None:
    with pytest.raises(DeviceError, match=r"^KIT405: GPIO\d+ \(pad of seat 1\) is in use: .*gpioinfo"):
        GpioInputs(bench.ground.factory, bench.wiring, bench.heard.put)
    touched = bench.drive(Line("pad", 1), True)
    assert stamped(bench.told(), [(Line("pad", 1), True)], [touched])


def test_a_failed_opening_lets_go_of_the_lines_that_it_had_opened(ground: str) -> None:
    bench = Bench(ground, {PAD: Wire(17)})
    with pytest.raises(DeviceError, match=r"^KIT406: GPIO99 \(key\) cannot be an input") as refused:
        GpioInputs(bench.ground.factory, {PAD: Wire(17), KEY: Wire(99)}, bench.heard.put)
    assert refused.tb  # which keeps the half-open inputs from the garbage collector
    bench.open()
    bench.close()


def test_a_fixed_pull_is_told_from_a_line_in_use(ground: str) -> None:
    bench = Bench(ground, {PAD: Wire(17)})
    with pytest.raises(DeviceError, match=r"^KIT406: GPIO2 \(key\) cannot be an input with pull down"):
        GpioInputs(bench.ground.factory, {KEY: Wire(2, "down")}, bench.heard.put)
    bench.close()


def test_closed_lines_put_nothing_and_can_be_opened_again(bench: Bench) -> None:
    bench.inputs.close()
    bench.drive(PAD, True)
    bench.open()
    assert bench.told() == []
    bench.rest()
    touched = bench.drive(PAD, True)
    assert stamped(bench.told(), [(PAD, True)], [touched])
