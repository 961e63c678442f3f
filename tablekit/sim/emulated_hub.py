"""The seat hub's own program in the emulator, with the methods of `SimulatedHub`."""

from tablekit.sim.avr import BUILT, HZ, Avr
from tablekit.timebase import US_PER_MS, US_PER_S
from tablekit.wire.frames import END
from tablekit.wire.messages import LINE_KEY, LINE_MASKS, LINE_WORD

ELF = BUILT / "hub.elf"
MCU = "atmega2560"
CYCLES_US = HZ // US_PER_S
SCAN_US = 50
PORTS = "ACFKL"
KEY_AND_WORD = {LINE_KEY: ("E", 5), LINE_WORD: ("E", 4)}
STEP_US = 5 * US_PER_MS
"""Where nothing is planned, the world looks at what it has sent so often."""
UNDER_WAY_US = 60 * US_PER_MS
"""So long after an edge the program may still have something to tell of it."""
SKIPPED_LEAST_US = 100 * US_PER_MS
COUNTS_SCANS = {"scan_count": 16, "judged": 32, "beat_since": 32, "glitches_since": 32}
"""The program's clock, and what it would hurry to say if it saw that time has passed."""
NAP_US = 2 * US_PER_MS
"""Within this it has always slept once."""


class EmulatedHub:
    """A hub with `active` lines at power-on; a reset is a new one with the `eeprom` of the old."""

    def __init__(self, since_us: int, active: frozenset[int] = frozenset(), eeprom: bytes = b"") -> None:
        self.out: list[tuple[int, bytes]] = []
        """What it has sent, with when."""
        self.avr = Avr(ELF, MCU, eeprom)
        self._piece = bytearray()
        self._since_us = since_us
        self._now_us = since_us
        self._under_way_us = since_us
        for number in range(LINE_WORD + 1):
            self.drive(number, number in active, since_us)

    # -- what happens to it
    def drive(self, number: int, active: bool, at_us: int) -> None:
        """The line becomes active or inactive."""
        port, bit = KEY_AND_WORD.get(number) or (PORTS[number // 8], number % 8)
        opens = LINE_MASKS <= number < LINE_KEY  # a mask that is worn has opened its dock's switch
        self.avr.drive(port, bit, active == opens, max(self._cycle(at_us), self.avr.cycle))
        self._under_way_us = max(self._under_way_us, at_us + UNDER_WAY_US)

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes from the Pi."""
        self.avr.feed(0, data, max(self._cycle(at_us), self.avr.cycle))

    # -- its program
    @property
    def next_us(self) -> int:
        """When it is worth looking at what it has sent."""
        return self._now_us + STEP_US

    @property
    def busy(self) -> bool:
        """May there be something that the Pi does not know yet?"""
        return self._now_us < self._under_way_us or self.avr.number("log_first") != self.avr.number("log_next")

    def skip(self, to_us: int) -> None:
        """Let its one clock go on without it: while nothing happens, each scan is as the one before."""
        skipped_us = (to_us - self._now_us) // SCAN_US * SCAN_US
        if skipped_us < SKIPPED_LEAST_US or not self.avr.run_until_asleep(NAP_US * CYCLES_US):
            return
        scans = skipped_us // SCAN_US
        for name, bits in COUNTS_SCANS.items():
            self.avr.write(name, (self.avr.number(name) + scans) % (1 << bits))
        self._since_us += skipped_us
        self._take()

    def run(self, to_us: int) -> None:
        """Live up to then."""
        self._now_us = max(self._now_us, to_us)
        self.avr.run(self._cycle(to_us))
        self._take()

    def _take(self) -> None:
        """Each frame has come when its last byte is through."""
        byte_cycles = self.avr.byte_cycles(0)
        for begun, byte in self.avr.taken(0):
            through_us = self._since_us - -(begun + byte_cycles) // CYCLES_US
            self._piece.append(byte)
            if byte == END:
                self.out.append((through_us, bytes(self._piece)))
                self._piece.clear()

    def _cycle(self, at_us: int) -> int:
        return (at_us - self._since_us) * CYCLES_US
