"""`tablekit`: one command a file. Exit 0: all is well; 1: something differs; 2: what was asked for is wrong."""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from tablekit import __version__
from tablekit.errors import ConfigError, KitError

COMMANDS = {
    "setup": "ask what is played and how the seats are wired, and write a table.toml",
    "run": "start a table: a real one, or a simulated one with --sim",
    "play": "play a scenario file with simulated people",
    "replay": "show a recorded game again",
    "protocol": "print the protocol of a recorded game",
    "verify": "recount a recorded game from its raw edges",
    "rules": "list the rule books, or the fields of one",
    "doctor": "look at everything that is connected; try each pad, take a zero tape, practise a ballot",
    "remote": "make a handheld remote this table's own",
    "firmware": "write the firmware of the hub or the remote, or ask for its version",
}
"""Each is a module of this package with `arguments(parser)` and `run(args) -> int`, imported only when called."""


class Parser(argparse.ArgumentParser):
    """Wrong arguments are a KitError too."""

    def error(self, message: str) -> NoReturn:
        """ConfigError 135."""
        raise ConfigError(135, message, f"See {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a KitError is one plain line on stderr and exit 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = Parser(prog="tablekit", description="The table kit for Mafia clubs.")
    parser.add_argument("--version", action="version", version=f"tablekit {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
        if words[:1] == [name]:
            importlib.import_module(f"{__name__}.{name}").arguments(command)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that has no Cyrillic is no error
    try:
        args = parser.parse_args(words)
        return int(importlib.import_module(f"{__name__}.{args.command}").run(args))
    except KitError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
