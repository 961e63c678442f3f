"""The port's owner against ptys that are pulled out, renamed, held by others, that talk nonsense and take no bytes."""

import contextlib
import gc
import logging
import os
import random
import select
import struct
import termios
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, LOCK_UN, flock, ioctl
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest
import serial
from far_end import HELLO, WAIT_S, FarEnd

from tablekit.devices.port import CLOSE_S, Closed, Happened, Opened, Patience, Received, SerialPort, Sought
from tablekit.devices.ports import ASK_HUB, HUB_BAUD, is_hub, ports_for
from tablekit.devices.writer import PIECES_PER_S, QUEUE_MOST
from tablekit.timebase import US_PER_S, Clock, ManualClock, SystemClock
from tablekit.wire.codec import encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.messages import VERSION, Call, Hello, Ping

HASTE = Patience(listen_s=0.01, again_s=0.02, answer_s=0.08, pause_s=0.005)
PING = frame(encode(Ping(7)))
CALL = frame(encode(Call(VERSION, 1, 2, bytes(8), bytes(8))))
GPS = b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n"
AT = b"AT\r\nATQ0 V1 E1 S0=0\r\n"
TIOCGEXCL = 0x80045440


class Bench:
    """A folder like /dev, what is plugged in there, and the owner of the hub's port."""

    def __init__(self, dev: Path) -> None:
        self.dev = dev
        self.clock: Clock = SystemClock()
        self.happened: SimpleQueue[Happened] = SimpleQueue()
        self.names = ports_for("hub", dev=dev)
        self._plugged: list[FarEnd] = []
        self._rounds = threading.Semaphore(0)
        self._port: SerialPort | None = None

    def seek(
        self,
        patience: Patience = HASTE,
        put: Callable[[Happened], None] | None = None,
        known: Callable[[bytes], bool] = is_hub,
    ) -> SerialPort:
        def candidates() -> list[str]:
            self._rounds.release()
            return self.names()

        self._port = SerialPort(
            "hub",
            put or self.happened.put,
            self.clock,
            candidates=candidates,
            ask=ASK_HUB,
            known=known,
            baud=HUB_BAUD,
            patience=patience,
        )
        return self._port

    def plug(self, name: str, device: FarEnd | None = None) -> FarEnd:
        """A hub that says who it is when its port is opened (which resets it), or another device."""
        self._plugged.append(device or FarEnd(self.dev, greeting=HELLO))
        return self._plugged[-1].plug(name)

    def opened(self, name: str) -> bytes:
        """It has been found there; its first bytes."""
        while not isinstance(happened := self.happened.get(timeout=WAIT_S), Opened):
            assert not isinstance(happened, Received)
        assert happened == Opened("hub", str(self.dev / name))
        first = self.happened.get(timeout=WAIT_S)
        assert isinstance(first, Received)
        return first.data

    def closed(self) -> str:
        """Why it has been."""
        while not isinstance(happened := self.happened.get(timeout=WAIT_S), Closed):
            assert isinstance(happened, Received)
        return happened.why

    def sought(self) -> str:
        """What the search says."""
        happened = self.happened.get(timeout=WAIT_S)
        assert isinstance(happened, Sought)
        return str(happened.why)

    def rounds(self, count: int) -> None:
        """So many more rounds, or looks for newcomers, have begun."""
        while self._rounds.acquire(blocking=False):
            pass
        for _ in range(count):
            assert self._rounds.acquire(timeout=WAIT_S)

    def end(self) -> None:
        if self._port is not None:
            self._port.close()
        for device in self._plugged:
            device.unplug()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.end()


def test_a_hub_is_found_and_bytes_go_both_ways(bench: Bench) -> None:
    hub = bench.plug("ttyUSB0")
    before_us = bench.clock.now_us()
    port = bench.seek()
    assert bench.opened("ttyUSB0") == HELLO
    assert port.name == str(bench.dev / "ttyUSB0")
    port.write(PING)
    assert hub.wait(lambda hub: PING in hub.heard)
    hub.say(b"\0\xff")
    heard = bench.happened.get(timeout=WAIT_S)
    assert isinstance(heard, Received)
    assert heard.data == b"\0\xff"
    assert before_us < heard.at_us <= bench.clock.now_us()


# D6: unplugged


def test_unplugged_while_it_is_read(bench: Bench) -> None:
    hub = bench.plug("ttyUSB0")
    port = bench.seek()
    bench.opened("ttyUSB0")
    hub.unplug()
    assert bench.closed() == "unplugged"
    assert port.name is None
    assert bench.sought().startswith("KIT411: no hub is plugged in. ")
    bench.plug("ttyUSB0")
    assert bench.sought() == "None"
    bench.opened("ttyUSB0")


def test_unplugged_while_the_writer_is_in_the_port(bench: Bench) -> None:
    hub = bench.plug("ttyUSB0")
    port = bench.seek(HASTE._replace(write_s=WAIT_S))
    bench.opened("ttyUSB0")
    hub.pause()
    for _ in range(4):
        port.write(bytes(QUEUE_MOST // 2))
    hub.unplug()
    assert bench.closed() == "unplugged"


def test_the_port_is_not_closed_under_the_writer(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def write(*_: object) -> None:
        inside.set()
        go_on.wait(WAIT_S)
        raise serial.SerialException("write failed: [Errno 5] Input/output error")

    hub = bench.plug("ttyUSB0")
    port = bench.seek()
    bench.opened("ttyUSB0")
    monkeypatch.setattr(serial.Serial, "write", write)
    port.write(PING)
    assert inside.wait(WAIT_S)
    port.write(b"for the one that was pulled out")
    hub.unplug()
    with pytest.raises(Empty):
        bench.happened.get(timeout=0.05)
    go_on.set()
    assert bench.closed() == "unplugged"
    monkeypatch.undo()
    hub.plug("ttyUSB0")
    bench.opened("ttyUSB0")
    port.write(PING)
    assert hub.wait(lambda hub: PING in hub.heard)
    assert hub.heard == PING


def test_unplugged_between_two_calls(bench: Bench) -> None:
    at_work, go_on = threading.Event(), threading.Event()

    def put(happened: Happened) -> None:
        bench.happened.put(happened)
        if isinstance(happened, Received):
            at_work.set()
            go_on.wait(WAIT_S)

    hub = bench.plug("ttyUSB0")
    port = bench.seek(put=put)
    assert at_work.wait(WAIT_S)
    hub.unplug()
    port.write(PING)
    go_on.set()
    bench.opened("ttyUSB0")
    assert bench.closed() == "unplugged"


def test_unplugged_before_it_has_answered(bench: Bench) -> None:
    mute = bench.plug("ttyUSB0", FarEnd(bench.dev))
    bench.seek(HASTE._replace(answer_s=WAIT_S))
    assert mute.wait(lambda mute: ASK_HUB in mute.heard)
    mute.unplug()
    assert bench.sought().startswith("KIT411: ")
    bench.plug("ttyUSB0")
    bench.opened("ttyUSB0")


FACES = [
    serial.SerialException("device reports readiness to read but returned no data"),
    serial.PortNotOpenError(),
    OSError(5, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
    termios.error(5, "Input/output error"),
    ValueError("file descriptor cannot be a negative integer (-1)"),
]


@pytest.mark.parametrize("face", FACES, ids=lambda face: type(face).__name__)
@pytest.mark.parametrize("call", ["read", "write"])
def test_every_face_of_an_unplugging_is_one_closed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, call: str, face: Exception
) -> None:
    hub = bench.plug("ttyUSB0")
    port = bench.seek()
    bench.opened("ttyUSB0")
    with monkeypatch.context() as patch:
        patch.setattr(serial.Serial, call, lambda *_: (_ for _ in ()).throw(face))
        hub.say(PING) if call == "read" else port.write(PING)
        assert bench.closed() == "unplugged"
    bench.opened("ttyUSB0")


@pytest.mark.parametrize("call", ["reset_output_buffer", "close"])
def test_a_port_that_cannot_be_closed_properly_is_let_go(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    real = getattr(serial.Serial, call)

    def failing(port: serial.Serial) -> None:
        real(port)
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(serial.Serial, call, failing)
    hub = bench.plug("ttyUSB0")
    bench.seek()
    bench.opened("ttyUSB0")
    hub.unplug()
    bench.closed()
    bench.plug("ttyUSB0")
    bench.opened("ttyUSB0")


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


def kept_by(files: str) -> int:
    """The bytes that code of these files has asked for and that are still held: other tests' threads may live on."""
    wanted = tracemalloc.Filter(True, files, all_frames=True)
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces([wanted]).traces)


@pytest.mark.slow
def test_fifty_unpluggings_leave_nothing_behind(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, "tablekit.devices.port")  # or the lines would be kept
    hub = bench.plug("ttyUSB9")
    hub.unplug()
    port = bench.seek()
    tracemalloc.start(8)
    counts, memory = set(), []
    for number in range(50):
        hub.plug(f"ttyUSB{number % 3}")
        bench.opened(f"ttyUSB{number % 3}")
        port.write(PING)
        assert hub.wait(lambda hub: PING in hub.heard)
        hub.unplug()
        bench.closed()
        assert bench.sought().startswith("KIT411: ")
        counts.add((threading.active_count(), handles()))
        if number in (9, 49):
            gc.collect()
            memory.append(kept_by("*/tablekit/devices/*"))
    tracemalloc.stop()
    assert len(counts) == 1
    assert memory[1] - memory[0] < 250 * 40  # CPython remembers attribute names that pyserial looks up in vain
    assert port.dropped == 0


# D7: another name, another device, a port that is held


def test_the_hub_comes_back_under_another_name_while_a_gps_has_its_old_one(bench: Bench) -> None:
    hub = bench.plug("ttyUSB0")
    port = bench.seek()
    bench.opened("ttyUSB0")
    hub.unplug()
    bench.closed()
    gps = bench.plug("ttyUSB0", FarEnd(bench.dev, greeting=GPS * 20, answer=lambda _: GPS))
    port.write(PING)
    assert gps.wait(lambda gps: gps.heard.count(ASK_HUB) > 1)
    bench.plug("ttyUSB1")
    bench.opened("ttyUSB1")
    assert not bytes(gps.heard).replace(ASK_HUB, b"")


def test_hub_and_remote_swap_names(bench: Bench) -> None:
    remote = FarEnd(bench.dev, greeting=CALL, answer=lambda _: CALL)
    hub = bench.plug("ttyUSB0")
    bench.plug("ttyUSB1", remote)
    bench.seek()
    bench.opened("ttyUSB0")
    hub.unplug()
    remote.unplug()
    bench.closed()
    remote.plug("ttyUSB0")
    hub.plug("ttyUSB1")
    bench.opened("ttyUSB1")
    assert not bytes(remote.heard).replace(ASK_HUB, b"")


def test_a_stranger_is_told_once_and_tried_again_each_round(bench: Bench) -> None:
    stranger = bench.plug("ttyUSB0", FarEnd(bench.dev))
    bench.seek()
    assert bench.sought().startswith(f"KIT413: what is plugged in at {bench.dev}/ttyUSB0 does not answer as the hub. ")
    assert stranger.wait(lambda stranger: stranger.openings > 3)
    assert bench.happened.empty()


def test_a_busy_port_is_told_once_and_taken_when_it_is_free(bench: Bench) -> None:
    hub = bench.plug("ttyUSB0")
    flock(hub.near, LOCK_EX)
    bench.seek()
    assert bench.sought().startswith(f"KIT414: another program holds {bench.dev}/ttyUSB0. ")
    bench.rounds(24)
    assert bench.happened.empty()
    flock(hub.near, LOCK_UN)
    assert bench.sought() == "None"
    bench.opened("ttyUSB0")


def test_while_it_is_open_the_port_is_nobody_elses(bench: Bench) -> None:
    hub = bench.plug("ttyUSB0")
    port = bench.seek()
    bench.opened("ttyUSB0")
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        serial.Serial(port.name, exclusive=True)

    def exclusive() -> int:
        return int(struct.unpack("i", ioctl(hub.near, TIOCGEXCL, bytes(4)))[0])

    assert exclusive()
    port.close()
    assert not exclusive()


def test_a_modem_managers_words_are_no_obstacle(bench: Bench) -> None:
    bench.plug("ttyACM0", FarEnd(bench.dev, greeting=AT + PING + AT + HELLO + AT + PING))
    bench.seek()
    assert bench.opened("ttyACM0") == HELLO + AT + PING


def test_a_reset_board_is_not_spoken_to_before_it_speaks(bench: Bench) -> None:
    """A Mega's bootloader that hears a byte waits for more."""
    hub = bench.plug("ttyACM0", FarEnd(bench.dev))
    bench.seek(Patience())
    assert hub.wait(lambda hub: hub.openings == 1)
    hub.say(HELLO)
    assert bench.opened("ttyACM0") == HELLO
    assert not hub.heard


def test_a_board_that_was_not_reset_is_asked_once_at_its_first_frame(bench: Bench) -> None:
    seen = threading.Semaphore(0)

    def known(payload: bytes) -> bool:
        seen.release()
        return is_hub(payload)

    hub = bench.plug("ttyACM0", FarEnd(bench.dev))
    port = bench.seek(Patience(*[2 * WAIT_S] * len(Patience._fields)), known=known)
    assert hub.wait(lambda hub: hub.openings == 1)
    hub.say(PING[3:])
    for _ in range(3):
        hub.say(PING)
        assert seen.acquire(timeout=WAIT_S)
        assert hub.wait(lambda hub: ASK_HUB in hub.heard)
    hub.say(HELLO)
    assert bench.opened("ttyACM0") == HELLO
    port.write(PING)
    assert hub.wait(lambda hub: PING in hub.heard)
    assert hub.heard == ASK_HUB + PING


def test_one_that_takes_no_question_is_a_stranger(bench: Bench) -> None:
    full = bench.plug("ttyACM0", FarEnd(bench.dev))
    full.pause()
    os.set_blocking(full.near, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(full.near, bytes(1024))
    bench.seek(HASTE._replace(write_s=0.02, answer_s=WAIT_S))
    assert bench.sought().startswith("KIT413: ")


# A stranger keeps nobody waiting: here the clock stands still while it is listened to


MINUTE = HASTE._replace(answer_s=60.0, silent_s=0.03)


def pass_time(bench: Bench, clock: ManualClock) -> None:
    """Second by second, until something has happened."""
    while bench.happened.empty():
        clock.jump(clock.now_us() + US_PER_S)
        threading.Event().wait(0.001)


def test_a_newcomer_need_not_wait_for_a_stranger(bench: Bench) -> None:
    bench.clock = clock = ManualClock()
    mute = bench.plug("ttyUSB0", FarEnd(bench.dev))
    other = bench.plug("ttyUSB1", FarEnd(bench.dev))
    bench.seek(MINUTE._replace(silent_s=WAIT_S))
    pass_time(bench, clock)
    assert bench.sought().startswith("KIT413: ")
    assert mute.wait(lambda mute: mute.openings > 1)
    other.unplug()
    bench.rounds(2)
    bench.plug("ttyUSB1")
    bench.opened("ttyUSB1")


def test_the_port_that_was_lost_is_tried_first(bench: Bench) -> None:
    bench.clock = clock = ManualClock()
    bench.plug("ttyUSB0", FarEnd(bench.dev))
    hub = bench.plug("ttyUSB1")
    flock(hub.near, LOCK_EX)
    bench.seek(MINUTE)
    pass_time(bench, clock)
    assert bench.sought().startswith("KIT414: ")
    flock(hub.near, LOCK_UN)
    pass_time(bench, clock)
    bench.opened("ttyUSB1")
    pass_time(bench, clock)
    assert bench.closed() == "says nothing"
    bench.opened("ttyUSB1")


def test_a_hub_of_another_version_is_not_opened(bench: Bench) -> None:
    newer = frame(bytes([encode(Hello(1, 1, 1, 1, 1, 1))[0], VERSION + 1]) + b"whatever")
    hub = bench.plug("ttyACM0", FarEnd(bench.dev, greeting=newer))
    bench.seek()
    assert bench.sought().startswith(f"KIT416: the hub speaks version {VERSION + 1} of the messages, this kit version ")
    hub.unplug()
    assert bench.sought().startswith("KIT411: ")


# D8: noise


@pytest.mark.parametrize("frames", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_every_good_frame_comes_through_noise(bench: Bench, frames: int) -> None:
    rng = random.Random(8)
    noise = [lambda: rng.randbytes(rng.randrange(200)), lambda: bytes(rng.randrange(90)), lambda: b"\xff" * 90]
    sent = [encode(Ping(number)) for number in range(frames)]
    stream = b"".join(
        (b"" if number % 50 < 20 else rng.choice(noise)()) + frame(sent[number]) for number in range(frames)
    )
    hub = bench.plug("ttyACM0")
    bench.seek()
    bench.opened("ttyACM0")
    threading.Thread(target=hub.say, args=[stream], daemon=True).start()
    receiver, good = Frames(), list[bytes]()
    while len(good) < frames:
        happened = bench.happened.get(timeout=WAIT_S)
        assert isinstance(happened, Received)
        assert len(happened.data) <= 4096
        good += receiver.feed(happened.data)
    assert good == sent


# D9: it takes no bytes, or says none


def test_a_hub_that_takes_no_bytes_is_given_up_and_sought_anew(bench: Bench) -> None:
    hub = bench.plug("ttyACM0")
    port = bench.seek()
    bench.opened("ttyACM0")
    hub.pause()
    longest_s = 0.0
    begun_s = time.monotonic()
    for _ in range(400):
        before_s = time.monotonic()
        port.write(PING * 100)
        longest_s = max(longest_s, time.monotonic() - before_s)
    assert bench.closed() == "takes nothing"
    assert time.monotonic() - begun_s < 2 * HASTE.write_s
    assert longest_s < 0.1
    assert port.dropped > 0
    assert hub.wait(lambda hub: hub.openings == 1)
    hub.resume()
    bench.opened("ttyACM0")
    for _ in range(2):
        hub.say(PING)
        assert isinstance(bench.happened.get(timeout=WAIT_S), Received)


def test_a_long_queue_is_given_to_the_port_in_pieces(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    real = serial.Serial.write

    def write(port: serial.Serial, data: bytes) -> int:
        sizes.append(len(data))
        return int(real(port, data))

    monkeypatch.setattr(serial.Serial, "write", write)
    hub = bench.plug("ttyACM0")
    port = bench.seek()
    bench.opened("ttyACM0")
    port.write(bytes(QUEUE_MOST))
    assert hub.wait(lambda hub: len(hub.heard) == QUEUE_MOST)
    assert max(sizes) * PIECES_PER_S * 10 <= HUB_BAUD


def test_a_hub_that_falls_silent_is_sought_anew(bench: Bench) -> None:
    bench.plug("ttyACM0")
    bench.seek(HASTE._replace(silent_s=0.03))
    bench.opened("ttyACM0")
    assert bench.closed() == "says nothing"
    bench.opened("ttyACM0")


def test_what_is_written_while_nothing_is_open_is_dropped_and_counted(bench: Bench) -> None:
    port = bench.seek()
    port.write(PING)
    hub = bench.plug("ttyACM0")
    bench.opened("ttyACM0")
    port.write(ASK_HUB)
    assert hub.wait(lambda hub: hub.heard == ASK_HUB)
    port.write(bytes(QUEUE_MOST + 1))
    assert port.dropped == 2
    port.close()
    port.write(PING)
    assert port.dropped == 3


# Closing, and errors of its own


@pytest.mark.parametrize("state", ["seeking", "listening", "open", pytest.param("stuck", marks=pytest.mark.slow)])
def test_it_closes_at_once_and_is_silent_ever_after(bench: Bench, state: str) -> None:
    threads, before = threading.active_count(), handles()
    if state != "seeking":
        device = bench.plug("ttyUSB0", FarEnd(bench.dev) if state == "listening" else None)
    port = bench.seek(Patience(write_s=WAIT_S))
    if state == "seeking":
        bench.sought()
    elif state == "listening":
        assert device.wait(lambda device: device.openings == 1)
    else:
        bench.opened("ttyUSB0")
    if state == "stuck":
        device.pause()
        while select.select([], [device.near], [], 0)[1] or not port.dropped:
            port.write(bytes(QUEUE_MOST // 2))
    while not bench.happened.empty():  # a slow machine may have given the stuck device up meanwhile
        bench.happened.get()
    begun_s = time.monotonic()
    port.close()
    port.close()
    assert time.monotonic() - begun_s < CLOSE_S
    if state == "stuck":
        device.resume()
        os.write(device.near, b"END")
        assert device.wait(lambda device: device.heard.endswith(b"END"))
        assert len(device.heard) < QUEUE_MOST / 8  # what its own kernel has taken already stays
    if state != "seeking":
        device.unplug()
    assert (threading.active_count(), handles()) == (threads, before)
    assert bench.happened.empty()


def test_an_error_of_its_own_is_logged_and_the_search_goes_on(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    faults = [ZeroDivisionError("a bug")]

    def known(payload: bytes) -> bool:
        if faults:
            raise faults.pop()
        return is_hub(payload)

    bench.plug("ttyUSB0")
    with caplog.at_level(logging.ERROR):
        bench.seek(known=known)
        bench.opened("ttyUSB0")
    assert "goes on after an error of its own" in caplog.text


@pytest.mark.slow
def test_with_its_real_patience_a_mega_is_back_within_three_seconds(bench: Bench) -> None:
    boot_s = 1.2

    class Mega(FarEnd):
        """Opening its port resets it; it says Hello after its bootloader, if that has heard nothing."""

        def say(self, data: bytes) -> None:
            def boot() -> None:
                if not self.heard:
                    super(Mega, self).say(data)

            threading.Timer(boot_s, boot).start()

    mega = bench.plug("ttyACM0", Mega(bench.dev, greeting=HELLO))
    bench.seek(Patience())
    bench.opened("ttyACM0")
    begun_s = time.monotonic()
    mega.unplug()
    bench.closed()
    assert time.monotonic() - begun_s < 1
    assert bench.sought().startswith("KIT411: ")
    bench.plug("ttyUSB0", FarEnd(bench.dev, greeting=GPS))
    assert bench.sought().startswith("KIT413: ")
    begun_s = time.monotonic()
    mega.plug("ttyACM1")
    bench.opened("ttyACM1")
    assert time.monotonic() - begun_s < 3
