"""The view that fits where the output goes: the whole terminal, or lines."""

import logging
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from tablekit.game.record import BallotRecord
from tablekit.texts import Language
from tablekit.timebase import SystemClock
from tablekit.view.picture import Table
from tablekit.view.screen import Screen
from tablekit.view.terminal import stderr_in
from tablekit.view.transcript import Transcript
from tablekit.view.view import View


def open_view(
    table: Table, language: Language, ballot: Callable[[], BallotRecord | None], log: Path, stack: ExitStack
) -> View:
    """A screen, with the log in a file so that it never runs over it; a transcript where there is no terminal."""
    console = Console()
    if not sys.stdout.isatty() or console.is_dumb_terminal:
        logging.basicConfig(level=logging.WARNING)
        return Transcript(language, sys.stdout, ballot, hosting=table.hosted)
    stack.enter_context(stderr_in(log))
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    return Screen(table, language, console, SystemClock())
