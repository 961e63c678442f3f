"""The doctor at a hub, whose far end is a pseudo-terminal in real time; and at ports that are something else."""

import json
import os
import pty
import select
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hub_at_pty import HubAtPty

from tablekit.cli import main
from tablekit.intake.debounce import Line
from tablekit.sim.radio_remote import RadioRemote
from tablekit.store import pairing
from tablekit.store.pairing import KEY_BYTES, Pairing
from tablekit.wire.codec import decode
from tablekit.wire.frames import Frames
from tablekit.wire.messages import Pong

pytestmark = pytest.mark.slow
SOON_S = 30


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the hub will be; the table of three that names it is in this folder."""
    monkeypatch.chdir(tmp_path)
    port = tmp_path / "ttyACM0"
    (tmp_path / "table.toml").write_text(
        f'ruleset = "fsm"\n[options]\ncutoff = "key"\n[inputs]\nkind = "hub"\nplaces = 10\nport = "{port}"\n'
    )
    return port


def of_the_remote(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    main(["doctor", "--dir", "games", "--json"])
    (found,) = [check for check in json.loads(capsys.readouterr().out)["checks"] if check["check"] == "remote"]
    return dict(found)


def looked_at(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, str]]]:
    """The exit code, and what is said of the hub."""
    code = main(["doctor", "--dir", "games", "--json", *words])
    told = json.loads(capsys.readouterr().out)
    return code, [check for check in told["checks"] if check["check"] in ("hub", "clock", "line", "part")]


def test_a_hub_tells_who_it_is_and_how_well_it_is_heard(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with HubAtPty(port):
        code, (there, clock, link) = looked_at(capsys)
    assert code == 0
    assert there["what"].startswith(f"At {port}: firmware 1.0, messages 1, boot 0000b007 (")
    assert clock["what"].startswith("Its clock is known to ± ")
    assert link["what"] == "Link: 0 lines sent again, nothing lost or damaged."


def test_a_rough_line_is_told(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = 0

    def spoil(data: bytes) -> bytes:
        nonlocal said
        said += 1
        return data if said % 10 else data[:3] + b"\x55" + data[4:]

    with HubAtPty(port, spoil=spoil):
        _, found = looked_at(capsys)
    assert found[-1]["state"] == "WARNING"
    assert "frames to the Pi damaged" in found[-1]["what"]


def test_a_pad_that_is_down_at_the_hub_is_named(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with HubAtPty(port, down=(Line("pad", 3),)):
        _, found = looked_at(capsys)
        code, judged = looked_at(capsys, "zero")
    assert found[-1]["what"].startswith("KIT472: active now: the pad of seat 3.")
    assert code == 1
    assert judged[0]["what"].startswith("Seat 3: its pad is down.")


def without_pongs(data: bytes) -> bytes:
    """A hub that never says what its counter is."""
    return b"" if any(isinstance(decode(payload), Pong) for payload in Frames().feed(data)) else data


def test_a_clock_that_nobody_knows_is_a_fault_and_no_zero(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with HubAtPty(port, spoil=without_pongs):
        code, (there, clock) = looked_at(capsys)
        no_zero, judged = looked_at(capsys, "zero")
    assert (code, there["state"], clock["what"][:7]) == (1, "OK", "KIT474:")
    assert no_zero == 1
    assert [finding["state"] for finding in judged] == ["FAULT", "FAULT"]


def test_a_port_that_is_silent_is_no_hub(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    far, near = os.openpty()
    port.symlink_to(os.ttyname(near))
    code, (fault,) = looked_at(capsys)
    os.close(far)
    os.close(near)
    assert code == 1
    assert fault["what"].startswith(f"KIT413: what is plugged in at {port} does not answer as the hub")


def test_without_a_hub_no_ballot_is_practised(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "ballot"]) == 2
    assert capsys.readouterr().err.startswith("KIT411: no hub is plugged in.")


def test_without_a_hub_its_cable_is_asked_for(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (fault,) = looked_at(capsys)
    assert (code, fault["what"][:33]) == (1, "KIT411: no hub is plugged in. Plu")


@pytest.mark.parametrize(
    ("battery_mv", "told"),
    [
        (4_100, "It is paired and heard; its cells have 4.1 V."),
        (3_200, "The remote's cells are nearly empty (3.2 V). Change them."),
        (None, "KIT463: the paired remote is not heard"),
    ],
)
def test_a_paired_remote_is_heard_by_the_hubs_radio_or_not(
    port: Path, capsys: pytest.CaptureFixture[str], battery_mv: int | None, told: str
) -> None:
    pairing.save(Path("games"), Pairing(7, b"k" * KEY_BYTES, 12))
    with HubAtPty(port) as hub:
        if battery_mv is not None:
            hub.remote = RadioRemote(b"k" * KEY_BYTES, 7, 1, hub.clock.now_us(), battery_mv)
        assert of_the_remote(capsys)["what"].startswith(told)


def test_without_a_pairing_no_remote_is_missed(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with HubAtPty(port):
        found = of_the_remote(capsys)
    assert (found["state"], found["what"][:26]) == ("OK", "No remote is paired with t")


def test_the_seats_are_tried_on_a_terminal_and_each_lights_its_own_lamp(port: Path) -> None:
    """Ten people press; the page ends by itself and leaves the terminal as it was."""
    lines = [Line(kind, seat) for seat in range(1, 11) for kind in ("pad", "mask")]  # type: ignore[arg-type]
    lines.append(Line("key", 0))
    with HubAtPty(port) as hub:
        master, terminal = pty.openpty()
        command = [sys.executable, "-m", "tablekit", "doctor", "seats"]
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "40"}
        run = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment)
        os.close(terminal)
        shown, lit = bytearray(), 0
        wait = threading.Event()
        leaves = threading.Timer(SOON_S, run.kill)
        leaves.start()
        while run.poll() is None:
            if select.select([master], [], [], 0)[0]:
                shown += os.read(master, 65536)
            if b"still to do" in shown and lines and hub.hub.lights is not None:
                lit |= int.from_bytes(hub.hub.lights.reflex, "little")
                line = lines.pop(0)
                hub.drive(line, True)
                wait.wait(0.05)
                hub.drive(line, False)
            wait.wait(0.02)
        leaves.cancel()
        while select.select([master], [], [], 0.2)[0]:
            try:
                shown += os.read(master, 65536)
            except OSError:
                break
        os.close(master)
    text = shown.decode()
    assert run.returncode == 0, text
    assert "Every pad, every mask and the key works." in text
    assert lit == (1 << 10) - 1
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")
