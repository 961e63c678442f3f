"""The handheld remote at a kit: what it shows, what it brings, and what the host must know of it."""

from collections.abc import Callable
from typing import TypeAlias

from tablekit.devices.port import Closed, Opened, Received
from tablekit.effects import Text, text
from tablekit.kit import Kit
from tablekit.tables import Device, Key
from tablekit.view.picture import Picture
from tablekit.view.told import RemoteLines
from tablekit.wire.remote_link import RemoteLink
from tablekit.wire.remote_sessions import Refusal

Say: TypeAlias = Callable[[bytes], None]
REMOTE = "remote"
"""What its own port is named."""
LOW_MV = 3_300
"""Three cells of 1.1 V are nearly empty."""
REFUSED: dict[Refusal, Text] = {
    "forged": text("Remote: a forged frame refused."),
    "foreign": text("Remote: a stranger's frame refused."),
    "replayed": text("Remote: a replayed frame refused."),
    "by the remote": text("Remote: it refused a frame."),
}
"""What the host is told; that a radio brings a frame twice is no news."""


class Handheld:
    """One remote, by the hub's `radio`, or, where it was found at a port of its own, by `cable`.

    Its keys are `put` into the queue of the loop; each is acknowledged to the remote when what it did is on the disk.
    """

    def __init__(self, kit: Kit, link: RemoteLink, lines: RemoteLines, put: Callable[[Key], None], cable: Say) -> None:
        self.link, self.lines = link, lines
        self.radio: Say = lambda data: None
        """What takes its frames where there is no cable."""
        self._kit, self._put, self._cable = kit, put, cable
        self._by_cable = False
        self._done: list[int] = []  # presses that have acted, and wait for the disk
        self._told: dict[Refusal, int] = {}
        self._there = self._low = False
        kit.listeners.append(lines.hear)

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes of its stream."""
        self.link.received(data, at_us)
        for press in self.link.drain():
            self._put(Key(press.key, press.at_us, -1 if press.step is None else press.step, press.number))

    def bring(self, what: Device) -> None:
        """What has happened at the port of its own, where its cable or another radio is."""
        match what:
            case Received(data=data, at_us=at_us):
                self.received(data, at_us)
            case Opened() | Closed():
                self._by_cable = isinstance(what, Opened)
            case _:
                pass

    def show(self, picture: Picture) -> None:
        """The table as it is now, for its display."""
        self.link.show(self.lines.lines(picture), picture.desk.step)

    def done(self, key: Key) -> None:
        """The loop has let the key act."""
        if key.number:
            self._done.append(key.number)

    def turn(self, now_us: int) -> None:
        """Acknowledge what is kept, tell the host what is new, say what should be said."""
        if self._done and self._kit.kept:
            for number in self._done:
                self.link.acknowledge(number)
            self._done.clear()
        self._mind(now_us)
        for data in self.link.to_send(now_us):
            (self._cable if self._by_cable else self.radio)(data)

    @property
    def due_us(self) -> int | None:
        """When it has something to send; None: not before something happens."""
        return self.link.due_us

    def _mind(self, now_us: int) -> None:
        for refusal, count in self.link.refused.items():
            if count > self._told.get(refusal, 0) and refusal in REFUSED:
                if refusal not in self._told:
                    self._kit.tell(REFUSED[refusal])
                self._told[refusal] = count
        there, battery_mv = self.link.alive(now_us), self.link.battery_mv
        if there != self._there:
            self._there = there
            self._kit.tell(text("The remote answers.") if there else text("The remote does not answer."))
        low = battery_mv is not None and 0 < battery_mv < LOW_MV
        if low and not self._low:
            self._kit.tell(text("Remote: change its cells."))
        self._low = low
