"""Blocks of a script that end when something becomes so."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType


class Stop(BaseException):
    """Thrown into the script to end a scope whose condition holds; scripts let it pass."""

    def __init__(self, scope: Until) -> None:
        super().__init__()
        self.scope = scope


class Until:
    """`with table.until(condition):` the block ends at the first Ask at which the condition holds."""

    def __init__(self, scopes: list[Until], holds: Callable[[], bool]) -> None:
        self.holds = holds
        self._scopes = scopes

    def __enter__(self) -> Until:
        self._scopes.append(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> bool:
        self._scopes.remove(self)
        return isinstance(exc, Stop) and exc.scope is self
