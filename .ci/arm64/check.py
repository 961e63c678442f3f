"""Installs the kit with pip as its owner would, and holds what it says of its pins to account: no pins are here.

Run by the Python that is to be checked; prints a line for each step, with its seconds. Exit 1: something is not so.
"""

# ruff: noqa: S603, T201  it is a program, and runs others
import argparse
import os
import platform
import re
import site
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

NO_PINS = r"KIT404: the pins cannot be opened with {}: .+ Run this on a Raspberry Pi, .* \(`--sim`\)\."
NOT_THERE = r"KIT402: the GPIO back end {0} is not installed: No module named '.+'\. Install .+\."
EMPTY = (
    r"KIT402: the installed lgpio is too old or an empty stub\. Install lgpio 0\.2\.2 or newer \(.+python3-lgpio\)\."
)
LGPIO = "lgpio==0.2.2.0"  # its own source distribution is linked with its library only if PYPI is set
STUB = "0.0.0.2"  # an empty module of that name
SHOWN = ("lgpio", "rpi-lgpio", "gpiozero", "pygame", "pyserial", "msgspec", "rich", "tablekit")
TABLE = ("setup", "--yes", "--language", "en", "--ruleset", "fsm", "--inputs", "header")


class DifferentError(Exception):
    """Something is not as it should be."""


class Place:
    """A virtual environment with the kit, in a folder of its own."""

    def __init__(self, name: str, folder: Path, *options: str) -> None:
        self.name, self.folder = name, folder
        folder.mkdir()
        self._bin = folder / ".venv" / "bin"
        self.step(
            "python -m venv " + " ".join(options), [sys.executable, "-m", "venv", *options, str(folder / ".venv")]
        )

    def pip(self, *words: str) -> None:
        """It must succeed."""
        shown = " ".join(Path(word).name if "/" in word else word for word in words)
        self.step(f"pip {shown}", [str(self._bin / "pip"), "-q", "--disable-pip-version-check", *words])

    def has(self) -> dict[str, str]:
        """What is installed, and which versions."""
        listed = self.run([str(self._bin / "pip"), "--disable-pip-version-check", "list", "--format=freeze"]).stdout
        return dict(line.split("==", 1) for line in listed.splitlines() if "==" in line)

    def tablekit(self, *words: str, code: int, says: str) -> None:
        """It must end with this code, and say that."""
        self.step(f"tablekit {' '.join(words)}", [str(self._bin / "tablekit"), *words], code, says)

    def opens(self, backend: str, says: str) -> None:
        """What the kit says of a back end for its pins."""
        source = (
            f"from tablekit.devices.gpio import *\ntry: open_factory({backend!r})\nexcept DeviceError as e: print(e)"
        )
        self.step(f"open_factory({backend!r})", [str(self._bin / "python"), "-c", source], 0, says.format(backend))

    def step(self, what: str, command: list[str], code: int = 0, says: str = "") -> None:
        """Run it, and print how long that took and what it said last."""
        start = time.monotonic()
        ran = self.run(command)
        said = (ran.stdout + ran.stderr).strip()
        line = next((line for line in said.splitlines() if re.fullmatch(says, line)), "") if says else ""
        print(f"{self.name:9} {time.monotonic() - start:6.1f} s  {what}", flush=True)
        if line:
            print(f"{'':20}{line}", flush=True)
        if ran.returncode != code or (says and not line):
            raise DifferentError(f"{what} ended with {ran.returncode} and not {code}, or did not say {says}:\n{said}")

    def run(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        """In the folder."""
        environment = {**os.environ, "LG_WD": tempfile.gettempdir(), "PYPI": "1"}
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )


def checks(name: str, wheel: str, folder: Path, *, builds: bool) -> Iterator[Place]:
    """The ways to install it; each place with the kit, when all was as it should be."""
    wheels = sys.version_info < (3, 13)  # of lgpio

    plain = Place(name, folder / "plain")
    plain.pip("install", wheel)
    plain.tablekit("--version", code=0, says=r"tablekit [\d.]+")
    plain.tablekit(
        "run",
        "demo",
        "--speed",
        "0",
        "--no-sound",
        "--language",
        "en",
        "--dir",
        "games",
        code=0,
        says=r".+\.journal .+",
    )
    plain.tablekit(*TABLE, code=0, says=r"Written: table\.toml")
    said = (NO_PINS if wheels else NOT_THERE).format("lgpio")
    plain.opens("lgpio", said)
    plain.tablekit("run", "--no-sound", "--dir", "games", code=2, says=said)
    plain.tablekit("doctor", "--dir", "games", code=1, says=rf".*{said}.*")
    plain.opens("rpigpio", NOT_THERE)
    if not wheels:
        plain.pip("install", f"lgpio=={STUB}")
        plain.opens("lgpio", EMPTY)
    yield plain

    if wheels:
        extra = Place(name, folder / "extra")
        extra.pip("install", f"{wheel}[pi]")
        extra.opens("lgpio", NO_PINS)
        extra.opens("rpigpio", NO_PINS)
        yield extra

    if builds:
        built = Place(name, folder / "built")
        built.pip("install", "--no-binary=lgpio", "--target", site.getsitepackages()[0], LGPIO)
        system = Place(name, folder / "system", "--system-site-packages")
        system.pip("install", wheel)
        system.opens("lgpio", NO_PINS)
        yield system


def main() -> int:
    """Check this Python."""
    parser = argparse.ArgumentParser(description="Install a wheel of the kit, and look.")
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--system", default="here", metavar="NAME", help="what to call this machine")
    parser.add_argument("--build-lgpio", action="store_true", help="and put it where Debian's packages are")
    args = parser.parse_args()
    python = f"Python {platform.python_version()} {platform.machine()}"
    print(f"\n{args.system}: {python}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            for place in checks(args.system, str(args.wheel.resolve()), Path(folder), builds=args.build_lgpio):
                has = place.has()
                print(f"{'':20}{', '.join(f'{name} {has[name]}' for name in SHOWN if name in has)}", flush=True)
        except DifferentError as different:
            print(f"\n{args.system}, {python}: {different}\n", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
