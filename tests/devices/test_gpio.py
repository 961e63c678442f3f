import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from tablekit.devices.gpio import WORD, Edge, GpioInputs, Onset, Wire, open_factory
from tablekit.errors import DeviceError
from tablekit.intake.debounce import Line
from tablekit.sim.pins import SimulatedPins, simulated_wiring

PAD, MASK, KEY = Line("pad", 3), Line("mask", 3), Line("key", 0)
DAY_US = 24 * 3600 * 1_000_000


class Bench:
    """Ten seats on simulated pins, and what the inputs put."""

    def __init__(self, seats: int = 10) -> None:
        self.wiring = simulated_wiring(seats)
        self.pins = SimulatedPins(self.wiring)
        self.heard: SimpleQueue[Edge | Onset] = SimpleQueue()
        self.inputs = GpioInputs(self.pins, self.wiring, self.heard.put)

    def edges(self) -> list[Edge | Onset]:
        return [self.heard.get_nowait() for _ in range(self.heard.qsize())]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.inputs.close()


def levels(inputs: GpioInputs) -> dict[Line, bool]:
    return {line: inputs.active(line) for line in inputs.lines}


def test_bounce_is_handed_over_edge_by_edge_with_the_stamps_driven(bench: Bench) -> None:
    bounce_us = [1_000_000, 1_000_040, 1_000_041, 1_000_900, 1_003_000]
    for number, at_us in enumerate(bounce_us):
        bench.pins.drive(PAD, active=number % 2 == 0, at_us=at_us)
    assert bench.edges() == [(PAD, at_us * 1_000, number % 2 == 0) for number, at_us in enumerate(bounce_us)]


def test_delivery_order_is_kept_and_stamps_tell_the_order_of_time(bench: Bench) -> None:
    bench.pins.drive(PAD, active=True, at_us=2_000)
    bench.pins.drive(MASK, active=True, at_us=1_000)
    bench.pins.drive(KEY, active=True, at_us=3_000)
    assert bench.edges() == [(PAD, 2_000_000, True), (MASK, 1_000_000, True), (KEY, 3_000_000, True)]


def test_opening_the_lines_is_no_edge_even_with_a_hand_on_the_pad() -> None:
    wiring = simulated_wiring(10)
    pins = SimulatedPins(wiring)
    pins.drive(PAD, active=True, at_us=5)
    heard: SimpleQueue[Edge | Onset] = SimpleQueue()
    inputs = GpioInputs(pins, wiring, heard.put)
    assert heard.empty()
    assert [line for line, active in levels(inputs).items() if active] == [PAD]
    inputs.close()


def test_levels_are_read_anew_when_the_release_edge_was_lost(bench: Bench) -> None:
    bench.pins.drive(PAD, active=True, at_us=1)
    bench.pins.pin(bench.wiring[PAD].gpio).edges = "falling"  # a pad pulls its line low under a hand
    bench.pins.drive(PAD, active=False, at_us=2)
    assert bench.edges() == [(PAD, 1_000, True)]
    assert levels(bench.inputs)[PAD] is False


def test_levels_know_every_line_but_the_word(bench: Bench) -> None:
    assert levels(bench.inputs) == dict.fromkeys(set(bench.wiring) - {WORD}, False)


def test_a_pulse_too_short_for_the_kernel_comes_as_two_equal_levels(bench: Bench) -> None:
    bench.pins.drive(PAD, active=True, at_us=1)
    bench.pins.pin(bench.wiring[PAD].gpio).edges = "falling"
    bench.pins.drive(PAD, active=False, at_us=2)
    bench.pins.drive(PAD, active=True, at_us=3)
    assert bench.edges() == [(PAD, 1_000, True), (PAD, 3_000, True)]


def test_no_callback_is_garbage_collected(bench: Bench) -> None:
    gc.collect()
    for at_us, line in enumerate(bench.wiring):
        bench.pins.drive(line, active=True, at_us=at_us)
    assert [edge[0] for edge in bench.edges()] == [line for line in bench.wiring if line != WORD]


@given(st.integers(0, 20 * DAY_US))
def test_a_stamp_survives_the_seconds_of_the_back_end(at_us: int) -> None:
    bench = Bench(seats=1)
    bench.pins.drive(KEY, active=True, at_us=at_us)
    assert bench.edges() == [(KEY, at_us * 1_000, True)]
    bench.inputs.close()


@pytest.mark.parametrize("pull", ["up", "down", "floating"])
@pytest.mark.parametrize("active", ["low", "high"])
def test_any_pull_goes_with_any_active_level(pull: str, active: str) -> None:
    wiring = {PAD: Wire(17, pull, active)}  # type: ignore[arg-type]
    pins = SimulatedPins(wiring)
    heard: SimpleQueue[Edge | Onset] = SimpleQueue()
    inputs = GpioInputs(pins, wiring, heard.put)
    assert pins.pin(17).pull == pull
    assert levels(inputs) == {PAD: False}
    pins.drive(PAD, active=True, at_us=7)
    assert heard.get_nowait() == (PAD, 7_000, True)
    assert levels(inputs) == {PAD: True}
    inputs.close()


def test_twenty_seats_need_more_lines_than_a_header_has() -> None:
    bench = Bench(seats=20)
    assert len(bench.wiring) == 42
    last = Line("mask", 20)
    bench.pins.drive(last, active=True, at_us=9)
    assert bench.edges() == [(last, 9_000, True)]
    bench.inputs.close()


def test_ten_seats_fit_the_header_and_leave_the_lines_with_pulls_of_their_own() -> None:
    assert {wire.gpio for wire in simulated_wiring(10).values()} == set(range(4, 26))


def test_a_hand_closes_its_pad_to_ground_and_a_worn_mask_opens_its_dock(bench: Bench) -> None:
    for line in (PAD, MASK):
        bench.pins.drive(line, active=True, at_us=1)
    assert [bench.pins.pin(bench.wiring[line].gpio).state for line in (PAD, MASK)] == [False, True]


# The word


def test_the_word_is_heard_once_after_arming(bench: Bench) -> None:
    bench.pins.drive(WORD, active=True, at_us=1)
    bench.pins.drive(WORD, active=False, at_us=2)
    bench.inputs.arm()
    bench.pins.drive(WORD, active=True, at_us=3)
    bench.pins.drive(WORD, active=False, at_us=4)
    bench.pins.drive(WORD, active=True, at_us=5)
    assert bench.edges() == [("word", 3_000)]


def test_an_edge_of_before_the_arming_that_comes_late_is_not_the_word(bench: Bench) -> None:
    bench.inputs.arm(since_ns=10_000)
    bench.pins.drive(WORD, active=True, at_us=9)
    bench.pins.drive(WORD, active=False, at_us=9)
    bench.pins.drive(WORD, active=True, at_us=10)
    assert bench.edges() == [("word", 10_000)]


def test_the_end_of_a_sound_is_not_the_word(bench: Bench) -> None:
    bench.pins.drive(WORD, active=True, at_us=1)
    bench.inputs.arm()
    bench.pins.drive(WORD, active=False, at_us=2)
    assert bench.edges() == []


# Opening and closing


def test_a_line_opened_twice_is_a_clear_error_and_the_first_goes_on(bench: Bench) -> None:
    with pytest.raises(DeviceError, match=r"^KIT405: GPIO\d+ \(pad of seat 1\) is in use: .*gpioinfo"):
        GpioInputs(bench.pins, bench.wiring, bench.heard.put)
    bench.pins.drive(Line("pad", 1), active=True, at_us=1)
    assert bench.edges() == [(Line("pad", 1), 1_000, True)]


def test_a_failed_opening_lets_go_of_the_lines_that_it_had_opened() -> None:
    wiring = {PAD: Wire(17), KEY: Wire(99)}
    pins = SimulatedPins({PAD: Wire(17)})
    with pytest.raises(DeviceError, match=r"^KIT406: GPIO99 \(key\) cannot be an input") as refused:
        GpioInputs(pins, wiring, print)
    assert refused.tb  # which keeps the half-open inputs from the garbage collector
    GpioInputs(pins, {PAD: Wire(17)}, print).close()


def test_a_fixed_pull_is_told_from_a_line_in_use() -> None:
    with pytest.raises(DeviceError, match=r"^KIT406: GPIO2 \(key\) cannot be an input with pull down"):
        GpioInputs(MockFactory(), {KEY: Wire(2, "down")}, print)


def test_closed_lines_put_nothing_and_can_be_opened_again(bench: Bench) -> None:
    bench.inputs.close()
    bench.inputs.close()
    bench.pins.drive(PAD, active=True, at_us=1)
    assert bench.edges() == []
    again = GpioInputs(bench.pins, bench.wiring, bench.heard.put)
    bench.pins.drive(PAD, active=False, at_us=2)
    assert bench.edges() == [(PAD, 2_000, False)]
    again.close()


# The back ends, each imported afresh: lgpio starts a thread and makes a pipe as it is imported


def run(code: str, cwd: Path, **environment: str) -> str:
    """What `code` prints on a fresh interpreter, standing in `cwd`."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("LG_WD", "GPIOZERO_PIN_FACTORY")}
    path = os.pathsep.join([environment.pop("PYTHONPATH", ""), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=inherited | environment | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


OPEN = """
from tablekit.devices.gpio import open_factory
from tablekit.errors import DeviceError
try:
    print(type(open_factory({name!r})).__name__)
except DeviceError as error:
    print(error)
"""


def test_the_mock_opens_anywhere() -> None:
    assert isinstance(open_factory("mock"), MockFactory)


def test_an_unknown_back_end_is_refused() -> None:
    with pytest.raises(DeviceError, match=r"^KIT401: .*'pigpio'.* Choose one of: lgpio, rpigpio, mock\.$"):
        open_factory("pigpio")  # type: ignore[arg-type]


def test_an_unwritable_working_folder_is_named_with_its_remedy() -> None:
    said = run(OPEN.format(name="lgpio"), cwd=Path("/proc"))
    assert said.startswith("KIT403: lgpio cannot make its pipe in the working folder")
    assert "Set LG_WD to a folder that this user may write" in said


def test_an_unwritable_lg_wd_is_named(tmp_path: Path) -> None:
    assert run(OPEN.format(name="lgpio"), cwd=tmp_path, LG_WD="/proc").startswith(
        "KIT403: lgpio cannot make its pipe in /proc"
    )


def test_lg_wd_cures_it_and_moves_nobody(tmp_path: Path) -> None:
    code = OPEN.format(name="lgpio") + "\nimport os\nprint(os.getcwd())"
    said, folder = run(code, cwd=Path("/proc"), LG_WD=str(tmp_path)).splitlines()
    assert not said.startswith("KIT403")
    assert folder == "/proc"


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="there are pins to open here")
def test_no_pins_to_open_is_one_sentence_and_no_other_back_end(tmp_path: Path) -> None:
    said = run(OPEN.format(name="lgpio"), cwd=tmp_path)
    assert said.startswith("KIT404: the pins cannot be opened with lgpio")
    assert "use the simulation (`--sim`)" in said


def test_the_empty_stub_of_lgpio_is_recognised(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").touch()
    said = run(OPEN.format(name="lgpio"), cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert said.startswith("KIT402: the installed lgpio is too old or an empty stub")


def test_a_back_end_that_is_not_installed_is_named(tmp_path: Path) -> None:
    (tmp_path / "RPi.py").touch()
    said = run(OPEN.format(name="rpigpio"), cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert said.startswith("KIT402: the GPIO back end rpigpio is not installed")


def test_a_back_end_that_stamps_on_arrival_says_so(tmp_path: Path) -> None:
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi" / "__init__.py").touch()
    (tmp_path / "RPi" / "GPIO.py").write_text(
        "def setmode(mode): ...\ndef setwarnings(on): ...\ndef __getattr__(name): return name\n"
    )
    code = "import logging, sys\nlogging.basicConfig(stream=sys.stdout)\n" + OPEN.format(name="rpigpio")
    warning, opened = run(code, cwd=tmp_path, PYTHONPATH=str(tmp_path)).splitlines()
    assert "rpigpio stamps edges when Python hears of them" in warning
    assert opened == "RPiGPIOFactory"
