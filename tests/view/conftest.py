"""What the tests of the view share: pictures out of a whole simulated game."""

from collections.abc import Callable

import pytest
from rowdy_game import playing

from tablekit.effects import Effect
from tablekit.view.picture import Picture


@pytest.fixture(scope="session")
def game() -> list[tuple[Picture, list[Effect]]]:
    """One such game, every tenth picture, and each that shows a new step."""
    shown: list[tuple[Picture, list[Effect]]] = []
    heard: list[Effect] = []
    for number, (_, drawn, effects) in enumerate(playing()):
        heard += effects
        new = not shown or drawn.scene.what != shown[-1][0].scene.what
        if new or number % 10 == 0:
            shown.append((drawn, heard))
            heard = []
    return shown


@pytest.fixture(scope="session")
def at(game: list[tuple[Picture, list[Effect]]]) -> Callable[..., Picture]:
    """The first picture of a step that fits."""

    def found(what: str, fits: Callable[[Picture], bool] = lambda _: True) -> Picture:
        return next(drawn for drawn, _ in game if drawn.scene.what == what and fits(drawn))

    return found
