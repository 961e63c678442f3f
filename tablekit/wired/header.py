"""Seats on the Pi's own header: kernel stamps, levels read anew, and what proves that every edge has been told."""

import logging

from tablekit.config import Pin, Pins, pin
from tablekit.devices.gpio import WORD, GpioInputs, Loop, Wire, Wiring
from tablekit.effects import WORDS, Effect, Say, Text, text
from tablekit.errors import DeviceError
from tablekit.events import WordHeard
from tablekit.game.runner import Runner
from tablekit.inlet import Inlet
from tablekit.intake.debounce import READING_US, Line
from tablekit.intake.delivery import Delivery, Looped, Settled
from tablekit.intake.source import Level
from tablekit.kit import Kit
from tablekit.tables import Device
from tablekit.timebase import Clock

log = logging.getLogger(__name__)

ARRIVAL_US = 50_000
"""So late at most a back end without stamps of its own is taken to tell of an edge."""

DEAF = DeviceError(
    417,
    "no edge comes from the pins any more: their thread has ended, or the wire of the loop is off",
    "Check that wire, then start the kit anew: the game goes on where it was",
)

LATE = text("Seat {seat}: its touch was told too late to count.")


def wiring(pins: Pins, first: int = 1) -> Wiring:
    """The lines of that part of a table; its seats begin with `first`."""
    lines = {Line("pad", seat): _wire(wired) for seat, wired in enumerate(pins.pad_pins(), first)}
    lines |= {Line("mask", seat): _wire(wired) for seat, wired in enumerate(pins.mask_pins(), first)}
    lines |= {Line("key", 0): _wire(pin(pins.key))} if pins.key is not None else {}
    return lines | ({WORD: _wire(pin(pins.word))} if pins.word is not None else {})


def loop(pins: Pins) -> Loop | None:
    """Its loop, if two lines are joined."""
    return Loop(pin(pins.loop[0]).number, _wire(pin(pins.loop[1]))) if pins.loop else None


def _wire(wired: Pin) -> Wire:
    return Wire(wired.number, "floating" if wired.pull == "none" else wired.pull, wired.active)


class HeaderPart:
    """Pads, masks, key and onset on the Pi's pins. `late_us`: edges are stamped on arrival, so much late at most."""

    def __init__(
        self, kit: Kit, inlet: Inlet, inputs: GpioInputs, clock: Clock, *, looped: bool = False, late_us: int = 0
    ) -> None:  # fmt: skip
        self.kit, self.inlet, self.inputs = kit, inlet, inputs
        self.touched: set[int] = set()
        self.loop = Looped() if looped else None
        self.delivery: Delivery = self.loop or Settled()
        self._late_us = late_us
        self._clock = clock
        self._lost = False
        self._read_at: tuple[Runner, int, int] | None = None
        self._unread: list[Line] = []
        self._stale = 0
        kit.listeners.append(self._arm)

    @property
    def due_us(self) -> int | None:
        """When the next deadline may be proved to have passed."""
        wake_us = self.kit.wake_us
        if self.loop is not None:
            return self.loop.due_us(close=self._close)
        assert isinstance(self.delivery, Settled)
        return None if wake_us is None else wake_us + self.delivery.settle_us

    @property
    def _close(self) -> bool:
        """Does somebody wait for what this part promises?"""
        wake_us = self.kit.wake_us
        return self.kit.merge.due_us is not None or (wake_us is not None and wake_us <= self._clock.now_us())

    def before(self, now_us: int) -> None:
        """Toggle the loop, if its time has come; what is not heard of it is not heard of the pads either."""
        if not self._hears(now_us) and not self._lost:
            self._lost = True
            self.touched.clear()
            log.error("%s", DEAF)
            self.inlet.lost()
        if self.loop is not None and self.loop.toggles(now_us, close=self._close):
            self.inputs.toggle()
        self.inlet.promised(self.delivery.upto_us(now_us))

    def after(self, now_us: int) -> None:
        """When a step begins, and T ends one, see whether edges were lost."""
        stale = self.inlet.source.stale_count
        if stale != self._stale:
            self._tell_stale(stale - self._stale)
            self._stale = stale
        now = self.kit.runner, self.kit.runner.step, stale
        if now != self._read_at:
            self._read_at = now
            self._unread = self.inputs.lines
        self._unread = [line for line in self._unread if not self._read(line)]

    def bring(self, what: Device) -> None:
        """To the kit, with the stamp that it was made with."""
        match what:
            case ("word", int(ticks_ns)):
                ticks_ns, err_us = self._stamp(ticks_ns)
                clock, ticks = ("", 0) if err_us else ("pi", ticks_ns)
                self.inlet.heard(WordHeard(ticks_ns // 1_000, err_us=err_us, clock=clock, ticks=ticks))
            case ("loop", int(ticks_ns)) if self.loop is not None:
                self.loop.heard(ticks_ns // 1_000, self._clock.now_us())
                if self._lost:
                    self._back(self._clock.now_us())
            case (Line() as line, int(ticks_ns), bool(active)):
                self.delivery.told(ticks_ns // 1_000, self._clock.now_us())
                ticks_ns, err_us = self._stamp(ticks_ns)
                self.inlet.edge(line, ticks_ns, active, err_us)
                if line.kind == "pad":
                    (self.touched.add if active else self.touched.discard)(line.seat)
            case _:
                pass

    def _arm(self, effect: Effect) -> None:
        if isinstance(effect, Say) and effect.cue in WORDS:
            self.inputs.arm(since_ns=effect.at_us * 1_000)

    def _stamp(self, ticks_ns: int) -> tuple[int, int]:
        """The middle of when it may have been, and how far off that is at most."""
        return ticks_ns - self._late_us * 500, self._late_us // 2

    def _tell_stale(self, count: int) -> None:
        """What came after its promise is evidence only: a hand is missing, or was found by its level."""
        for what, promised_us, lost in list(self.inlet.source.stale)[-count:]:
            if isinstance(what, Level) and what.active and not lost:
                log.warning("the %s of seat %d: told %d us late", *what.line, promised_us - what.at_us)
                if what.line.kind == "pad":
                    self.kit.tell(Text(LATE.template, {"seat": what.line.seat}))

    def _hears(self, now_us: int) -> bool:
        return self.inputs.alive and not (self.loop is not None and self.loop.deaf(now_us))

    def _back(self, now_us: int) -> None:
        self._lost = False
        self.inlet.back(now_us)
        self._read_at = None

    def _read(self, line: Line) -> bool:
        """Read the level of the line; False if that took too long to say when it was so."""
        before_us = self._clock.now_us()
        active = self.inputs.active(line)
        at_us = self._clock.now_us()
        if at_us - before_us >= READING_US:
            return False
        self.inlet.level(at_us, line, active)
        return True
