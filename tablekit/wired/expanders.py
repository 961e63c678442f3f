"""Seats at I²C expanders: their levels are polled, so each stamp errs by the time between two readings."""

import logging
from collections.abc import Mapping

from tablekit.config import Expander, Pin
from tablekit.devices.poller import Polled, Unread
from tablekit.effects import Text
from tablekit.inlet import Inlet
from tablekit.intake.debounce import Line
from tablekit.kit import Kit
from tablekit.tables import Device

log = logging.getLogger(__name__)


def lines_of(told: Expander, first: int) -> Mapping[Line, Pin]:
    """The lines of that part of a table; its seats begin with `first`."""
    pads = {Line("pad", seat): wired for seat, wired in enumerate(told.pad_pins(), first)}
    return pads | {Line("mask", seat): wired for seat, wired in enumerate(told.mask_pins(), first)}


class ExpanderPart:
    """Pads and masks at a row of expanders, read by a thread of their own."""

    def __init__(self, kit: Kit, inlet: Inlet, lines: Mapping[Line, Pin]) -> None:
        self.kit, self.inlet, self.lines = kit, inlet, lines
        self.touched: set[int] = set()
        self.worst_us = 0
        """The largest error that a stamp has had."""
        self._active: dict[Line, bool] = {}

    @property
    def due_us(self) -> int | None:
        """Its thread tells all the time."""
        return None

    def before(self, now_us: int) -> None:
        """Its thread has told."""

    def after(self, now_us: int) -> None:
        """It has nothing to be told."""

    def bring(self, what: Device) -> None:
        """What was read, in the middle of when it may have become so."""
        if isinstance(what, Polled) and what.device == self.inlet.name:
            self._polled(what)
        elif isinstance(what, Unread) and what.device == self.inlet.name:
            self.inlet.lost()
            self.touched.clear()
            self.kit.tell(Text("{what}.", {"what": what.why.partition(". ")[0]}))  # the remedy is in the log

    def _polled(self, read: Polled) -> None:
        active = {
            line: bool(read.levels >> pin.number & 1) == (pin.active == "high") for line, pin in self.lines.items()
        }
        if read.since_us is None:
            if self.inlet.source.lost:
                self.inlet.back(read.upto_us)
            for line, now in active.items():
                self.inlet.level(read.upto_us, line, now)
        else:
            at_ns, err_us = (read.since_us + read.upto_us) * 500, (read.upto_us - read.since_us + 1) // 2
            for line, now in active.items():
                if now != self._active[line]:
                    self.worst_us = max(self.worst_us, err_us)
                    self.inlet.edge(line, at_ns, now, err_us)
        self._active = active
        self.touched = {line.seat for line, now in active.items() if now and line.kind == "pad"}
        self.inlet.promised(read.from_us)
