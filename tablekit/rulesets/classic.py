"""classic: seeds' text 000, «Честные жители» and «Мафиози»; where it is silent, mostly as `fsm`."""

from dataclasses import dataclass

from tablekit.game.ask import NEXT, Ask
from tablekit.game.fields import rule
from tablekit.game.procedures import deal, night, speeches, voting
from tablekit.game.table import BLACK, Table
from tablekit.rulesets.shooting import ShootingBook, ShootingFields

OPTIONAL = ("lover", "killer", "doctor")
"""«…вводятся и другие роли»."""


@dataclass(frozen=True, slots=True)
class ClassicFields(ShootingFields):
    """Fields of `classic`."""

    planned_shots: int = rule(4, "for so many nights the Boss sets the order of the shots (text: four)")
    defence_s: float = rule(30, "each nominee's defence before the vote (text: 30 seconds)")
    split_of_four_ends: bool = rule(True, "a split with four at the table ends the day: no revote (text)")
    doctor: bool = rule(False, "the Doctor plays (text: by wish)")
    lover: bool = rule(False, "the Lover plays (text: by wish)")
    killer: bool = rule(False, "the Killer plays (text: by wish)")
    killer_alone: bool = rule(False, "the Killer plays for himself (text: he may), or else for red")
    self_heals: int = rule(1, "so often in a game the Doctor may heal himself (text: once)")


class Classic(ShootingBook):
    """Ten seats, the Boss and the Commissar; Doctor, Lover and Killer by wish."""

    name = "classic"
    seats = range(10, 21)
    fields_type = ClassicFields
    fields: ClassicFields

    def cards(self, seats: int) -> dict[str, int]:
        """Seven red cards, one of them the Commissar, and three black ones, one of them the Boss."""
        optional = {role: 1 for role in OPTIONAL if getattr(self.fields, role)}
        return {"boss": 1, "mafia": self.fields.mafia, "commissar": 1, **optional}

    def scenario_keys(self) -> frozenset[str]:
        """The acts of the roles that are played by wish too."""
        return super().scenario_keys() | {"acts"}

    async def first_night(self, table: Table) -> None:
        """Cards one by one; the mafia wakes together, this once; Boss and Commissar show themselves."""
        fields = self.fields
        await night.falls(table)
        await deal.cards(table)
        await deal.meeting(table, fields.mafia_meets_s, plans=fields.planned_shots)
        for role in ("boss", "commissar", *OPTIONAL):
            if role in table.cards:
                await deal.meet(table, role, fields.call_s)
        await deal.enter(table)
        await Ask("dawn", (NEXT,))

    async def day(self, table: Table) -> None:
        """A minute each, the defence of the nominees, the vote; who leaves has a last word."""
        fields = self.fields
        await speeches.circle(table, fields.speech_s, short_s=fields.short_speech_s, short_table=fields.short_table)
        await voting.defences(table, await voting.announce(table), fields.defence_s)
        leaving = await voting.decide(table, self.vote(table, voting.listed(table)))
        await speeches.last_words(table, leaving or [])
        await voting.dusk(table)

    async def vote(self, table: Table, nominees: list[int]) -> list[int]:
        """A split is voted again; a second one is put to the question whether all of them shall leave."""
        if not nominees or (len(nominees) == 1 and table.round == 0):
            return []
        if len(nominees) == 1 and not self.fields.single_voted:
            return nominees
        return await voting.vote(table, nominees, ends=self.ends(table), deadlock=self.deadlock)

    def ends(self, table: Table) -> voting.Ends:
        """«…остаётся четыре игрока за столом»: then there is no revote."""
        return lambda stage, tied, before: self._four(table) or voting.second_split(stage, tied, before)

    async def deadlock(self, table: Table, tied: list[int]) -> list[int]:
        """«Кто за то, чтобы все голосуемые покинули игру?»; with four at the table all stay."""
        if self._four(table):
            return []
        return await (voting.raise_hands if self.fields.raise_whole_table else voting.raise_some)(table, tied)

    def _four(self, table: Table) -> bool:
        return self.fields.split_of_four_ends and len(table.living) == 4

    async def night(self, table: Table) -> None:
        """The Lover's guest is safe from the shot, not from the Killer; the Doctor heals either's victim."""
        fields = self.fields
        await night.falls(table)
        table.hush = True
        guest = await night.act(table, "lover", fields.call_s) if fields.lover else 0
        target = await night.shooting(
            table, number_s=fields.number_s, between_s=fields.between_s, by=fields.shooting, sleeps="mafia_lowers"
        )
        victims = {target} - {guest}
        if fields.killer:
            victims.add(await night.act(table, "killer", fields.call_s))
        healed = await night.act(table, "doctor", fields.call_s, himself=fields.self_heals) if fields.doctor else 0
        night.strike(table, victims - {healed})
        await night.check(table, "boss", fields.check_s, lambda card: card == "commissar", wakes="boss_searches")
        await night.check(table, "commissar", fields.check_s, lambda card: card in BLACK, wakes="commissar_searches")
        table.announce_removals()
        await Ask("dawn", (NEXT,))

    def winner(self, table: Table) -> str | None:
        """As many blacks as others, or none; a Killer who plays for himself wins only as the last one."""
        if self.fields.killer_alone and "killer" in table.standing:
            if len(table.standing) == 1:
                return "maniac"
            if not table.sides()[0]:
                return None
        return super().winner(table)
