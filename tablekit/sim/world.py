"""A simulated room in virtual time: pads, masks, keys and the speaker, and whoever uses them."""

import heapq
from collections.abc import Callable
from typing import Protocol

from tablekit.effects import WORDS, Effect, Say
from tablekit.events import CueStarted, WordHeard
from tablekit.intake.debounce import Line
from tablekit.kit import Kit
from tablekit.timebase import ManualClock

SPEAKER_US = 120_000
"""From the key «Спасибо» to the onset of the word."""


class Wires(Protocol):
    """How what happens at the seats gets into the kit: one a depth of the simulation."""

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """The line changes now."""

    def arm(self) -> None:
        """The word is coming: its onset is wanted."""

    def onset(self, at_us: int) -> None:
        """The word sounds now."""

    def press(self, key: str) -> None:
        """The host presses a key of his remote now."""

    @property
    def next_us(self) -> int | None:
        """When something on the way into the kit needs the world to look; None: it is there at once."""

    def live(self, to_us: int) -> None:
        """Time has passed up to `to_us`, and the kit is promised what it may be."""


class Edges:
    """`--via events`: clean stamped edges."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """The line's edge."""
        self._kit.inlets[0].edge(line, at_us * 1_000, active)

    def arm(self) -> None:
        """Nothing needs to be armed."""

    def onset(self, at_us: int) -> None:
        """The word, as the onset input would stamp it."""
        self._kit.inlets[0].heard(WordHeard(at_us, clock="pi", ticks=at_us * 1_000))

    def press(self, key: str) -> None:
        """The kit's own keypad."""
        self._kit.press(key)

    @property
    def next_us(self) -> int | None:
        """Nothing is ever on its way."""
        return None

    def live(self, to_us: int) -> None:
        """What has happened is known at once."""
        self._kit.inlets[0].promised(to_us)


class World:
    """Virtual time: what is planned happens at its microsecond, and after each instant the kit takes a turn."""

    def __init__(self, kit: Kit, clock: ManualClock, wires: Wires) -> None:
        self.kit, self.clock, self.wires = kit, clock, wires
        self.onlookers: list[Callable[[], None]] = []
        """Each looks at the table after every instant at which something was done."""
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._plans = 0
        kit.listeners.append(self._speaker)

    @property
    def now_us(self) -> int:
        """Table time."""
        return self.clock.now_us()

    def at(self, at_us: int, do: Callable[[], None]) -> None:
        """Plan something; what is planned for the past happens now."""
        self._plans += 1
        heapq.heappush(self._planned, (max(at_us, self.now_us), self._plans, do))

    def after(self, delay_us: int, do: Callable[[], None]) -> None:
        """Plan something for later."""
        self.at(self.now_us + delay_us, do)

    def keys(self, keys: str) -> None:
        """Press keys of the remote now."""
        for key in keys:
            self.wires.press(key)

    @property
    def next_us(self) -> int | None:
        """When something happens next; None: never again."""
        planned = self._planned[0][0] if self._planned else None
        wake_us, wires_us = self.kit.wake_us, self.wires.next_us
        if wake_us is not None and wake_us <= self.now_us and wires_us is not None:
            wake_us = None  # it waits for a promise, which the wires will bring
        due = [at_us for at_us in (planned, wake_us, wires_us) if at_us is not None]
        return max(min(due), self.now_us) if due else None

    def advance(self, to_us: int) -> None:
        """Let time pass up to `to_us`, nothing being planned before it."""
        self.clock.jump(to_us)
        while self._planned and self._planned[0][0] <= to_us:
            heapq.heappop(self._planned)[2]()
        self.wires.live(to_us)
        self.kit.turn()
        for look in self.onlookers:
            look()

    def run(self) -> None:
        """Until the game is over, or nothing more will happen."""
        self.advance(self.now_us)
        while not self.kit.over and (next_us := self.next_us) is not None:
            self.advance(next_us)

    # -- the seats
    def pad(self, seat: int, at_us: int, down: bool) -> None:
        """A hand touches or leaves the pad at that instant."""
        self.at(at_us, lambda: self.wires.drive(Line("pad", seat), down, self.now_us))

    def mask(self, seat: int, at_us: int, worn: bool) -> None:
        """A mask is put on or lifted at that instant."""
        self.at(at_us, lambda: self.wires.drive(Line("mask", seat), worn, self.now_us))

    def wired_key(self, at_us: int) -> None:
        """The wired «Спасибо» key is pressed at that instant, and let go."""
        self.at(at_us, lambda: self.wires.drive(Line("key", 0), True, self.now_us))
        self.at(at_us + 200_000, lambda: self.wires.drive(Line("key", 0), False, self.now_us))

    def _speaker(self, effect: Effect) -> None:
        if isinstance(effect, Say) and effect.cue in WORDS:
            self.wires.arm()
            self.at(effect.at_us + SPEAKER_US, lambda: self._word(effect.cue))

    def _word(self, cue: str) -> None:
        self.kit.arrived(CueStarted(self.now_us, cue=cue))
        self.wires.onset(self.now_us)
