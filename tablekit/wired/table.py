"""A real table: parts that each bring some of the seats, one kit, and the lights that the parts do not drive."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tablekit.devices.sound import Started
from tablekit.events import CueStarted
from tablekit.game.runner import Runner
from tablekit.game.scene import scene
from tablekit.kit import Kit
from tablekit.tables import Device
from tablekit.timebase import Clock
from tablekit.view.lights import lights
from tablekit.wired.hub import HubPart


class Part(Protocol):
    """Some of the seats, at one device."""

    touched: set[int]
    """Seats whose pad shows a hand, before anything is judged: for the lights that are not the device's own."""

    @property
    def due_us(self) -> int | None:
        """When it wants the next turn, even if nothing comes."""

    def before(self, now_us: int) -> None:
        """Notice what time alone tells, and promise what is surely here."""

    def after(self, now_us: int) -> None:
        """Tell the device what came of it."""

    def bring(self, what: Device) -> None:
        """What a device has put; another part's is ignored."""


class WiredTable:
    """Table time is the kernel's monotonic clock. `show` lights seats; it is told which, and whether each blinks."""

    def __init__(
        self, kit: Kit, parts: Sequence[Part], clock: Clock, show: Callable[[dict[int, bool]], None] | None = None
    ) -> None:  # fmt: skip
        self.kit, self.parts = kit, parts
        self._clock, self._show = clock, show
        self._seen: tuple[Runner, int] | None = None  # what the lights were last made of
        self._lit: dict[int, bool] = {}
        self._reflex: frozenset[int] = frozenset()

    @property
    def hub(self) -> HubPart | None:
        """The first hub: the one that has the remote's radio."""
        return next((part for part in self.parts if isinstance(part, HubPart)), None)

    @property
    def now_us(self) -> int:
        """The kernel's monotonic clock."""
        return self._clock.now_us()

    @property
    def wake_us(self) -> int | None:
        """When a part wants something; what the kit waits for comes from there."""
        return min((due_us for part in self.parts if (due_us := part.due_us) is not None), default=None)

    def turn(self) -> None:
        """Let everything act that the parts have promised; tell them at once what came of it."""
        now_us = self._clock.now_us()
        for part in self.parts:
            part.before(now_us)
        self.kit.turn()
        now_us = self._clock.now_us()
        for part in self.parts:
            part.after(now_us)
        if self._show is not None:
            self._light(self._show)

    def press(self, key: str, at_us: int | None = None, seen: int | None = None) -> None:
        """A key that acts on arrival."""
        self.kit.press(key, at_us, seen)

    def bring(self, what: Device) -> None:
        """To the parts. A cue that nobody could hear is no start of the word."""
        for part in self.parts:
            part.bring(what)
        if isinstance(what, Started) and not what.silent:
            self.kit.arrived(CueStarted(what.at_us, err_us=what.err_us, cue=what.cue))

    def _light(self, show: Callable[[dict[int, bool]], None]) -> None:
        runner = self.kit.runner
        seen = runner, len(runner.log)
        if seen != self._seen:
            self._seen = seen
            lit, reflex = lights(scene(runner))
            self._lit, self._reflex = {seat: light == "slow" for seat, light in lit.items()}, frozenset(reflex)
        touched = self._reflex & {seat for part in self.parts for seat in part.touched}
        show(self._lit | dict.fromkeys(touched, False))
