"""The one loop: games at one table, one after another. Threads bring, the table acts, view and desk show and sound."""

from collections import deque
from collections.abc import Callable

from tablekit.devices import sound
from tablekit.effects import Effect, Say
from tablekit.game.keypad import ENTER
from tablekit.tables import Brought, Table
from tablekit.timebase import Clock
from tablekit.view.picture import picture
from tablekit.view.view import View

FRAME_US = 100_000
QUIT = "q"
MUSIC = "night"

Wait = Callable[[int], Brought | None]
"""The next thing that was brought, waited for so many microseconds at most."""


class Evening:
    """A host at a table, until he leaves; or people `watching` one game. `clock` is the real one."""

    def __init__(
        self, table: Table, view: View, desk: sound.Desk, wait: Wait, clock: Clock, *, watching: bool = False
    ) -> None:
        self.table, self.kit, self.view, self.desk = table, table.kit, view, desk
        self.watching = watching
        self._wait, self._clock = wait, clock
        self._keys: deque[str] = deque()
        self._music: str | None = None
        self._frame_us = clock.now_us()
        self._left = False
        self.kit.listeners += [view.hear, self._play]

    def run(self) -> None:
        """Turn after turn. Nothing here waits longer than to the next frame."""
        while not self._left:
            self.table.turn()
            if self._clock.now_us() >= self._frame_us or self.kit.over:
                self._show()
            if self.kit.over:
                self.kit.close()
                self._left = self.watching
            if not self._left:
                self._gather()

    def _patience_us(self) -> int:
        wake_us = self.table.wake_us
        until_us = self._frame_us if wake_us is None else min(self._frame_us, wake_us)
        return max(0, until_us - self._clock.now_us())

    def _gather(self) -> None:
        """All that was brought, however long the last turn took; then one key, for a step may be over after it."""
        patience_us = 0 if self._keys else self._patience_us()
        while QUIT not in self._keys and (brought := self._wait(patience_us)) is not None:
            patience_us = 0
            if isinstance(brought, str):
                self._keys.append(brought)
            else:
                self.table.bring(brought)
        if self._keys:
            self._press(self._keys.popleft())

    def _press(self, key: str) -> None:
        self._frame_us = self._clock.now_us()
        if key == QUIT:
            self._left = True
        elif self.watching:
            return
        elif not self.kit.over:
            self.table.press(key)
        elif key == ENTER:
            self.view.begin()
            self.kit.begin()

    def _show(self) -> None:
        self._frame_us = self._clock.now_us() + FRAME_US
        drawn = picture(self.kit.runner, self.table.now_us, self.kit.keypad.line(), unkept=self.kit.failure is not None)
        music = MUSIC if drawn.scene.music else None
        if music != self._music:
            self._music = music
            self.desk.music(music)
        self.view.show(drawn)

    def _play(self, effect: Effect) -> None:
        if isinstance(effect, Say):
            self.desk.play(effect.cue)
