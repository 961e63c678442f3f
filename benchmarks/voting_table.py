"""A table of ten in virtual time that plays itself to where the benchmarks begin."""

from tablekit.game.keypad import ENTER, THANKS
from tablekit.game.record import BallotRecord
from tablekit.kit import Kit, Setup
from tablekit.store.archive import Archive
from tablekit.timebase import US_PER_S, ManualClock

KEY_US = 100_000
"""From one key of the host to the next."""
NOMINEES = 2
STEPS_MOST = 500


class VotingTable:
    """The first day of `fsm` up to the step `until`; a hand on the line is dropped, and no vote repeated for it."""

    def __init__(self, until: str = "call", archive: Archive | None = None) -> None:
        self.clock = ManualClock(US_PER_S)
        self.kit = Kit(Setup("fsm", {"deal": "kit", "doubt": "drop"}, simulated=True), self.clock, archive)
        self.kit.begin()
        self.live(0)
        for _ in range(STEPS_MOST):
            if self.what == until:
                return
            self._go_on()
        raise AssertionError(f"never at {until}, but at {self.what}")

    @property
    def now_us(self) -> int:
        """Table time."""
        return self.clock.now_us()

    @property
    def what(self) -> str:
        """The step that is open."""
        ask = self.kit.runner.open
        assert ask is not None
        return ask.what

    @property
    def ballot(self) -> BallotRecord:
        """The last that was judged."""
        ballot = self.kit.runner.table.last_ballot
        assert ballot is not None
        return ballot

    def live(self, to_us: int) -> None:
        """Let everything happen up to then."""
        self.clock.jump(max(to_us, self.now_us))
        self.kit.inlets[0].promised(self.now_us)
        self.kit.turn()

    def keys(self, keys: str) -> None:
        """The host presses keys."""
        for key in keys:
            self.kit.press(key)
            self.live(self.now_us + KEY_US)

    def repeat(self) -> None:
        """The host has the ballot repeated: back to its call."""
        self.keys(f"B1{ENTER}")

    def _go_on(self) -> None:
        ask = self.kit.runner.open
        assert ask is not None
        if ask.offer("nominate") and len(self.kit.runner.table.nominations) < NOMINEES:
            self.keys(f"A{ask.seat}{ENTER}")
        if ask.offer("thanks"):
            self.keys(THANKS)
        elif ask.offer("next"):
            self.keys(ENTER)
        else:
            self.live(self.kit.wake_us or self.now_us + KEY_US)
