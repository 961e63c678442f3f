"""Expanders: found by their place on the bus, whatever number the kernel has given them."""

from pathlib import Path

import pytest

from tablekit.devices.expander import chip_of
from tablekit.errors import DeviceError


def test_an_expander_is_found_by_bus_and_address(tmp_path: Path) -> None:
    for name in ("1-0020/gpiochip3", "1-0020/gpio", "1-0021/gpiochip12", "10-0020/gpiochip4"):
        (tmp_path / name).mkdir(parents=True)
    assert [chip_of(1, 0x20, tmp_path), chip_of(1, 0x21, tmp_path), chip_of(10, 0x20, tmp_path)] == [3, 12, 4]


def test_an_expander_that_is_not_there_is_one_sentence_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "1-0020").mkdir()
    with pytest.raises(DeviceError, match=r"^KIT407: there is no expander at 0x20 of I²C bus 1\. .*addr=0x20"):
        chip_of(1, 0x20, tmp_path)
