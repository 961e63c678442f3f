"""The hub's real program on a bench: what is said to it, what is heard of it, and when its lines truly change."""

from collections.abc import Sequence
from typing import TypeVar

from tablekit.sim.hub_avr import CYCLES_A_TICK, CYCLES_A_US, HubAvr
from tablekit.wire.messages import Ack, Edge, Hello, Message

RELEASE, PRESS, REJECTED, ONSET = range(4)
MS = 1_000 * CYCLES_A_US
BOUNCES_US = (0, 300, 700, 1_500, 2_000, 3_300, 3_800)
Kind = TypeVar("Kind")


class Bench:
    """One hub. Times are milliseconds since power-on."""

    def __init__(self, eeprom: bytes = b"", active: Sequence[int] = ()) -> None:
        self.hub = HubAvr(eeprom, active)
        self.heard: list[tuple[float, Message]] = []
        self.live(5)

    @property
    def now_ms(self) -> float:
        return self.hub.now / MS

    def live(self, ms: float, skip: bool = True) -> list[Message]:
        """Let so much time pass; what the hub has said in it."""
        until = self.hub.now + round(ms * MS)
        (self.hub.advance if skip else self.hub.run)(until)
        said = [(time / MS, message) for time, message in self.hub.said()]
        self.heard += said
        return [message for _, message in said]

    def say(self, *messages: Message) -> float:
        """The time when the last byte has come."""
        return self.hub.say(*messages) / MS

    def acknowledge(self) -> None:
        """All that has been logged."""
        self.say(Ack(self.last(Hello).boot, self.log()[-1].seq + 1))
        self.live(3)

    def contact(self, line: int, at_ms: float, held_ms: float, bounces_us: Sequence[int] = BOUNCES_US) -> None:
        """A hand that bounces as it comes, and is held."""
        for i, after_us in enumerate(bounces_us):
            self.hub.put(line, i % 2 == 0, round(at_ms * MS) + after_us * CYCLES_A_US)
        self.hub.put(line, False, round((at_ms + held_ms) * MS))

    def ticks(self, at_ms: float) -> float:
        """What the counter truly says then."""
        return (at_ms * MS - self.hub.tick_0) / CYCLES_A_TICK

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [message for _, message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[Kind]) -> Kind:
        return self.all(kind)[-1]

    def log(self) -> list[Edge]:
        """The log's lines in their order; what was sent again is the same."""
        lines: dict[int, Edge] = {}
        for edge in self.all(Edge):
            assert lines.setdefault(edge.seq, edge) == edge
        return [lines[seq] for seq in sorted(lines)]


def bits(mask: bytes) -> set[int]:
    """The lines of a Heartbeat's `down` or `active`."""
    return {line for line in range(8 * len(mask)) if mask[line // 8] >> line % 8 & 1}
