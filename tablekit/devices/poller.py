"""Lines that must be asked: a thread reads their levels again and again, and says when they may have changed.

The bus of the expanders can stand still for long: so nobody else waits for it.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple, Protocol

from tablekit.errors import DeviceError
from tablekit.timebase import Clock

log = logging.getLogger(__name__)

PAUSE_S = 0.001
"""From one reading to the next: the bus may be needed for the lights."""
AGAIN_S = 0.5
"""From one attempt to open it to the next."""
CALM_US = 20_000
"""So often it says that nothing has changed."""
CLOSE_S = 1.0


class Polled(NamedTuple):
    """All levels as they were at some instant from `from_us` to `upto_us`; those before lasted at least to `since_us`.

    `since_us` is None if nothing is known of what was before.
    """

    device: str
    levels: int
    since_us: int | None
    from_us: int
    upto_us: int


class Unread(NamedTuple):
    """It cannot be read, and is tried again and again."""

    device: str
    why: str


class Chips(Protocol):
    """Lines that can be read."""

    faults: tuple[type[Exception], ...]
    """What `read` raises when the bus does not answer."""

    def read(self) -> int:
        """The levels of all lines now."""

    def close(self) -> None:
        """Let go of them."""


class Poller:
    """Reads what `open_chips` opens. Everything is `put` from its one thread; so `put` must not raise, nor block."""

    def __init__(
        self, device: str, open_chips: Callable[[], Chips], put: Callable[[Polled | Unread], None], clock: Clock
    ) -> None:
        self._device, self._open, self._put, self._clock = device, open_chips, put, clock
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=device, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the lines, soon; a bus that hangs keeps nobody waiting for more than `CLOSE_S`."""
        self._closing.set()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        told = False
        while not self._closing.is_set():
            try:
                with self._opened() as chips:
                    told = False
                    self._follow(chips)
            except DeviceError as error:
                if not told:
                    told = True
                    log.warning("%s", error)
                    self._put(Unread(self._device, str(error)))
                self._closing.wait(AGAIN_S)

    @contextmanager
    def _opened(self) -> Iterator[Chips]:
        with closing(self._open()) as chips:
            try:
                yield chips
            except chips.faults as error:
                raise DeviceError(
                    409,
                    f"the {self._device} does not answer: {error}",
                    "Check its cable; the kit tries again and again, and goes on by itself when it is back",
                ) from error

    def _follow(self, chips: Chips) -> None:
        levels: int | None = None
        since_us: int | None = None
        told_us = 0
        while not self._closing.is_set():
            from_us = self._clock.now_us()
            now = chips.read()
            upto_us = self._clock.now_us()
            if now != levels or from_us - told_us >= CALM_US:
                self._put(Polled(self._device, now, since_us, from_us, upto_us))
                told_us = from_us
            levels, since_us = now, from_us
            self._closing.wait(PAUSE_S)
