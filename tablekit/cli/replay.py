"""`tablekit replay FILE`: a recorded game again, at any speed."""

import argparse
import os
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from tablekit.cli.asked import own_language
from tablekit.cli.speed import speed
from tablekit.game.runner import Runner
from tablekit.rulesets import open_book
from tablekit.store import journal as journals
from tablekit.texts import LANGUAGES, translate
from tablekit.timebase import US_PER_S, SystemClock
from tablekit.view import picture
from tablekit.view.keyboard import QUIT, Keyboard
from tablekit.view.opened import open_view
from tablekit.view.screen import Screen
from tablekit.view.view import View

FRAME_US = 100_000
PAUSE = "T"
LONGEST_US = 60 * US_PER_S
"""A longer stretch in which nothing happened, such as a power cut, is not waited for."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how it is shown."""
    parser.add_argument("file", type=Path, help="a game's .journal")
    parser.add_argument(
        "--speed", type=speed, default=10.0, metavar="X", help="so many times faster (default: 10); 0: no waiting"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=own_language(), help="of all that is shown")


def run(args: argparse.Namespace) -> int:
    """Show the game to its end, or until `q`; Space pauses."""
    reading = journals.read(args.file)
    header = reading.header
    book, _ = open_book(header.book, header.options, header.players)
    runner = Runner(book, header.seats, empty=header.empty)
    table = picture.Table(header.book, header.seats, header.names, header.simulated, hosted=False)
    keys: SimpleQueue[str] = SimpleQueue()
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        view = open_view(table, args.language, lambda: runner.table.last_ballot, args.file.with_suffix(".log"), stack)
        stack.enter_context(view)
        if os.isatty(0):
            stack.enter_context(Keyboard(keys.put, 0))
        at_us = reading.events[0].at_us if reading.events else 0
        for event in reading.events:
            if not _wait(view, runner, at_us, event.at_us, args.speed, keys):
                return 0
            at_us = event.at_us
            for effect in runner.feed(event):
                view.hear(effect)
        view.show(picture.picture(runner, at_us))
        if isinstance(view, Screen) and os.isatty(0):
            while keys.get() != QUIT:
                pass
    if reading.breaks_off is not None:
        print(translate(args.language)(reading.breaks_off))
    return 0


def _wait(view: View, runner: Runner, from_us: int, to_us: int, speed: float, keys: SimpleQueue[str]) -> bool:
    """Show the table until `to_us` has come; a pause lasts to the next key. False if the viewer has had enough."""
    if not speed or not 0 < to_us - from_us < LONGEST_US:
        return True
    clock = SystemClock()
    shown_us, real_us = float(from_us), clock.now_us()
    while shown_us < to_us:
        view.show(picture.picture(runner, int(shown_us)))
        key = ""
        with suppress(Empty):
            key = keys.get(timeout=min(FRAME_US, (to_us - shown_us) / speed) / US_PER_S)
        shown_us += (clock.now_us() - real_us) * speed
        while key == PAUSE:  # until it comes again, at whatever size the terminal has by then
            view.show(picture.picture(runner, int(shown_us)))
            with suppress(Empty):
                key = {PAUSE: "", QUIT: QUIT}.get(keys.get(timeout=FRAME_US / US_PER_S), PAUSE)
        if key == QUIT:
            return False
        real_us = clock.now_us()
    return True
