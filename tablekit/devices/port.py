"""The owner of a serial port: finds its device under any name, and finds it again after every unplugging.

Two threads for ever, a reader that also seeks, and a writer; the loop only asks and is told.
"""

import logging
import os
import select
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, NamedTuple, TypeAlias

from serial import SerialTimeoutException

from tablekit.devices.ports import FAULTS, absent, close_port, open_port, stranger
from tablekit.devices.writer import Writer
from tablekit.errors import KitError
from tablekit.timebase import US_PER_S, Clock
from tablekit.wire.frames import Frames, frame

log = logging.getLogger(__name__)

READ_MOST = 4096
CLOSE_S = 1.0


class Opened(NamedTuple):
    """The device is at the port `name`: it has answered."""

    device: str
    name: str


class Received(NamedTuple):
    """All these bytes were here by `at_us`. The first ones after an Opened are the frame by which it was known."""

    device: str
    data: bytes
    at_us: int


Why = Literal["unplugged", "takes nothing", "says nothing"]


class Closed(NamedTuple):
    """The device is gone, and sought again."""

    device: str
    why: Why


class Sought(NamedTuple):
    """What the search says has changed; `why` is None when it has found its device."""

    device: str
    why: KitError | None


Happened: TypeAlias = Opened | Received | Closed | Sought


class Patience(NamedTuple):
    """How long to wait, in seconds."""

    listen_s: float = 2.0
    """To be silent after opening, which resets an Arduino: a Mega's bootloader that hears a byte stays for 7 s more."""
    again_s: float = 0.3
    """From one question to the next."""
    answer_s: float = 3.0
    """From opening to the answer."""
    pause_s: float = 0.5
    """From one round of the search to the next."""
    write_s: float = 0.4
    """For a tenth of a second's worth of bytes to be taken."""
    silent_s: float = 3.0
    """Of a device that talks by itself, as ours do; opening the port anew resets it."""


PATIENCE = Patience()


class SerialPort:
    """One device at whatever port it is. Everything is `put` from one thread; so `put` must not raise, nor block.

    `candidates` are the names to try; `ask` is all that is said to a device before a frame's payload is `known` as its
    own. `known` may raise a KitError: it is the device, but cannot be used.
    """

    def __init__(
        self,
        device: str,
        put: Callable[[Happened], None],
        clock: Clock,
        *,
        candidates: Callable[[], Sequence[str]],
        ask: bytes,
        known: Callable[[bytes], bool],
        baud: int,
        patience: Patience = PATIENCE,
    ) -> None:
        self.name: str | None = None
        """Where the device is."""
        self._device = device
        self._put = put
        self._clock = clock
        self._candidates = candidates
        self._ask = ask
        self._known = known
        self._baud = baud
        self._patience = patience
        self._passed: set[str] = set()  # names that were tried in vain since they appeared
        self._told: KitError | None = None
        self._stuck: Exception | None = None  # why the writer gave the port up
        self._closing = False
        self._bell, self._bell_rope = os.pipe()  # wakes the reader
        for end in (self._bell, self._bell_rope):
            os.set_blocking(end, False)
        self._writer = Writer(f"{device} writer", baud, self._give_up)
        self._reader = threading.Thread(target=self._serve, name=f"{device} reader", daemon=True)
        self._reader.start()

    @property
    def dropped(self) -> int:
        """How many writes found no open port, or no room."""
        return self._writer.dropped

    def write(self, data: bytes) -> None:
        """Queue `data` for the device, or drop it if nothing is open or too much waits; never blocks, never raises."""
        self._writer.write(data)

    def close(self) -> None:
        """Let go of everything within `CLOSE_S`; what was not sent yet is dropped. Nothing is put afterwards."""
        if self._closing:
            return
        self._closing = True
        self._writer.close()
        self._ring()
        self._reader.join(CLOSE_S / 2)
        if self._writer.join(CLOSE_S / 2) and not self._reader.is_alive():
            os.close(self._bell)
            os.close(self._bell_rope)
        else:
            log.warning("the port of the %s does not let go: left open", self._device)

    def _ring(self) -> None:
        with suppress(BlockingIOError):  # it rings already
            os.write(self._bell_rope, b"!")

    def _give_up(self, error: Exception) -> None:
        self._stuck = error
        self._ring()

    # The reader's thread from here on

    def _serve(self) -> None:
        while not self._closing:
            try:
                self._seek()
            except Exception:
                log.exception("the search for the %s goes on after an error of its own", self._device)
                self._wait(self._patience.pause_s)

    def _seek(self) -> None:
        """Try every name once, first those not tried in vain; follow the device where it is found."""
        why: KitError = absent(self._device)
        for name in sorted(self._names(), key=self._passed.__contains__):
            try:
                with self._open(name) as port:
                    first = self._meet(name, port)
                    if first is not None:
                        self._follow(name, port, first)
                    return
            except KitError as refusal:
                self._passed.add(name)
                why = max(why, refusal, key=lambda error: error.number)
        self._tell(why)
        self._wait(self._patience.pause_s)

    def _names(self) -> Sequence[str]:
        names = self._candidates()
        self._passed.intersection_update(names)
        return names

    @contextmanager
    def _open(self, name: str) -> Iterator[Any]:
        port = open_port(self._device, name, self._baud, self._patience.write_s)
        try:
            yield port
        finally:
            close_port(port)

    def _meet(self, name: str, port: Any) -> Received | None:
        """The first of the device's bytes; None if something else is more urgent. KitError: it is not the device."""
        try:
            return self._listen(name, port)
        except KitError:
            raise
        except SerialTimeoutException as error:
            raise stranger(self._device, name) from error
        except FAULTS as error:
            raise absent(self._device) from error

    def _listen(self, name: str, port: Any) -> Received | None:
        frames = Frames()
        now_us = self._clock.now_us()
        ask_us = now_us + _us(self._patience.listen_s)
        end_us = now_us + _us(self._patience.answer_s)
        asked = False
        while now_us < end_us:
            if self._closing or (name in self._passed and not self._passed.issuperset(self._names())):
                return None
            if now_us >= ask_us:
                port.write(self._ask)
                asked, ask_us = True, now_us + _us(self._patience.again_s)
            data = self._read(port, min(ask_us, end_us) - now_us)
            now_us = self._clock.now_us()
            for payload, rest in _frames_in(data, frames):
                if self._known(payload):
                    return Received(self._device, frame(payload) + rest, now_us)
                if not asked:
                    ask_us = now_us  # whoever says frames is out of its bootloader
        raise stranger(self._device, name)

    def _follow(self, name: str, port: Any, first: Received) -> None:
        self.name = name
        self._passed.discard(name)
        self._tell(None)
        self._writer.begin(port)
        self._put(Opened(self._device, name))
        self._put(first)
        why, error = self._hear_out(port, first.at_us)
        self.name = None
        self._writer.end()
        self._stuck = None
        if not self._closing:
            log.warning("the %s at %s is lost, %s%s", self._device, name, why, f": {error}" if error else "")
            self._put(Closed(self._device, why))

    def _hear_out(self, port: Any, heard_us: int) -> tuple[Why, Exception | None]:
        """Pass on all it says, until it is gone; returns why it is."""
        silent_us = _us(self._patience.silent_s)
        try:
            while not self._closing and self._clock.now_us() - heard_us < silent_us:
                data = self._read(port, silent_us)
                if data:
                    heard_us = self._clock.now_us()
                    self._put(Received(self._device, data, heard_us))
                if self._stuck is not None:
                    raise self._stuck
        except SerialTimeoutException as error:
            return "takes nothing", error
        except FAULTS as error:
            return "unplugged", error
        return "says nothing", None

    def _read(self, port: Any, wait_us: int) -> bytes:
        """What has come within the time; nothing when the bell rings."""
        ready, _, _ = select.select([port, self._bell], [], [], max(0, wait_us) / US_PER_S)
        if self._bell in ready:
            os.read(self._bell, READ_MOST)
        return port.read(READ_MOST) if port in ready else b""

    def _wait(self, seconds: float) -> None:
        if not self._closing and select.select([self._bell], [], [], seconds)[0]:
            os.read(self._bell, READ_MOST)

    def _tell(self, why: KitError | None) -> None:
        if str(why) != str(self._told) and not self._closing:
            self._told = why
            self._put(Sought(self._device, why))


def _us(seconds: float) -> int:
    return round(seconds * US_PER_S)


def _frames_in(data: bytes, frames: Frames) -> Iterator[tuple[bytes, bytes]]:
    """Each good frame's payload, and what comes after it."""
    at = 0
    while (end := data.find(b"\0", at) + 1) > 0:
        for payload in frames.feed(data[at:end]):
            yield payload, data[end:]
        at = end
    frames.feed(data[at:])
