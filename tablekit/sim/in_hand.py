"""The remote in a simulated host's hand, at its cable: each key goes through its frames, and what it shows comes back.

It lives in a time of its own, so that pressing a key takes none of the table's: T is fixed before the key is.
"""

from collections.abc import Callable

from tablekit.errors import DeviceError
from tablekit.kit import Kit
from tablekit.sim.radio_air import CALM, Air, Remote, Weather
from tablekit.sim.radio_remote import RadioRemote
from tablekit.texts import translate
from tablekit.view.picture import Picture, picture
from tablekit.view.remote import display
from tablekit.wire.remote_link import RemoteLink, pairing

KEY, NUMBER, NONCE = bytes(range(16)), 1, bytes(8)
CHANNEL = 1
LANGUAGE = "ru"
LOOK_US = 20_000
PATIENCE_US = 5_000_000
"""A remote that has not shown or brought something by then never will."""
PAIRED_US = 1_000_000
WEATHER = Weather(lost=0.02, doubled=0.02, late_us=30_000)


class InHand:
    """One remote, and the kit that it belongs to."""

    def __init__(self, kit: Kit, remote: Remote, weather: Weather, seed: int = 0, at_us: int = 0) -> None:
        self._kit, self._remote = kit, remote
        self._air = Air(RemoteLink(KEY, NUMBER, NONCE), remote, weather, seed)
        self._air.now_us = at_us
        self._taken = 0

    def press(self, key: str) -> None:
        """The host sees what is asked now, and presses; the kit takes the key once, as pressed at that screen."""
        lines = [line.rstrip() for line in display(self._picture(), None, translate(LANGUAGE), 0)]
        self._air.link.show(lines, self._kit.runner.step)
        self._wait(lambda: self._air.link.shown and self._remote.lines == tuple(lines), f"it does not show {lines}")
        self._remote.press(key, self._air.now_us)
        self._wait(lambda: len(self._air.presses) > self._taken and not self._remote.busy, f"{key} does not come")
        (pressed,) = self._air.presses[self._taken :]
        self._taken += 1
        self._kit.press(pressed.key, seen=pressed.step)

    def _wait(self, done: Callable[[], bool], trouble: str) -> None:
        end_us = self._air.now_us + PATIENCE_US
        while not done():
            if self._air.now_us > end_us:
                raise DeviceError(484, f"the simulated remote is stuck: {trouble}", "Report it with the scenario")
            self._air.run(LOOK_US)

    def _picture(self) -> Picture:
        return picture(self._kit.runner, self._kit.clock.now_us(), self._kit.keypad.line())


def model(kit: Kit, seed: int) -> InHand:
    """A model of the remote, whose frames get lost, doubled and late."""
    return InHand(kit, RadioRemote(KEY, NUMBER, boot=1), WEATHER, seed)


def program(kit: Kit) -> InHand:
    """The remote's own program in the emulator, paired by its cable."""
    from tablekit.sim.avr import BUILT
    from tablekit.sim.emulated_remote import EmulatedRemote

    remote = EmulatedRemote(BUILT / "remote.elf")
    remote.plug(True)
    remote.to_send(PAIRED_US // 2)
    remote.received(pairing(KEY, NUMBER, CHANNEL), PAIRED_US // 2)
    remote.to_send(PAIRED_US)
    return InHand(kit, remote, CALM, at_us=PAIRED_US)
