"""The host's keyboard as the remote's keys. One thread reads it; the terminal is as it was when this is over."""

import codecs
import logging
import os
import re
import select
import termios
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

log = logging.getLogger(__name__)

QUIT = "q"
NAMED = {" ": "T", "\r": "#", "\n": "#", "\x7f": "*", "\b": "*", "*": "*", "#": "#"}
LETTERS = {"a": "A", "b": "B", "c": "C", "d": "D", "q": QUIT, "ф": "A", "и": "B", "с": "C", "в": "D", "й": QUIT}
"""The Russian letters lie on the same keys."""
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]?|O.?|.)?")
"""What arrow and function keys send: letters in it are no keys."""
CHUNK = 64


def keys(typed: str) -> Iterator[str]:
    """The keys of the remote, and `QUIT`, in what was typed; the rest means nothing."""
    for char in ESCAPES.sub("", typed).lower():
        key = char if char in "0123456789" else NAMED.get(char) or LETTERS.get(char)
        if key:
            yield key


class Keyboard:
    """Between `with` and its end every key is `put`, from its own thread. At the end of the input it puts `QUIT`."""

    def __init__(self, put: Callable[[str], None], fd: int) -> None:
        self._put, self._fd = put, fd
        self._saved: list[Any] | None = None
        self._stop = os.pipe()
        self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)

    def __enter__(self) -> "Keyboard":
        """Each key at once, and unseen; ^C still interrupts, ^Z does nothing."""
        if os.isatty(self._fd):
            self._saved = termios.tcgetattr(self._fd)
            raw = termios.tcgetattr(self._fd)
            raw[3] &= ~(termios.ICANON | termios.ECHO)
            raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
            raw[6][termios.VSUSP] = b"\0"
            termios.tcsetattr(self._fd, termios.TCSADRAIN, raw)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """The terminal as it was, whatever has happened."""
        if self._saved is not None:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._saved)
        os.write(self._stop[1], b".")
        self._thread.join()
        for end in self._stop:
            os.close(end)

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        while self._stop[0] not in select.select([self._fd, self._stop[0]], [], [])[0]:
            try:
                typed = os.read(self._fd, CHUNK)
            except OSError as error:
                log.warning("the keyboard is gone: %s", error)
                typed = b""
            for key in keys(decoder.decode(typed)):
                self._put(key)
            if not typed:
                self._put(QUIT)
                return
