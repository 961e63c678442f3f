"""What a run opens: the table with its pins or its simulation, the sound desk, and the queue that threads put into."""

import argparse
import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from tablekit.config import TableConfig
from tablekit.devices.sound import SUFFIXES, Desk, SilentDesk, SoundDesk, find
from tablekit.effects import WORD_OF, WORDS
from tablekit.errors import ConfigError
from tablekit.evening import Wait
from tablekit.kit import Kit
from tablekit.sim.world import Edges, World
from tablekit.store import journal
from tablekit.store.archive import Archive
from tablekit.tables import HOSTED, WATCHED, Brought, Key, SimulatedTable, Table
from tablekit.texts import SOUNDS, Language
from tablekit.timebase import US_PER_S, Clock, ManualClock, SystemClock

if TYPE_CHECKING:
    from tablekit.handheld import Handheld

OWN_CHANNELS = (*WORDS, "night", "day")
"""Cues that may never be lost because others sound."""


def virtual_start_us(archive: Archive, clock: Clock) -> int:
    """Now; but a simulation may have run ahead of the clock, and time never goes back within a folder of games."""
    games = archive.games()
    events = journal.read(games[-1].path).events if games else ()
    return max(clock.now_us(), events[-1].at_us + US_PER_S if events else 0)


def table(
    args: argparse.Namespace, told: TableConfig | None, kit: Kit, language: Language, inbox: SimpleQueue[Brought],
    stack: ExitStack,
) -> Table:  # fmt: skip
    """The table that the kit serves; ConfigError 132-133 if it lacks what the game needs."""
    if isinstance(kit.clock, ManualClock):
        pace = WATCHED if args.demo else HOSTED
        speed = pace.speed if args.speed is None else args.speed
        return SimulatedTable(World(kit, kit.clock, Edges(kit)), replace(pace, speed=speed), SystemClock())
    if told is None or not told.inputs:
        raise ConfigError(
            132,
            "the table has no [inputs]",
            'Write them with `tablekit setup` (kind = "hub", "gpio" or "expander"), or simulate the table with --sim',
        )
    _has_what_is_needed(args, told, kit, language)
    from tablekit.cli.wiring import wired_table  # slow to import

    return wired_table(told, kit, inbox, stack)


def remotes(
    folder: Path, table: Table, language: Language, inbox: SimpleQueue[Brought], stack: ExitStack
) -> "Handheld | None":
    """What the host may press besides: a USB number pad, and the handheld that was paired with this table."""
    from tablekit.cli.paired import handheld  # as slow
    from tablekit.devices.usb_keys import UsbKeys

    keyboards = not os.isatty(0)  # what has letters stays with the terminal, where there is one
    stack.enter_context(UsbKeys(lambda pressed: inbox.put(Key(pressed.key, pressed.at_us)), keyboards=keyboards))
    return handheld(folder, table, language, inbox, stack)


def _has_what_is_needed(args: argparse.Namespace, told: TableConfig, kit: Kit, language: Language) -> None:
    """The game may be one that was interrupted, by other rules than the table.toml has now."""
    cutoff, word = kit.book.fields.cutoff, find(SOUNDS / language, WORD_OF[kit.book.fields.ballots])
    if told.places < kit.seats or (cutoff == "key" and not any(part.has_key for part in told.inputs)):
        raise ConfigError(
            132,
            f'the game has {kit.seats} seats and cutoff = "{cutoff}", for which [inputs] are not wired',
            "Wire them, or add --new to begin another game",
        )
    if cutoff == "word" and (args.no_sound or not word.exists()):
        why = "--no-sound was given" if args.no_sound else f"there is no {word}"
        raise ConfigError(
            133,
            f'cutoff = "word", but the word has no sound: {why}',
            'Set cutoff = "key" in [options], and wire the key «Спасибо»',
        )


def desk(args: argparse.Namespace, language: Language, inbox: SimpleQueue[Brought], clock: Clock) -> Desk:
    """The sound card, if there is anything to play in that language."""
    files = () if args.no_sound else (SOUNDS / language).glob("*")
    if any(file.suffix in SUFFIXES for file in files):
        return SoundDesk(SOUNDS, inbox.put, clock, language=language, mandatory=OWN_CHANNELS)
    return SilentDesk(inbox.put, clock)


def waiting(inbox: SimpleQueue[Brought]) -> Wait:
    """Takes out of the queue."""

    def wait(longest_us: int) -> Brought | None:
        try:
            return inbox.get(timeout=longest_us / US_PER_S)
        except Empty:
            return None

    return wait
