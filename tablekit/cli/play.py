"""`tablekit play FILE.toml`: plays a scenario with simulated people. Exit 0: as expected; 1: not; 2: a wrong file."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, get_args

from tablekit.sim.player import Depth, play


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how it is played."""
    parser.add_argument("file", metavar="FILE.toml", type=Path, help="the scenario")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument("--via", choices=get_args(Depth), default="events", help="how deep the simulation goes")


def run(args: argparse.Namespace) -> int:
    """Play it; each difference is a line, on stderr if the result is printed."""
    played = play(args.file, args.via)
    if args.json:
        print(json.dumps(played.result))
    for line in played.differences:
        print(line, file=sys.stderr if args.json else sys.stdout)
    for line in played.unjudged:
        print(f"not judged, hands are too close to the word: {line}", file=sys.stderr)
    if not (args.json or played.differences):
        print(f"{args.file}: as expected, {_outcome(played.result)}")
    return 1 if played.differences else 0


def _outcome(result: dict[str, Any]) -> str:
    winner, ended = result["winner"], result["ended"]
    end = f"{winner} in {ended}" if ended else "the file ends before the game"
    return f"{end}; out: {', '.join(map(str, result['out'])) or 'nobody'}"
