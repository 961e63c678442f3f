"""How somebody at the table follows the game: he notices each new step, and plans for no longer than it lasts."""

from collections.abc import Callable

from tablekit.game.ask import Ask
from tablekit.game.scene import Scene, scene
from tablekit.sim.world import World


class Attention:
    """Looks at what everybody sees after each instant; `noticed` is called when it is another step."""

    def __init__(self, world: World, noticed: Callable[[Ask | None, Scene], None]) -> None:
        self._world, self._noticed = world, noticed
        self._ask: Ask | None = None
        self._step: tuple[str, str, int, int] | None = None
        self._visit = 0
        world.onlookers.append(self._look)

    def soon(self, delay_us: int, do: Callable[[], None]) -> None:
        """Do it after the delay, unless the step is over by then."""
        visit = self._visit
        self._world.after(delay_us, lambda: do() if visit == self._visit else None)

    def _look(self) -> None:
        runner = self._world.kit.runner
        if runner.open is self._ask:
            return
        self._ask, seen = runner.open, scene(runner)
        step = (seen.period, seen.what, seen.seat, seen.stage)
        if step != self._step:
            self._step = step
            self._visit += 1
            self._noticed(self._ask, seen)
