"""Lines whose contacts are no hand's: spikes, lost edges, a loose wire. The host is told which seat it is."""

from collections import deque

WINDOW_US = 60_000_000
FAULTS_MOST = 20
"""More of them within the window are no accident."""


class Noise:
    """Watches the faults of one line."""

    def __init__(self) -> None:
        self._faults_us: deque[int] = deque(maxlen=FAULTS_MOST + 1)
        self._noisy = False

    def begins(self, at_us: int) -> bool:
        """One more contact that was rejected, or edge that was lost; is the line noisy since?"""
        self._faults_us.append(at_us)
        before = self._noisy
        self._noisy = len(self._faults_us) > FAULTS_MOST and at_us - self._faults_us[0] <= WINDOW_US
        return self._noisy and not before
