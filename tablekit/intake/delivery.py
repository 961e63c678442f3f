"""How far a back end's edges have surely been told: proved by a loop of two lines, or assumed after a settle time."""

from typing import Protocol

SETTLE_US = 110_000
"""Edges of a loaded Pi have come this late."""
MARGIN_US = 1_000
"""The processors of a machine do not queue edges in the same instant."""
CALM_US, CLOSE_US = 50_000, 5_000
"""From one toggle to the next: while nobody waits, and while somebody does."""
DEAF_US = 1_000_000
"""A toggle that is not heard for so long: nothing is heard any more."""


class Delivery(Protocol):
    """What is promised of a device whose thread tells edges late, and not in the order of their stamps."""

    def told(self, stamp_us: int, now_us: int) -> None:
        """An edge with that stamp is here now."""

    def upto_us(self, now_us: int) -> int:
        """No edge will come any more whose stamp is this or older."""


class Settled:
    """Without a loop: what is older than the settle time is taken as told; twice the worst that was seen, at least."""

    def __init__(self) -> None:
        self.settle_us = SETTLE_US

    def told(self, stamp_us: int, now_us: int) -> None:
        """It shows how late edges come here."""
        self.settle_us = max(self.settle_us, 2 * (now_us - stamp_us))

    def upto_us(self, now_us: int) -> int:
        """By the clock."""
        return now_us - self.settle_us


class Looped:
    """With a loop: the kit toggles a line, and hears of it by another one.

    The edges of one wake-up are told in any order, and the next toggle is made after the last one was heard; so a
    toggle that is heard proves all edges that are older than the toggle before it.
    """

    def __init__(self) -> None:
        self.lag_us = 0
        """How long the last toggle was under way."""
        self._proved_us = -1
        self._heard_us: int | None = None  # the stamp of the last toggle that was heard
        self._toggled_us: int | None = None  # since when the one that was not is under way
        self._last_us = -CALM_US

    def toggles(self, now_us: int, *, close: bool) -> bool:
        """Is the line to be toggled now?"""
        if self._toggled_us is not None or now_us < self.due_us(close=close):
            return False
        self._toggled_us = self._last_us = now_us
        return True

    def due_us(self, *, close: bool) -> int:
        """When it wants the next turn."""
        if self._toggled_us is not None:
            return self._toggled_us + DEAF_US + 1
        return self._last_us + (CLOSE_US if close else CALM_US)

    def heard(self, stamp_us: int, now_us: int) -> None:
        """The toggle has come back. What was never toggled (an edge of somebody's finger) proves nothing."""
        if self._toggled_us is None or stamp_us < self._toggled_us:
            return
        self._toggled_us = None
        self.lag_us = now_us - stamp_us
        if self._heard_us is not None:
            self._proved_us = max(self._proved_us, self._heard_us - MARGIN_US)
        self._heard_us = stamp_us

    def deaf(self, now_us: int) -> bool:
        """Is the toggle under way too long? Another one may then be tried."""
        if self._toggled_us is None or now_us - self._toggled_us <= DEAF_US:
            return False
        self._toggled_us = self._heard_us = None
        return True

    def told(self, stamp_us: int, now_us: int) -> None:
        """Any other edge says nothing of those that are not here."""

    def upto_us(self, now_us: int) -> int:
        """By what was proved."""
        return self._proved_us
