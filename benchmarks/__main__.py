"""`python -m benchmarks [SUBJECT ...]`: measures all subjects, or some, and prints the table."""

import importlib
import os
import platform
import sys
import time

from benchmarks.figures import Figure, table
from tablekit.timebase import wall_time

SUBJECTS = ("flow", "evening", "verdict", "close_hands", "start")
"""Each a module of this package with `figures()`."""
BY_NAME = ("hub", "clock", "gpio")
"""Measured only when asked for: they take a minute each, and `gpio` needs the emulated machine."""


def main(subjects: list[str]) -> None:
    """Measure one subject after the other."""
    began_s = time.perf_counter()
    found: list[Figure] = []
    for subject in subjects:
        found += importlib.import_module(f"benchmarks.{subject}").figures()
    took_s = time.perf_counter() - began_s
    print(table(found))
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"
    print(f"\n{wall_time()}, {machine}, load {os.getloadavg()[0]:.1f}; measured in {took_s:.0f} s.")


if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - {*SUBJECTS, *BY_NAME}
    if unknown:
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}. Choose from: {', '.join(SUBJECTS + BY_NAME)}")
    main(sys.argv[1:] or list(SUBJECTS))
