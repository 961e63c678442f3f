"""What was told to the host last, for as long as it stays on his remote; and the remote's lines with it."""

from tablekit.effects import Effect, Tell, Text
from tablekit.texts import Translate
from tablekit.timebase import US_PER_S, Clock
from tablekit.view import remote
from tablekit.view.picture import Picture

UNSEEN = -2
TICK_US = 300_000
"""How fast a long line moves through the remote's display."""
TOLD_US = 15 * US_PER_S
"""So long at least what was told to the host stays on the remote; within one step it stays to its end."""


class RemoteLines:
    """The four lines of the host's remote. `clock` is real time: it moves long lines and lets old ones go.

    `stride`: so many ticks at a time, for a display that is slow to change.
    """

    def __init__(self, translate: Translate, clock: Clock, stride: int = 1) -> None:
        self._translate, self._clock, self._stride = translate, clock, stride
        self._told: Text | None = None
        self._told_us, self._told_step = 0, UNSEEN

    def begin(self) -> None:
        """Another game: forget what was told."""
        self._told = None

    def hear(self, effect: Effect) -> None:
        """Keep it, if it is for the host."""
        if isinstance(effect, Tell):
            self._told, self._told_us, self._told_step = effect.text, self._clock.now_us(), UNSEEN

    def lines(self, picture: Picture) -> list[str]:
        """What the remote shows now."""
        step = picture.desk.step
        if self._told_step == UNSEEN:
            self._told_step = step
        elif step != self._told_step and self._clock.now_us() - self._told_us > TOLD_US:
            self._told = None
        tick = self._clock.now_us() // TICK_US
        return remote.display(picture, self._told, self._translate, tick - tick % self._stride)
