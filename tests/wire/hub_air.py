"""A simulated hub and the Pi's end of its link, with whatever happens to the bytes between; and messages by hand."""

from collections.abc import Iterable
from random import Random

from tablekit.sim.hub import Counter, SimulatedHub
from tablekit.sim.link import Faults, Link
from tablekit.wire.codec import encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.hub_link import HubLink, Promise, Told, What
from tablekit.wire.messages import VERSION, Edge, Heartbeat, Hello, Message

MS = 1_000
BOOT = 0xABCDEF01
NONE = bytes(6)


class LoggingHub(SimulatedHub):
    """Besides, it remembers every line of its log, without the wrap of its number."""

    def __init__(self, counter: Counter, first: int = 0, boot: int = BOOT) -> None:
        self.kept: list[Edge] = []
        super().__init__(counter, boot)
        self._first = self._next = first

    def _keep(self, what: What, number: int, ticks: int, extent_us: int = 0) -> None:
        super()._keep(what, number, ticks, extent_us)
        self.kept.append(self._log[self._next - 1])


class Air:
    """Both ends and the two ways between, in steps of at most two milliseconds."""

    def __init__(self, hub: SimulatedHub, faults: Faults, chance: Random) -> None:
        self.hub, self.link = hub, HubLink()
        self.told: list[Told] = []
        self.now_us = 0
        self._up, self._down = Link(faults, chance), Link(faults, chance)

    def run(self, to_us: int) -> None:
        while self.now_us < to_us:
            self.now_us = min(to_us, self.now_us + 2 * MS)
            self.hub.run(self.now_us)
            for at_us, data in self._down.due(self.now_us):
                self.hub.received(data, at_us)
            for at_us, data in self.hub.out:
                self._up.send(data, at_us)
            self.hub.out.clear()
            for at_us, data in self._up.due(self.now_us):
                self.told += self.link.received(data, at_us)
            self._down.send(self.link.to_send(self.now_us), self.now_us)

    def attach(self) -> None:
        """Until the first promise."""
        while not any(isinstance(one, Promise) for one in self.told):
            self.run(self.now_us + 10 * MS)

    def heal(self) -> None:
        """From now on nothing happens to the bytes."""
        self._up.faults = self._down.faults = Faults(delay_us=50, jitter_us=0)


# -- by hand
def hello(boot: int = BOOT, version: int = VERSION) -> Hello:
    return Hello(version, 0x0100, boot, 2_000_000, 0, 1)


def beat(
    next_seq: int = 0,
    ticks: int = 1_000,
    *,
    pending: int | None = None,
    down: Iterable[int] = (),
    armed: int = 0,
    rate: int = 100,
    boot: int = BOOT,
) -> Heartbeat:
    bits = sum(1 << line for line in down).to_bytes(6, "little")
    return Heartbeat(
        boot, ticks, ticks if pending is None else pending, next_seq, bits, NONE, armed, rate, 0, 0, 0, 0, 0, 0, 0
    )


def edge(seq: int, what: What = What.PRESS, line: int = 3, ticks: int = 900, boot: int = BOOT) -> Edge:
    return Edge(boot & 0xFF, seq % (1 << 16), what, line, ticks, 0, 0)


def hear(link: HubLink, *messages: Message, at_us: int = 0) -> list[Told]:
    """The messages come, one after the other."""
    return [told for message in messages for told in link.received(frame(encode(message)), at_us)]


def payloads(data: bytes) -> list[bytes]:
    return Frames().feed(data)
