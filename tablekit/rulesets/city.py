"""city: seeds' text 001, free talk, open hands, and a city that learns who its dead were."""

from dataclasses import dataclass
from typing import Literal

from tablekit.game.ask import NEXT, Ask
from tablekit.game.fields import Fields, rule
from tablekit.game.procedures import deal, night, speeches, voting
from tablekit.game.table import BLACK, Table
from tablekit.rulesets.rounds import Rounds

OPTIONAL = ("doctor", "lover", "maniac")
"""«…в расширенную версию игры»: in the order in which they wake in the first night."""
SEATS_A_MAFIA, MAFIA_MOST = 3, 4


@dataclass(frozen=True, slots=True)
class CityFields(Fields):
    """Fields of `city`."""

    ballots: Literal["latched", "snapshot", "open"] = rule("open", "a hand counts if it is down at the word (text)")
    non_voters: Literal["last", "abstain"] = rule("abstain", "whom a seat that put no hand votes against (d)")
    deal: Literal["host", "wake", "kit"] = rule("wake", "roles: learned from who wakes (text), entered, dealt")
    cards: Literal["open", "closed"] = rule("open", "who leaves shows his card to the table (text)")
    last_word_killed: bool = rule(False, "who was killed in the night has a last word (d)")
    last_word_voted: bool = rule(False, "who is voted out has a last word (d)")
    fouls_silent: int = rule(0, "this foul costs the next speech; 0: none does (there are no speeches)")
    mafia: int = rule(0, "cards of the mafia; 0: one for three seats, four at most (d)")
    free_talk_s: float = rule(600, "free talk, unless the host sets another time (d)")
    check_s: float = rule(10, "the Commissar's check")
    doctor: bool = rule(False, "the Doctor plays (text: extended game)")
    lover: bool = rule(False, "the Lover plays (text: extended game)")
    maniac: bool = rule(False, "the Maniac plays (text: extended game)")
    self_heals: int = rule(2, "so often in a game the Doctor may heal himself (text: twice)")


class City(Rounds):
    """Eight to fifteen seats, free talk, open votes; Doctor, Lover and Maniac in the extended game."""

    name = "city"
    seats = range(4, 21)
    names_seats = False
    advised_seats = range(8, 16)
    fields_type = CityFields
    fields: CityFields

    def cards(self, seats: int) -> dict[str, int]:
        """A third of the seats, four at most; the Commissar; who plays in the extended game."""
        mafia = self.fields.mafia or min(seats // SEATS_A_MAFIA, MAFIA_MOST)
        return {"mafia": mafia, "commissar": 1, **{role: 1 for role in OPTIONAL if getattr(self.fields, role)}}

    def scenario_keys(self) -> frozenset[str]:
        """What the mafia has agreed on, acts, checks, and whom the host puts to the vote."""
        return frozenset({"kill", "checks", "acts", "nominations", "talk_s"})

    async def first_night(self, table: Table) -> None:
        """Cards are dealt face down; in the night each role wakes, so that the host knows all of them."""
        fields = self.fields
        await deal.cards(table)
        await night.falls(table)
        await deal.meeting(table, fields.mafia_meets_s)
        for role in ("commissar", *OPTIONAL):
            if role in table.cards:
                await deal.meet(table, role, fields.call_s)
        await deal.enter(table)
        await Ask("dawn", (NEXT,))

    async def morning(self, table: Table) -> None:
        """Victims and their cards are told; who is frozen neither talks nor votes."""
        killed = table.daybreak()
        table.open_cards(killed)
        for seat in sorted(table.frozen & set(table.living)):
            table.say("frozen", seat)
        await speeches.last_words(table, killed)

    async def day(self, table: Table) -> None:
        """Talk, in which anybody may be put to the vote; then the open vote."""
        await speeches.talk(table, self.fields.free_talk_s, speeches.Listed(table))
        leaving = await voting.decide(table, self.vote(table, await voting.announce(table)))
        await speeches.last_words(table, leaving or [])
        await voting.dusk(table)

    async def vote(self, table: Table, nominees: list[int]) -> list[int]:
        """Who has the most votes goes to prison; after a split one revote, then nobody (d)."""
        if not nominees:
            return []
        return await voting.vote(table, nominees, ends=voting.second_split, deadlock=voting.nobody)

    async def night(self, table: Table) -> None:
        """The Lover freezes one first (d); the Doctor wakes last. A Commissar who was just chosen sees crossed arms."""
        fields = self.fields
        await night.falls(table)
        table.hush = True
        if fields.lover:
            table.frozen = {await night.act(table, "lover", fields.call_s)} - {0}
        victims = {await night.agree(table, fields.call_s)}
        crossed = table.holder("commissar") in victims - {0}
        await night.check(table, "commissar", fields.check_s, lambda card: card in BLACK, crossed=crossed)
        if fields.maniac:
            victims.add(await night.act(table, "maniac", fields.call_s))
        healed = await night.act(table, "doctor", fields.call_s, himself=fields.self_heals) if fields.doctor else 0
        night.strike(table, victims - {healed})
        table.announce_removals()
        await Ask("dawn", (NEXT,))

    def winner(self, table: Table) -> str | None:
        """Red when the mafia is out, and the Maniac (d); black when nobody else is left, the Maniac as the last one."""
        cards = table.standing
        blacks, others = table.sides()
        if not cards:
            return "draw"
        if not others:
            return "black"
        if cards == ["maniac"]:
            return "maniac"
        return None if blacks or "maniac" in cards else "red"
