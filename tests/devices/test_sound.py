import fcntl
import logging
import os
import signal
import subprocess
import sys
import threading
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from tablekit.devices.sound import BUFFER_US, CLOSE_S, WAITING, Desk, SilentDesk, SoundDesk, Started
from tablekit.timebase import US_PER_S, Clock, ManualClock, SystemClock

SOON_S = 10.0
NOW_US = 42_000_000


def write_wave(path: Path, length_s: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", ""))
        file.writeframes(b"\x00\x20" * int(48_000 * length_s))


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    for cue in ("thanks", "day", "night"):
        write_wave(tmp_path / "ru" / f"{cue}.wav", length_s=5)
    write_wave(tmp_path / "music" / "night.wav", length_s=5)
    return tmp_path


@pytest.fixture
def started() -> SimpleQueue[Started]:
    return SimpleQueue()


Open = Callable[..., SoundDesk]


@pytest.fixture
def open_desk(sounds: Path, started: SimpleQueue[Started], monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a desk on the card of `driver`."""
    desks: list[SoundDesk] = []

    def opened(driver: str = "dummy", clock: Clock | None = None, **options: object) -> SoundDesk:
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
        put = options.pop("put", started.put)
        clock = clock or ManualClock(NOW_US)
        desks.append(SoundDesk(sounds, put, clock, language="ru", **options))  # type: ignore[arg-type]
        return desks[-1]

    yield opened
    for desk in desks:
        desk.close()


@pytest.fixture(params=["silent", "dummy", "nosuch"])
def desk(request: pytest.FixtureRequest, open_desk: Open, started: SimpleQueue[Started]) -> Desk:
    """Every kind of desk: text only, with a card, and with a card that is missing."""
    if request.param == "silent":
        return SilentDesk(started.put, ManualClock(NOW_US))
    return open_desk(request.param)


# What every desk promises


def test_every_cue_is_reported_once_and_in_order(desk: Desk, started: SimpleQueue[Started]) -> None:
    asked = ["thanks", "day", "no such cue", "thanks"]
    for cue in asked:
        desk.play(cue)
    assert [started.get(timeout=SOON_S).cue for _ in asked] == asked
    assert started.empty()


def test_a_report_says_whether_the_cue_can_be_heard(desk: Desk, started: SimpleQueue[Started]) -> None:
    desk.play("thanks")
    report = started.get(timeout=SOON_S)
    assert report.silent is not desk.audible


def test_the_stamp_holds_the_moment_of_asking(desk: Desk, started: SimpleQueue[Started]) -> None:
    desk.play("thanks")
    report = started.get(timeout=SOON_S)
    assert report.at_us - report.err_us <= NOW_US <= report.at_us + report.err_us
    assert report.err_us == 0 if report.silent else report.err_us > BUFFER_US


def test_music_reports_nothing_and_holds_no_cue_up(desk: Desk, started: SimpleQueue[Started]) -> None:
    for name in ("night", None, "night", "no such music", None):
        desk.music(name)
    desk.play("day")
    assert started.get(timeout=SOON_S).cue == "day"
    assert started.empty()


def test_a_desk_that_is_closed_says_no_more(desk: Desk, started: SimpleQueue[Started]) -> None:
    desk.close()
    desk.close()
    assert started.empty()


# The card


def test_a_card_that_comes_later_is_found_with_the_music_that_was_wanted(
    open_desk: Open, started: SimpleQueue[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk("nosuch", retry_s=0.01)
    desk.music("night")
    desk.play("thanks")
    assert started.get(timeout=SOON_S).silent
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    until_us = SystemClock().now_us() + int(SOON_S * US_PER_S)
    while SystemClock().now_us() < until_us:
        desk.play("thanks")
        if not started.get(timeout=SOON_S).silent:
            break
    assert desk.audible
    import pygame

    assert pygame.mixer.music.get_busy()


def test_a_missing_card_is_told_once(
    open_desk: Open, started: SimpleQueue[Started], caplog: pytest.LogCaptureFixture
) -> None:
    desk = open_desk("nosuch", retry_s=0.0)
    for _ in range(20):
        desk.play("thanks")
        assert started.get(timeout=SOON_S).silent
    assert [line for line in caplog.messages if "KIT410: there is no sound card" in line] == caplog.messages[:1]


def test_only_the_mixer_is_started_and_as_asked(open_desk: Open, started: SimpleQueue[Started]) -> None:
    open_desk().play("thanks")
    started.get(timeout=SOON_S)
    import pygame

    assert pygame.mixer.get_init() == (48_000, -16, 2)
    assert not pygame.get_init()
    assert not pygame.display.get_init()


def run(code: str, cwd: Path, *, expect: int = 0, **environment: str) -> list[str]:
    """What `code` prints on a fresh interpreter that knows neither display nor runtime folder."""
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == expect, done.stderr
    return done.stdout.splitlines()


DESK = """
import os, queue, signal, sys
from pathlib import Path
from tablekit.devices.sound import SoundDesk
from tablekit.timebase import SystemClock
started = queue.SimpleQueue()
desk = SoundDesk(Path(), started.put, SystemClock(), language="ru")
desk.play("thanks")
print(started.get(timeout=30).silent, flush=True)
"""


def test_importing_the_desk_does_not_import_pygame(tmp_path: Path) -> None:
    run("import sys, tablekit.devices.sound; assert 'pygame' not in sys.modules", tmp_path)


def test_without_card_display_and_runtime_folder_there_is_silence(tmp_path: Path) -> None:
    assert run(DESK + "desk.close()", tmp_path, SDL_AUDIODRIVER="alsa", AUDIODEV="no-such-card") == ["True"]


def test_an_open_card_leaves_the_signal_to_stop_alone(sounds: Path) -> None:
    code = DESK + "os.kill(os.getpid(), signal.SIGTERM); print('still here')"
    assert run(code, sounds, expect=-signal.SIGTERM, SDL_AUDIODRIVER="dummy") == ["False"]


def test_the_exit_does_not_wait_for_the_card(sounds: Path) -> None:
    code = f"""
import atexit
def judge():
    import pygame
    os._exit(7 if pygame.mixer.get_init() else 1)
atexit.register(judge)  # before pygame registers anything: this runs after it
{DESK}
"""
    run(code, sounds, expect=7, SDL_AUDIODRIVER="dummy")


def test_a_card_that_does_not_answer_does_not_hold_up_closing(sounds: Path) -> None:
    """The card is a pipe that is soon full, and that nobody empties."""
    os.mkfifo(sounds / "card")
    code = f"""
import atexit, fcntl, os, struct, termios
reader = os.open("card", os.O_RDONLY | os.O_NONBLOCK)
full = fcntl.fcntl(reader, fcntl.F_GETPIPE_SZ)
os.write(os.open("card", os.O_WRONLY), bytes(full - os.sysconf("SC_PAGE_SIZE")))
atexit.register(os._exit, 7)
{DESK}
while struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, bytes(4)))[0] < full:
    os.sched_yield()
before_us = SystemClock().now_us()
desk.close()
print(SystemClock().now_us() - before_us, flush=True)
"""
    silent, took_us = run(code, sounds, expect=7, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE="card")
    assert silent == "False"
    assert CLOSE_S * US_PER_S <= int(took_us) < (CLOSE_S + 0.5) * US_PER_S


# Channels


def test_a_mandatory_cue_sounds_when_all_channels_are_taken(open_desk: Open, started: SimpleQueue[Started]) -> None:
    desk = open_desk(mandatory=("thanks",))
    asked = ["day"] * 9 + ["thanks"]
    for cue in asked:
        desk.play(cue)
    reports = [started.get(timeout=SOON_S) for _ in asked]
    assert [report.silent for report in reports] == [False] * 8 + [True, False]


def test_a_mandatory_cue_is_not_cut_by_another(open_desk: Open, started: SimpleQueue[Started]) -> None:
    desk = open_desk(mandatory=("thanks", "day"))
    for cue in ("thanks", "day"):
        desk.play(cue)
        assert not started.get(timeout=SOON_S).silent
    import pygame

    assert [pygame.mixer.Channel(number).get_busy() for number in range(3)] == [True, True, False]


# Files


@pytest.mark.parametrize("content", [None, b"", b"OggS junk", b"RIFF\x00\x00"])
@pytest.mark.parametrize("suffix", [".ogg", ".wav"])
def test_a_bad_file_is_text_and_one_warning(
    content: bytes | None,
    suffix: str,
    sounds: Path,
    open_desk: Open,
    started: SimpleQueue[Started],
    caplog: pytest.LogCaptureFixture,
) -> None:
    if content is not None:
        (sounds / "ru" / f"bad{suffix}").write_bytes(content)
        (sounds / "music" / f"bad{suffix}").write_bytes(content)
    desk = open_desk()
    for _ in range(3):
        desk.music("bad")
        desk.play("bad")
        assert started.get(timeout=SOON_S).silent
    desk.play("day")
    assert not started.get(timeout=SOON_S).silent
    folders = [Path(record.args[0]).parent.name for record in caplog.records if record.levelno == logging.WARNING]  # type: ignore[arg-type,index]
    assert sorted(folders) == ["music", "ru"]


def test_a_sound_without_samples_is_text(sounds: Path, open_desk: Open, started: SimpleQueue[Started]) -> None:
    write_wave(sounds / "ru" / "mute.wav", length_s=0)
    open_desk(mandatory=["mute"]).play("mute")
    assert started.get(timeout=SOON_S).silent


def test_a_file_is_read_once(sounds: Path, open_desk: Open, started: SimpleQueue[Started]) -> None:
    desk = open_desk()
    desk.play("day")
    assert not started.get(timeout=SOON_S).silent
    (sounds / "ru" / "day.wav").unlink()
    desk.play("day")
    assert not started.get(timeout=SOON_S).silent


def test_ogg_is_preferred(sounds: Path, open_desk: Open, started: SimpleQueue[Started]) -> None:
    (sounds / "ru" / "day.ogg").touch()
    open_desk().play("day")
    assert started.get(timeout=SOON_S).silent


# Music, on a card that is a pipe: what is read from it has been played


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end to listen at; while nobody does, the card stands still."""
    os.mkfifo(tmp_path / "card")
    reader = os.open(tmp_path / "card", os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)  # the least there is: a fiftieth of a second
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "card"))
    monkeypatch.setenv("SDL_DISKAUDIODELAY", "0")
    yield reader
    os.close(reader)


def listen(card: int) -> bool:
    """Was there any sound in the next tenth of a second?"""
    heard = b""
    while len(heard) < 48_000 * 4 // 10:
        heard += os.read(card, 48_000 * 4 // 10 - len(heard))
    return any(heard)


def test_music_goes_round_and_fades_when_told(sounds: Path, open_desk: Open, card: int) -> None:
    write_wave(sounds / "music" / "short.wav", length_s=0.1)
    desk = open_desk("disk")
    desk.music("short")
    assert any(listen(card) for _ in range(100))
    assert all(listen(card) for _ in range(20))
    desk.music(None)
    assert not all(listen(card) for _ in range(100))
    assert not any(listen(card) for _ in range(20))


def test_new_music_does_not_wait_for_the_fade_of_the_old(
    open_desk: Open, started: SimpleQueue[Started], card: int
) -> None:
    desk = open_desk("disk")
    desk.music("night")
    assert any(listen(card) for _ in range(100))
    for name in (None, "night"):
        desk.music(name)
    desk.play("day")
    assert not started.get(timeout=SOON_S).silent


# A card that hangs


class HangingCard:
    """Takes the first report only when let go: the desk's thread stands as if its card did not answer."""

    def __init__(self) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()
        self.reports: SimpleQueue[Started] = SimpleQueue()

    def put(self, report: Started) -> None:
        if threading.current_thread().name == "sound" and not self.reached.is_set():
            self.reached.set()
            assert self.let_go.wait(SOON_S)
        self.reports.put(report)


@pytest.fixture
def hanging() -> Iterator[HangingCard]:
    card = HangingCard()
    yield card
    card.let_go.set()


def test_asking_never_blocks_and_what_cannot_wait_is_text(open_desk: Open, hanging: HangingCard) -> None:
    desk = open_desk(put=hanging.put)
    desk.play("thanks")
    assert hanging.reached.wait(SOON_S)
    for number in range(WAITING + 1):
        desk.play(str(number))
    desk.music("night")
    assert hanging.reports.get_nowait() == Started(str(WAITING), NOW_US, 0, silent=True)
    assert hanging.reports.empty()
    hanging.let_go.set()
    desk.close()
    assert "sound" not in [thread.name for thread in threading.enumerate()]


def test_a_cue_that_waited_too_long_is_not_played_late(open_desk: Open, hanging: HangingCard) -> None:
    clock = ManualClock(NOW_US)
    desk = open_desk(put=hanging.put, clock=clock)
    desk.play("thanks")
    assert hanging.reached.wait(SOON_S)
    desk.play("day")
    clock.jump(NOW_US + US_PER_S)
    hanging.let_go.set()
    assert [hanging.reports.get(timeout=SOON_S).silent for _ in range(2)] == [False, True]


def test_an_error_of_the_kit_does_not_silence_the_desk(
    open_desk: Open, started: SimpleQueue[Started], caplog: pytest.LogCaptureFixture
) -> None:
    def put(report: Started) -> None:
        started.put(report)
        if report.cue == "day":
            raise RuntimeError("planted")

    desk = open_desk(put=put)
    for cue in ("day", "night"):
        desk.play(cue)
        assert started.get(timeout=SOON_S).cue == cue
    assert "planted" in caplog.text
