"""The firmware's programs and the emulator, built once however many workers there are."""

import shutil
import subprocess
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from tablekit.sim.avr import BUILT, FIRMWARE

NEEDED = ("avr-gcc", "gcc", "make")
HEADERS = ("/usr/include/simavr/sim_avr.h", "/usr/include/libelf.h")


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of what `make -C firmware all sim` makes."""
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    missing += [header for header in HEADERS if not Path(header).exists()]
    if missing:
        pytest.skip(f"The firmware cannot be built here: {', '.join(missing)} is missing (firmware/README.md)")
    BUILT.mkdir(exist_ok=True)
    with (BUILT / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        make = subprocess.run(["make", "-s", "-C", FIRMWARE, "all", "sim"], check=False, capture_output=True, text=True)
    if make.returncode:
        pytest.fail(make.stderr, pytrace=False)
    return BUILT
