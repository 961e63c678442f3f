"""What a builder would write instead, in good faith: no stamps, no order, no journal."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from queue import Queue

from gpiozero import Button
from gpiozero.pins.mock import MockFactory

FIRST_GPIO = 4


class CallbackVotes:
    """gpiozero calls back, and the press is counted when it does. The pins are gpiozero's own simulated ones."""

    def __init__(self, seats: int) -> None:
        self.votes = Counter[int]()
        self._factory = MockFactory()
        self._pads = {}
        self._drives = {}
        for seat in range(1, seats + 1):
            pad = Button(FIRST_GPIO + seat, pin_factory=self._factory)
            pad.when_pressed = partial(self._pressed, seat)
            self._pads[seat] = pad
            self._drives[seat] = (pad.pin.drive_high, pad.pin.drive_low)

    def edge(self, seat: int, down: bool) -> None:
        """The pad's contact closes, or opens."""
        self._drives[seat][down]()

    def close(self) -> None:
        """Let go of the pins."""
        for pad in self._pads.values():
            pad.close()
        self._factory.close()

    def _pressed(self, seat: int) -> None:
        self.votes[seat] += 1


class QueuedVotes:
    """Callbacks put into a queue; a loop takes from it, and a handler for each kind of event counts."""

    def __init__(self) -> None:
        self.votes = Counter[int]()
        self.down = set[int]()
        self._queue = Queue[tuple[str, int]]()
        self._handlers: dict[str, Callable[[int], None]] = {"pressed": self._pressed, "released": self.down.discard}

    def put(self, what: str, seat: int) -> None:
        """From the callback's thread."""
        self._queue.put((what, seat))

    def handle(self) -> None:
        """All that is queued."""
        while not self._queue.empty():
            what, seat = self._queue.get()
            self._handlers[what](seat)

    def _pressed(self, seat: int) -> None:
        self.down.add(seat)
        self.votes[seat] += 1
