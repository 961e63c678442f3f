"""The hub's own program in the emulator, for the evenings of `hub_evening`."""

from random import Random

from tablekit.sim.emulated_hub import EmulatedHub

STEP_US = 500


class Watched(EmulatedHub):
    """What it sends is looked for more often."""

    @property
    def next_us(self) -> int:
        return self._now_us + STEP_US


class Emulated:
    """One board, and what its EEPROM remembers from power-on to power-on. Its counter begins at 0 each time."""

    coarse_us = 100
    byte_us = 0
    cables = ("UART", "USB CDC")

    def __init__(self) -> None:
        self._hub: Watched | None = None

    def __call__(self, at_us: int, boots: int, active: frozenset[int], wraps_us: int, chance: Random) -> Watched:
        eeprom = b"" if self._hub is None else self._hub.hub.avr.eeprom()
        self._hub = Watched(at_us, active, eeprom)
        return self._hub
