"""The names that are tried, and what is said when a port cannot be opened."""

import errno
import os
import re
import termios
from pathlib import Path

import pytest
import serial

from tablekit.devices import ports
from tablekit.devices.ports import fault, is_hub, mismatch, open_port, ports_for
from tablekit.errors import DeviceError
from tablekit.wire.codec import encode
from tablekit.wire.messages import VERSION, Heartbeat, Hello

ROOT = Path(__file__).parents[2]


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    for name in ("ttyUSB0", "ttyUSB1", "ttyACM0", "ttyS0", "ttyAMA0", "rfcomm0", "sda"):
        (tmp_path / name).touch()
    return tmp_path


def names(found: list[str]) -> list[str]:
    return [Path(name).name for name in found]


def test_only_usb_ports_are_tried(dev: Path) -> None:
    assert names(ports_for("hub", dev=dev)()) == ["ttyACM0", "ttyUSB0", "ttyUSB1"]


def test_its_own_name_comes_first_and_another_devices_last(dev: Path) -> None:
    (dev / "tablekit-hub").symlink_to("ttyUSB1")
    (dev / "tablekit-remote").symlink_to("ttyACM0")
    assert names(ports_for("hub", dev=dev)()) == ["tablekit-hub", "ttyUSB0", "ttyACM0"]
    assert names(ports_for("remote", dev=dev)()) == ["tablekit-remote", "ttyUSB0", "ttyUSB1"]


def test_its_own_name_may_be_any_port_or_point_nowhere(dev: Path) -> None:
    (dev / "tablekit-hub").symlink_to("ttyS0")
    assert names(ports_for("hub", dev=dev)())[0] == "tablekit-hub"
    (dev / "ttyS0").unlink()
    assert names(ports_for("hub", dev=dev)())[0] == "ttyACM0"


def test_what_another_device_of_ours_has_is_left_alone(dev: Path) -> None:
    (dev / "tablekit-remote").symlink_to("ttyUSB0")
    taken = [None, str(dev / "tablekit-remote")]
    assert names(ports_for("hub", lambda: taken, dev)()) == ["ttyACM0", "ttyUSB1"]


@pytest.mark.parametrize(
    ("error", "number"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), 411),
        (OSError(errno.EIO, "Input/output error"), 411),
        (termios.error(errno.EIO, "Input/output error"), 411),
        (serial.SerialException(errno.EACCES, "could not open port"), 415),
        (serial.SerialException(errno.EBUSY, "could not open port"), 414),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), 414),
        (serial.SerialException("Could not configure port"), 412),
        (ValueError("Invalid baud rate"), 412),
        (TypeError(), 412),
    ],
    ids=str,
)
def test_each_error_of_opening_is_its_own_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, number: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(ports, "Serial", refuse)
    with pytest.raises(DeviceError, match=rf"^KIT{number}: .+\. .+\.$"):
        open_port("hub", "/dev/ttyUSB0", 250_000, 0.4)


def test_who_may_not_open_it_is_told_the_group() -> None:
    said = str(fault("hub", "/dev/ttyUSB0", PermissionError(errno.EACCES, "Permission denied")))
    assert "KIT415: this user may not open /dev/ttyUSB0. " in said
    assert "dialout" in said


def test_what_is_no_port_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "ttyUSB0").touch()
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(DeviceError, match=r"^KIT412: "):
        open_port("hub", str(tmp_path / "ttyUSB0"), 250_000, 0.4)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_hub_is_known_by_its_hello_alone() -> None:
    hello = encode(Hello(VERSION, 1, 2, 3, 4, 5))
    assert is_hub(hello)
    assert not is_hub(hello[:-1])
    assert not is_hub(hello[:1])
    assert not is_hub(b"")
    assert not is_hub(encode(Heartbeat(1, 2, 3, 4, bytes(6), bytes(6), *range(9))))


def test_a_mismatch_says_which_side_to_update_and_how() -> None:
    older, newer = str(mismatch(VERSION - 1)), str(mismatch(VERSION + 1))
    assert f"the hub speaks version {VERSION - 1} of the messages, this kit version {VERSION}" in older
    assert "`make -C firmware`, then `tablekit firmware flash hub`" in older
    assert "update tablekit" in newer
    assert "update tablekit" not in older
    with pytest.raises(DeviceError, match=r"^KIT416: "):
        is_hub(bytes([encode(Hello(1, 1, 1, 1, 1, 1))[0], VERSION - 1]))


ADAPTERS = ["2341:0042", "2341:0010", "1a86:7523", "0403:6001", "10c4:ea60"]


def test_the_udev_rules_name_every_usual_adapter_and_keep_the_modem_manager_off() -> None:
    text = (ROOT / "hardware" / "udev" / "70-tablekit.rules").read_text(encoding="utf-8")
    rules = [rule.split(", ") for rule in text.splitlines() if rule and not rule.startswith("#")]
    assert all(re.fullmatch(r'[A-Z]+(?:\{\w+\})?(?:==|\+=|=)"[^"]+"', term) for rule in rules for term in rule)
    for effect in ("SYMLINK+=", "ENV{ID_MM_DEVICE_IGNORE}="):
        about = [" ".join(rule) for rule in rules if any(term.startswith(effect) for term in rule)]
        for adapter in ADAPTERS:
            vendor, product = adapter.split(":")
            assert [rule for rule in about if f'"{vendor}"' in rule and product in rule], (adapter, effect)
