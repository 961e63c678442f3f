"""What a running table needs of whatever shows it to people."""

from types import TracebackType
from typing import Protocol, Self

from tablekit.effects import Effect, Text
from tablekit.view.picture import Picture, Table


class View(Protocol):
    """Shows a table between `with` and its end, and leaves the terminal as it was."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End."""

    def begin(self, table: Table) -> None:
        """Another game, at this table: what was said in the last one is over."""

    def hear(self, effect: Effect) -> None:
        """Something was said by the host or the kit, or told to the host alone."""

    def overhear(self, at_us: int, sentence: Text) -> None:
        """A simulated player has said something aloud."""

    def show(self, picture: Picture) -> None:
        """How the table is now."""
