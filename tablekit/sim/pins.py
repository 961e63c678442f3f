"""The simulated pins: gpiozero's own mock, in which the simulation holds the lines and stamps their edges."""

from typing import Any

from gpiozero import HeaderInfo, PinInfo
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiBoardInfo

from tablekit.devices.gpio import WORD, Wire, Wiring
from tablekit.intake.debounce import Line
from tablekit.timebase import US_PER_S

PI_4B = 0xC03111
FIRST_FREE_LINE = 4  # 0 and 1 name the Pi's add-on board, 2 and 3 are I²C with pulls of their own
HEADER_LINES, CHIP_LINES = 28, 58


class HeldPin(MockPin):  # type: ignore[misc]
    """A pin whose level the world holds against any pull, and whose edges carry the factory's ticks."""

    def _set_pull(self, value: str) -> None:
        held = self.state
        super()._set_pull(value)
        self._state = held

    def _call_when_changed(self) -> None:
        self._last_change = self.factory.ticks()
        super()._call_when_changed()


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """A Pi with all lines of its chip; the wired ones are inactive until driven. Ticks stand still between drives."""

    def __init__(self, wiring: Wiring) -> None:
        self._board = _whole_chip()
        self._wiring = wiring
        self._now_us = 0
        super().__init__(revision=f"{PI_4B:x}", pin_class=HeldPin)
        for line in wiring:
            self.drive(line, active=False, at_us=0)

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """Hold the line (in)active from `at_us` on; a change goes through gpiozero's own path into the callback."""
        self._now_us = at_us
        wire = self._wiring[line]
        pin = self.pin(wire.gpio)
        if active == (wire.active == "high"):
            pin.drive_high()
        else:
            pin.drive_low()

    def ticks(self) -> float:
        """The stamp of the last drive, in seconds."""
        return self._now_us / US_PER_S

    def _get_board_info(self) -> Any:
        return self._board


def simulated_wiring(seats: int) -> Wiring:
    """Pads, masks, key and word on consecutive lines: 10 seats fit the header, 20 need the rest of the chip.

    A pad closes to ground under a hand; a mask that leaves its dock opens the switch.
    """
    circle = range(1, seats + 1)
    lines = [*(Line("pad", seat) for seat in circle), *(Line("mask", seat) for seat in circle), Line("key", 0), WORD]
    return {
        line: Wire(gpio, "up", "high" if line.kind == "mask" else "low")
        for gpio, line in enumerate(lines, FIRST_FREE_LINE)
    }


def _whole_chip() -> Any:
    """The board of a Pi 4B, with the lines of its chip that do not reach the header beside it."""
    board = PiBoardInfo.from_revision(PI_4B)
    beside = {
        number: PinInfo(
            number=number,
            name=f"GPIO{number}",
            names=frozenset({number, f"GPIO{number}"}),
            pull="",
            row=number - HEADER_LINES + 1,
            col=1,
            interfaces=frozenset({"gpio"}),
        )
        for number in range(HEADER_LINES, CHIP_LINES)
    }
    header = HeaderInfo(name="CHIP", rows=len(beside), columns=1, pins=beside)
    return board._replace(headers={**board.headers, header.name: header})
