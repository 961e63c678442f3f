"""`tablekit firmware` as it is typed, with an avrdude that only writes down how it was called."""

import importlib
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest

from tablekit.cli import firmware, main
from tablekit.devices import ports
from tablekit.wire.codec import encode
from tablekit.wire.frames import frame
from tablekit.wire.messages import VERSION, Hello

HUB = Hello(VERSION, 0x0102, 0xB007, 2_000_000, 1, 1)


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two images, no ports, and an avrdude that fails at the rates named in `fails`."""
    build, programs = tmp_path / "build", tmp_path / "bin"
    build.mkdir()
    programs.mkdir()
    for device in firmware.BOARDS:
        (build / f"{device}.hex").touch()
    avrdude = programs / "avrdude"
    avrdude.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n! grep -qs "^$8$" {tmp_path}/fails\n')
    avrdude.chmod(0o755)
    (tmp_path / "dev").mkdir()
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setattr(firmware, "BUILD", build)
    monkeypatch.setattr(firmware, "ports_for", lambda device: ports.ports_for(device, dev=tmp_path / "dev"))
    return tmp_path


@pytest.fixture
def plug(workshop: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], Any]]:
    """Plugs a board in as ttyUSB0; it says `greeting` when its port is opened."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "devices")
    plugged = []

    def plug(greeting: bytes) -> Any:
        far_end = importlib.import_module("far_end")
        plugged.append(far_end.FarEnd(workshop / "dev", greeting=greeting).plug("ttyUSB0"))
        return plugged[-1]

    yield plug
    for board in plugged:
        board.unplug()


@pytest.fixture
def board(plug: Callable[[bytes], Any]) -> Any:
    """A hub."""
    return plug(frame(encode(HUB)))


def calls(workshop: Path) -> list[str]:
    file = workshop / "calls"
    return file.read_text().splitlines() if file.exists() else []


def call(workshop: Path, device: str, baud: int) -> str:
    chip = {"hub": "m2560 -c wiring", "remote": "m328p -c arduino"}[device]
    return f"-p {chip} -P {workshop}/dev/ttyUSB0 -b {baud} -D -U flash:w:{workshop}/build/{device}.hex:i"


@pytest.mark.parametrize("device", ["hub", "remote"])
def test_flashing_runs_the_line_of_the_board_and_says_so(workshop, board, capfd, device):
    assert main(["firmware", "flash", device]) == 0
    assert calls(workshop) == [call(workshop, device, 115_200)]
    line, done = capfd.readouterr().out.splitlines()
    assert line == f"{workshop}/bin/avrdude {call(workshop, device, 115_200)}"
    assert done.startswith(f"The {device} at {workshop}/dev/ttyUSB0 has the firmware of ")


def test_a_remote_with_an_old_bootloader_is_tried_at_its_rate(workshop, board, capfd):
    (workshop / "fails").write_text("115200\n")
    assert main(["firmware", "flash", "remote", "--port", str(workshop / "dev" / "ttyUSB0")]) == 0
    assert calls(workshop) == [call(workshop, "remote", 115_200), call(workshop, "remote", 57_600)]


def test_a_dry_run_touches_nothing(workshop, board, capsys):
    assert main(["firmware", "flash", "remote", "--dry-run"]) == 0
    assert calls(workshop) == []
    out = capsys.readouterr().out
    assert call(workshop, "remote", 57_600) in out
    assert "Nothing was run" in out


def test_flashing_that_fails_is_one_sentence(workshop, board, capfd):
    (workshop / "fails").write_text("115200\n")
    assert main(["firmware", "flash", "hub"]) == 2
    assert capfd.readouterr().err.startswith("KIT421: avrdude could not write the firmware of the hub at ")


def test_without_avrdude_it_says_how_to_get_it(workshop, board, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(workshop))
    assert main(["firmware", "flash", "hub"]) == 2
    assert "KIT418: avrdude, which writes the firmware, is not installed. `sudo apt install avrdude`." in (
        capsys.readouterr().err
    )


def test_without_an_image_it_says_how_to_make_it(workshop, board, capsys):
    (workshop / "build" / "hub.hex").unlink()
    assert main(["firmware", "flash", "hub"]) == 2
    assert "KIT419" in (said := capsys.readouterr().err)
    assert "`make -C firmware`" in said


def test_nothing_plugged_in_and_too_much_plugged_in(workshop, capsys):
    assert main(["firmware", "flash", "hub"]) == 2
    assert capsys.readouterr().err.startswith("KIT411: no hub is plugged in. ")
    for name in ("ttyACM0", "ttyUSB1"):
        (workshop / "dev" / name).touch()
    assert main(["firmware", "flash", "hub"]) == 2
    assert capsys.readouterr().err.startswith(
        f"KIT420: there are several ports: {workshop}/dev/ttyACM0, {workshop}/dev/ttyUSB1. Name "
    )


def test_a_running_table_is_not_disturbed(workshop, board, capsys):
    flock(board.near, LOCK_EX)
    assert main(["firmware", "flash", "hub"]) == 2
    assert capsys.readouterr().err.startswith(f"KIT414: another program holds {workshop}/dev/ttyUSB0. ")
    assert calls(workshop) == []


def test_the_versions_of_kit_and_hub(workshop, board, capsys):
    assert main(["firmware", "version"]) == 0
    assert capsys.readouterr().out == (
        f"This kit speaks version {VERSION} of the messages.\nThe hub speaks version {VERSION}; its firmware is 1.2.\n"
    )


def test_a_hub_of_another_version_is_exit_1_and_says_which_to_update(workshop, plug, capsys):
    hello = bytearray(encode(HUB))
    hello[1] = VERSION + 1
    plug(frame(bytes(hello)))
    assert main(["firmware", "version", "--port", f"{workshop}/dev/ttyUSB0"]) == 1
    assert "The kit is the older one: update tablekit" in capsys.readouterr().err


def test_no_hub_is_exit_1(workshop, capsys):
    assert main(["firmware", "version"]) == 1
    out, err = capsys.readouterr()
    assert out == f"This kit speaks version {VERSION} of the messages.\n"
    assert err.startswith("KIT411: no hub is plugged in. ")
