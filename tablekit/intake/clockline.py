"""Where a counter probably stands: a straight line through its exchanges, between the walls that they leave it.

Delays have a least and no most. So what was sent before the counter's ticks lies behind one wall, what was received
after them behind another, each some way off and never beyond. The slope is the likeliest if points lie off their
wall as noise of that size would have them; the line is the middle between the walls.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import inf, isfinite
from statistics import median

PLANKS_MOST = 32
PLANKS_WANTED = 24
LEAN_LEAST = 4
"""Fewer planks tell nothing about the slope."""
STEADY_S = 14
"""Rates wander, so old points mislead: for each square root of a microsecond that points lie off their wall, so many
seconds of them are best. A quiet link sees each wandering; a noisy one needs long to see anything."""
WINDOW_S = (30, 300)
OFF_LEAST_US = 5.0
"""Stamps are rounded and rates wander: no points lie closer to their wall than this, whatever they say."""

Point = tuple[float, float]


@dataclass(slots=True)
class Plank:
    """A while of exchanges: the latest that was sent before its ticks, the earliest that was received after."""

    sent_ticks: int
    sent_us: float
    received_ticks: int
    received_us: float

    @property
    def newest_ticks(self) -> int:
        """The later of both."""
        return max(self.sent_ticks, self.received_ticks)


class Line:
    """Where the counter probably stands."""

    def __init__(self, tick_hz: int) -> None:
        self._hz = tick_hz
        self._slope = 1e6 / tick_hz  # microseconds a tick
        self._doubt = 0.0  # of the slope
        self._planks: list[Plank] = []
        self._plank_ticks = 0
        self._window_ticks = WINDOW_S[0] * tick_hz
        self._ticks = 0
        self._low_us = self._high_us = self._width_us = self._shift_us = 0.0
        self.changes = 0
        """How often the rate was found to be another one than was thought."""

    def start(self, ticks: int, low_us: float, high_us: float, least: float, most: float) -> None:
        """Begin with what is proven: nothing that was before fits."""
        self._ticks, self._low_us, self._high_us = ticks, low_us, high_us
        self._width_us, self._shift_us = high_us - low_us, 0.0
        self._slope = min(max(self._slope, least), most)
        self._doubt = most - least
        self._planks = [Plank(ticks, low_us, ticks, high_us)]
        self._plank_ticks = 0

    def exchange(self, ticks: int, low_us: float, high_us: float, least: float, most: float) -> None:
        """One more point behind either wall, and the rates that are proven."""
        self._carry(ticks, low_us, high_us)
        plank = self._planks[-1]
        if ticks - plank.sent_ticks < self._plank_ticks or ticks <= plank.newest_ticks:
            self._stop_at(Plank(ticks, low_us, ticks, high_us))
            return
        self._planks.append(Plank(ticks, low_us, ticks, high_us))
        self._thin_out()
        if len(self._planks) >= LEAN_LEAST and self._high_us - self._low_us < self._span * (most - least):
            self._lean(least, most)

    def heard(self, ticks: int, high_us: float) -> None:
        """One more point behind the later wall."""
        self._carry(ticks, -inf, high_us)
        self._stop_at(Plank(ticks, -inf, ticks, high_us))

    def at_us(self, ticks: int) -> float:
        """When the counter came to `ticks`, probably."""
        return (self._low_us + self._high_us) / 2 + self._shift_us + (ticks - self._ticks) * self._slope

    def ticks(self, at_us: int) -> int:
        """Where the counter stands at that instant, probably."""
        ahead = (at_us - self.at_us(self._ticks)) / self._slope
        return self._ticks + (round(ahead) if isfinite(ahead) else 0)  # impossible answers may have left no wall

    @property
    def _span(self) -> int:
        return self._planks[-1].sent_ticks - self._planks[0].sent_ticks

    def _carry(self, ticks: int, low_us: float, high_us: float) -> None:
        """The walls go on; they give way by the doubt of the slope, and stop at what is new."""
        ahead = ticks - self._ticks
        if ahead < 0:  # late: it is the point that goes on
            low_us -= ahead * (self._slope - self._doubt)
            high_us -= ahead * (self._slope + self._doubt)
            ahead = 0
        self._ticks += ahead
        self._low_us = max(self._low_us + ahead * (self._slope - self._doubt), low_us)
        self._high_us = min(self._high_us + ahead * (self._slope + self._doubt), high_us)
        if self._low_us > self._high_us:
            if high_us == self._high_us:
                self._give_way(max(low_us, high_us - self._width_us), high_us)
            else:
                self._give_way(low_us, min(high_us, low_us + self._width_us))

    def _give_way(self, low_us: float, high_us: float) -> None:
        """The walls have met: the rate is not what was thought. What is new stands, the older half goes."""
        self.changes += 1
        self._low_us, self._high_us = low_us, high_us
        self._doubt *= 2
        del self._planks[: len(self._planks) // 2]
        self._plank_ticks //= 2

    def _stop_at(self, point: Plank) -> None:
        if len(self._planks) == 1 or point.sent_ticks > self._planks[-2].newest_ticks:
            self._replace(self._planks[-1], point)

    def _replace(self, plank: Plank, other: Plank) -> None:
        if other.sent_us - plank.sent_us > (other.sent_ticks - plank.sent_ticks) * self._slope:
            plank.sent_ticks, plank.sent_us = other.sent_ticks, other.sent_us
        if other.received_us - plank.received_us < (other.received_ticks - plank.received_ticks) * self._slope:
            plank.received_ticks, plank.received_us = other.received_ticks, other.received_us

    def _thin_out(self) -> None:
        planks = self._planks
        if len(planks) > PLANKS_MOST:
            for plank, other in zip(planks[:-1:2], planks[1:-1:2], strict=False):
                self._replace(plank, other)
            self._planks = planks = [*planks[:-1:2], planks[-1]]
            self._plank_ticks = 2 * self._span // PLANKS_MOST
        while len(planks) > LEAN_LEAST and self._span > self._window_ticks:
            del planks[0]

    def _lean(self, least: float, most: float) -> None:
        """Take the slope from the planks, and put up both walls anew by it."""
        planks, ticks = self._planks, self._ticks
        middle, now_us, slope = ticks - self._span / 2, planks[-1].sent_us, self._slope
        earlier, later = [], []
        for plank in planks:
            x, y = plank.sent_ticks - middle, plank.sent_us - now_us
            earlier.append((x, y - x * slope))
            x, y = plank.received_ticks - middle, plank.received_us - now_us
            later.append((-x, x * slope - y))
        later.reverse()
        sent, received = Wall(earlier), Wall(later)
        lower, upper = likely_leans(sent, received, len(planks), least - slope, most - slope)
        self._slope = slope + (lower + upper) / 2
        self._doubt = (upper - lower) / 2
        up, down = self._slope - self._doubt, self._slope + self._doubt
        self._low_us = max([plank.sent_us + (ticks - plank.sent_ticks) * up for plank in planks])
        self._high_us = min([plank.received_us + (ticks - plank.received_ticks) * down for plank in planks])
        self._width_us = max(self._high_us - self._low_us, 0.0)
        # The wall is beyond its nearest point, by what so many points of such noise leave out.
        shift_us = (sent.off_us - received.off_us) / len(planks)
        self._shift_us = min(max(shift_us, -self._width_us / 4), self._width_us / 4)
        window_s = STEADY_S * (sent.off_us * received.off_us / (sent.off_us + received.off_us)) ** 0.5
        self._window_ticks = int(min(max(window_s, WINDOW_S[0]), WINDOW_S[1]) * self._hz)
        self._plank_ticks = min(self._plank_ticks, self._window_ticks // PLANKS_WANTED)
        if self._low_us > self._high_us:
            self._give_way(self._high_us, self._low_us)


class Wall:
    """The upper side of points from left to right, and how far off it half of them lie."""

    def __init__(self, points: list[Point]) -> None:
        self._hull: list[Point] = []
        for x, y in points:
            while len(self._hull) > 1:
                (x0, y0), (x1, y1) = self._hull[-2:]
                if (y1 - y0) * (x - x0) > (y - y0) * (x1 - x0):
                    break
                self._hull.pop()
            self._hull.append((x, y))
        self.off_us = self.height_us(0) - median([y for _, y in points]) + OFF_LEAST_US

    @property
    def leans(self) -> list[float]:
        """The slopes of its edges."""
        return [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(self._hull)]

    def height_us(self, lean: float) -> float:
        """Over the middle (x = 0), the height of the line of that slope that lies on it."""
        return max([y - lean * x for x, y in self._hull])


def likely_leans(sent: Wall, received: Wall, count: int, least: float, most: float) -> tuple[float, float]:
    """Between which slopes the likelihood is not less than the greatest by more than the factor e."""
    leans = sorted({least, most, *(lean for lean in sent.leans + received.leans if least < lean < most)})
    unlikely = [
        count * (sent.height_us(lean) / sent.off_us + received.height_us(lean) / received.off_us) for lean in leans
    ]
    best = unlikely.index(min(unlikely))
    level = unlikely[best] + 1
    ends = []
    for inwards in (1, -1):
        at = best
        while 0 <= at - inwards < len(leans) and unlikely[at] < level:
            at -= inwards
        end = leans[at]
        if unlikely[at] > level:
            inner = at + inwards
            end += (leans[inner] - end) * (unlikely[at] - level) / (unlikely[at] - unlikely[inner])
        ends.append(end)
    return ends[0], ends[1]
