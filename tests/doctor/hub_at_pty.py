"""A simulated hub at the far end of a pseudo-terminal, in real time, with its cable in our hands."""

import os
import select
import threading
import tty
from collections.abc import Callable
from pathlib import Path

from tablekit.devices.hub_lines import number_of
from tablekit.intake.debounce import Line
from tablekit.sim.hub import Counter, SimulatedHub
from tablekit.sim.radio_remote import RadioRemote
from tablekit.timebase import SystemClock

STEP_S = 0.002


class HubAtPty:
    """Between `with` and its end it lives. `spoil` is given all that it says, and returns what arrives."""

    def __init__(self, port: Path, down: tuple[Line, ...] = (), spoil: Callable[[bytes], bytes] = bytes) -> None:
        self.clock = SystemClock()
        active = frozenset(map(number_of, down))
        self.hub = SimulatedHub(Counter(self.clock.now_us(), 12_345, ppm=40), 0xB007, active)
        self.remote: RadioRemote | None = None
        """Whom its radio reaches."""
        self._port, self._spoil = port, spoil
        self._waiting: list[tuple[Line, bool]] = []
        self._lock = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._live, name="hub at a pty", daemon=True)

    def __enter__(self) -> "HubAtPty":
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        os.set_blocking(self._far, False)
        self._port.symlink_to(os.ttyname(self._near))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True
        self._thread.join()
        self._port.unlink()
        os.close(self._far)
        os.close(self._near)

    def drive(self, line: Line, active: bool) -> None:
        """The line changes now."""
        with self._lock:
            self._waiting.append((line, active))

    def _live(self) -> None:
        while not self._closing:
            if select.select([self._far], [], [], STEP_S)[0]:
                self.hub.received(os.read(self._far, 4096), self.clock.now_us())
            now_us = self.clock.now_us()
            with self._lock:
                waiting, self._waiting = self._waiting, []
            for line, active in waiting:
                self.hub.drive(number_of(line), active, now_us)
            if self.remote is not None:
                for _, data in self.hub.radio:
                    self.remote.received(data, now_us)
                for data in self.remote.to_send(now_us):
                    self.hub.radioed(data, now_us)
            self.hub.radio.clear()
            self.hub.run(now_us)
            for _, data in self.hub.out:
                os.write(self._far, self._spoil(data))
            self.hub.out.clear()
