"""What is the mock's own, and which back end is opened. What holds on every ground: test_gpio_grounds.py."""

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

from tablekit.devices.gpio import Edge, GpioInputs, Onset, open_factory
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


def test_delivery_order_is_kept_and_stamps_tell_the_order_of_time(bench: Bench) -> None:
    bench.pins.drive(PAD, active=True, at_us=2_000)
    bench.pins.drive(MASK, active=True, at_us=1_000)
    bench.pins.drive(KEY, active=True, at_us=3_000)
    assert bench.edges() == [(PAD, 2_000_000, True), (MASK, 1_000_000, True), (KEY, 3_000_000, True)]


@given(st.integers(0, 20 * DAY_US))
def test_a_stamp_survives_the_seconds_of_the_back_end(at_us: int) -> None:
    bench = Bench(seats=1)
    bench.pins.drive(KEY, active=True, at_us=at_us)
    assert bench.edges() == [(KEY, at_us * 1_000, True)]
    bench.inputs.close()


def test_twenty_seats_need_more_lines_than_a_header_has() -> None:
    bench = Bench(seats=20)
    assert len(bench.wiring) == 42
    last = Line("mask", 20)
    bench.pins.drive(last, active=True, at_us=9)
    assert bench.edges() == [(last, 9_000, True)]
    bench.inputs.close()


def test_ten_seats_fit_the_header_and_leave_the_lines_with_pulls_of_their_own() -> None:
    assert {wire.gpio for wire in simulated_wiring(10).values()} == set(range(4, 26))


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
