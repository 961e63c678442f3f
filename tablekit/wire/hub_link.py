"""The Pi's end of the hub's link: the hub's log in order and once, its promises, and what must be said till heard.

Bytes in, facts out; the time is handed in, in microseconds of table time.
"""

from enum import IntEnum
from typing import NamedTuple, TypeAlias

from tablekit.wire.codec import decode, encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.messages import (
    LINE_COUNT,
    VERSION,
    Ack,
    Arm,
    AskHello,
    Channel,
    Edge,
    Glitches,
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

SEQUENCES = 1 << 16
ARMS = 255
EARLY_MOST = 128
"""Lines of the log that came before one that is missing: the hub has no more than these unacknowledged."""
ASK_US = 200_000
ARM_US = 20_000
ARM_FOR_US = 1_000_000
"""No onset by then: nobody waits for it any more."""
RATE_US = 100_000
RATE_AGAIN_US = 5_000_000
LIGHTS_US = 500_000
CHANNEL_US = 10_000_000
PONG_US = 300_000
"""A Ping whose answer took longer is given up."""
RADIO_MOST = 48
HOLD = 99, 100
"""The hub's own time between a Ping and its Pong, as surely passed on the Pi: no resonator is off by a hundredth."""
TICK_US = 2
"""Ticks in a microsecond."""


class What(IntEnum):
    """What an Edge may be."""

    RELEASE, PRESS, REJECTED, ONSET = range(4)


class Booted(NamedTuple):
    """The hub has said who it is: a counter and a log of its own, or of a version that is not ours."""

    hello: Hello


class Unlike(NamedTuple):
    """The line's level is not what its log has led to: a line of the log was lost."""

    ticks: int
    line: int
    down: bool


class Promise(NamedTuple):
    """All scans before `ticks` are judged, and that has led to these lines down; the log has no more than was told.

    What comes now is stamped `pending_ticks` or later.
    """

    ticks: int
    pending_ticks: int
    down: frozenset[int]


class Exchange(NamedTuple):
    """The counter stood at `ticks` at some instant from `sent_us` to `received_us`."""

    sent_us: int
    ticks: int
    received_us: int


Told: TypeAlias = Booted | Edge | Unlike | Promise | Exchange | RadioIn


class HubLink:
    """One hub, whatever happens to the bytes between."""

    def __init__(self) -> None:
        self.boot: int | None = None
        """Of the hub that is followed."""
        self.beat: Heartbeat | None = None
        """The last one, with its counters of what was dropped."""
        self.glitches = bytes(LINE_COUNT)
        """Contacts of each line that came to nothing."""
        self.heard_us: int | None = None
        """When the hub was last heard."""
        self._frames = Frames()
        self._next: int | None = None  # the line of the log that is due; None: not attached
        self._early: dict[int, Edge] = {}
        self._waits: Heartbeat | None = None  # promises more of the log than is here
        self._down: set[int] = set()
        self._told: list[Told] = []
        self._out = bytearray()
        self._radio = bytearray()
        self._ask_us = 0
        self._acknowledge = False
        self._pings = 0
        self._ping_us: int | None = None
        self._arm = Arm(0)
        self._arm_us = self._armed_us = 0
        self.arming = False
        """Is an onset wanted, and does the hub not know it yet?"""
        self._rate = Rate(100)
        self._rate_us = 0
        self._lights: Lights | None = None
        self._lights_us = 0
        self._channel: Channel | None = None
        self._channel_us = 0

    @property
    def bad(self) -> int:
        """Pieces of the stream that were no frame."""
        return self._frames.bad

    # -- what comes
    def received(self, data: bytes, at_us: int) -> list[Told]:
        """Bytes that were here by `at_us`; returns what they come to."""
        for payload in self._frames.feed(data):
            message = decode(payload)
            if message is not None:
                self._take(message, at_us)
        told, self._told = self._told, []
        return told

    def _take(self, message: Message, at_us: int) -> None:
        if isinstance(message, Hello | Heartbeat | Edge | Pong | Glitches | RadioIn):
            self.heard_us = at_us
        match message:
            case Hello():
                self._hello(message, at_us)
            case Heartbeat(boot=self.boot):
                self._heartbeat(message)
            case Heartbeat():
                self._say(AskHello(VERSION))
            case Edge() if self.boot is not None and message.boot == self.boot & 0xFF:
                self._edge(message)
            case Pong(boot=self.boot) if message.number == self._pings and self._ping_us is not None:
                held_us = (message.sent_ticks - message.received_ticks) % (1 << 32) // TICK_US * HOLD[0] // HOLD[1]
                self._told.append(Exchange(self._ping_us, message.received_ticks, at_us - held_us))
                self._ping_us = None
            case Glitches(counts):
                self.glitches = counts
            case RadioIn():
                self._told.append(message)
            case _:
                pass

    def _hello(self, hello: Hello, at_us: int) -> None:
        if hello.boot == self.boot:
            return
        self.forget()
        self.boot = hello.boot if hello.version == VERSION else None
        self._told.append(Booted(hello))
        if self.boot is not None:  # it may remember the last Arm of a kit that was restarted
            self._arm = Arm(at_us // 1_000 % ARMS)
            self._say(Arm(0))

    def forget(self) -> None:
        """The hub that was followed is gone; the next one is asked who it is."""
        self.boot = self.beat = self._next = self._waits = self._ping_us = None
        self.arming = self._acknowledge = False
        self._early.clear()
        self._rate_us = self._lights_us = self._channel_us = 0

    def _heartbeat(self, beat: Heartbeat) -> None:
        self.beat = beat
        self.arming &= beat.armed != self._arm.number
        if self._next is None:
            self._next, self._down = beat.next_seq, _lines(beat.down)
            self._acknowledge = True
        if _ahead(beat.next_seq, self._next) >= 0:
            self._waits = beat
        self._settle()

    def _edge(self, edge: Edge) -> None:
        if self._next is None:
            return
        if 0 <= _ahead(edge.seq, self._next) < EARLY_MOST:
            self._early[edge.seq] = edge
        while (following := self._early.pop(self._next, None)) is not None:
            self._next = (self._next + 1) % SEQUENCES
            self._follow(following)
            self._settle()
        self._acknowledge = True

    def _follow(self, edge: Edge) -> None:
        if edge.what == What.PRESS:
            self._down.add(edge.line)
        elif edge.what == What.RELEASE:
            self._down.discard(edge.line)
        elif edge.what == What.ONSET:
            self.arming = False
        self._told.append(edge)

    def _settle(self) -> None:
        """The log has come as far as a heartbeat has promised."""
        beat = self._waits
        if beat is None or beat.next_seq != self._next:
            return
        self._waits = None
        down = _lines(beat.down)
        self._told += [Unlike(beat.ticks, line, line in down) for line in sorted(down ^ self._down)]
        self._down = down
        self._told.append(Promise(beat.ticks, beat.pending_ticks, frozenset(down)))

    # -- what goes
    def ping(self, now_us: int) -> bool:
        """Ask for the counter; False while an answer is waited for. What `to_send` gives must leave at once."""
        if self.boot is None or now_us < self.ping_us:
            return False
        self._pings = (self._pings + 1) % SEQUENCES
        self._ping_us = now_us
        self._say(Ping(self._pings))
        return True

    @property
    def ping_us(self) -> int:
        """When a Ping may be sent: not while the answer to the last one is waited for."""
        return 0 if self._ping_us is None else self._ping_us + PONG_US

    def arm(self, now_us: int) -> None:
        """The word is coming: its onset is wanted, from now on."""
        self._arm = Arm(self._arm.number % ARMS + 1)
        self.arming, self._arm_us, self._armed_us = True, now_us, now_us

    def rate(self, rate_ms: int) -> None:
        """How often a heartbeat is wanted."""
        if rate_ms != self._rate.rate:
            self._rate, self._rate_us = Rate(rate_ms), 0

    def lights(self, lights: Lights) -> None:
        """What the seat lights should show from now on."""
        if lights != self._lights:
            self._lights, self._lights_us = lights, 0

    def channel(self, channel: int) -> None:
        """The radio's channel. A hub that is on it already lets it be."""
        self._channel, self._channel_us = Channel(channel), 0

    def radio(self, data: bytes) -> None:
        """Bytes for the radio."""
        self._radio += data

    @property
    def due_us(self) -> int:
        """When `to_send` has something to say again."""
        if self.boot is None:
            return 0 if self._out else self._ask_us
        if self._out or self._radio or self._acknowledge:
            return 0
        dues_us = [self._rate_us]
        dues_us += [self._arm_us] if self.arming else []
        dues_us += [self._lights_us] if self._lights is not None else []
        dues_us += [self._channel_us] if self._channel is not None else []
        return min(dues_us)

    def to_send(self, now_us: int) -> bytes:
        """All that should be said now."""
        if self.boot is None:
            if now_us >= self._ask_us:
                self._ask_us = now_us + ASK_US
                self._say(AskHello(VERSION))
        else:
            self._say_again(now_us)
        out = bytes(self._out)
        self._out.clear()
        return out

    def _say_again(self, now_us: int) -> None:
        if self._acknowledge and self.boot is not None and self._next is not None:
            self._say(Ack(self.boot, self._next))
        self._acknowledge = False
        if self.arming and now_us >= self._arm_us:
            self._arm_us = now_us + ARM_US
            self.arming = now_us < self._armed_us + ARM_FOR_US
            self._say(self._arm if self.arming else Arm(0))
        if now_us >= self._rate_us:
            known = self.beat is not None and self.beat.rate == self._rate.rate
            self._rate_us = now_us + (RATE_AGAIN_US if known else RATE_US)
            self._say(self._rate)
        if self._lights is not None and now_us >= self._lights_us:
            self._lights_us = now_us + LIGHTS_US
            self._say(self._lights)
        if self._channel is not None and now_us >= self._channel_us:
            self._channel_us = now_us + CHANNEL_US
            self._say(self._channel)
        while self._radio:
            self._say(RadioOut(bytes(self._radio[:RADIO_MOST])))
            del self._radio[:RADIO_MOST]

    def _say(self, message: Message) -> None:
        self._out += frame(encode(message))


def _ahead(seq: int, of: int) -> int:
    """How far a 16-bit number is ahead of another, if they are near."""
    return (seq - of + SEQUENCES // 2) % SEQUENCES - SEQUENCES // 2


def _lines(bits: bytes) -> set[int]:
    """The lines whose bit is set."""
    return {line for line in range(LINE_COUNT) if bits[line // 8] >> line % 8 & 1}
