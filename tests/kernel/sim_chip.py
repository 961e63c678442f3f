"""A chip of the kernel's own gpio-sim: whoever opens its lines finds a real character device, and we hold them."""

import os
from pathlib import Path
from time import monotonic_ns
from typing import NamedTuple


class Moment(NamedTuple):
    """When a line was changed, by CLOCK_MONOTONIC: at some instant from `from_ns` to `upto_ns`."""

    from_ns: int
    upto_ns: int

    def holds(self, stamp_ns: int) -> bool:
        """May the change have been stamped so?"""
        return self.from_ns <= stamp_ns <= self.upto_ns


class SimChip:
    """`folder` has a folder for each line. A level that is held goes through the kernel as if a wire had changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pulls: dict[int, int] = {}

    @classmethod
    def of(cls, variable: str) -> "SimChip":
        """The chip that the machine tells of; all its lines are high."""
        chip = cls(Path(os.environ[variable]))
        for line in range(chip.lines):
            chip.hold(line, True)
        return chip

    @property
    def number(self) -> int:
        """As in /dev/gpiochip0."""
        return int(self._folder.name.removeprefix("gpiochip"))

    @property
    def lines(self) -> int:
        """How many it has."""
        return len(list(self._folder.glob("sim_gpio*")))

    def hold(self, line: int, high: bool) -> Moment:
        """Hold the line high or low. Opening it with a pull of its own overrides that once."""
        pull = self._pulls.get(line)
        if pull is None:
            pull = self._pulls[line] = os.open(self._folder / f"sim_gpio{line}" / "pull", os.O_WRONLY)
        level = b"pull-up" if high else b"pull-down"
        from_ns = monotonic_ns()
        os.pwrite(pull, level, 0)
        return Moment(from_ns, monotonic_ns())

    def level(self, line: int) -> bool:
        """Its level now, whoever makes it."""
        return (self._folder / f"sim_gpio{line}" / "value").read_text().strip() == "1"

    def __enter__(self) -> "SimChip":
        return self

    def __exit__(self, *_: object) -> None:
        for pull in self._pulls.values():
            os.close(pull)
        self._pulls.clear()
