"""A table of ten on simulated pins whose time is ours: what the doctor's pages say of it comes at once."""

from contextlib import ExitStack
from types import TracebackType

import msgspec

from tablekit.config import TableConfig
from tablekit.doctor.bench import Bench
from tablekit.doctor.simulated import TABLE, Gesture, SimulatedRoom
from tablekit.game.book import Book
from tablekit.intake.debounce import Line
from tablekit.timebase import ManualClock

MS, S = 1_000, 1_000_000
START_US = 100 * S


class Room(SimulatedRoom):
    """Between `with` and its end the table is open."""

    def __init__(self, told: TableConfig = TABLE, book: Book | None = None, *, faulty: bool = False) -> None:
        self.manual = ManualClock(START_US)
        super().__init__(self.manual, faulty=faulty)
        self.told, self.book = told, book
        self._stack = ExitStack()

    def __enter__(self) -> "Room":
        self.bench = Bench(self(self.told, self._stack), self.told.places, self.book)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    @property
    def now_us(self) -> int:
        return self.manual.now_us()

    def press(self, kind: str, seat: int, after_us: int = 0, lasts_us: int = 200 * MS) -> None:
        """A hand (or mask, or the key) that bounces, so long from now."""
        self.do(Gesture(Line(kind, seat), self.now_us + after_us, lasts_us))  # type: ignore[arg-type]

    def typed(self, key: str, after_us: int) -> None:
        """Somebody presses a key of the keyboard."""
        self.at(self.now_us + after_us, lambda: self.inbox.put(key))

    def cut_the_loop(self) -> None:
        """Its wire is off."""
        assert self.pins is not None
        self.pins.joined_to.clear()


def wired(**changes: object) -> TableConfig:
    """The simulated table with other pins."""
    return msgspec.structs.replace(TABLE, inputs=(msgspec.structs.replace(TABLE.inputs[0], **changes),))
