"""A view on the whole terminal: its other screen, drawn anew by Rich when something has changed."""

from collections import deque
from types import TracebackType

from rich.console import Console
from rich.live import Live

from tablekit.effects import Effect, Tell, Text
from tablekit.texts import Language, spoken, translate
from tablekit.timebase import Clock
from tablekit.view.frame import Frame
from tablekit.view.picture import Picture, Table
from tablekit.view.side import Heard, Spoken
from tablekit.view.told import RemoteLines

KEPT = 60


class Screen:
    """Keeps what was said, and draws. `clock` is real time: it moves long lines and lets old ones go."""

    def __init__(self, table: Table, language: Language, console: Console, clock: Clock) -> None:
        self.console = console
        self._translate, self._words = translate(language), spoken(language)
        self._frame = Frame(table, self._translate, self._words)
        self._aloud: deque[Spoken] = deque(maxlen=KEPT)
        self._log: deque[str] = deque(maxlen=KEPT)
        self._heard = 0
        self._remote = RemoteLines(self._translate, clock)
        self._drawn: object = None
        self._live = Live(
            console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )  # fmt: skip

    def __enter__(self) -> "Screen":
        """Take the terminal."""
        self._live.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give it back."""
        self._live.__exit__(kind, error, at)

    def begin(self, table: Table) -> None:
        """Forget what was said."""
        self._frame = Frame(table, self._translate, self._words)
        self._aloud.clear()
        self._log.clear()
        self._remote.begin()

    def hear(self, effect: Effect) -> None:
        """Keep it for the next frame."""
        self._heard += 1
        self._remote.hear(effect)
        if isinstance(effect, Tell):
            self._log.append(self._translate(effect.text))
        else:
            self._aloud.append(Spoken(self._words(effect), cue=True))

    def overhear(self, at_us: int, sentence: Text) -> None:
        """Keep it for the next frame."""
        self._heard += 1
        self._aloud.append(Spoken(self._translate(sentence), cue=False))

    def show(self, picture: Picture) -> None:
        """Draw, if this differs from what is drawn."""
        lines = self._remote.lines(picture)
        size = self.console.size
        state = (picture, lines, self._heard, size)
        if state != self._drawn:
            self._drawn = state
            heard = Heard(tuple(self._aloud), tuple(self._log), lines)
            self._live.update(self._frame.draw(picture, heard, size.width, size.height), refresh=True)
