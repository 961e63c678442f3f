"""The grounds on which pins are tested: gpiozero's mock, and a chip of the kernel where there is one."""

import os
from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any, Protocol

from tablekit.devices.gpio import Edge, GpioInputs, Looped, Onset, Wire, Wiring, open_factory
from tablekit.intake.debounce import Line
from tablekit.sim.pins import SimulatedPins
from tests.kernel.sim_chip import Moment, SimChip

GROUNDS = ["mock", *(["kernel"] if "GPIO_SIM" in os.environ else [])]
Told = Edge | Onset | Looped
LATE_S = 10
SENTINEL = Line("pad", 99)
SENTINEL_GPIO = 27


class Ground(Protocol):
    """Lines that are held from outside, and the factory that opens them."""

    factory: Any

    def drive(self, wire: Wire, active: bool) -> Moment:
        """Hold the line (in)active."""

    def close(self) -> None:
        """Let go of everything."""


class Mock:
    """Each change is a microsecond after the last one."""

    def __init__(self, wiring: Wiring) -> None:
        self.factory = SimulatedPins(wiring)
        self._lines = {wire.gpio: line for line, wire in wiring.items()}
        self._now_us = 1_000_000

    def drive(self, wire: Wire, active: bool) -> Moment:
        """With a stamp injected."""
        self._now_us += 1
        self.factory.drive(self._lines[wire.gpio], active, self._now_us)
        return Moment(self._now_us * 1_000, self._now_us * 1_000)

    def close(self) -> None:
        """The mock keeps nothing open."""
        self.factory.close()


class Kernel:
    """gpiozero's own LGPIOFactory on a chip of gpio-sim."""

    def __init__(self, wiring: Wiring) -> None:
        self._chip = SimChip.of("GPIO_SIM")
        self.factory = open_factory("lgpio")
        for wire in wiring.values():
            self.drive(wire, False)

    def drive(self, wire: Wire, active: bool) -> Moment:
        """The kernel stamps it."""
        return self._chip.hold(wire.gpio, active == (wire.active == "high"))

    def close(self) -> None:
        """The chip and its lines."""
        self.factory.close()
        self._chip.__exit__()


class Bench:
    """Lines on some ground, and what the inputs put. One line more is a sentinel: what came before it is here."""

    def __init__(self, ground: str, wiring: Wiring) -> None:
        self.wiring: Mapping[Line, Wire] = wiring
        self._sentinel = Wire(SENTINEL_GPIO)
        self._watched = {**self.wiring, SENTINEL: self._sentinel}
        self.ground: Ground = {"mock": Mock, "kernel": Kernel}[ground](self._watched)
        self.heard: SimpleQueue[Told] = SimpleQueue()
        self._told: list[Told] = []
        self._inputs: GpioInputs | None = None

    def open(self) -> None:
        """Open the lines."""
        self._inputs = GpioInputs(self.ground.factory, self._watched, self.heard.put)

    def rest(self) -> None:
        """Every line inactive, whatever its opening has done to it."""
        for line in self.wiring:
            self.drive(line, False)
        self._told.clear()

    @property
    def inputs(self) -> GpioInputs:
        """The open lines."""
        assert self._inputs is not None
        return self._inputs

    def drive(self, line: Line, active: bool) -> Moment:
        """Hold the line (in)active; once it is open, wait until that must have been told.

        A kernel that is changed again before its interrupt's thread has run tells one edge less.
        """
        moment = self.ground.drive(self.wiring[line], active)
        if self._inputs is not None and self._inputs.lines:
            self._collect()
        return moment

    def told(self) -> list[Told]:
        """All that has been put since the last time."""
        self._collect()
        told, self._told = self._told, []
        return told

    def levels(self) -> dict[Line, bool]:
        """Of every line but the sentinel's."""
        return {line: self.inputs.active(line) for line in self.inputs.lines if line != SENTINEL}

    def close(self) -> None:
        """Lines, then ground."""
        if self._inputs is not None:
            self._inputs.close()
        self.ground.close()

    def _collect(self) -> None:
        """The sentinel is touched and left, and both must be heard."""
        for active in (True, False):
            self.ground.drive(self._sentinel, active)
            while (edge := self.heard.get(timeout=LATE_S))[0] != SENTINEL:
                self._told.append(edge)
