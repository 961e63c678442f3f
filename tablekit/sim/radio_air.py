"""A radio between a kit and a remote, in virtual time: what is lost, doubled, late and out of order comes by seed."""

import random
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from tablekit.wire.remote_link import KeyPress, RemoteLink

STEP_US = 5_000
BYTE_US = 1_042
"""On a serial line of 9600 baud."""


class Remote(Protocol):
    """A remote of any kind: simulated, or its program in an emulator."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What it shows, without the spaces at the end of a line."""

    @property
    def failed(self) -> bool:
        """The sign "!"."""

    @property
    def busy(self) -> bool:
        """The sign of a press under way."""

    def press(self, key: str, at_us: int) -> None:
        """The host presses a key."""

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes of its radio."""

    def to_send(self, now_us: int) -> list[bytes]:
        """What it gives to its radio until `now_us`."""


class Weather(NamedTuple):
    """How bad the radio is: chances of a frame, and the most that it is late."""

    lost: float = 0
    doubled: float = 0
    late_us: int = 0
    in_order: bool = False


CALM = Weather()


class Air:
    """The kit's link and a remote, with a radio between them. A remote with a line of its own waits for it itself."""

    def __init__(
        self, link: RemoteLink, remote: Remote, weather: Weather = CALM, seed: int = 0, byte_us: int = BYTE_US
    ) -> None:
        self.link = link
        self.remote = remote
        self.weather = weather
        self.now_us = 0
        self.presses: list[KeyPress] = []
        self.heard: list[tuple[str, bytes]] = []
        """All that was ever sent, as an eavesdropper hears it: to whom, and the frame."""
        self.keeps = True
        """The kit acknowledges what it has taken."""
        self._byte_us = byte_us
        self._random = random.Random(seed)
        self._flying: list[tuple[int, str, bytes]] = []
        self._last_us = {"kit": 0, "remote": 0}

    def run(self, us: int) -> None:
        """Let that time pass."""
        end_us = self.now_us + us
        while self.now_us < end_us:
            self.now_us += STEP_US
            self._send("kit", self.remote.to_send(self.now_us))
            self._send("remote", self.link.to_send(self.now_us))
            while self._flying and min(self._flying)[0] <= self.now_us:
                self._deliver(*self._landed())
            for press in self.link.drain():
                self.presses.append(press)
                if self.keeps:
                    self.link.acknowledge(press.number)

    def press(self, keys: str, every_us: int = 200_000) -> None:
        """The host presses these keys, one after the other."""
        for key in keys:
            self.remote.press(key, self.now_us)
            self.run(every_us)

    def inject(self, to: str, data: bytes) -> None:
        """Somebody else sends this."""
        self._flying.append((self.now_us + STEP_US, to, data))

    @property
    def keys(self) -> str:
        """The keys that the kit has got."""
        return "".join(press.key for press in self.presses)

    def _send(self, to: str, frames: Iterable[bytes]) -> None:
        for data in frames:
            self.heard.append((to, data))
            if self._random.random() < self.weather.lost:
                continue
            for _ in range(1 + (self._random.random() < self.weather.doubled)):
                at_us = self.now_us + len(data) * self._byte_us + round(self._random.random() * self.weather.late_us)
                if self.weather.in_order:
                    at_us = self._last_us[to] = max(at_us, self._last_us[to])
                self._flying.append((at_us, to, data))

    def _landed(self) -> tuple[int, str, bytes]:
        self._flying.remove(first := min(self._flying))
        return first

    def _deliver(self, at_us: int, to: str, data: bytes) -> None:
        if to == "kit":
            self.link.received(data, at_us)
        else:
            self.remote.received(data, at_us)
