"""What is physically so at the table, whatever the rules or an undo say."""

from collections.abc import Callable
from typing import Any

from tablekit.events import (
    Break,
    ClockUnsure,
    Event,
    HandDown,
    HandUp,
    LinkBack,
    LinkLost,
    MaskOff,
    MaskOn,
    MaskUnproven,
    Unproven,
)

CHATTER_US = 1_000_000
"""A mask that was in doubt so lately is in doubt still."""


class Room:
    """Pads, masks and links as the last events left them."""

    def __init__(self) -> None:
        self.down: dict[int, HandDown | None] = {}
        """Seats with a hand on the pad, and the contact if its edge was seen."""
        self.masked: set[int] = set()
        self.doubted: dict[int, int] = {}
        """Seats whose mask is uncertain, and since when."""
        self.lost: set[str] = set()
        self.unsure: dict[str, int] = {}
        """Sources whose counter says nothing exact enough for a ballot, and how far off it may be, in us."""
        self.counters: set[str] = set()
        """Those that have stamped a hand."""

    def apply(self, event: Event) -> None:
        """Follow one event."""
        change = CHANGES.get(type(event))
        if change is not None:
            change(self, event)

    @property
    def worn(self) -> set[int]:
        """The seats that wear their mask for sure: none while a link is lost."""
        return set() if self.lost else self.masked - self.doubted.keys()

    def as_it_is(self) -> dict[str, tuple[Any, ...]]:
        """For a Break."""
        return {
            "down": tuple(sorted(self.down)),
            "masked": tuple(sorted(self.masked)),
            "lost": tuple(sorted(self.lost)),
        }

    def _hand_down(self, event: HandDown) -> None:
        self.down[event.seat] = event
        self.counters.add(event.clock)

    def _hand_up(self, event: HandUp) -> None:
        self.down.pop(event.seat, None)

    def _unproven(self, event: Unproven) -> None:
        if event.down:
            self.down[event.seat] = None
        else:
            self.down.pop(event.seat, None)

    def _mask_on(self, event: MaskOn) -> None:
        self.masked.add(event.seat)
        self._trust(event)

    def _mask_off(self, event: MaskOff) -> None:
        self.masked.discard(event.seat)
        self._trust(event)

    def _mask_unproven(self, event: MaskUnproven) -> None:
        (self.masked.add if event.worn else self.masked.discard)(event.seat)
        self.doubted[event.seat] = event.at_us

    def _trust(self, event: MaskOn | MaskOff) -> None:
        """An edge ends the doubt, unless it comes so soon that the sensor is chattering."""
        since_us = self.doubted.pop(event.seat, None)
        if since_us is not None and since_us <= event.at_us < since_us + CHATTER_US:
            self.doubted[event.seat] = event.at_us

    def _lost(self, event: LinkLost) -> None:
        self.lost.add(event.source)
        self.unsure.pop(event.source, None)

    def _back(self, event: LinkBack) -> None:
        self.lost.discard(event.source)

    def _unsure(self, event: ClockUnsure) -> None:
        self.unsure.pop(event.source, None)
        if event.err_us:
            self.unsure[event.source] = event.err_us

    def _break(self, event: Break) -> None:
        self.down = {seat: self.down.get(seat) for seat in event.down}
        self.masked = set(event.masked)
        self.lost = set(event.lost)


CHANGES: dict[type[Event], Callable[[Room, Any], None]] = {
    HandDown: Room._hand_down,
    HandUp: Room._hand_up,
    Unproven: Room._unproven,
    MaskOn: Room._mask_on,
    MaskOff: Room._mask_off,
    LinkLost: Room._lost,
    LinkBack: Room._back,
    MaskUnproven: Room._mask_unproven,
    ClockUnsure: Room._unsure,
    Break: Room._break,
}
