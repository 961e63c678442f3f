"""Sound: is there a card, are there the cues, and how long after it was asked for does the word begin?"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tablekit.devices.sound import SUFFIXES, Desk, SoundDesk, Started, find
from tablekit.doctor.bench import Bench
from tablekit.doctor.findings import Finding, fault, ok, warning
from tablekit.effects import WORD_OF
from tablekit.errors import DeviceError
from tablekit.events import Event, WordHeard
from tablekit.texts import read_cues
from tablekit.timebase import US_PER_MS, US_PER_S, Clock
from tablekit.view.terminal import stderr_in

OPENS_US = 3 * US_PER_S
HEARD_US = 1_500 * US_PER_MS
"""A word is heard by then, or not at all; the hub listens for an onset so long."""
PAUSE_US = 700 * US_PER_MS
"""The word has died away, and the onset input is quiet again."""
SPREAD_US = 20 * US_PER_MS
"""Latencies that differ more than this tell nothing."""


def sound(folder: Path, language: str, ballots: str, cutoff: str) -> Iterator[Finding]:
    """The files of the cues, then the card; DeviceError 410. Without the word's file `cutoff = "word"` is a fault."""
    cues = read_cues(folder / "cues.toml")
    missing = [cue for cue in cues if not find(folder / language, cue).exists()]
    word = WORD_OF[ballots]
    if missing:
        kind = fault if word in missing and cutoff == "word" else warning
        shown = "all of them" if len(missing) == len(cues) else ", ".join(missing)
        silent = DeviceError(
            476,
            f"{len(missing)} of {len(cues)} cues have no sound in {folder / language}: {shown}",
            f"Record them ({' or '.join(SUFFIXES)}, named after the cue); until then they are text on the screen, and "
            'a ballot needs cutoff = "key"',
        )
        yield kind("sound", silent)
    else:
        yield ok("sound", f"All {len(cues)} cues have a sound in {folder / language}.")
    yield from _card(folder, language, needed=cutoff == "word")


def _card(folder: Path, language: str, *, needed: bool) -> Iterator[Finding]:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    from tablekit.devices.mixer import Mixer  # slow to import

    try:
        with stderr_in(Path(os.devnull)), closing(Mixer(folder, language, ())):  # ALSA has much to say there
            found = ok("sound card", "It is there and can be opened.")
    except DeviceError as error:
        found = (fault if needed else warning)("sound card", error)
    yield found


class Latency(NamedTuple):
    """From asking for the word to its onset at the speaker line, for each time it was played; None: not heard."""

    us: list[int | None]

    @property
    def heard(self) -> list[int]:
        """Those that were heard."""
        return [us for us in self.us if us is not None]

    def findings(self) -> Iterator[Finding]:
        """What it comes to."""
        heard = self.heard
        if not heard:
            deaf = DeviceError(
                477,
                "the word was played, and the onset input heard nothing",
                "Turn the amplifier up; check the wires from the speaker line to the comparator, and on to the input",
            )
            yield fault("latency", deaf)
            return
        low, high = min(heard), max(heard)
        told = (
            f"{median(heard) / US_PER_MS:.1f} ms from asking for the word to its onset ({_ms(low)} to {_ms(high)} ms, "
        )
        told += f"heard {len(heard)} of {len(self.us)} times)"
        if len(heard) < len(self.us) or high - low > SPREAD_US:
            shaky = DeviceError(
                459,
                told,
                "It should be the same each time: quieten the room, end other programs, turn the amplifier up a little",
            )
            yield warning("latency", shaky)
        else:
            yield ok("latency", f"{told}.")


def _ms(us: int) -> str:
    return f"{us / US_PER_MS:.1f}"


def measure(bench: Bench, desk: Desk, times: int, tell: Callable[[str], None]) -> Latency:
    """Play the word so many times and listen; DeviceError 410 if there is no card."""
    bench.desk = desk
    onsets: list[WordHeard] = []
    bench.listeners.append(lambda event: _hear(event, onsets))
    bench.ready()
    if not bench.run(lambda: desk.audible, OPENS_US):
        raise DeviceError(
            479,
            "there is no sound card, so nothing can be played",
            "Plug one in; `aplay -l` lists the cards; SDL_AUDIODRIVER and AUDIODEV name another one",
        )
    measured: list[int | None] = []
    for number in range(1, times + 1):
        onsets.clear()
        played = len(bench.played_us)
        bench.say(bench.word)
        bench.run(lambda played=played: _over(bench.played_us[played:], onsets), HEARD_US)  # type: ignore[misc]
        started = bench.played_us[played:]
        us = onsets[0].at_us - started[0][0] if onsets and started else None
        measured.append(us)
        tell(f"{number}: {'not heard' if us is None else f'{_ms(us)} ms'}")
        bench.run(lambda: False, PAUSE_US)
    return Latency(measured)


def _over(played: Sequence[tuple[int, Started]], onsets: Sequence[WordHeard]) -> bool:
    """Is it heard, or will it never be?"""
    return bool(onsets) or any(started.silent for _, started in played)


def _hear(event: Event, onsets: list[WordHeard]) -> None:
    if isinstance(event, WordHeard):
        onsets.append(event)


def open_desk(folder: Path, language: str, bench: Bench, word: str, clock: Clock) -> Desk:
    """The card, with the file of the word; DeviceError 478 if there is none."""
    if not find(folder / language, word).exists():
        raise DeviceError(478, f"there is no sound of the word: {find(folder / language, word)}", "Record it first")
    return SoundDesk(folder, bench.inbox.put, clock, language=language, mandatory=(word,))
