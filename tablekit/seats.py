"""A hub at a kit's table: armed for the word, asked more often in a ballot, its lights showing the scene."""

from tablekit.devices.hub import Hub
from tablekit.effects import WORDS, Effect, Say
from tablekit.game.runner import Runner
from tablekit.game.scene import scene
from tablekit.inlet import Inlet
from tablekit.kit import Kit
from tablekit.view.lights import Light, lights
from tablekit.wire.messages import LIGHT_OFF, LIGHT_ON, LIGHT_SLOW, Lights

PLACES = 20
"""At one hub."""
MODES: dict[Light, int] = {"off": LIGHT_OFF, "on": LIGHT_ON, "slow": LIGHT_SLOW}


class HubSeats:
    """All that goes between the kit and its hub. Bytes come in by `hub.received`; `turn` gives what must leave."""

    def __init__(self, kit: Kit, inlet: Inlet, first: int = 1) -> None:
        self.hub = Hub(inlet, first)
        self._kit, self._first = kit, first
        self._seen: tuple[Runner, int] | None = None  # what the scene was last made of
        self._close = False
        kit.listeners.append(self._arm)

    def turn(self, now_us: int) -> bytes:
        """What to send at once. Closely followed are hands before the word, and all of a night."""
        runner = self._kit.runner
        seen = runner, len(runner.log)
        if seen != self._seen:
            self._seen, shown = seen, scene(runner)
            self.hub.link.lights(message(*lights(shown), self._first))
            self._close = shown.night or (runner.open is not None and runner.open.sealed)
        return self.hub.turn(now_us, ballot=self._close)

    def _arm(self, effect: Effect) -> None:
        if isinstance(effect, Say) and effect.cue in WORDS:
            self.hub.arm(effect.at_us)


def message(lit: dict[int, Light], reflex: tuple[int, ...], first: int) -> Lights:
    """What the hub whose places begin with the seat `first` is told."""
    places = range(PLACES)
    modes = sum(MODES[lit.get(first + place, "off")] << 4 * place for place in places)
    touched = sum(1 << place for place in places if first + place in reflex)
    return Lights(modes.to_bytes(10, "little"), touched.to_bytes(3, "little"))
