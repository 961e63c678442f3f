"""Sound: what is missing is named, and the word's latency is what lies between asking for it and its onset."""

import shutil
import wave
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Timer

import pytest
from doctor_room import MS, Room, S, wired
from hub_at_pty import HubAtPty

from tablekit.cli.patient import open_table
from tablekit.config import SeatHub, TableConfig
from tablekit.devices.gpio import WORD
from tablekit.devices.sound import Desk, SilentDesk, SoundDesk, Started
from tablekit.doctor.bench import Bench
from tablekit.doctor.simulated import SPEAKER_US, SimulatedDesk
from tablekit.doctor.sound import Latency, measure, open_desk, sound
from tablekit.errors import DeviceError
from tablekit.texts import SOUNDS, read_cues
from tablekit.timebase import SystemClock

LATE_S = 0.06


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """A folder with a click for every cue."""
    shutil.copy(SOUNDS / "cues.toml", tmp_path)
    (tmp_path / "ru").mkdir()
    for cue in read_cues(tmp_path / "cues.toml"):
        with wave.open(str(tmp_path / "ru" / f"{cue}.wav"), "wb") as file:
            file.setparams((1, 2, 48_000, 0, "NONE", ""))
            file.writeframes(b"\0\x40" * 480)
    return tmp_path


def measured(room: Room, desk: Desk, times: int) -> tuple[Latency, list[str]]:
    told: list[str] = []
    return measure(room.bench, desk, times, told.append), told


def test_the_latency_is_from_asking_to_the_onset() -> None:
    with Room() as room:
        latency, told = measured(room, room.desk(), 5)
    assert len(latency.heard) == 5
    assert all(SPEAKER_US <= us <= SPEAKER_US + 9 * MS for us in latency.heard)
    (finding,) = latency.findings()
    assert (finding.state, "heard 5 of 5 times" in finding.what) == ("OK", True)
    assert told[0].startswith("1: 4")


def test_an_onset_input_that_hears_nothing_is_a_fault() -> None:
    class Mute(SimulatedDesk):
        """Its speaker is unplugged."""

        def play(self, cue: str) -> None:
            chance, self.room.drive = self.room.drive, lambda *_: None  # type: ignore[method-assign, assignment]
            super().play(cue)
            self.room.drive = chance  # type: ignore[method-assign]

    with Room() as room:
        latency, told = measured(room, Mute(room), 2)
    (finding,) = latency.findings()
    assert finding.what.startswith("KIT477: the word was played, and the onset input heard nothing")
    assert told == ["1: not heard", "2: not heard"]


def test_a_word_that_is_heard_now_and_then_is_a_warning() -> None:
    assert [finding.state for finding in Latency([46_000, None, 45_000]).findings()] == ["WARNING"]
    assert [finding.state for finding in Latency([46_000, 80_000]).findings()] == ["WARNING"]
    (finding,) = Latency([46_000, 80_000]).findings()
    assert finding.what.startswith("KIT459: 63.0 ms from asking for the word to its onset (46.0 to 80.0 ms")


def test_without_a_card_nothing_is_measured() -> None:
    with Room() as room, pytest.raises(DeviceError, match="KIT479"):
        measure(room.bench, SilentDesk(room.inbox.put, room.manual), 1, print)


def test_a_table_without_onset_input_hears_nothing() -> None:
    with Room(wired(word=None)) as room:
        room.drive = lambda *_: None  # type: ignore[method-assign, assignment]
        latency, _ = measured(room, room.desk(), 1)
    assert latency.heard == []


def test_cues_without_a_file_are_named(sounds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    found = list(sound(sounds, "ru", "latched", "word"))
    assert [finding.state for finding in found] == ["OK", "OK"]
    (sounds / "ru" / "night.wav").unlink()
    assert next(iter(sound(sounds, "ru", "latched", "word"))).what.startswith("KIT476: 1 of ")
    assert next(iter(sound(sounds, "ru", "latched", "word"))).state == "WARNING"
    (sounds / "ru" / "thanks.wav").unlink()
    assert next(iter(sound(sounds, "ru", "latched", "word"))).state == "FAULT"
    assert next(iter(sound(sounds, "ru", "latched", "key"))).state == "WARNING"


def test_a_card_that_is_not_there_is_a_fault_only_if_the_word_is_played(
    sounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    states = [list(sound(sounds, "ru", "latched", cutoff))[-1] for cutoff in ("word", "key")]
    assert [finding.state for finding in states] == ["FAULT", "WARNING"]
    assert states[0].what.startswith("KIT410: there is no sound card")


def test_a_word_without_a_file_is_not_played(sounds: Path) -> None:
    (sounds / "ru" / "thanks.wav").unlink()
    with Room() as room, pytest.raises(DeviceError, match="KIT478"):
        open_desk(sounds, "ru", room.bench, "thanks", SystemClock())


class Speaker(SoundDesk):
    """A real desk on SDL's dummy card, whose speaker line reaches the hub so late."""

    def __init__(self, hub: HubAtPty, folder: Path, put: Callable[[Started], None]) -> None:
        self.hub = hub
        super().__init__(folder, put, SystemClock(), language="ru", mandatory=("thanks",))

    def play(self, cue: str) -> None:
        super().play(cue)
        for after_s, active in ((LATE_S, True), (LATE_S + 0.2, False)):
            Timer(after_s, self.hub.drive, (WORD, active)).start()


@pytest.mark.slow
def test_the_hubs_own_counter_stamps_the_onset(sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    port = tmp_path / "ttyACM0"
    told = TableConfig("sport", options={"cutoff": "key"}, inputs=(SeatHub(places=10, port=str(port)),))
    with HubAtPty(port) as hub, ExitStack() as stack:
        bench = Bench(open_table(told, stack), 10)
        desk = stack.enter_context(closing(Speaker(hub, sounds, bench.inbox.put)))
        latency = measure(bench, desk, 3, print)
    assert len(latency.heard) == 3
    assert all(LATE_S * S <= us <= (LATE_S + 0.05) * S for us in latency.heard)
