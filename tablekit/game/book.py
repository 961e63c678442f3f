"""A rule book: its fields, its cards, and the script of a whole game."""

from typing import ClassVar

from tablekit.effects import Text, text
from tablekit.game.fields import Fields
from tablekit.game.table import Table

CARDS = (
    *(text("mafia"), text("don"), text("boss"), text("sheriff"), text("commissar"), text("doctor"), text("lover")),
    *(text("maniac"), text("killer"), text("avenger"), text("mirror"), text("kamikaze"), text("traitor")),
    text("citizen"),
)
"""Each card of any rule book, named for the translators; elsewhere it is `Text(role)`."""


class Book:
    """What the runner and the procedures may ask any rule book."""

    name: ClassVar[str]
    fields_type: ClassVar[type[Fields]] = Fields
    seats: ClassVar[range]
    usual_seats: ClassVar[int] = 10
    names_seats: ClassVar[bool] = True
    """Does the text have a number of players? Otherwise a scenario has to say it."""
    advised_seats: ClassVar[range | None] = None
    """Another number is played too, with a warning."""
    elected: ClassVar[str] = ""
    """What the mafia elects one of its own for."""
    played: ClassVar[bool] = True
    """May there be fouls, removals and pauses? Not in what is no game."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    # -- the deal
    def cards(self, seats: int) -> dict[str, int]:
        """How many of each card are dealt besides the plain citizens, in the order in which the host enters them."""
        return {}

    def unplayable(self, seats: int) -> Text | None:
        """Why the fields allow no game with so many seats; None if they do."""
        return None

    def scenario_keys(self) -> frozenset[str]:
        """What a scenario may tell of this book's nights and days besides that which every game has."""
        return frozenset()

    def first_night_keys(self) -> frozenset[str]:
        """What of that it may tell of night 0 already."""
        return frozenset()

    # -- the game
    async def game(self, table: Table) -> None:
        """The whole game, from the lot to the result."""
        raise NotImplementedError

    # -- at any moment
    def removed(self, table: Table, seat: int) -> None:
        """What a removal does besides taking the seat out; called while the seat still counts.

        A hand that has counted stands; the vote is void only if it was going against the removed seat.
        """
        if seat in table.on_vote and self.fields.removed_nominee_voids:
            table.void_votes.add(table.round)

    def peeked(self, table: Table, seat: int) -> None:
        """What a peek does besides being told to the host."""

    def winner(self, table: Table) -> str | None:
        """The side that has won by now; None while the game is open."""
        raise NotImplementedError

    def reasons(self) -> tuple[Text, ...]:
        """For what a foul is given, where the text has a list; the host may choose one."""
        return ()
