"""How fast something is shown."""

import argparse
from contextlib import suppress

FASTEST = 1_000_000.0


def speed(told: str) -> float:
    """For argparse: how many times faster than real time; 0: without waiting."""
    with suppress(ValueError):
        if 0 <= float(told) <= FASTEST:
            return float(told)
    raise argparse.ArgumentTypeError("write 0, or how many times faster, such as 2")
