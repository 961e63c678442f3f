"""A mask sensor that opens and closes faster than hands can: what it says is not to be believed for a while."""

from collections import deque

BOUNCE_US = 5_000
"""Changes closer together than this are one contact's bounces."""
WINDOW_US = 1_000_000
CHANGES_MOST = 6
"""More of them within the window are no hand's."""


class Chatter:
    """Watches the edges of one line."""

    def __init__(self) -> None:
        self._changes_us: deque[int] = deque(maxlen=CHANGES_MOST + 1)
        self._chattering = False

    def begins(self, at_us: int) -> bool:
        """One more edge; does the line begin to chatter with it?"""
        if self._changes_us and at_us - self._changes_us[-1] < BOUNCE_US:
            return False
        self._changes_us.append(at_us)
        before = self._chattering
        self._chattering = len(self._changes_us) > CHANGES_MOST and at_us - self._changes_us[0] <= WINDOW_US
        return self._chattering and not before
