"""A rule book: its fields, its cards, and the script of a whole game."""

from typing import ClassVar

from tablekit.effects import Text, text
from tablekit.game.ask import NEXT, Ask
from tablekit.game.fields import Fields
from tablekit.game.procedures import deal, speeches
from tablekit.game.table import Table

CARDS = (
    *(text("mafia"), text("don"), text("boss"), text("sheriff"), text("commissar"), text("doctor"), text("lover")),
    *(text("maniac"), text("killer"), text("avenger"), text("mirror"), text("kamikaze"), text("traitor")),
    text("citizen"),
)
"""Each card of any rule book, named for the translators; elsewhere it is `Text(role)`."""
QUIET_NIGHTS = 3


class Book:
    """What the runner and the procedures may ask any rule book."""

    name: ClassVar[str]
    fields_type: ClassVar[type[Fields]] = Fields
    seats: ClassVar[range]
    usual_seats: ClassVar[int | None] = 10
    """The number of players that the text has; None: whoever plays has to say."""
    advised_seats: ClassVar[range | None] = None
    """Another number is played too, with a warning."""
    elected: ClassVar[str] = ""
    """What the mafia elects one of its own for."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    # -- the deal
    def cards(self, seats: int) -> dict[str, int]:
        """How many of each card are dealt besides the plain citizens, in the order in which the host enters them."""
        raise NotImplementedError

    def unplayable(self, seats: int) -> str | None:
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
        """Nights and days alternate until one side has won, at the vote, the kill or the removal."""
        await deal.seating(table)
        with table.until(table.decided_by_removal):
            await self.first_night(table)
            await self.rounds(table)
        table.finish()
        await Ask("result", (NEXT,))

    async def rounds(self, table: Table) -> None:
        """From the first morning on; three nights in a row without an exit may be a draw (7.7)."""
        quiet_nights = 0
        while True:
            await self.morning(table)
            if table.result is not None:
                return
            await self.day(table)
            if table.result is not None:
                return
            quiet_nights = 0 if table.day.left else quiet_nights
            await self.night(table)
            quiet_nights = 0 if table.killed or table.this_night.killed else quiet_nights + 1
            if quiet_nights == QUIET_NIGHTS and self.fields.three_rounds_draw:
                return

    async def first_night(self, table: Table) -> None:
        """Night 0: the cards, and who meets whom."""
        raise NotImplementedError

    async def morning(self, table: Table) -> None:
        """The word «День»: who was killed is out, and may speak once more."""
        killed = table.daybreak()
        table.open_cards(killed)
        await speeches.last_words(table, killed)

    async def day(self, table: Table) -> None:
        """From the morning to the word «Ночь»."""
        raise NotImplementedError

    async def night(self, table: Table) -> None:
        """Every night but the first."""
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
