"""The one thread that may have to wait until a port takes bytes."""

import threading
from collections.abc import Callable
from typing import Any

from tablekit.devices.ports import FAULTS

QUEUE_MOST = 64 * 1024
PIECES_PER_S = 10
"""A piece is what the line carries in a tenth of a second, far less than the port may take for it."""


class Writer:
    """Bytes for one port at a time, sent by a thread of its own; what a port raises is told from there to `stuck`."""

    def __init__(self, name: str, baud: int, stuck: Callable[[Exception], None]) -> None:
        self.dropped = 0
        """Writes while there was no port, or no room."""
        self._stuck = stuck
        self._piece = max(1, baud // 10 // PIECES_PER_S)
        self._changed = threading.Condition()
        self._port: Any = None
        self._waiting = bytearray()
        self._inside = False
        self._closing = False
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    def begin(self, port: Any) -> None:
        """From now on what is written goes there."""
        with self._changed:
            self._port = port

    def write(self, data: bytes) -> None:
        """Queue `data`, wholly or not at all; at once."""
        with self._changed:
            if self._port is None or len(self._waiting) + len(data) > QUEUE_MOST:
                self.dropped += 1
                return
            self._waiting += data
            self._changed.notify_all()

    def end(self) -> None:
        """Out of the port, at once; what waits is dropped. After this the port may be closed."""
        with self._changed:
            port, self._port = self._port, None
            self._waiting.clear()
            if self._inside and port is not None:
                port.cancel_write()
            self._changed.wait_for(lambda: not self._inside)

    def close(self) -> None:
        """The thread is to end."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def join(self, seconds: float) -> bool:
        """Has it ended by then?"""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            port, piece = job
            try:
                port.write(piece)
            except FAULTS as error:
                self._stuck(error)

    def _next(self) -> tuple[Any, bytes] | None:
        with self._changed:
            self._inside = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closing or self._waiting)
            if self._closing:
                return None
            piece = bytes(self._waiting[: self._piece])
            del self._waiting[: self._piece]
            self._inside = True
            return self._port, piece
