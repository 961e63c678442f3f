"""The speaker line shows every cue: which of its onsets is the word's."""

from tablekit.events import WordHeard
from tablekit.timebase import US_PER_S

LISTENS_US = 2 * US_PER_S
"""A word that has not begun so long after it was asked for is not waited for."""


class Onset:
    """Onsets are kept until the sound desk has begun the word; the first that is not before that is the word's own."""

    def __init__(self) -> None:
        self.listens = False
        """Is one still wanted?"""
        self._armed_us = 0
        self._from_us: int | None = None  # None: the word has not begun
        self._heard: list[WordHeard] = []

    @property
    def holds_us(self) -> int | None:
        """The oldest stamp that may still turn out to be the word's; None: there is none."""
        return self._heard[0].at_us if self._heard else None

    def arm(self, now_us: int) -> None:
        """The word was asked for."""
        self.listens, self._armed_us, self._from_us = True, now_us, None
        self._heard.clear()

    def begins(self, from_us: int) -> WordHeard | None:
        """The word sounds, from then on; its onset, if that was heard already."""
        self._from_us = from_us
        return self._weighed()

    def hears(self, onset: WordHeard) -> WordHeard | None:
        """An onset; returned, if it is the word's."""
        if self.listens:
            self._heard.append(onset)
        return self._weighed()

    def tire(self, now_us: int) -> None:
        """Wait no longer than is sensible."""
        if self.listens and now_us > self._armed_us + LISTENS_US:
            self.forget()

    def forget(self) -> None:
        """Nothing is waited for."""
        self.listens = False
        self._heard.clear()

    def _weighed(self) -> WordHeard | None:
        if self._from_us is None:
            return None
        from_us = self._from_us
        word = next((onset for onset in self._heard if onset.at_us + onset.err_us >= from_us), None)
        self._heard.clear()
        self.listens &= word is None
        return word
