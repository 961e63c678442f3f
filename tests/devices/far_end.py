"""What is plugged in at the other end of a serial port: a pty whose near end has a name that comes and goes."""

import os
import select
import struct
import termios
import threading
import tty
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

from tablekit.wire.codec import encode
from tablekit.wire.frames import frame
from tablekit.wire.messages import VERSION, Hello

WAIT_S = 10.0
HELLO = frame(encode(Hello(VERSION, 0x0100, 0xB007, 2_000_000, 1, 1)))


class FarEnd:
    """A device that says `greeting` whenever its port is opened, and `answer` of all that it hears."""

    def __init__(self, dev: Path, *, greeting: bytes = b"", answer: Callable[[bytes], bytes] | None = None) -> None:
        self.heard = bytearray()
        """Since it was plugged in."""
        self.openings = 0
        self._dev = dev
        self._greeting = greeting
        self._answer = answer
        self._link: Path | None = None
        self._thread: threading.Thread | None = None
        self._changed = threading.Condition()

    def plug(self, name: str) -> "FarEnd":
        """Come up as `dev`/`name`."""
        self.heard.clear()
        self._far, self.near = os.openpty()  # the near end stays open here: a pty that nobody has open is an error
        tty.setraw(self.near)
        ioctl(self._far, termios.TIOCPKT, struct.pack("i", 1))  # tells of the flush that opening begins with
        self._stop, self._stopper = os.pipe()
        self._link = self._dev / name
        self._link.symlink_to(os.ttyname(self.near))
        self.resume()
        return self

    def unplug(self) -> None:
        """Be gone: the port is hung up."""
        if self._link is not None:
            self._link.unlink()
            self._link = None
            self.pause()
            for end in (self._far, self.near, self._stop, self._stopper):
                os.close(end)

    def pause(self) -> None:
        """Take no more bytes."""
        if self._thread is not None:
            os.write(self._stopper, b"!")
            self._thread.join(WAIT_S)
            self._thread = None

    def resume(self) -> None:
        """Take bytes, and answer."""
        self._thread = threading.Thread(target=self._serve, name="far end", daemon=True)
        self._thread.start()

    def say(self, data: bytes) -> None:
        """All of it, however long it takes."""
        while data:
            data = data[os.write(self._far, data) :]

    def wait(self, until: Callable[["FarEnd"], bool]) -> bool:
        """Has it come to that in time?"""
        with self._changed:
            return self._changed.wait_for(lambda: until(self), WAIT_S)

    def _serve(self) -> None:
        while True:
            ready, _, _ = select.select([self._far, self._stop], [], [])
            if self._stop in ready:
                os.read(self._stop, 1)
                return
            packet = os.read(self._far, 4096)
            data = packet[1:] if packet[0] == termios.TIOCPKT_DATA else b""
            opened = packet[0] & termios.TIOCPKT_FLUSHREAD
            with self._changed:
                self.heard += data
                self.openings += bool(opened)
                self._changed.notify_all()
            if opened:
                self.say(self._greeting)
            if data and self._answer:
                self.say(self._answer(data))
