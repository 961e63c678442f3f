"""What a builder would write instead, in good faith: to count votes, and to tell whether a hand came before the word.

Each judge of a hand is told T exactly, which his program could not know.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from queue import Queue

from gpiozero import Button
from gpiozero.pins.mock import MockFactory

from benchmarks.hands import Hand

FIRST_GPIO = 4
BOUNCE_TIME_US = 50_000
TIMER_US = 600
"""gpiozero hands `bounce_time` on to lgpio, which tells a level once the line was quiet for so long, and stamps it
then: with 50 ms, a press at 0 whose bounce ended at 16 ms was measured to be stamped 66.6 ms."""


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


def on_arrival(hand: Hand) -> bool:
    """Is the first callback that says "pressed" before T?"""
    return min(edge.heard_us for edge in hand.press if edge.down) < 0


def debounced_us(hand: Hand) -> int:
    """The stamp of the press by lgpio's debounce, relative to T."""
    return hand.press[-1].at_us + BOUNCE_TIME_US + TIMER_US


def debounced_stamp(hand: Hand) -> bool:
    """With a bounce time: is the stamp before T?"""
    return debounced_us(hand) < 0


def debounced_arrival(hand: Hand) -> bool:
    """With a bounce time: is the callback before T?"""
    last = hand.press[-1]
    return debounced_us(hand) + last.heard_us - last.at_us < 0


def debounced_stamp_set_back(hand: Hand) -> bool:
    """By a builder who knows of the bounce time and subtracts it."""
    return debounced_us(hand) - BOUNCE_TIME_US < 0


JUDGES: dict[str, Callable[[Hand], bool]] = {
    "a vote on arrival": on_arrival,
    "bounce_time, on arrival": debounced_arrival,
    "bounce_time, lgpio's stamp": debounced_stamp,
    "the same less the bounce time": debounced_stamp_set_back,
}
"""Did the hand come before the word?"""
