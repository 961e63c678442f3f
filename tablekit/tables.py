"""What a table is to the loop; and the simulated one, whose time is paced by the real clock. Real ones: `wired`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, Union

from tablekit.devices.sound import Started
from tablekit.events import WordKey
from tablekit.game.ask import Ask
from tablekit.game.keypad import THANKS
from tablekit.kit import Kit
from tablekit.sim.world import World
from tablekit.timebase import US_PER_S, Clock

if TYPE_CHECKING:  # gpiozero is slow to import, and a simulated table does without
    from tablekit.devices.gpio import Edge, Looped, Onset
    from tablekit.devices.poller import Polled, Unread
    from tablekit.devices.port import Happened


class Key(NamedTuple):
    """A key of a remote."""

    name: str
    at_us: int | None = None
    """When it was pressed; None: now."""
    seen: int | None = None
    """The step whose screen the host had before him; None: this one."""
    number: int = 0
    """Of a press that wants to be acknowledged."""


Device: TypeAlias = Union["Edge", "Onset", "Looped", "Polled", "Unread", Started, "Happened"]
"""What a device puts into the one queue: an edge, the word's onset, what was read, a cue's start, a port's news."""
Brought: TypeAlias = str | Key | Device
"""What a thread puts into it: besides, a key of the host."""

STALL_US = US_PER_S
"""A program that was stopped for longer than this does not make up for it."""


class Table(Protocol):
    """A table, its kit and its time."""

    kit: Kit

    @property
    def now_us(self) -> int:
        """Table time."""

    @property
    def wake_us(self) -> int | None:
        """When it should take its next turn even if nothing comes, by the real clock."""

    def turn(self) -> None:
        """Let everything happen that is due by now."""

    def press(self, key: str, at_us: int | None = None, seen: int | None = None) -> None:
        """The host presses a key of the remote, now or at `at_us`; he saw that step, or this one."""

    def bring(self, what: Device) -> None:
        """What a device has put."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much faster than real time a simulated table lives; 0: as fast as it goes."""

    speed: float = 1.0
    steps: Mapping[str, float] = field(default_factory=dict)
    """Steps that run faster still."""
    idle: float = 1.0
    """So much faster run the other steps in which there is nothing to do but wait."""

    def rate(self, ask: Ask | None) -> float:
        """Microseconds of table time for one of real time."""
        if not self.speed:
            return math.inf
        waiting = ask is not None and not ask.offers and not ask.facts
        return self.speed * self.steps.get(ask.what if ask else "over", self.idle if waiting else 1.0)


WATCHED = Pace(
    steps={
        "seats": 3, "masks": 4, "card": 30, "deal": 6, "mafia": 30, "seating": 30, "sleep": 30, "shooting": 6,
        "dawn": 2, "morning": 2, "talk": 200, "second talk": 200, "nomination": 4, "monologue": 70, "speech": 70,
        "silent": 4, "defence": 50, "last word": 50, "nominees": 1.5, "call": 1.5, "dusk": 2,
        "don": 12, "sheriff": 12, "boss": 12, "commissar": 12, "doctor": 12, "lover": 12, "maniac": 12, "killer": 12,
        "best move": 12,
    }
)  # fmt: skip
"""Who watches sees the ballots in real time, and soon: what is dull is over fast."""
HOSTED = Pace(steps={"shooting": 2}, idle=6)
"""Who hosts need not wait long where he has nothing to do."""


class SimulatedTable:
    """A world in virtual time. The word is spoken by its own speaker, whatever the sound desk plays."""

    def __init__(self, world: World, pace: Pace, clock: Clock) -> None:
        self.world, self.kit, self.pace = world, world.kit, pace
        self._clock = clock
        self._lived_us = clock.now_us()
        """The real time up to which the world has lived."""

    @property
    def now_us(self) -> int:
        """Virtual time."""
        return self.world.now_us

    @property
    def wake_us(self) -> int | None:
        """When the next thing happens in the world."""
        next_us = self.world.next_us
        if next_us is None or self.kit.over:
            return None
        return self._lived_us + math.ceil((next_us - self.world.now_us) / self._rate)

    def turn(self) -> None:
        """Live up to now: each thing that happens may change the pace of what follows."""
        now_us = self._clock.now_us()
        left_us, self._lived_us = min(float(now_us - self._lived_us), STALL_US), now_us
        if not self.kit.over:
            self.world.advance(self.world.now_us)  # what was pressed acts before time goes on
        while not self.kit.over and (next_us := self.world.next_us) is not None:
            cost_us = (next_us - self.world.now_us) / self._rate
            if cost_us > left_us or self._clock.now_us() > now_us + STALL_US // 10:
                break
            left_us -= cost_us
            self.world.advance(next_us)
        if not self.kit.over:
            self.world.advance(self.world.now_us + (0 if math.isinf(self._rate) else int(left_us * self._rate)))

    def press(self, key: str, at_us: int | None = None, seen: int | None = None) -> None:
        """Where a wired key is waited for, «thanks» is that key."""
        ask = self.kit.runner.open
        if key == THANKS and ask is not None and WordKey in ask.facts:
            self.world.wired_key(self.world.now_us)
        else:
            self.kit.press(key, seen=seen)

    def bring(self, what: Device) -> None:
        """Nothing real counts here."""

    @property
    def _rate(self) -> float:
        return self.pace.rate(self.kit.runner.open)
