"""What a player does with his hand and his mask; whoever has his hand on the pad cannot put it there again."""

from tablekit.sim.world import World


class Gestures:
    """The hands and masks of all seats."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._down: set[int] = set()
        self._worn: set[int] = set()
        self._occasion = 0

    def next_occasion(self) -> None:
        """Hands that were meant for what was asked until now stay away."""
        self._occasion += 1

    def vote(self, seat: int, at_us: int, bounce_us: int = 0) -> None:
        """A hand goes down, if it is still wanted by then; a contact that bounces opens once more and closes."""
        occasion = self._occasion
        self._world.at(at_us, lambda: self._down_now(seat, bounce_us) if occasion == self._occasion else None)

    def touch(self, seat: int, at_us: int, held_us: int) -> None:
        """A hand goes down whatever is asked, and is lifted again."""
        self._world.at(at_us, lambda: self._down_now(seat, 0))
        self.lift(seat, at_us + held_us)

    def lift(self, seat: int, at_us: int) -> None:
        """The hand leaves the pad."""
        self._world.at(at_us, lambda: self._up_now(seat))

    def wear(self, seat: int, at_us: int, worn: bool) -> None:
        """The mask is put on or lifted."""
        self._world.at(at_us, lambda: self._mask_now(seat, worn))

    def _down_now(self, seat: int, bounce_us: int) -> None:
        if seat in self._down:
            return
        now_us = self._world.now_us
        self._down.add(seat)
        self._world.pad(seat, now_us, True)
        if bounce_us:
            self._world.pad(seat, now_us + bounce_us // 3, False)
            self._world.pad(seat, now_us + bounce_us, True)

    def _up_now(self, seat: int) -> None:
        if seat in self._down:
            self._down.discard(seat)
            self._world.pad(seat, self._world.now_us, False)

    def _mask_now(self, seat: int, worn: bool) -> None:
        if worn != (seat in self._worn):
            (self._worn.add if worn else self._worn.discard)(seat)
            self._world.mask(seat, self._world.now_us, worn)
