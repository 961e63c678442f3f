"""Hands on pads around T: which contacts a ballot of a scenario means, and how people make them."""

from collections.abc import Iterable

from tablekit.sim.world import World

AFTER_COUNT_US = 200_000
"""When hands are lifted, after the count."""


def contacts(
    on_time: Iterable[int], on_time_us: int, touches: Iterable[tuple[int, int]], lifts: Iterable[tuple[int, int]]
) -> list[tuple[int, int, int | None]]:
    """Each contact as (seat, down, up), relative to T; None: kept until the count.

    Between two contacts of a seat it lifts its hand half-way, unless the scenario says when.
    """
    downs: dict[int, list[int]] = {seat: [on_time_us] for seat in on_time}
    for seat, at_us in touches:
        downs.setdefault(seat, []).append(at_us)
    ups: dict[int, list[int]] = {}
    for seat, at_us in lifts:
        ups.setdefault(seat, []).append(at_us)
    made = []
    for seat, stamps in downs.items():
        stamps.sort()
        for down_us, next_us in zip(stamps, [*stamps[1:], None], strict=True):
            told = [at_us for at_us in ups.get(seat, []) if at_us > down_us and (next_us is None or at_us < next_us)]
            halfway = None if next_us is None else (down_us + next_us) // 2
            made.append((seat, down_us, min(told, default=halfway)))
    return made


class Hands:
    """The hands of one ballot at a time; those of an abandoned one are lifted, or stay away."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ballot = 0
        self._down: set[int] = set()
        self.last_us = 0
        """The last contact or lift that is planned, in table time."""

    def plan(self, made: Iterable[tuple[int, int, int | None]], t_us: int) -> None:
        """Plan a ballot's contacts, relative to T."""
        self._ballot += 1
        self.last_us = t_us
        for seat, down_us, up_us in made:
            self._touch(seat, t_us + down_us, True)
            if up_us is not None:
                self._touch(seat, t_us + up_us, False)

    def _touch(self, seat: int, at_us: int, down: bool) -> None:
        ballot = self._ballot
        self.last_us = max(self.last_us, at_us)

        def touch() -> None:
            if ballot == self._ballot and (seat in self._down) != down:
                (self._down.add if down else self._down.discard)(seat)
                self._world.pad(seat, at_us, down)

        self._world.at(at_us, touch)

    def lift(self) -> None:
        """All hands leave the pads shortly."""
        self._ballot += 1
        for seat in sorted(self._down):
            self._world.pad(seat, self._world.now_us + AFTER_COUNT_US, False)
        self._down.clear()
