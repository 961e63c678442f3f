"""Faults of a hub's link and of the Pi's side of it, to be planted in a room and found by the proof."""

from random import Random

import msgspec
from hub_counter import DriftingCounter
from hub_room import MS, HubRoom, Simulated

from tablekit.devices.hub import Hub
from tablekit.events import Event, HandDown, LinkLost, WordHeard, WordKey
from tablekit.inlet import Inlet
from tablekit.sim.hub import SimulatedHub
from tablekit.wire.frames import Frames
from tablekit.wire.hub_link import HubLink
from tablekit.wire.messages import Edge, Hello


# -- what the game is told
class MapsCompared(HubRoom):
    """Stamps of table time are compared, as if the map from ticks to them were exact."""

    @staticmethod
    def spoil(event: Event) -> Event:
        if isinstance(event, HandDown | WordHeard | WordKey):
            return msgspec.structs.replace(event, clock="", err_us=0)
        return event


class LossUntold(HubRoom):
    """Nobody is told that the hub is gone."""

    @staticmethod
    def spoil(event: Event) -> Event | None:
        return None if isinstance(event, LinkLost) else event


# -- what the kit is promised
class PromisesTooMuch(HubRoom):
    """The future is promised, 30 ms of it."""

    def prepare(self) -> None:
        inlet = self.kit.inlets[0]
        inlet.promised = lambda upto_us, held_us: Inlet.promised(inlet, upto_us + 30 * MS, held_us + 30 * MS)  # type: ignore[method-assign]


class ForgetsPending(HubRoom):
    """What is under way at the hub is not waited for."""

    def prepare(self) -> None:
        inlet = self.kit.inlets[0]
        inlet.promised = lambda upto_us, held_us: Inlet.promised(inlet, upto_us, upto_us)  # type: ignore[method-assign]


# -- the link
class Planted(HubRoom):
    """A room whose kit has another link."""

    def prepare(self) -> None:
        self.seats.hub.link = self.link()

    def link(self) -> HubLink:
        raise NotImplementedError


class ByArrival(Planted):
    """A hand is stamped when the kit hears of it."""

    def link(self) -> HubLink:
        room = self

        class Link(HubLink):
            def _follow(self, edge: Edge) -> None:
                counter: DriftingCounter = room.hubs[-1][1].counter  # type: ignore[attr-defined]
                super()._follow(edge._replace(ticks=counter.ticks(room.now_us) % (1 << 32)))

        return Link()


class SkipsLines(Planted):
    """A line of the log that is missing is not waited for."""

    def link(self) -> HubLink:
        class Link(HubLink):
            def _edge(self, edge: Edge) -> None:
                if self._next is not None and 0 < (edge.seq - self._next) % (1 << 16) < 64:
                    self._next = edge.seq
                super()._edge(edge)

        return Link()


class SameBoot(Planted):
    """A reset is not noticed: the new counter is read by the map of the old one."""

    def link(self) -> HubLink:
        class Link(HubLink):
            def _hello(self, hello: Hello, at_us: int) -> None:
                if self.boot is None:
                    super()._hello(hello, at_us)
                elif hello.boot != self.boot:
                    self.boot, self._next = hello.boot, None

        return Link()


class Unchecked(Planted):
    """A damaged frame is believed."""

    def link(self) -> HubLink:
        class Believed(Frames):
            def feed(self, data: bytes) -> list[bytes]:
                *ended, rest = (bytes(self._piece) + data).split(b"\0")
                self._piece = bytearray(rest)
                return [payload for stuffed in ended if (payload := unstuffed(stuffed)[:-4])]

        link = HubLink()
        link._frames = Believed()
        return link


def unstuffed(stuffed: bytes) -> bytes:
    """COBS backwards, whatever it holds."""
    out, at = bytearray(), 0
    while at < len(stuffed):
        out += stuffed[at + 1 : at + stuffed[at]] + b"\0"
        at += stuffed[at]
    return bytes(out[:-1])


# -- the Pi's side
class NoWrap(HubRoom):
    """The counter is believed never to wrap."""

    def prepare(self) -> None:
        hub = self.seats.hub
        booted = hub._booted

        def begin(hello: Hello, at_us: int) -> None:
            booted(hello, at_us)
            assert hub.clock is not None
            hub.clock.extend = lambda ticks: ticks  # type: ignore[method-assign]

        hub._booted = begin  # type: ignore[method-assign]


class Unheard(HubRoom):
    """What began before the hub was back is only evidence."""

    def prepare(self) -> None:
        self.seats.hub._under_way = lambda edge: None  # type: ignore[method-assign]


class TakesForTold(HubRoom):
    """What was not promised before a loss is taken for told."""

    def prepare(self) -> None:
        hub = self.seats.hub

        def lose() -> None:
            known = set(hub._known)
            Hub._lose(hub)
            hub._known = known

        hub._lose = lose  # type: ignore[method-assign]


# -- the hub
class NeverAgain(Simulated):
    """The hub says each line once."""

    def __call__(self, at_us: int, boots: int, active: frozenset[int], wraps_us: int, chance: Random) -> SimulatedHub:
        hub = super().__call__(at_us, boots, active, wraps_us, chance)
        run = hub.run

        def once(to_us: int) -> None:
            hub._resend_us = None
            run(to_us)

        hub.run = once  # type: ignore[method-assign]
        return hub


class LastBounce(Simulated):
    """The hub stamps a hand when it lies still."""

    def __call__(self, at_us: int, boots: int, active: frozenset[int], wraps_us: int, chance: Random) -> SimulatedHub:
        hub = super().__call__(at_us, boots, active, wraps_us, chance)
        keep = hub._keep
        hub._keep = lambda what, number, ticks, extent_us=0: keep(what, number, ticks + 2 * extent_us)  # type: ignore[method-assign]
        return hub


ROOMS = (
    MapsCompared,
    LossUntold,
    PromisesTooMuch,
    ForgetsPending,
    ByArrival,
    SkipsLines,
    SameBoot,
    Unchecked,
    NoWrap,
    Unheard,
    TakesForTold,
)
HUBS = (NeverAgain, LastBounce)
