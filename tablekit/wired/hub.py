"""Seats at a hub: they, the key and the onset at the end of one serial port, and behind it the radio of the remote."""

import logging
from collections.abc import Callable
from typing import Protocol

from tablekit.devices.port import Closed, Received, Sought
from tablekit.devices.sound import Started
from tablekit.effects import WORDS, Text
from tablekit.inlet import Inlet
from tablekit.kit import Kit
from tablekit.seats import HubSeats
from tablekit.tables import Device
from tablekit.timebase import US_PER_S, Clock

log = logging.getLogger(__name__)

COMES_US = 6 * US_PER_S
"""A hub that was just plugged in has answered by then; without it the game goes on, its pads unknown."""


class Port(Protocol):
    """The owner of a serial port."""

    name: str | None
    """Where its device is, while it is there."""

    def write(self, data: bytes) -> None:
        """Queue it for the device; never blocks, never raises."""


class HubPart:
    """The seats' own counter is mapped to table time. The lights are the hub's own."""

    def __init__(self, kit: Kit, inlet: Inlet, port: Port, clock: Clock, first: int = 1) -> None:
        self.kit, self.inlet = kit, inlet
        self.seats = HubSeats(kit, inlet, first)
        self.port, self._clock = port, clock
        self.touched: set[int] = set()
        self._comes_us: int | None = clock.now_us() + COMES_US

    @property
    def due_us(self) -> int | None:
        """When the hub wants something."""
        return self.seats.hub.due_us()

    def before(self, now_us: int) -> None:
        """Wait a while for the hub's first answer, then no more."""
        if self._comes_us is not None and (self.seats.hub.attached or now_us > self._comes_us):
            if not self.seats.hub.attached:
                self.inlet.lost()
            self._comes_us = None
        self.after(now_us)

    def after(self, now_us: int) -> None:
        """Say what is to be said."""
        if out := self.seats.turn(now_us):
            self.port.write(out)

    def listen(self, radio: Callable[[bytes, int], None], channel: int) -> None:
        """Have `radio` hear what the hub's radio brings on that channel."""
        self.seats.hub.radio = radio
        self.seats.hub.link.channel(channel)

    def radio(self, data: bytes) -> None:
        """Bytes for the radio."""
        self.seats.hub.link.radio(data)

    def bring(self, what: Device) -> None:
        """What has come from the hub's port; or the word began so that it could be heard."""
        hub = self.seats.hub
        match what:
            case Received(device=device, data=data, at_us=at_us) if device == self.inlet.name:
                hub.received(data, at_us)
            case Closed(device=device, why=why) if device == self.inlet.name:
                log.warning("the %s is gone: %s", device, why)
                hub.closed()
            case Sought(device=device, why=why) if why is not None and device == self.inlet.name:
                log.warning("%s", why)
                self.kit.tell(Text("{what}.", {"what": str(why).partition(". ")[0]}))  # the remedy is in the log
            case Started(silent=False) if what.cue in WORDS:
                hub.word_begins(what.at_us, what.err_us)
            case _:
                pass
