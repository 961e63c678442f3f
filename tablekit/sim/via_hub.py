"""`--via hub` and `--via firmware`: what happens at the seats goes through a hub's frames and a pseudo-terminal.

A link that nobody needs is not lived through: of a long quiet time only the end is.
"""

import os
import tty
from random import Random
from typing import Protocol

import serial

from tablekit.devices.hub_lines import number_of
from tablekit.intake.debounce import Line
from tablekit.kit import Kit
from tablekit.seats import HubSeats
from tablekit.sim import in_hand
from tablekit.sim.hub import WRAP, Counter, SimulatedHub
from tablekit.sim.in_hand import InHand
from tablekit.sim.link import CLEAN, ROUGH, Faults, Link
from tablekit.timebase import US_PER_S
from tablekit.wire.messages import LINE_WORD

QUIET_US = 50_000
"""So much of a quiet time is lived through, before something happens."""
WARM_UP_US = US_PER_S
STEP_US = 100
CHUNK = 4096
WRAPS_AFTER_S = 120
"""The counter wraps early in the game."""


class AnyHub(Protocol):
    """A hub as a model, or its own program."""

    out: list[tuple[int, bytes]]

    def drive(self, number: int, active: bool, at_us: int) -> None:
        """A line changes."""

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes from the Pi."""

    @property
    def next_us(self) -> int:
        """When it has something to do."""

    @property
    def busy(self) -> bool:
        """Is there something that the Pi does not know yet?"""

    def skip(self, to_us: int) -> None:
        """Nothing happens up to then, and nobody listens."""

    def ticks(self, at_us: int) -> int:
        """What its counter says then."""

    def run(self, to_us: int) -> None:
        """Live up to then."""


def model(kit: Kit, seed: int) -> "HubWires":
    """The model of a hub, whose counter drifts and soon wraps, at the end of a rough link."""
    chance = Random(f"hub {seed}")
    since_us = kit.clock.now_us() - WARM_UP_US
    counter = Counter(since_us, WRAP - 2 * WRAPS_AFTER_S * US_PER_S, ppm=chance.randint(-90, 90))
    return HubWires(kit, SimulatedHub(counter, chance.randrange(1, WRAP)), in_hand.model(kit, seed), ROUGH, seed)


def program(kit: Kit) -> "HubWires":
    """The hub's own program in the emulator; DeviceError (480-483) if it or the emulator is not built."""
    from tablekit.sim.emulated_hub import EmulatedHub

    return HubWires(kit, EmulatedHub(kit.clock.now_us() - WARM_UP_US), in_hand.program(kit), CLEAN)


class HubWires:
    """A table whose seats are wired to that hub. `close` lets go of the pseudo-terminal."""

    def __init__(self, kit: Kit, hub: AnyHub, remote: InHand, faults: Faults, seed: int = 0) -> None:
        self._kit, self.hub, self.remote = kit, hub, remote
        self._now_us = kit.clock.now_us() - WARM_UP_US
        chance = Random(f"link {seed}")
        self.seats = HubSeats(kit, kit.inlets[0])
        self._up, self._down = Link(faults, chance), Link(faults, chance)
        self._far_end, near_end = os.openpty()
        tty.setraw(near_end)
        self._port = serial.Serial(os.ttyname(near_end), timeout=0, write_timeout=0)
        os.close(near_end)
        os.set_blocking(self._far_end, False)
        while not self.seats.hub.attached:
            self._step(self._next_step_us())

    # -- the world's wires
    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """The line changes at the hub."""
        self.hub.drive(number_of(line), active, at_us)

    def arm(self) -> None:
        """The kit's own message does."""

    def onset(self, at_us: int) -> None:
        """The speaker line shows the word for a while."""
        self.seats.hub.word_begins(at_us, 0)
        self.hub.drive(LINE_WORD, True, at_us)
        self.hub.drive(LINE_WORD, False, at_us + US_PER_S // 5)

    def press(self, key: str) -> None:
        """By the remote."""
        self.remote.press(key)

    @property
    def next_us(self) -> int | None:
        """The next step of the link, while somebody waits for what is on it."""
        wake_us = self._kit.wake_us
        waiting = wake_us is not None and wake_us <= self._now_us
        return self._next_step_us() if waiting or self._busy else None

    def live(self, to_us: int) -> None:
        """Step by step up to then."""
        if to_us - self._now_us > QUIET_US and not self._busy:
            self._now_us = to_us - QUIET_US
            self.hub.skip(self._now_us)
            if (clock := self.seats.hub.clock) is not None:  # it was asked all the while
                clock.exchange(self._now_us, clock.extend(self.hub.ticks(self._now_us) % WRAP), self._now_us)
        while (next_us := self._next_step_us()) < to_us:
            self._step(next_us)
        self._step(to_us)

    def close(self) -> None:
        """Let go of both ends."""
        self._port.close()
        os.close(self._far_end)

    # -- the link
    @property
    def _busy(self) -> bool:
        on_the_way = self._up.next_us is not None or self._down.next_us is not None
        return on_the_way or self.hub.busy or self.seats.hub.link.arming

    def _next_step_us(self) -> int:
        dues_us = [self.hub.next_us, self.seats.hub.due_us(), self._up.next_us, self._down.next_us]
        return max(self._now_us + STEP_US, min(due_us for due_us in dues_us if due_us is not None))

    def _step(self, at_us: int) -> None:
        self._now_us = at_us
        self.hub.run(at_us)
        self._carry(at_us)
        while self.hub.out:
            self._carry(at_us)

    def _carry(self, at_us: int) -> None:
        """What was said, as far as it has come; an answer to it is for the next time."""
        for sent_us, data in self.hub.out:
            self._up.send(data, sent_us)
        self.hub.out.clear()
        for arrived_us, data in self._up.due(at_us):
            os.write(self._far_end, data)
            self.seats.hub.received(self._port.read(CHUNK), arrived_us)
        if out := self.seats.turn(at_us):
            self._port.write(out)
            self._down.send(os.read(self._far_end, CHUNK), at_us)
        for arrived_us, data in self._down.due(at_us):
            self.hub.received(data, arrived_us)
