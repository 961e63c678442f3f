"""The terminal while a table runs in it: what must not write over it, and what must not end without giving it back."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import BinaryIO

ENDING = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stderr_in(file: Path) -> Iterator[None]:
    """What the log and the libraries beneath us write to stderr goes to the end of the file."""
    saved = os.dup(2)
    with _writable(file) as log:
        os.dup2(log.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def _writable(file: Path) -> BinaryIO:
    try:
        return file.open("ab")
    except OSError:  # a read-only folder: better no log than no game
        return Path(os.devnull).open("ab")


@contextmanager
def orderly_end() -> Iterator[None]:
    """The signals that end a program end it as an error would: everything open is closed first."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
