"""A kit and a simulated remote, just started or in session."""

from tablekit.sim.radio_air import CALM, Air, Weather
from tablekit.sim.radio_remote import RadioRemote
from tablekit.wire.remote_link import RemoteLink

KEY, OTHER_KEY = bytes(range(16)), bytes(range(1, 17))
REMOTE = 0x00C0FFEE
SCREEN = ("Ночь", "0:07", "Əlaqə var", "# дальше")
NEXT_SCREEN = ("День", "1:00", "Əlaqə var", "# дальше")
S = 1_000_000


def link(nonce: bytes = b"nonce: 1") -> RemoteLink:
    """The kit after a start."""
    link = RemoteLink(KEY, REMOTE, nonce)
    link.show(SCREEN, 1)
    return link


def air(weather: Weather = CALM, seed: int = 0) -> Air:
    """A kit and its remote, both just started."""
    return Air(link(), RadioRemote(KEY, REMOTE, 1), weather, seed)


def joined(weather: Weather = CALM, seed: int = 0) -> Air:
    """A kit and its remote in session."""
    both = air(weather, seed)
    both.run(1 * S)
    assert both.link.alive(both.now_us)
    return both


def frames_to(both: Air, to: str, *kinds: int) -> list[bytes]:
    """What an eavesdropper has kept of those types."""
    return [data for whom, data in both.heard if whom == to and data[2] in kinds]
