"""One way of a simulated link: what is sent comes later, and not always as it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Faults:
    """What happens to what is sent, as shares of one; delays in microseconds."""

    delay_us: int = 0
    jitter_us: int = 0
    lost: float = 0.0
    doubled: float = 0.0
    overtaken: float = 0.0
    """So many pieces come after the one that follows."""
    damaged: float = 0.0
    """Of the bytes."""


CLEAN = Faults()
ROUGH = Faults(lost=0.01, doubled=0.01, overtaken=0.01, damaged=0.001)
"""What a good log must heal, so that nobody notices."""
OVERTAKEN_US = 5_000


class Link:
    """Carries pieces of bytes one way, in table time."""

    def __init__(self, faults: Faults, chance: Random) -> None:
        self.faults = faults
        self._chance = chance
        self._coming: list[tuple[int, int, bytes]] = []
        self._sent = 0
        self._last_us = 0

    @property
    def next_us(self) -> int | None:
        """When the next piece comes."""
        return min(self._coming)[0] if self._coming else None

    def send(self, data: bytes, at_us: int) -> None:
        """One piece sets out; those that are not overtaken come in their order."""
        faults, chance = self.faults, self._chance
        if not data:
            return
        copies = 0 if chance.random() < faults.lost else 2 if chance.random() < faults.doubled else 1
        for _ in range(copies):
            arrives_us = max(at_us + faults.delay_us + chance.randint(0, faults.jitter_us), self._last_us)
            if chance.random() < faults.overtaken:
                arrives_us += OVERTAKEN_US
            else:
                self._last_us = arrives_us
            self._sent += 1
            self._coming.append((arrives_us, self._sent, self._spoilt(data)))

    def due(self, upto_us: int) -> Iterator[tuple[int, bytes]]:
        """The pieces that have come by then, with when."""
        self._coming.sort()
        while self._coming and self._coming[0][0] <= upto_us:
            at_us, _, data = self._coming.pop(0)
            yield at_us, data

    def _spoilt(self, data: bytes) -> bytes:
        if not self.faults.damaged:
            return data
        return bytes(
            byte ^ 1 << self._chance.randrange(8) if self._chance.random() < self.faults.damaged else byte
            for byte in data
        )
