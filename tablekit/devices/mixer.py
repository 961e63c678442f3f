"""pygame's mixer and the sound files. Anything here may block: only the sound desk's own thread comes in."""

import atexit
import logging
from collections.abc import Sequence
from pathlib import Path

import pygame

from tablekit.devices.sound import BUFFER_FRAMES, RATE_HZ, find
from tablekit.errors import DeviceError

log = logging.getLogger(__name__)

ORDINARY_CHANNELS = 8
FADE_MS = 300

atexit.unregister(pygame.quit)  # it would close a hanging card once more at exit, and wait for it there


class Mixer:
    """The open sound card, and the files of one language. `DeviceError` 410: there is no card."""

    def __init__(self, folder: Path, language: str, mandatory: Sequence[str]) -> None:
        try:
            pygame.mixer.init(RATE_HZ, -16, 2, BUFFER_FRAMES, allowedchanges=0)
        except pygame.error as error:
            raise DeviceError(
                410,
                f"there is no sound card: {error}",
                "Plug one in or name it in SDL_AUDIODRIVER and AUDIODEV; until then every cue is text",
            ) from error
        pygame.mixer.set_num_channels(len(mandatory) + ORDINARY_CHANNELS)
        pygame.mixer.set_reserved(len(mandatory))
        self._own_channels = {cue: pygame.mixer.Channel(number) for number, cue in enumerate(mandatory)}
        self._cues = folder / language
        self._music = folder / "music"
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._warned: set[Path] = set()

    def load(self, cue: str) -> pygame.mixer.Sound | None:
        """The cue's sound, read once; None, and one warning, if its file is missing, empty or broken."""
        if cue not in self._sounds:
            self._sounds[cue] = self._read(cue)
        return self._sounds[cue]

    def start(self, cue: str, sound: pygame.mixer.Sound) -> bool:
        """Start the cue on its own channel, or on any free one; was there one?"""
        own = self._own_channels.get(cue)
        if own is None:
            return sound.play() is not None  # not find_channel: that one hands out the reserved ones too
        own.play(sound)
        return True

    def loop(self, name: str) -> None:
        """Play `music`/`name` round and round in place of what plays now."""
        pygame.mixer.music.stop()  # else `load` waits for the end of a fade
        path = find(self._music, name)
        try:
            pygame.mixer.music.load(path)
            pygame.mixer.music.play(loops=-1)
        except (pygame.error, OSError) as error:
            self._warn(path, error)

    def fade(self) -> None:
        """Let the music die away; returns at once."""
        pygame.mixer.music.fadeout(FADE_MS)

    def close(self) -> None:
        """Close the card, for good: to start a sound after this would crash the process."""
        pygame.mixer.quit()

    def _read(self, cue: str) -> pygame.mixer.Sound | None:
        path = find(self._cues, cue)
        try:
            sound = pygame.mixer.Sound(str(path))  # a missing Path is a TypeError
        except (pygame.error, OSError) as error:
            self._warn(path, error)
            return None
        if not sound.get_length():
            self._warn(path, "it is empty")
            return None
        return sound

    def _warn(self, path: Path, why: object) -> None:
        if path not in self._warned:
            self._warned.add(path)
            log.warning("%s stays silent: %s", path, why)
