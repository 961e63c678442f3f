"""azerbaijani: seeds' text 003, two suspects a day, and a komissar who shoots."""

from dataclasses import dataclass
from typing import Literal

from tablekit.effects import Text, text
from tablekit.events import HostSaid
from tablekit.game.ask import NEXT, Ask, Offer
from tablekit.game.fields import Fields, rule
from tablekit.game.procedures import deal, night, parting, speeches, voting
from tablekit.game.table import BLACK, Table
from tablekit.rulesets.rounds import Rounds
from tablekit.rulesets.shooting import too_many_blacks

OPTIONAL = ("doctor", "kamikaze", "traitor")
"""«oyunçu sayından asılı olaraq»: they are played by wish."""
SEATS, MAFIA, SEATS_A_MAFIA_MORE = 12, 3, 4
SUSPECTS = 2


@dataclass(frozen=True, slots=True)
class AzerbaijaniFields(Fields):
    """Fields of `azerbaijani`."""

    ballots: Literal["latched", "snapshot", "open"] = rule("open", "a hand counts if it is down at the word (d)")
    non_voters: Literal["last", "abstain"] = rule("abstain", "whom a seat that put no hand votes against (d)")
    cards: Literal["open", "closed"] = rule("open", "who leaves shows his card to the table (text)")
    last_word_killed: bool = rule(False, "who was killed in the night has a last word")
    last_word_voted: bool = rule(False, "who is voted out has a last word")
    fouls_silent: int = rule(0, "this foul costs the next speech; 0: none does (there are no speeches)")
    mafia: int = rule(0, "cards of the mafia; 0: three at 12 seats, and one more for each four above (d)")
    komissar: Literal["standard", "classic"] = rule("standard", "he kills only mafia, or whomever he shoots at (text)")
    sleep_s: float = rule(60, "all eyes are shut in the first night (text: one minute)")
    free_talk_s: float = rule(600, "the first talk of the day (text: 10 minutes)")
    monologue_s: float = rule(60, "the defence of a suspect (text: one minute)")
    second_talk_s: float = rule(360, "the talk without the two suspects (text: 6 minutes)")
    maniac: bool = rule(True, "the Maniac plays (text)")
    doctor: bool = rule(False, "the Doctor plays (text: sometimes)")
    kamikaze: bool = rule(False, "the Kamikaze plays (text: sometimes)")
    traitor: bool = rule(False, "the Traitor plays (text: sometimes)")


class Azerbaijani(Rounds):
    """Twelve seats and more, two suspects a day, the komissar shoots; Doctor, Kamikaze and Traitor by wish."""

    name = "azerbaijani"
    seats = range(SEATS, 21)
    usual_seats = SEATS
    names_seats = False
    elected = "don"
    fields_type = AzerbaijaniFields
    fields: AzerbaijaniFields

    def unplayable(self, seats: int) -> Text | None:
        """As many blacks as others before anything is said."""
        return too_many_blacks(self.cards(seats), seats)

    def cards(self, seats: int) -> dict[str, int]:
        """Three of the mafia at twelve seats, one komissar, one maniac; the rest are citizens."""
        mafia = self.fields.mafia or MAFIA + (seats - SEATS) // SEATS_A_MAFIA_MORE
        optional = {role: 1 for role in ("maniac", *OPTIONAL) if getattr(self.fields, role)}
        return {"mafia": mafia, "commissar": 1, **optional}

    def scenario_keys(self) -> frozenset[str]:
        """What the mafia has agreed on, the shots and acts of the others, the suspects, whom the Kamikaze takes."""
        return frozenset({"kill", "acts", "suspects", "talk_s", "kamikaze_takes"})

    async def first_night(self, table: Table) -> None:
        """All eyes shut for a minute; the mafia elects its don; komissar and maniac look round. Nobody is killed."""
        fields = self.fields
        await deal.cards(table)
        await night.falls(table)
        await night.pause(table, "sleep", fields.sleep_s)
        await deal.meeting(table, fields.mafia_meets_s, elects=self.elected)
        for role in ("commissar", "maniac", *OPTIONAL):
            if role in table.cards:
                await deal.meet(table, role, fields.call_s)
        await deal.enter(table)
        await Ask("dawn", (NEXT,))

    async def morning(self, table: Table) -> None:
        """The dead open their cards; a komissar who hit nobody of the mafia has missed."""
        shot = table.this_night.acts.get("commissar")
        await super().morning(table)
        if shot and self.fields.komissar == "standard" and table.roles[shot] not in BLACK:
            table.say("commissar_missed")

    async def day(self, table: Table) -> None:
        """Talk, the two suspects and their defence, a talk without them, the vote between them."""
        fields = self.fields
        await speeches.talk(table, fields.free_talk_s, speeches.Listed(table, SUSPECTS))
        suspects = await voting.announce(table)
        if len(suspects) == SUSPECTS:
            await voting.defences(table, suspects, fields.monologue_s)
            await speeches.talk(table, fields.second_talk_s, without=suspects, what="second talk")
        table.holding = fields.kamikaze
        leaving = await voting.decide(table, self.vote(table, voting.listed(table)))
        for seat in (leaving or []) if fields.kamikaze else ():
            await parting.takes_along(table, "kamikaze", seat)
        table.release()
        await speeches.last_words(table, leaving or [])

    async def vote(self, table: Table, suspects: list[int]) -> list[int]:
        """One of the two leaves; after a split one revote, then nobody (d)."""
        if len(suspects) < SUSPECTS:
            return []
        return await voting.vote(table, suspects, ends=voting.second_split, deadlock=voting.nobody)

    async def night(self, table: Table) -> None:
        """The mafia kills one and the komissar shoots; in a night that the host calls so, the maniac kills too."""
        fields = self.fields
        maniac_night = await self.dusk(table)
        await night.falls(table)
        table.hush = True
        victims = {await night.agree(table, fields.call_s)}
        shot = await night.act(table, "commissar", fields.call_s, sleeps="commissar_fired")
        if shot and (fields.komissar == "classic" or table.roles[shot] in BLACK):
            victims.add(shot)
        healed = await night.act(table, "doctor", fields.call_s) if fields.doctor else 0
        if maniac_night:
            victims.add(await night.act(table, "maniac", fields.call_s))
        night.strike(table, victims - {healed})
        table.announce_removals()
        await Ask("dawn", (NEXT,))

    async def dusk(self, table: Table) -> bool:
        """The host begins the night; does he call a maniac night?"""
        if not self.fields.maniac:
            await voting.dusk(table)
            return False
        offer = Offer("number", lambda number: None if number == 1 else _ONE_OR_NOTHING)
        said = await Ask("dusk", (NEXT, offer), host=text("1#: maniac night"))
        return isinstance(said, HostSaid) and said.key == "number"

    def winner(self, table: Table) -> str | None:
        """Black when more than all others (d), red when mafia and maniac are out (d), the maniac as the last one."""
        cards = table.standing
        blacks, others = table.sides()
        if not cards:
            return "draw"
        if blacks > others or set(cards) == {"traitor"}:
            return "black"
        if cards == ["maniac"]:
            return "maniac"
        return None if blacks or "maniac" in cards else "red"


_ONE_OR_NOTHING: Text = text("Only 1 or nothing.")
