"""The seat hub as a model in virtual time: the messages, the counter and the log of the real one."""

from dataclasses import dataclass

from tablekit.events import Event, HandDown, HandUp, Rejected
from tablekit.intake.debounce import Debounce, Line
from tablekit.timebase import US_PER_MS, US_PER_S
from tablekit.wire.codec import decode, encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.hub_link import TICK_US, What
from tablekit.wire.messages import (
    LINE_COUNT,
    LINE_WORD,
    VERSION,
    Ack,
    Arm,
    AskHello,
    Edge,
    Heartbeat,
    Hello,
    Lights,
    Message,
    Ping,
    Pong,
    RadioIn,
    RadioOut,
    Rate,
)

TICK_HZ = TICK_US * US_PER_S
FIRMWARE = 0x0100
RESEND_US = 20_000
RESEND_MOST = 8
"""Lines that are sent again at once."""
PPM = 1_000_000
SEQUENCES, WRAP = 1 << 16, 1 << 32
ANY = Line("pad", 1)
"""All lines have the same rule."""


@dataclass(frozen=True, slots=True)
class Counter:
    """The hub's counter: `start` at `since_us` of table time, and faster than it should be by `ppm`."""

    since_us: int = 0
    start: int = 0
    ppm: int = 0

    def ticks(self, at_us: int) -> int:
        """What it says at that time, without its wrap: another number for each microsecond."""
        return self.start + (at_us - self.since_us) * TICK_US * (PPM + self.ppm) // PPM

    def table_us(self, ticks: int) -> int:
        """The first microsecond at which it has come so far."""
        return self.since_us - (self.start - ticks) * PPM // (TICK_US * (PPM + self.ppm))


class SimulatedHub:
    """Its lines are driven in table time; what it sends is in `out`, with when. It lives by `run`."""

    def __init__(self, counter: Counter, boot: int = 1, active: frozenset[int] = frozenset()) -> None:
        self.out: list[tuple[int, bytes]] = []
        self.radio: list[tuple[int, bytes]] = []
        """For its radio, with when."""
        self.counter, self.boot = counter, boot
        self.lights: Lights | None = None
        """The picture that the Pi wants."""
        self._frames = Frames()
        self._drives: list[tuple[int, int, bool]] = []
        self._levels = set(active)
        self._lines: dict[int, Debounce] = {}
        self._busy: set[int] = set()
        self._touched: dict[int, dict[int, int]] = {}  # of a busy line: the ticks of its edges, by their microsecond
        self._log: dict[int, Edge] = {}
        self._first = self._next = 0  # the log's window, without their wrap
        self._resend_us: int | None = None
        self._armed = self._armed_last = 0  # an Arm that was served is not served again
        self._rate_ms = 100
        self._beat_us = counter.since_us
        self._resent = 0
        self._now_us = counter.since_us
        for number in active:
            line = self._line(number)
            line.active = line.down = True
        self._hello(counter.since_us)

    # -- what happens to it
    def drive(self, number: int, active: bool, at_us: int) -> None:
        """The line becomes active or inactive."""
        self._drives.append((at_us, number, active))

    def radioed(self, data: bytes, at_us: int) -> None:
        """Its radio has brought something."""
        self._say(RadioIn(data), at_us)

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes from the Pi."""
        for payload in self._frames.feed(data):
            match decode(payload):
                case AskHello():
                    self._hello(at_us)
                case Ping(number):
                    ticks = self.counter.ticks(at_us) % WRAP
                    self._say(Pong(self.boot, number, ticks, ticks), at_us)
                case Ack(boot, next_seq) if boot == self.boot:
                    self._acknowledged(next_seq, at_us)
                case Arm(number) if number != self._armed_last:
                    self._armed = self._armed_last = number
                case Rate(rate):
                    self._rate_ms = rate
                case RadioOut(radioed):
                    self.radio.append((at_us, radioed))
                case Lights() as picture:
                    self.lights = picture
                case _:
                    pass

    # -- its program
    @property
    def next_us(self) -> int:
        """When it has something to do."""
        dues_us = [self._beat_us]
        dues_us += [at_us for at_us, *_ in self._drives]
        dues_us += [self._resend_us] if self._resend_us is not None else []
        dues_us += [
            self.counter.table_us(due_us * TICK_US)
            for number in self._busy
            if (due_us := self._lines[number].due_us) is not None
        ]
        return min(dues_us)

    @property
    def busy(self) -> bool:
        """Is there something that the Pi does not know yet?"""
        return bool(self._drives or self._busy or self._log)

    def skip(self, to_us: int) -> None:
        """Nothing has happened up to then, and nobody has listened."""
        self._beat_us = max(self._beat_us, to_us)

    def ticks(self, at_us: int) -> int:
        """What its counter says then, without its wrap."""
        return self.counter.ticks(at_us)

    def run(self, to_us: int) -> None:
        """Live up to then."""
        self._now_us = to_us
        self._drives.sort()
        while self._drives and self._drives[0][0] <= to_us:
            self._drive(*self._drives.pop(0))
        self._settle(to_us)
        if self._resend_us is not None and to_us >= self._resend_us:
            self._resend_us = to_us + RESEND_US
            for number in range(self._first, min(self._next, self._first + RESEND_MOST)):
                self._resent += 1
                self._say(self._log[number], to_us)
        if to_us >= self._beat_us:
            self._beat_us = to_us + self._rate_ms * US_PER_MS
            self._beat(to_us)

    def _drive(self, at_us: int, number: int, active: bool) -> None:
        ticks = self.counter.ticks(at_us)
        (self._levels.add if active else self._levels.discard)(number)
        if number == LINE_WORD:
            if active and self._armed:
                self._armed = 0
                self._keep(What.ONSET, number, ticks)
            return
        self._line(number).edge(ticks // TICK_US, active, ticks)
        self._touched.setdefault(number, {})[ticks // TICK_US] = ticks
        self._busy.add(number)

    def _settle(self, to_us: int) -> None:
        for number in sorted(self._busy):
            line = self._lines[number]
            line.settle(self.counter.ticks(to_us) // TICK_US)
            if line.floor_us is None:
                self._busy.discard(number)
                self._touched.pop(number, None)

    def _line(self, number: int) -> Debounce:
        if number not in self._lines:
            self._lines[number] = Debounce(ANY, lambda event: self._decided(number, event))
        return self._lines[number]

    def _decided(self, number: int, event: Event) -> None:
        match event:
            case HandDown(ticks=ticks):
                self._keep(What.PRESS, number, ticks, self._touched[number][event.settled_us] - ticks)
            case HandUp(ticks=ticks):
                self._keep(What.RELEASE, number, ticks)
            case Rejected(ticks=ticks):
                self._keep(What.REJECTED, number, ticks, event.lasted_us * TICK_US)
            case _:
                raise AssertionError(event)

    def _keep(self, what: What, number: int, ticks: int, extent_ticks: int = 0) -> None:
        seq, at_us = self._next, self._now_us
        self._log[seq] = Edge(self.boot & 0xFF, seq % SEQUENCES, what, number, ticks % WRAP, extent_ticks, 0)
        self._next += 1
        self._resend_us = at_us + RESEND_US if self._resend_us is None else self._resend_us
        self._say(self._log[seq], at_us)

    def _acknowledged(self, next_seq: int, at_us: int) -> None:
        advance = (next_seq - self._first) % SEQUENCES
        if 0 < advance <= self._next - self._first:
            for number in range(self._first, self._first + advance):
                del self._log[number]
            self._first += advance
            self._resend_us = at_us + RESEND_US if self._log else None

    def _beat(self, at_us: int) -> None:
        ticks = self.counter.ticks(at_us)
        floors = [self._lines[number].floor_us for number in self._busy]
        pending = min((floor_us * TICK_US for floor_us in floors if floor_us is not None), default=ticks)
        down = {number for number, line in self._lines.items() if line.down}
        stands = Heartbeat(
            self.boot, ticks % WRAP, min(pending, ticks) % WRAP, self._next % SEQUENCES, _bits(down),
            _bits(self._levels), self._armed, self._rate_ms, 0, 0, 0, self._frames.bad % SEQUENCES,
            self._resent % SEQUENCES, 0, 0,
        )  # fmt: skip
        self._say(stands, at_us)

    def _hello(self, at_us: int) -> None:
        self._say(Hello(VERSION, FIRMWARE, self.boot, TICK_HZ, 0, 1), at_us)

    def _say(self, message: Message, at_us: int) -> None:
        self.out.append((at_us, frame(encode(message))))


def _bits(numbers: set[int]) -> bytes:
    return sum(1 << number for number in numbers).to_bytes((LINE_COUNT + 7) // 8, "little")
