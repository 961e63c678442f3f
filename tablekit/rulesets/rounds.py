"""How the games of all our rule books go: nights and days in turn, until somebody has won."""

from tablekit.game.ask import NEXT, Ask
from tablekit.game.book import Book
from tablekit.game.procedures import deal, speeches
from tablekit.game.table import Table

QUIET_NIGHTS = 3


class Rounds(Book):
    """A rule book of nights and days; each has its own ones."""

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
