"""`tablekit protocol FILE`: the protocol of a recorded game, for people or as JSON."""

import argparse
import hashlib
import json
from pathlib import Path

from tablekit.cli.asked import own_language
from tablekit.game.runner import Runner
from tablekit.rulesets import open_book
from tablekit.store import journal as journals
from tablekit.store.protocol import protocol
from tablekit.store.result import result
from tablekit.texts import LANGUAGES, translate


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how it is printed."""
    parser.add_argument("file", type=Path, help="a game's .journal")
    parser.add_argument("--json", action="store_true", help="one JSON object, as `tablekit play --json`")
    parser.add_argument("--language", choices=LANGUAGES, default=own_language(), help="of the protocol")


def run(args: argparse.Namespace) -> int:
    """Print the protocol; the last line is the journal's fingerprint."""
    reading = journals.read(args.file)
    header = reading.header
    book, seats = open_book(header.book, header.options, header.players)
    record = Runner(book, header.seats, reading.events, empty=header.empty).table.record
    if args.json:
        whole = result(header.book, seats, record) | {"breaks_off": reading.lines if reading.torn else None}
        print(json.dumps(whole, ensure_ascii=False, indent=1))
        return 0
    words = translate(args.language)
    for depth, line in protocol(header, record):
        print("  " * depth + words(line))
    if reading.breaks_off is not None:
        print(words(reading.breaks_off))
    print(f"BLAKE2b {hashlib.blake2b(args.file.read_bytes(), digest_size=16).hexdigest()}")
    return 0
