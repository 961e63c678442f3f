"""The handheld at a kit: it shows what the host is asked, and each of its presses acts once, for the step he saw."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablekit.devices.port import Closed, Opened, Received
from tablekit.effects import Effect, Tell, Text
from tablekit.events import HostSaid
from tablekit.handheld import REMOTE, Handheld
from tablekit.kit import Kit, Setup
from tablekit.sim.radio_remote import RadioRemote
from tablekit.store.archive import Archive
from tablekit.tables import Key
from tablekit.texts import translate
from tablekit.timebase import ManualClock
from tablekit.view.picture import picture
from tablekit.view.remote import display
from tablekit.view.told import RemoteLines
from tablekit.wire.codec import encode
from tablekit.wire.frames import frame
from tablekit.wire.glyphs import NO_LINK
from tablekit.wire.messages import Press
from tablekit.wire.remote_link import RemoteLink

KEY, STRANGER, NUMBER = bytes(range(16)), bytes(16), 7
MS, S = 1_000, 1_000_000
STEP_US = 10 * MS


class Room:
    """A kit, its handheld and the remote, with a radio that takes a while each way."""

    def __init__(self, archive: Archive | None = None, delay_us: int = 30 * MS) -> None:
        self._delay_us = delay_us
        self.clock = ManualClock(S)
        self.kit = Kit(Setup("sport"), self.clock, archive)
        self.remote = RadioRemote(KEY, NUMBER, boot=1, at_us=S)
        self.link = RemoteLink(KEY, NUMBER, bytes(8))
        self.keys: list[Key] = []
        self.told: list[str] = []
        self.by: list[str] = []
        self.kit.listeners.append(self._hear)
        lines = RemoteLines(translate("en"), self.clock)
        self.held = Handheld(self.kit, self.link, lines, self.keys.append, self._say("cable"))
        self.held.radio = self._say("radio")
        self._flying: list[tuple[int, Callable[[bytes, int], None], bytes]] = []
        self.kit.begin()
        self.kit.inlets[0].source.lost = True

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Tell):
            self.told.append(str(effect.text))

    def _say(self, way: str) -> Callable[[bytes], None]:
        def say(data: bytes) -> None:
            self.by.append(way)
            self._flying.append((self.clock.now_us() + self._delay_us, self.remote.received, data))

        return say

    def run(self, us: int) -> None:
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            self.clock.jump(self.clock.now_us() + STEP_US)
            now_us = self.clock.now_us()
            self._flying += [
                (now_us + self._delay_us, self.held.received, data) for data in self.remote.to_send(now_us)
            ]
            landed = [flying for flying in self._flying if flying[0] <= now_us]
            self._flying = [flying for flying in self._flying if flying[0] > now_us]
            for at_us, received, data in landed:
                received(data, at_us)
            for key in self.keys:
                self.kit.press(key.name, key.at_us, key.seen)
                self.held.done(key)
            self.keys.clear()
            self.kit.turn()
            self.held.show(picture(self.kit.runner, now_us, self.kit.keypad.line()))
            self.held.turn(now_us)

    @property
    def said(self) -> list[str]:
        return [event.key for event in self.kit.runner.log if isinstance(event, HostSaid)]


def test_it_shows_what_the_host_is_asked_and_a_press_goes_on() -> None:
    room = Room()
    room.run(2 * S)
    shown = room.remote.lines
    asked = display(picture(room.kit.runner, room.clock.now_us()), None, translate("en"), 0)
    assert shown[0] == asked[0].rstrip()
    step = room.kit.runner.step
    room.remote.press("#", room.clock.now_us())
    room.run(S)
    assert room.said == ["next"]
    assert room.kit.runner.step > step
    assert not room.remote.busy
    assert not room.remote.failed


def test_a_press_for_a_screen_that_is_over_is_refused_and_told() -> None:
    room = Room()
    room.run(2 * S)
    room.remote.press("#", room.clock.now_us())
    room.remote.press("#", room.clock.now_us())
    before = room.kit.runner.step
    room.run(2 * S)
    assert room.said == ["next", "next"]
    assert any("meant for a step that is over" in told for told in room.told)
    assert room.kit.runner.step > before


def test_a_press_is_acknowledged_only_when_it_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(Archive(tmp_path))
    room.run(2 * S)
    monkeypatch.setattr(type(room.kit), "kept", False)
    room.remote.press("#", room.clock.now_us())
    room.run(S)
    assert room.said == ["next"]
    assert room.remote.busy
    monkeypatch.setattr(type(room.kit), "kept", True)
    room.run(S)
    assert room.said == ["next"]
    assert not room.remote.busy
    room.kit.close()


def test_kept_says_what_is_on_the_disk(tmp_path: Path) -> None:
    room = Room(Archive(tmp_path))
    room.run(2 * S)
    room.kit.press("#")
    assert not room.kit.kept  # it has not acted yet
    room.kit.turn()
    journal = room.kit._journal
    assert journal is not None
    journal._syncer.close()  # its thread has done its last work
    assert journal.synced == journal.lines
    assert room.kit.kept
    room.kit.feed(HostSaid(room.clock.now_us(), key="pause"))
    room.kit.turn()
    assert not room.kit.kept  # nobody syncs any more
    journal._sync()
    assert room.kit.kept
    room.kit.close()


def test_a_forged_press_does_nothing_and_the_host_is_told_once() -> None:
    room = Room()
    room.run(2 * S)
    forged = frame(encode(Press(counter=99, press=1, key=ord("#"), screen=1, tag=bytes(8))))
    for _ in range(5):
        room.held.received(forged, room.clock.now_us())
        room.run(100 * MS)
    assert room.said == []
    assert room.told.count("Remote: a forged frame refused.") == 1


def test_a_stranger_s_remote_does_nothing() -> None:
    room = Room()
    room.run(2 * S)
    stranger = RadioRemote(STRANGER, NUMBER + 1, boot=1, at_us=room.clock.now_us())
    for data in stranger.to_send(room.clock.now_us() + 2 * S):
        room.held.received(data, room.clock.now_us())
    room.run(S)
    assert room.told.count("Remote: a stranger's frame refused.") == 1
    assert room.said == []


def test_the_host_is_told_when_it_comes_and_goes_and_is_low() -> None:
    room = Room()
    room.remote = RadioRemote(KEY, NUMBER, boot=2, at_us=S, battery_mv=3_200)
    room.run(3 * S)
    room.remote.to_send = lambda now_us: []  # type: ignore[method-assign]
    room.run(4 * S)
    told = [line for line in room.told if "remote" in line.lower()]
    assert told == ["The remote answers.", "Remote: change its cells.", "The remote does not answer."]


def test_a_cable_wins_over_the_radio() -> None:
    room = Room()
    room.run(2 * S)
    assert set(room.by) == {"radio"}
    room.by.clear()
    room.held.bring(Opened(REMOTE, "/dev/ttyUSB1"))
    room.held.bring(Received(REMOTE, b"\0", room.clock.now_us()))
    room.run(2 * S)
    assert set(room.by) == {"cable"}
    room.held.bring(Closed(REMOTE, "unplugged"))
    room.by.clear()
    room.run(2 * S)
    assert set(room.by) == {"radio"}


@pytest.mark.parametrize("delay_us", [0, 30 * MS])
def test_a_remote_that_is_switched_off_and_on_shows_the_whole_screen_again(delay_us: int) -> None:
    room = Room(delay_us=delay_us)
    room.run(3 * S)
    for boot in (2, 3):
        room.kit.tell(Text("A long sentence that moves through the third line, so that it is never still."))
        room.run(S)
        room.remote = RadioRemote(KEY, NUMBER, boot=boot, at_us=room.clock.now_us())
        room.run(2 * S)
        assert room.remote.lines[0] != NO_LINK[0]
        step = room.kit.runner.step
        room.remote.press("#", room.clock.now_us())
        room.run(S)
        assert room.kit.runner.step > step
