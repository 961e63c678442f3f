"""A table with a hub: seats, key and onset at the end of one serial port, and behind it the radio of the remote."""

import logging
from collections.abc import Callable
from typing import Protocol

from tablekit.devices.port import Closed, Received, Sought
from tablekit.devices.sound import Started
from tablekit.effects import WORDS, Text
from tablekit.events import CueStarted
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


class HubTable:
    """Table time is the kernel's; the seats' own counter is mapped to it."""

    def __init__(self, kit: Kit, port: Port, clock: Clock) -> None:
        self.kit, self.seats = kit, HubSeats(kit)
        self.port, self._clock = port, clock
        self._comes_us: int | None = clock.now_us() + COMES_US

    @property
    def now_us(self) -> int:
        """The kernel's monotonic clock."""
        return self._clock.now_us()

    @property
    def wake_us(self) -> int | None:
        """When the hub wants something; what the kit waits for comes from there."""
        return self.seats.hub.due_us()

    def turn(self) -> None:
        """Let everything act that the hub has promised; tell it at once what came of it."""
        now_us = self._clock.now_us()
        self._mind(now_us)
        self._say(now_us)
        self.kit.turn()
        self._say(self._clock.now_us())

    def press(self, key: str, at_us: int | None = None, seen: int | None = None) -> None:
        """A key that acts on arrival."""
        self.kit.press(key, at_us, seen)

    def listen(self, radio: Callable[[bytes, int], None], channel: int) -> None:
        """Have `radio` hear what the hub's radio brings on that channel."""
        self.seats.hub.radio = radio
        self.seats.hub.link.channel(channel)

    def radio(self, data: bytes) -> None:
        """Bytes for the radio."""
        self.seats.hub.link.radio(data)

    def bring(self, what: Device) -> None:
        """What has come from the hub's port; or a cue began that could be heard."""
        hub = self.seats.hub
        match what:
            case Received(data=data, at_us=at_us):
                hub.received(data, at_us)
            case Closed(why=why):
                log.warning("the hub is gone: %s", why)
                hub.closed()
            case Sought(why=why) if why is not None:
                log.warning("%s", why)
                self.kit.tell(Text("{what}.", {"what": str(why).partition(". ")[0]}))  # the remedy is in the log
            case Started(silent=False):
                if what.cue in WORDS:
                    hub.word_begins(what.at_us, what.err_us)
                self.kit.arrived(CueStarted(what.at_us, err_us=what.err_us, cue=what.cue))
            case _:
                pass

    def _say(self, now_us: int) -> None:
        if out := self.seats.turn(now_us):
            self.port.write(out)

    def _mind(self, now_us: int) -> None:
        """Wait a while for the hub's first answer, then no more."""
        if self._comes_us is not None and (self.seats.hub.attached or now_us > self._comes_us):
            if not self.seats.hub.attached:
                self.kit.lost()
            self._comes_us = None
