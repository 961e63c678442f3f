"""A table in real time on the kernel's chip: gpiozero's own LGPIOFactory, the whole kit, the machine's own clock."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import TypeVar

from tablekit.config import Pins
from tablekit.devices.gpio import GpioInputs, open_factory
from tablekit.effects import WORDS, Effect, Say
from tablekit.events import Event, HostSaid
from tablekit.game.ask import Ask
from tablekit.game.keypad import ENTER, THANKS
from tablekit.game.record import BallotRecord
from tablekit.intake.debounce import Line
from tablekit.intake.delivery import Settled
from tablekit.kit import Kit, Setup
from tablekit.tables import Device
from tablekit.timebase import US_PER_S, SystemClock
from tablekit.wired.header import HeaderPart, wiring
from tablekit.wired.table import WiredTable
from tests.kernel.sim_chip import Moment, SimChip

PINS = Pins(pads=tuple(range(4, 14)), masks=tuple(range(14, 24)), key=24, word=25)
SHORT: dict[str, bool | int | float | str] = {
    "deal": "kit", "one_by_one": False, "mask_sensors": False, "doubt": "drop",
    "mafia_meets_s": 2, "call_s": 1, "check_s": 1, "seating_s": 1,
}  # fmt: skip
"""The way to the first vote of `fsm` is as short as its clocks may be."""
TURN_US = 20_000
PATIENCE_US = 60 * US_PER_S
Kind = TypeVar("Kind", bound=Event)


class LiveTable:
    """Ten seats. Nothing here is simulated but who holds the lines."""

    def __init__(self, chip: SimChip, setup: Setup | None = None, pins: Pins = PINS) -> None:
        self.chip, self.wiring = chip, wiring(pins)
        self.clock = SystemClock()
        self.inbox: SimpleQueue[Device] = SimpleQueue()
        self.words = 0
        """How often the word was asked for."""
        with ExitStack() as closing:
            self.factory = open_factory("lgpio")
            closing.callback(self.factory.close)
            self.inputs = GpioInputs(self.factory, self.wiring, self.inbox.put)
            closing.callback(self.inputs.close)
            self.kit = Kit(setup or Setup("fsm", SHORT, simulated=True), self.clock)
            closing.callback(self.kit.close)
            self.part = HeaderPart(self.kit, self.kit.inlets[0], self.inputs, self.clock)
            self.table = WiredTable(self.kit, [self.part], self.clock)
            self.kit.listeners.append(self._hear)
            self._closing = closing.pop_all()
        for line in self.wiring:
            self.hold(line, False)
        self.kit.begin()
        self.turn()

    def hold(self, line: Line, active: bool) -> Moment:
        """Hold a line (in)active."""
        wire = self.wiring[line]
        return self.chip.hold(wire.gpio, active == (wire.active == "high"))

    # -- time
    def turn(self, until_us: int | None = None) -> None:
        """Wait a little for what is brought, `until_us` at most, and let it act."""
        now_us = self.clock.now_us()
        ends_us = [now_us + TURN_US, self.table.wake_us, until_us]
        patience_us = max(0, min(end_us for end_us in ends_us if end_us is not None) - now_us)
        try:
            self.table.bring(self.inbox.get(timeout=patience_us / US_PER_S))
            while True:
                self.table.bring(self.inbox.get_nowait())
        except Empty:
            self.table.turn()

    def until(self, so: Callable[[], object]) -> None:
        """Live until it is so."""
        end_us = self.clock.now_us() + PATIENCE_US
        while not so():
            assert self.clock.now_us() < end_us, f"never so, at {self.kit.runner.open}"
            self.turn()

    def live(self, for_us: int) -> None:
        """Live that long."""
        end_us = self.clock.now_us() + for_us
        self.until(lambda: self.clock.now_us() >= end_us)

    def settle(self) -> None:
        """Live until all that has happened so far is told."""
        now_us = self.clock.now_us()
        self.until(lambda: self.kit.inlets[0].source.held_us >= now_us)
        self.turn()

    @property
    def settle_us(self) -> int:
        """How long the kit waits for edges by now."""
        delivery = self.part.delivery
        assert isinstance(delivery, Settled)
        return delivery.settle_us

    # -- the game
    @property
    def ask(self) -> Ask:
        """What is open."""
        ask = self.kit.runner.open
        assert ask is not None
        return ask

    @property
    def ballot(self) -> BallotRecord | None:
        """The last that was judged."""
        return self.kit.runner.table.last_ballot

    def log(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind so far."""
        return [event for event in self.kit.runner.log if isinstance(event, kind)]

    def press(self, keys: Iterable[str]) -> None:
        """The host presses keys, each when the last has acted."""
        for key in keys:
            said = len(self.log(HostSaid))
            self.table.press(key)
            if key in (ENTER, THANKS):
                self.until(lambda said=said: len(self.log(HostSaid)) > said)  # type: ignore[misc]

    def vote(self) -> None:
        """On to the first call."""
        while self.ask.what != "call":
            step, ask = self.kit.runner.step, self.ask
            if ask.offer("nominate") and len(self.kit.runner.table.nominations) < 2:
                self.press(f"A{ask.seat}{ENTER}")
            if ask.offer("thanks"):
                self.press(THANKS)
            elif ask.offer("next"):
                self.press(ENTER)
            else:
                self.until(lambda step=step: self.kit.runner.step != step)  # type: ignore[misc]

    def call(self) -> None:
        """Call the nominee; the host asks for the word, and the onset's line is armed."""
        words = self.words
        self.press(ENTER)
        self.table.press(THANKS)
        self.until(lambda: self.words > words)

    def judged(self, before: BallotRecord | None) -> BallotRecord:
        """Live until there is another verdict than the one before."""
        self.until(lambda: self.ballot is not None and self.ballot is not before)
        assert self.ballot is not None
        return self.ballot

    def _hear(self, effect: Effect) -> None:
        self.words += isinstance(effect, Say) and effect.cue in WORDS

    def close(self) -> None:
        """Let go of the lines."""
        self._closing.close()

    def __enter__(self) -> "LiveTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
