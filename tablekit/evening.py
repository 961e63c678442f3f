"""The one loop: games at one table, one after another. Threads bring, the table acts, view and desk show and sound."""

from collections import deque
from collections.abc import Callable

from tablekit.devices import sound
from tablekit.effects import Effect, Say
from tablekit.game.keypad import ENTER
from tablekit.handheld import REMOTE, Handheld
from tablekit.kit import Kit
from tablekit.tables import Brought, Key, Table
from tablekit.timebase import Clock
from tablekit.view import picture
from tablekit.view.view import View

FRAME_US = 100_000
QUIT = "q"
LEAVE = Key(QUIT)
MUSIC = "night"

Wait = Callable[[int], Brought | None]
"""The next thing that was brought, waited for so many microseconds at most."""


def shown_table(kit: Kit, *, hosted: bool) -> picture.Table:
    """What a view shows of the table all through a game."""
    return picture.Table(kit.book.name, kit.seats, kit.setup.names, kit.setup.simulated, hosted=hosted)


class Evening:
    """A host at a table, until he leaves; or people `watching` one game. `clock` is the real one.

    `choose` lets the host choose what the next game is; without it the same is played again.
    """

    def __init__(
        self, table: Table, view: View, desk: sound.Desk, wait: Wait, clock: Clock, *, watching: bool = False,
        choose: Callable[[], None] | None = None, handheld: Handheld | None = None,
    ) -> None:  # fmt: skip
        self.table, self.kit, self.view, self.desk = table, table.kit, view, desk
        self.watching, self.handheld = watching, handheld
        self._wait, self._clock, self._choose = wait, clock, choose
        self._game = self.kit.game
        self._keys: deque[Key] = deque()
        self._music: str | None = None
        self._frame_us = clock.now_us()
        self._left = False
        self.kit.listeners += [self._hear, self._play]

    def run(self) -> None:
        """Turn after turn. Nothing here waits longer than to the next frame."""
        while not self._left:
            self.table.turn()
            if self.handheld is not None:
                self.handheld.turn(self._clock.now_us())
            if self._clock.now_us() >= self._frame_us or self.kit.over:
                self._show()
            if self.kit.over:
                self.kit.close()
                self._left = self.watching
            if not self._left:
                self._gather()

    def _patience_us(self) -> int:
        wakes_us = [self._frame_us, self.table.wake_us, self.handheld.due_us if self.handheld else None]
        until_us = min(wake_us for wake_us in wakes_us if wake_us is not None)
        return max(0, until_us - self._clock.now_us())

    def _gather(self) -> None:
        """All that was brought, however long the last turn took; then one key, for a step may be over after it."""
        patience_us = 0 if self._keys else self._patience_us()
        while LEAVE not in self._keys and (brought := self._wait(patience_us)) is not None:
            patience_us = 0
            if isinstance(brought, str | Key):
                self._keys.append(Key(brought) if isinstance(brought, str) else brought)
            elif self.handheld is not None and brought[0] == REMOTE:
                self.handheld.bring(brought)
            else:
                self.table.bring(brought)
        if self._keys:
            self._press(self._keys.popleft())

    def _press(self, key: Key) -> None:
        self._frame_us = self._clock.now_us()
        if key == LEAVE:
            self._left = True
        elif not (self.watching or self.kit.over):
            self.table.press(key.name, key.at_us, key.seen)
        elif not self.watching and key.name == ENTER:
            (self._choose or self.kit.begin)()
        if self.handheld is not None:
            self.handheld.done(key)

    def _show(self) -> None:
        self._frame_us = self._clock.now_us() + FRAME_US
        self._mind_game()
        drawn = picture.picture(
            self.kit.runner, self.table.now_us, self.kit.keypad.line(), unkept=self.kit.failure is not None
        )
        music = MUSIC if drawn.scene.music else None
        if music != self._music:
            self._music = music
            self.desk.music(music)
        self.view.show(drawn)
        if self.handheld is not None:
            self.handheld.show(drawn)

    def _mind_game(self) -> None:
        """A new game begins on a clean view."""
        if self.kit.game != self._game:
            self._game = self.kit.game
            self.view.begin(shown_table(self.kit, hosted=not self.watching))
            if self.handheld is not None:
                self.handheld.lines.begin()

    def _hear(self, effect: Effect) -> None:
        self._mind_game()
        self.view.hear(effect)

    def _play(self, effect: Effect) -> None:
        if isinstance(effect, Say):
            self.desk.play(effect.cue)
