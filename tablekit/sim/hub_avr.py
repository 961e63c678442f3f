"""The seat hub's real program on the pins of an emulated chip, in virtual time; quiet time can be skipped.

Times are cycles of 1/16 us since power-on, the skipped ones included.
"""

from collections.abc import Collection
from heapq import heappop, heappush
from pathlib import Path

from tablekit.sim.avr import BUILT, Avr, Logged
from tablekit.wire.codec import decode, encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.messages import LINE_COUNT, LINE_KEY, LINE_MASKS, LINE_WORD, Message

CYCLES_A_US = 16
CYCLES_A_TICK = 8
SCAN_CYCLES = 800
SCANS_A_MS = 20
READ_TICKS = 10
"""From where its timer begins to the reading of scan 0: tick 0."""
TCCR3B = 0x91
UCSR0B, UCSR1B, UDRIE = 0xC1, 0xC9, 0x20
BOOT_CYCLES = 4_000_000
PORTS = "ACFKL"
KEY_AND_WORD = {LINE_KEY: ("E", 5), LINE_WORD: ("E", 4)}
LIGHTS = [
    *(("B", bit) for bit in range(8)),
    *(("H", bit) for bit in (0, 1, 3, 4, 5, 6)),
    *(("G", bit) for bit in (0, 1, 2, 5)),
    *(("J", bit) for bit in (0, 1)),
]
"""The pin of each seat's light, seat 1 first."""
LIGHT_PORTS = {"B": 0x25, "H": 0x102, "G": 0x34, "J": 0x105}
RADIO_SET = ("D", 7)
OTHERS = 64
"""Scans that it is given to do what is due after each skip."""


def pin_of(line: int) -> tuple[str, int]:
    """The port and bit of a line."""
    return KEY_AND_WORD.get(line) or (PORTS[line // 8], line % 8)


class HubAvr:
    """One hub from power-on, its clock running. Masks are docked and pads free but for the lines that are active."""

    def __init__(self, eeprom: bytes = b"", active: Collection[int] = (), elf: Path = BUILT / "hub.elf") -> None:
        self.avr = Avr(elf, "atmega2560", eeprom)
        self._skipped = 0
        self._plans: list[tuple[int, int, int, bool]] = []  # a heap: time, order, line, is it active?
        self._planned = 0
        self._fed = 0  # the time when the last byte fed will have come
        self._sent: Logged = []
        self._frames = Frames()
        for line in range(LINE_COUNT):
            self.put(line, line in active)
        self.run(0)
        self.avr.run_until_set(TCCR3B, BOOT_CYCLES)
        self.tick_0 = self.now + READ_TICKS * CYCLES_A_TICK
        """The time when its counter was 0."""

    @property
    def now(self) -> int:
        """The time."""
        return self.avr.cycle + self._skipped

    def put(self, line: int, active: bool, at: int | None = None) -> None:
        """A line becomes active or not, at this time (default: now)."""
        self._planned += 1
        heappush(self._plans, (self.now if at is None else at, self._planned, line, active))

    def feed(self, data: bytes, at: int | None = None) -> int:
        """Bytes from the Pi, from now on at the earliest; the time when the last has come."""
        self._fed = self.avr.feed(0, data, None if at is None else at - self._skipped) + self._skipped
        return self._fed

    def taken(self) -> Logged:
        """The bytes to the Pi since this was asked last, each with the time when it begins."""
        self._collect()
        sent, self._sent = self._sent, []
        return sent

    def say(self, *messages: Message) -> int:
        """Messages from the Pi; the time when the last byte has come."""
        return self.feed(b"".join(frame(encode(message)) for message in messages))

    def said(self) -> list[tuple[int, Message]]:
        """The messages to the Pi instead of their bytes, each with the time when its last byte begins."""
        said = []
        for time, byte in self.taken():
            for payload in self._frames.feed(bytes([byte])):
                message = decode(payload)
                assert message is not None, payload
                said.append((time, message))
        assert self._frames.bad == 0
        return said

    def lights(self) -> set[int]:
        """The seats whose light is on."""
        return {seat for seat, (port, bit) in enumerate(LIGHTS, 1) if self.avr.register(LIGHT_PORTS[port]) >> bit & 1}

    def run(self, until: int) -> None:
        """Run every cycle until then."""
        while self._plans and self._plans[0][0] <= until:
            at, _, line, active = heappop(self._plans)
            level = active if LINE_MASKS <= line < LINE_KEY else not active
            self.avr.drive(*pin_of(line), level, at - self._skipped)
        self.avr.run(until - self._skipped)

    def advance(self, until: int) -> None:
        """Run until then, and skip whatever time is quiet: up to the next heartbeat each time."""
        while self.now < until:
            end = min(until, self._plans[0][0] if self._plans else until)
            if self.now + 2 * SCAN_CYCLES < end and self.avr.run_until_asleep(SCAN_CYCLES) and self._quiet:
                scans = min((end - self.now) // SCAN_CYCLES, self._scans_to_heartbeat) - 1
                self._skip(max(scans, 0))
            self.run(min(until, self.now + OTHERS * SCAN_CYCLES))

    def skip(self, scans: int) -> None:
        """So many scans of the same levels pass at once, as soon as nothing is under way."""
        while not (self.avr.run_until_asleep(SCAN_CYCLES) and self._quiet):
            self.run(self.now + SCAN_CYCLES)
        self._skip(scans)

    def _skip(self, scans: int) -> None:
        self._collect()
        self.avr.write("scan_count", (self.avr.number("scan_count") + scans) % (1 << 16))
        self.avr.write("judged", (self.avr.number("judged") + scans) % (1 << 32))
        self._skipped += scans * SCAN_CYCLES

    @property
    def _quiet(self) -> bool:
        read = self.avr.read
        under_way = zip(read("begun"), read("down"), read("level"), strict=True)
        return (
            self.now > self._fed
            and self.avr.number("scan_count") == self.avr.number("judged") % (1 << 16)
            and not any(begun or down & ~level for begun, down, level in under_way)
            and read("log_next") == read("log_first")
            and not (self.avr.register(UCSR0B) | self.avr.register(UCSR1B)) & UDRIE
        )

    @property
    def _scans_to_heartbeat(self) -> int:
        since = self.avr.number("judged") - self.avr.number("beat_since")
        return self.avr.number("rate_ms") * SCANS_A_MS - since

    def _collect(self) -> None:
        self._sent += [(cycle + self._skipped, byte) for cycle, byte in self.avr.taken(0)]
