"""`tablekit verify FILE`: recount a recorded game from its raw edges, and say what differs."""

import argparse
from pathlib import Path

from tablekit.recount import recount


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file."""
    parser.add_argument("file", type=Path, help="a game's .journal; its .tape lies beside it")


def run(args: argparse.Namespace) -> int:
    """Print what is missing, and each difference; exit 1 if there is any."""
    found = recount(args.file)
    for sentence in [*found.missing, *found.differences]:
        print(sentence)
    agree = "not all agree" if found.differences else "what is left agrees" if found.missing else "all agree"
    evidence = [f"{found.edges} raw edges"] if found.edges or not found.facts else []
    evidence += [f"{found.facts} stamped contacts and onsets"] if found.facts else []
    print(f"{found.ballots} ballots recounted from {' and '.join(evidence)}: {agree}")
    return 1 if found.missing or found.differences else 0
