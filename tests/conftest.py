"""What all tests share: how hard hypothesis tries, that no test skips unseen where that is forbidden, the firmware."""

import os
import shutil
import subprocess
from collections.abc import Generator
from fcntl import LOCK_EX, flock
from pathlib import Path

import hypothesis
import pytest

from tablekit.sim.avr import BUILT, FIRMWARE

ROOT = Path(__file__).parent.parent

hypothesis.settings.register_profile("same", deadline=None, derandomize=True)
hypothesis.settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.register_profile("search", deadline=None, max_examples=1_000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def allowed_skips() -> tuple[str, ...] | None:
    """Beginnings of the node ids that may skip, from the file named by ALLOWED_SKIPS; None: all may."""
    file = os.environ.get("ALLOWED_SKIPS")
    if file is None:
        return None
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return tuple(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip that is not allowed into a failure that names it."""
    allowed = allowed_skips()
    expected_failure = hasattr(report, "wasxfail")
    if not report.skipped or expected_failure or allowed is None or report.nodeid.startswith(allowed):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = (
        f"{report.nodeid} may not skip here ({reason}). Install what it misses, or name it in .ci/skips.txt."
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What runs in the emulator is slow, all of it."""
    for item in items:
        if "built" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that skips, by mark or from inside."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A whole file that skips as it is collected."""
    report = yield
    refuse_skip(report)
    return report


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
