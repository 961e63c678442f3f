"""`python -m benchmarks [SUBJECT ...]`: measures all, or some, and prints the table."""

import importlib
import platform
import sys
import time

from benchmarks.figures import Figure, table

SUBJECTS = ("flow", "evening", "verdict", "close_hands", "start")
"""Each a module of this package with `figures()`."""


def main(subjects: list[str]) -> None:
    """Measure one subject after the other."""
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    found: list[Figure] = []
    for subject in subjects:
        found += importlib.import_module(f"benchmarks.{subject}").figures()
    wall_s, cpu_s = time.perf_counter() - wall_s, time.process_time() - cpu_s
    print(table(found))
    print(f"\nPython {platform.python_version()}, {platform.machine()}; {wall_s:.0f} s, of which this program had a processor for {cpu_s:.0f} s.")


main(sys.argv[1:] or list(SUBJECTS))
