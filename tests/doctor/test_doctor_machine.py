"""The Pi itself, by the files that its kernel writes; and the user's permissions, by real ones."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekit.config import Expander, Lamps, Pins, SeatHub, TableConfig
from tablekit.doctor.machine import Need, model, needs, permissions, power, software

PI = "Raspberry Pi 4 Model B Rev 1.4"
NOBODY = 65534


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that is all there is."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return programs


def test_the_pi_is_named(tmp_path: Path) -> None:
    put(tmp_path, "proc/device-tree/model", f"{PI}\0")
    assert [*model(tmp_path)] == [("Pi", "OK", f"{PI}.")]


def test_by_cpuinfo_too(tmp_path: Path) -> None:
    put(tmp_path, "proc/cpuinfo", f"processor\t: 0\nModel\t\t: {PI}\n")
    assert [*model(tmp_path)] == [("Pi", "OK", f"{PI}.")]


def test_another_machine_is_a_warning(tmp_path: Path) -> None:
    (finding,) = model(tmp_path)
    assert finding.state == "WARNING"
    assert finding.what.startswith("KIT460: this is no Raspberry Pi but ")


@pytest.mark.parametrize(("alarm", "state"), [("0", "OK"), ("1", "FAULT")])
def test_the_kernels_alarm_of_under_voltage(tmp_path: Path, firmware: Path, alarm: str, state: str) -> None:
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    (finding,) = power(tmp_path)
    assert finding.state == state


@pytest.mark.parametrize(
    ("bits", "begins"),
    [
        ("0x0", "No under-voltage."),
        ("0x50005", "KIT461: the supply is too weak"),
        ("0x50000", "KIT462: the supply was too weak at some time"),
    ],
)
def test_what_the_firmware_remembers(tmp_path: Path, firmware: Path, bits: str, begins: str) -> None:
    program = firmware / "vcgencmd"
    program.write_text(f"#!/bin/sh\necho throttled={bits}\n")
    program.chmod(0o755)
    (finding,) = power(tmp_path)
    assert finding.what.startswith(begins)


def test_where_nobody_knows_the_voltage_that_is_said(tmp_path: Path, firmware: Path) -> None:
    (finding,) = power(tmp_path)
    assert (finding.state, finding.what[:19]) == ("WARNING", "Nothing here tells ")


def test_a_firmware_that_says_nonsense_is_nobody(tmp_path: Path, firmware: Path) -> None:
    program = firmware / "vcgencmd"
    program.write_text("#!/bin/sh\necho VCHI initialization failed\n")
    program.chmod(0o755)
    assert next(power(tmp_path)).state == "WARNING"


# -- permissions
@pytest.fixture
def root() -> Iterator[Path]:
    """A root that everybody can look into."""
    folder = Path(tempfile.mkdtemp(prefix="doctor"))
    folder.chmod(0o755)
    (folder / "dev").mkdir(mode=0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def nobody() -> Iterator[None]:
    """A user that may not do everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


GPIO = Need("gpio", "the pins", ("dev/gpiochip*",))


@pytest.fixture
def chip(root: Path) -> Path:
    """Nobody may open it."""
    file = root / "dev" / "gpiochip0"
    file.touch()
    file.chmod(0)
    return file


def test_a_device_that_the_user_may_not_open_is_a_fault_with_its_group(root: Path, chip: Path, nobody: None) -> None:
    (finding,) = permissions([GPIO], root)
    assert finding.state == "FAULT"
    assert f"may not open {chip} (the pins)" in finding.what
    assert "sudo usermod -aG gpio " in finding.what


def test_a_device_that_he_may_open_is_ok(root: Path, chip: Path, nobody: None) -> None:
    os.seteuid(os.getuid())
    chip.chmod(0o666)
    if os.getuid() == 0:
        os.seteuid(NOBODY)
    (finding,) = permissions([GPIO], root)
    assert (finding.state, finding.what.endswith("may open the pins.")) == ("OK", True)


def test_a_device_that_is_not_there_yet_needs_its_group(root: Path, nobody: None) -> None:
    (finding,) = permissions([Need("no-such-group", "the hub's port", ("dev/ttyACM*",))], root)
    assert finding.state == "WARNING"
    assert "is not in the group no-such-group, to which the hub's port will belong" in finding.what


def test_what_is_needed_depends_on_the_table() -> None:
    pins, hub = Pins(pads=(4,)), SeatHub(places=4, port="/dev/ttyUSB7")
    expander = Expander(addresses=(0x20,), pads=(0,))
    assert [need.group for need in needs(TableConfig("fsm", inputs=(pins,)), sound=False)] == ["gpio"]
    assert [need.group for need in needs(TableConfig("fsm", inputs=(expander,)), sound=False)] == ["gpio"]
    (port,) = needs(TableConfig("fsm", inputs=(hub,)), sound=False)
    assert (port.group, port.patterns[0]) == ("dialout", "dev/ttyUSB7")
    lit = TableConfig("fsm", inputs=(hub,), lights=Lamps(addresses=(0x24,), pins=(0,)))
    assert [need.group for need in needs(lit, sound=True)] == ["gpio", "dialout", "audio"]


# -- programs
def test_the_real_back_end_is_named_and_the_coarse_one_warned_of() -> None:
    found = [*software(TableConfig("fsm", inputs=(Pins(pads=(4,)), Pins(pads=(5,), backend="rpigpio"))))]
    assert [finding.state for finding in found] == ["OK", "OK", "WARNING"]
    assert "lgpio 0.2.2" in found[1].what
    assert found[2].what.startswith("KIT456: the back end rpigpio stamps edges when Python hears of them")


def test_an_empty_lgpio_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tablekit.doctor.findings import Check, examine

    (tmp_path / "lgpio.py").write_text('"""What pip installs where there is no wheel."""\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "lgpio", raising=False)
    told = TableConfig("fsm", inputs=(Pins(pads=(4,)),))
    *_, finding = examine([Check("software", lambda: software(told))])
    assert finding.what.startswith("KIT402: the installed lgpio is too old or an empty stub")


def test_a_table_of_hubs_needs_no_back_end() -> None:
    *_, finding = software(TableConfig("fsm", inputs=(SeatHub(places=10),)))
    assert finding.what == "None is needed: nothing of this table is wired to the Pi's pins."
