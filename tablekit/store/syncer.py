"""A thread that does slow disk work beside the loop."""

import threading
from collections.abc import Callable


class Syncer:
    """Does `work` at once when woken, otherwise once a second, and a last time when closed."""

    PERIOD_S = 1.0

    def __init__(self, work: Callable[[], None], name: str) -> None:
        self._work = work
        self._woken = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Have the work done now; returns at once."""
        self._woken.set()

    def close(self) -> None:
        """Return when the last work is done and the thread is gone."""
        self._closing = True
        self._woken.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing:
            self._woken.wait(self.PERIOD_S)
            self._woken.clear()
            self._work()
        self._work()
