"""A hub's counter as crystals run: too fast or too slow by some ppm, which wander from second to second."""

from bisect import bisect_right
from random import Random

SECOND_US = 1_000_000
PPM = 1_000_000
PPM_MOST = 95


class DriftingCounter:
    """Half microseconds from `start` at `since_us` of table time; another number for each microsecond."""

    def __init__(self, since_us: int, start: int, chance: Random) -> None:
        self.since_us, self.start = since_us, start
        self._chance = chance
        self._ppm = [chance.randint(-PPM_MOST, PPM_MOST)]
        self._knots = [start]

    def ticks(self, at_us: int) -> int:
        """What it says then, without its wrap."""
        place, past_us = divmod(at_us - self.since_us, SECOND_US)
        place, past_us = (0, at_us - self.since_us) if place < 0 else (place, past_us)
        self._wander(place)
        return self._knots[place] + past_us * 2 * (PPM + self._ppm[place]) // PPM

    def table_us(self, ticks: int) -> int:
        """The first microsecond at which it has come so far."""
        while self._knots[-1] <= ticks:
            self._wander(len(self._knots))
        place = max(0, bisect_right(self._knots, ticks) - 1)
        past_us = -((self._knots[place] - ticks) * PPM // (2 * (PPM + self._ppm[place])))
        return self.since_us + place * SECOND_US + past_us

    def _wander(self, place: int) -> None:
        while len(self._knots) <= place:
            ppm = self._ppm[-1]
            self._knots.append(self._knots[-1] + 2 * (PPM + ppm))
            self._ppm.append(min(max(ppm + self._chance.randint(-1, 1), -PPM_MOST), PPM_MOST))
