"""Those who leave and still have something to do: they take another along, or watch the day as a Ghost."""

from tablekit.effects import Text, text
from tablekit.events import HostSaid
from tablekit.game.ask import NEXT, Ask, Offer
from tablekit.game.table import Table


async def takes_along(table: Table, role: str, seat: int) -> None:
    """Who leaves may take one along at once, if he holds that card. It is asked of everybody, so it tells nothing."""

    def why_not(victim: int) -> Text | None:
        if table.roles[seat] != role:
            return text("Seat {seat} takes nobody.", seat=seat)
        return table.why_out(victim)

    said = await Ask("parting", (NEXT, Offer("take", why_not)), seat=seat)
    if isinstance(said, HostSaid) and said.key == "take":
        table.take_along(said.number)


class Avenger:
    """If he was killed in the night, he may take another along once, when he chooses to."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def offers(self) -> tuple[Offer, ...]:
        """The host's key for it, whether an Avenger is dead or not."""
        return (Offer("take", self.why_not),)

    def why_not(self, seat: int) -> Text | None:
        """The reason why nobody takes that seat along."""
        table = self.table
        if table.day.avenged or not any(table.roles[dead] == "avenger" for dead in table.dead):
            return text("No Avenger was killed.")
        return table.why_out(seat)

    def answer(self, said: HostSaid) -> None:
        """He takes the seat along."""
        self.table.day.avenged = said.number
        self.table.take_along(said.number)


async def farewell(table: Table, stay: list[int]) -> None:
    """The host enters whom the Avenger takes along, and which of `stay` remains as a Ghost; then he goes on."""

    def why_no_ghost(seat: int) -> Text | None:
        if table.day.ghost:
            return text("Seat {seat} is the Ghost.", seat=table.day.ghost)
        return None if seat in stay else text("Seat {seat} cannot stay.", seat=seat)

    avenger = Avenger(table)
    while True:
        said = await Ask("morning", (NEXT, *avenger.offers(), Offer("keep", why_no_ghost)))
        if not isinstance(said, HostSaid) or said.key == "next":
            return
        if said.key == "take":
            avenger.answer(said)
        else:
            table.day.ghost = said.number
            table.say("ghost", said.number)


async def ghost_picks(table: Table, tied: list[int]) -> list[int]:
    """With which of the leaders the Ghost leaves; with none, if there is no Ghost or he picks none."""
    ghost = table.day.ghost
    if not ghost:
        return []

    def why_not(seat: int) -> Text | None:
        return None if seat in tied else text("Seat {seat} is no leader.", seat=seat)

    said = await Ask("ghost", (NEXT, Offer("number", why_not)), seat=ghost)
    if not isinstance(said, HostSaid) or said.key == "next":
        return []
    table.note(text("The Ghost {ghost} leaves with {seat}.", ghost=ghost, seat=said.number))
    return [said.number]
