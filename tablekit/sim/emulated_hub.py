"""The seat hub's own program in the emulator, in table time, with the methods of `SimulatedHub`."""

from tablekit.sim.avr import BUILT
from tablekit.sim.hub_avr import CYCLES_A_TICK, CYCLES_A_US, SCAN_CYCLES, HubAvr
from tablekit.timebase import US_PER_MS
from tablekit.wire.frames import END

ELF = BUILT / "hub.elf"
STEP_US = 5 * US_PER_MS
"""Where nothing is planned, the world looks at what it has sent so often."""
UNDER_WAY_US = 60 * US_PER_MS
"""So long after an edge the program may still have something to tell of it."""
SKIPPED_LEAST_US = 100 * US_PER_MS
QUIET_WITHIN_US = 20 * US_PER_MS
CHORES = "beat_since", "glitches_since"
"""What it would hurry to say if it saw that time has passed."""


class EmulatedHub:
    """A hub with `active` lines at power-on; a reset is a new one with the `eeprom` of the old."""

    def __init__(self, since_us: int, active: frozenset[int] = frozenset(), eeprom: bytes = b"") -> None:
        self.out: list[tuple[int, bytes]] = []
        """What it has sent, with when."""
        self.hub = HubAvr(eeprom, active, ELF)
        self._piece = bytearray()
        self._since_us = self._now_us = self._under_way_us = since_us

    # -- what happens to it
    def drive(self, number: int, active: bool, at_us: int) -> None:
        """The line becomes active or inactive."""
        self.hub.put(number, active, self._cycle(at_us))
        self._under_way_us = max(self._under_way_us, at_us + UNDER_WAY_US)

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes from the Pi."""
        self.hub.feed(data, self._cycle(at_us))

    # -- its program
    @property
    def next_us(self) -> int:
        """When it is worth looking at what it has sent."""
        return self._now_us + STEP_US

    @property
    def busy(self) -> bool:
        """May there be something that the Pi does not know yet?"""
        number = self.hub.avr.number
        return self._now_us < self._under_way_us or number("log_first") != number("log_next")

    def skip(self, to_us: int) -> None:
        """Let its one clock go on without it: while nothing happens, each scan is as the one before."""
        scans = (self._cycle(to_us - QUIET_WITHIN_US) - self.hub.now) // SCAN_CYCLES
        if scans * SCAN_CYCLES < SKIPPED_LEAST_US * CYCLES_A_US:
            return
        self.hub.skip(scans)
        for name in CHORES:
            self.hub.avr.write(name, (self.hub.avr.number(name) + scans) % (1 << 32))

    def ticks(self, at_us: int) -> int:
        """What its counter says then."""
        return ((at_us - self._since_us) * CYCLES_A_US - self.hub.tick_0) // CYCLES_A_TICK

    def run(self, to_us: int) -> None:
        """Live up to then; each frame has come when its last byte is through."""
        self._now_us = max(self._now_us, to_us)
        self.hub.run(max(self._cycle(to_us), self.hub.now))
        byte_cycles = self.hub.avr.byte_cycles(0)
        for begun, byte in self.hub.taken():
            self._piece.append(byte)
            if byte == END:
                through_us = self._since_us - -(begun + byte_cycles) // CYCLES_A_US
                self.out.append((through_us, bytes(self._piece)))
                self._piece.clear()

    def _cycle(self, at_us: int) -> int:
        return max((at_us - self._since_us) * CYCLES_A_US, self.hub.now)
