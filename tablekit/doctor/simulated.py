"""`tablekit doctor --sim`: a table of ten on simulated pins, its people, its key and its speaker; no hardware at all.

All between the pins and the page is the real code. What is planned happens while the loop waits, so that it lives in
real time or, with a clock that is moved, as fast as it goes.
"""

import heapq
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from queue import Empty, SimpleQueue
from random import Random
from typing import Any, NamedTuple

from tablekit.config import Pins, TableConfig
from tablekit.devices.gpio import WORD, GpioInputs
from tablekit.devices.sound import LATENCY_US, Started
from tablekit.doctor.bench import OpenTable
from tablekit.effects import Effect, Say
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.kit import Kit, Setup
from tablekit.sim.pins import HeldPin, SimulatedPins
from tablekit.tables import Brought
from tablekit.timebase import US_PER_MS, US_PER_S, Clock, ManualClock
from tablekit.wired.header import HeaderPart, loop, wiring
from tablekit.wired.table import WiredTable

SEATS = 10
PINS = Pins(pads=tuple(range(4, 14)), masks=tuple(range(14, 24)), key=24, word=25, loop=(26, 27))
TABLE = TableConfig("sport", options={"cutoff": "key"}, inputs=(PINS,))
"""The simulated table, wired as docs/table.md shows one."""
SEED = 162
"""In the first ballot of the practice one hand is just in time, and one just late."""
LEAST_US = 500
"""So much a clock that is moved goes on in each wait."""
SPEAKER_US = 44 * US_PER_MS
"""From the first sample to the onset on the speaker line."""
KEY = Line("key", 0)
STUCK, CHATTERING, NOISY = 4, 7, 9
"""The seats of a faulty table's pad, mask and pad."""


class Gesture(NamedTuple):
    """A line becomes active at an instant, and for so long; its contact bounces."""

    line: Line
    at_us: int
    lasts_us: int


class JoinedPin(HeldPin):
    """An output of the simulated pins; wires may join it to inputs."""

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self.factory.follow(high=bool(value))


class WiredPins(SimulatedPins):
    """Simulated pins in the table's time, some of them joined by wires. `lost`: so many edges get lost at a pin."""

    def __init__(self, pins: Pins, clock: Clock, joined: Iterable[int] = ()) -> None:
        self.clock = clock
        self.joined_to = set(joined)
        self.lost: dict[int, int] = {}
        super().__init__(wiring(pins))
        self.pin_class = JoinedPin

    def follow(self, *, high: bool) -> None:
        """What the output does is seen at the other ends of its wires."""
        self._now_us = self.clock.now_us()
        for number in sorted(self.joined_to):
            if self.lost.get(number, 0):
                self.lost[number] -= 1
                continue
            heard = self.pin(number)
            heard.drive_high() if high else heard.drive_low()


class SimulatedRoom:
    """The table's pins and all that is planned at them. It opens tables as the real wiring does."""

    def __init__(self, clock: Clock, *, faulty: bool = False) -> None:
        self.clock, self.faulty = clock, faulty
        self.inbox: SimpleQueue[Brought] = SimpleQueue()
        self.pins: WiredPins | None = None
        self.chance = Random(SEED)
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._plans = 0

    def open_pins(self, told: Pins, joined: Iterable[int] = ()) -> Any:
        """The factory of its pins; the loop's wire is on."""
        inputs = {int(str(told.loop[1]).split()[0])} if told.loop else set()
        self.pins = WiredPins(told, self.clock, inputs | set(joined))
        if self.faulty:
            self.pins.drive(Line("pad", STUCK), active=True, at_us=0)
        return self.pins

    def __call__(self, told: TableConfig, stack: ExitStack) -> OpenTable:
        """An Opener."""
        (part,) = told.inputs
        assert isinstance(part, Pins)
        kit = Kit(Setup(told.ruleset, dict(told.options)), self.clock, pads={"pads": PiClock()})
        factory = self.open_pins(part)
        stack.callback(factory.close)
        inputs = GpioInputs(factory, wiring(part), self.inbox.put, loop(part))
        stack.enter_context(closing(inputs))
        header = HeaderPart(kit, kit.inlets[0], inputs, self.clock, looped=part.loop is not None)
        return OpenTable(WiredTable(kit, [header], self.clock), self.inbox, self.wait)

    # -- time
    def at(self, at_us: int, do: Callable[[], None]) -> None:
        """Plan something."""
        self._plans += 1
        heapq.heappush(self._planned, (at_us, self._plans, do))

    def wait(self, longest_us: int) -> Brought | None:
        """Takes out of the queue; what is planned happens when its time has come."""
        now_us = self.clock.now_us()
        while self._planned and self._planned[0][0] <= now_us:
            heapq.heappop(self._planned)[2]()
        until_us = now_us + longest_us
        if self._planned:
            until_us = min(until_us, self._planned[0][0])
        try:
            if not isinstance(self.clock, ManualClock):
                return self.inbox.get(timeout=max(0, until_us - now_us) / US_PER_S)
            return self.inbox.get_nowait()
        except Empty:
            if isinstance(self.clock, ManualClock):
                self.clock.jump(max(until_us, now_us + (LEAST_US if longest_us else 0)))
            return None

    # -- what happens
    def do(self, gesture: Gesture, bounces: int = 2) -> None:
        """A press with its bounces."""
        line, at_us, lasts_us = gesture
        for bounce in range(bounces):
            self.drive(line, True, at_us + 700 * bounce)
            self.drive(line, False, at_us + 700 * bounce + 300)
        self.drive(line, True, at_us + 700 * bounces)
        self.drive(line, False, at_us + lasts_us)

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """A line changes then."""
        self.at(at_us, lambda: self._drive(line, active, at_us))

    def _drive(self, line: Line, active: bool, at_us: int) -> None:
        if self.pins is not None:
            self.pins.drive(line, active, at_us)

    # -- people
    def all_press(self, from_us: int, seats: int = SEATS) -> None:
        """They press each pad and lift each mask, one after the other, and the key. At a `faulty` table some cannot."""
        for seat in range(1, seats + 1):
            at_us = from_us + seat * 300 * US_PER_MS
            if not (self.faulty and seat == STUCK):
                self.do(Gesture(Line("pad", seat), at_us, self.chance.randint(150, 600) * US_PER_MS))
            if not (self.faulty and seat == CHATTERING):
                self.do(Gesture(Line("mask", seat), at_us + 900 * US_PER_MS, 700 * US_PER_MS), bounces=1)
        self.do(Gesture(KEY, from_us + (seats + 4) * 300 * US_PER_MS, 120 * US_PER_MS))
        self.at(from_us + US_PER_S, lambda: self.inbox.put("T"))  # and somebody has the word played
        if self.faulty:
            self.disturb(from_us)

    def disturb(self, from_us: int) -> None:
        """A mask sensor chatters, a pad has contacts that no hand makes."""
        for number in range(30):
            at_us = from_us + number * 40 * US_PER_MS
            self.drive(Line("mask", CHATTERING), number % 2 == 0, at_us)
            self.drive(Line("pad", NOISY), True, at_us)
            self.drive(Line("pad", NOISY), False, at_us + 4 * US_PER_MS)

    def vote(self, effect: Effect) -> None:
        """A listener of the kit: at the call of a ballot hands go up about the key, which the host presses."""
        if not isinstance(effect, Say) or effect.cue != "ballot":
            return
        t_us = effect.at_us + 1_500 * US_PER_MS
        for seat in range(1, SEATS + 1):
            if self.chance.random() < 0.8:
                at_us = t_us + round(self.chance.triangular(-900_000, 150_000, -80_000))
                self.do(Gesture(Line("pad", seat), at_us, 1_200 * US_PER_MS))
        self.do(Gesture(KEY, t_us, 120 * US_PER_MS))

    def desk(self) -> "SimulatedDesk":
        """The speaker."""
        return SimulatedDesk(self)


class SimulatedDesk:
    """A sound desk whose speaker is heard by the simulated onset input."""

    audible = True

    def __init__(self, room: SimulatedRoom) -> None:
        self.room = room

    def play(self, cue: str) -> None:
        """The cue begins, and a while later its onset is seen."""
        now_us = self.room.clock.now_us()
        self.room.inbox.put(Started(cue, now_us + LATENCY_US, 0, silent=False))
        onset_us = now_us + SPEAKER_US + self.room.chance.randint(0, 9_000)
        self.room.drive(WORD, True, onset_us)
        self.room.drive(WORD, False, onset_us + 200 * US_PER_MS)

    def music(self, name: str | None) -> None:
        """None."""

    def close(self) -> None:
        """Nothing is open."""
