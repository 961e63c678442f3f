"""The cable between the kit and a hub: bytes that come later, in pieces, damaged, doubled, or not at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

BYTE_US = 40
"""On the wire, at 250,000 baud; 0 where the hub itself takes as long."""
OVERTAKEN_US = 3_000
NEVER_US = 1 << 60


class Delay(NamedTuple):
    """Microseconds: at least; then until the next frame; then as the kernel likes; then, seldom, far longer."""

    least: int
    frame: int
    mean: int
    spikes: float = 0.0

    def draw(self, chance: Random) -> int:
        delay_us = self.least + int(self.frame * chance.random()) + int(chance.expovariate(1 / self.mean))
        if self.spikes and chance.random() < self.spikes:
            delay_us += int(chance.expovariate(1 / 30_000))
        return delay_us


class Model(NamedTuple):
    """A kind of cable: to the hub, and back to the kit."""

    there: Delay
    back: Delay


MODELS = {
    "UART": Model(Delay(15, 1, 20), Delay(55, 1, 30)),
    "USB CDC": Model(Delay(40, 125, 22), Delay(100, 1_000, 30)),
    "USB CDC, loaded host": Model(Delay(40, 125, 22, 0.1), Delay(100, 1_000, 30, 0.1)),
    "USB-UART, 16 ms timer": Model(Delay(40, 1_000, 15), Delay(380, 16_000, 30)),
}


@dataclass(frozen=True, slots=True)
class Faults:
    """Shares of one: of the bytes that are damaged; of the pieces that are lost, doubled, or overtaken by the next."""

    damaged: float = 0.0
    lost: float = 0.0
    doubled: float = 0.0
    overtaken: float = 0.0


CLEAN = Faults()
BAD = Faults(damaged=0.01, lost=0.01, doubled=0.01, overtaken=0.01)


class Way:
    """One direction, in true time."""

    def __init__(self, delay: Delay, faults: Faults, byte_us: int, chance: Random) -> None:
        self.cut_from_us = self.cut_until_us = NEVER_US
        """What sets out between these is lost."""
        self._delay, self._faults, self._chance = delay, faults, chance
        self._byte_us = byte_us
        self._coming: list[tuple[int, int, bytes]] = []
        self._sent = 0
        self._last_us = self._free_us = 0

    @property
    def next_us(self) -> int:
        """When the next piece comes."""
        return self._coming[0][0] if self._coming else NEVER_US

    def send(self, data: bytes, at_us: int) -> None:
        """It sets out, behind what is on the wire already."""
        if not data:
            return
        self._free_us = max(self._free_us, at_us) + self._byte_us * len(data)
        chance, faults = self._chance, self._faults
        if self.cut_from_us <= at_us < self.cut_until_us or chance.random() < faults.lost:
            return
        for _ in range(2 if chance.random() < faults.doubled else 1):
            spoilt = self._spoilt(data)
            cut = chance.randrange(len(spoilt)) if chance.random() < 0.1 else 0
            for piece in (spoilt[:cut], spoilt[cut:]):
                if piece:
                    self._post(piece, self._free_us + self._delay.draw(chance))
        self._coming.sort()

    def due(self, upto_us: int) -> Iterator[tuple[int, bytes]]:
        """What has come by then, each with when."""
        while self._coming and self._coming[0][0] <= upto_us:
            at_us, _, data = self._coming.pop(0)
            yield at_us, data

    def _post(self, data: bytes, arrives_us: int) -> None:
        arrives_us = max(arrives_us, self._last_us)
        if self._chance.random() < self._faults.overtaken:
            arrives_us += OVERTAKEN_US
        else:
            self._last_us = arrives_us
        self._sent += 1
        self._coming.append((arrives_us, self._sent, data))

    def _spoilt(self, data: bytes) -> bytes:
        share, chance = self._faults.damaged, self._chance
        if not share or chance.random() >= 1 - (1 - share) ** len(data):
            return data
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        for place in range(len(data)):
            if chance.random() < share:
                spoilt[place] ^= 1 << chance.randrange(8)
        return bytes(spoilt)
