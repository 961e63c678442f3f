"""A rule book: its fields, its cards, and the script of a whole game."""

from typing import ClassVar

from tablekit.effects import text
from tablekit.game.fields import Fields
from tablekit.game.table import Table

CARDS = (text("don"), text("mafia"), text("sheriff"), text("citizen"))
"""Each card of any rule book, named for the translators; elsewhere it is `Text(role)`."""


class Book:
    """What the runner and the procedures may ask any rule book."""

    name: ClassVar[str]
    seats: ClassVar[range]
    usual_seats: ClassVar[int] = 10

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def cards(self) -> dict[str, int]:
        """How many of each card are dealt besides the plain citizens, in the order in which the host enters them."""
        raise NotImplementedError

    def unplayable(self, seats: int) -> str | None:
        """Why the fields allow no game with so many seats; None if they do."""
        return None

    def scenario_keys(self) -> frozenset[str]:
        """What a scenario may tell of this book's nights and days besides that which every game has."""
        return frozenset()

    async def game(self, table: Table) -> None:
        """The whole game, from the lot to the result."""
        raise NotImplementedError

    def removed(self, table: Table, seat: int) -> None:
        """What a removal does besides taking the seat out; called while the seat still counts."""

    def peeked(self, table: Table, seat: int) -> None:
        """What a peek does besides being told to the host."""

    def winner(self, table: Table) -> str | None:
        """The side that has won by now; None while the game is open."""
        raise NotImplementedError
