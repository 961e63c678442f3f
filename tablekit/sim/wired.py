"""`--via gpio`: what happens at the seats goes through gpiozero's pins, into the code that reads real ones."""

from tablekit.devices.gpio import WORD, Edge, GpioInputs, Looped, Onset
from tablekit.events import WordHeard
from tablekit.intake.debounce import Line
from tablekit.kit import Kit
from tablekit.sim.pins import SimulatedPins, simulated_wiring


class Pins:
    """The pads, masks, key and word of a table on simulated pins. `close` lets go of them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        wiring = simulated_wiring(kit.seats)
        self._pins = SimulatedPins(wiring)
        self._inputs = GpioInputs(self._pins, wiring, self._put)

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """The line's pin changes."""
        self._pins.drive(line, active, at_us)

    def arm(self) -> None:
        """The onset input listens."""
        self._inputs.arm()

    def onset(self, at_us: int) -> None:
        """A pulse on the word's pin."""
        self._pins.drive(WORD, True, at_us)
        self._pins.drive(WORD, False, at_us)

    def press(self, key: str) -> None:
        """The kit's own keypad."""
        self._kit.press(key)

    @property
    def next_us(self) -> int | None:
        """Pins are read in the instant in which they change."""
        return None

    def live(self, to_us: int) -> None:
        """What has happened is known at once."""
        self._kit.inlets[0].promised(to_us)

    def close(self) -> None:
        """Let go of the lines and of the pins."""
        self._inputs.close()
        self._pins.close()

    def _put(self, told: Edge | Onset | Looped) -> None:
        if told[0] == "word":
            self._kit.inlets[0].heard(WordHeard(told[1] // 1_000, clock="pi", ticks=told[1]))
        elif len(told) == 3:
            line, ticks_ns, active = told
            self._kit.inlets[0].edge(line, ticks_ns, active)
