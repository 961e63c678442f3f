"""The sound desk: cues and music behind a thread of its own. The loop only asks, and nothing waits for an end."""

import logging
import os
import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tablekit.errors import DeviceError
from tablekit.timebase import US_PER_S, Clock

if TYPE_CHECKING:
    from tablekit.devices.mixer import Mixer

log = logging.getLogger(__name__)

RATE_HZ, BUFFER_FRAMES = 48_000, 512
BUFFER_US = BUFFER_FRAMES * US_PER_S // RATE_HZ  # where in its buffer the card is, nobody knows
LATENCY_US = 17_000  # from `play` to the far end of a sink that adds nothing: the median measured
CARD_US = 20_000  # what a card that was never measured may add
STALE_US = US_PER_S  # a cue that the card let wait longer than this would only confuse
RETRY_S = 5.0
CLOSE_S = 1.0
WAITING = 64
SUFFIXES = (".ogg", ".wav")


class Started(NamedTuple):
    """A cue began: its first sample leaves the speaker at `at_us` ± `err_us`; or, `silent`, its text was asked for."""

    cue: str
    at_us: int
    err_us: int
    silent: bool


def find(folder: Path, name: str) -> Path:
    """The file of the sound `name`, the first of SUFFIXES that exists; the first of all if none does."""
    paths = [folder / f"{name}{suffix}" for suffix in SUFFIXES]
    return next((path for path in paths if path.exists()), paths[0])


class Desk(Protocol):
    """Who speaks the cues. Nothing here blocks, fails, or waits for a sound to end."""

    @property
    def audible(self) -> bool:
        """Is there a sound card? If not, the host must be told that all cues are text."""

    def play(self, cue: str) -> None:
        """Start the cue; whether it can be heard or not, one `Started` is put for it."""

    def music(self, name: str | None) -> None:
        """What shall play in the background from now on, also if the card comes later; None: nothing."""

    def close(self) -> None:
        """Stop within `CLOSE_S`."""


class SilentDesk:
    """A desk without sound: every cue is text."""

    audible = False

    def __init__(self, put: Callable[[Started], None], clock: Clock) -> None:
        self._put = put
        self._clock = clock

    def play(self, cue: str) -> None:
        """Report the cue as started, silently."""
        self._put(Started(cue, self._clock.now_us(), 0, silent=True))

    def music(self, name: str | None) -> None:
        """Nothing plays."""

    def close(self) -> None:
        """Nothing to stop."""


class SoundDesk:
    """A desk on the sound card: `folder`/`language`/`cue`.ogg or .wav, and `folder`/music for the background.

    Each of the `mandatory` cues has a channel of its own. Without a card it is silent, and tries again each `RETRY_S`.
    """

    def __init__(
        self,
        folder: Path,
        put: Callable[[Started], None],
        clock: Clock,
        *,
        language: str,
        mandatory: Sequence[str] = (),
        retry_s: float = RETRY_S,
    ) -> None:
        self._sounds = (folder, language, mandatory)
        self._put = put
        self._clock = clock
        self._retry_s = retry_s
        self._mixer: Mixer | None = None
        self._music: str | None = None
        """What should play; `_plays`: what does."""
        self._plays: str | None = None
        self._retry: threading.Timer | None = None
        self._closing = False
        self._asked: queue.Queue[Callable[[], None]] = queue.Queue(WAITING)
        self._asked.put(self._open)
        self._thread = threading.Thread(target=self._serve, name="sound", daemon=True)
        self._thread.start()

    @property
    def audible(self) -> bool:
        """Is the card open?"""
        return self._mixer is not None

    def play(self, cue: str) -> None:
        """Ask for the cue; if the card hangs and too many wait, it is text."""
        asked_us = self._clock.now_us()
        if not self._ask(partial(self._start, cue, asked_us)):
            self._put(Started(cue, asked_us, 0, silent=True))

    def music(self, name: str | None) -> None:
        """Ask for the music; a card that hangs plays or ends it as soon as it answers."""
        self._music = name
        self._ask(lambda: None)

    def close(self) -> None:
        """Ask the thread to end; one that hangs in its card is left behind."""
        self._closing = True
        self._ask(lambda: None)
        self._thread.join(CLOSE_S)
        if self._thread.is_alive():
            log.warning("the sound card does not answer: left open")

    def _ask(self, request: Callable[[], None]) -> bool:
        try:
            self._asked.put_nowait(request)
        except queue.Full:
            return False
        return True

    def _serve(self) -> None:
        while not self._closing:
            try:
                self._asked.get()()
                self._mind_music()
            except Exception:
                log.exception("the sound desk goes on after an error of its own")
        if self._retry:
            self._retry.cancel()
        if self._mixer:
            self._mixer.close()

    def _open(self) -> None:
        os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
        os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # else SDL keeps SIGTERM for itself, and nothing stops the kit
        from tablekit.devices.mixer import Mixer  # takes a third of a second, which nobody should wait for

        try:
            self._mixer = Mixer(*self._sounds)
        except DeviceError as error:
            if self._retry is None:
                log.warning("%s", error)
            self._retry = threading.Timer(self._retry_s, self._asked.put, [self._open])
            self._retry.daemon = True
            self._retry.start()
        else:
            log.info("the sound card is open")

    def _mind_music(self) -> None:
        wanted = self._music
        if self._mixer is None or wanted == self._plays:
            return
        self._plays = wanted
        if wanted:
            self._mixer.loop(wanted)
        else:
            self._mixer.fade()

    def _start(self, cue: str, asked_us: int) -> None:
        sound = self._mixer.load(cue) if self._mixer else None
        before_us = self._clock.now_us()
        fresh = before_us - asked_us < STALE_US
        if self._mixer and sound and fresh and self._mixer.start(cue, sound):
            err_us = BUFFER_US + CARD_US + self._clock.now_us() - before_us
            self._put(Started(cue, before_us + LATENCY_US, err_us, silent=False))
        else:
            self._put(Started(cue, asked_us, 0, silent=True))
