"""What the two sport rule books share: their cards, fields, nights and days."""

from dataclasses import dataclass

from tablekit.game.ask import NEXT, Ask
from tablekit.game.fields import rule
from tablekit.game.procedures import deal, night, speeches, voting
from tablekit.game.table import BLACK, Table
from tablekit.rulesets.shooting import ShootingBook, ShootingFields


@dataclass(frozen=True, slots=True)
class SportFields(ShootingFields):
    """Fields of `sport` and `fsm`."""

    tie_speech_s: float = rule(30, "a speech of each leader before a revote (4.4.12)")
    seating_s: float = rule(40, "free seating in the first night (4.2.3)")
    best_move_s: float = rule(20, "the best move (4.5.9)")
    shows_face: bool = rule(False, "the Don and the Sheriff lift the mask when they meet the host (4.2.2: they do not)")
    announcements: int = rule(1, "how often the list of nominees is announced")
    free_withdrawal: bool = rule(False, "a speaker may name several and withdraw; the last correct one counts")


class SportBook(ShootingBook):
    """A rule book of ten seats with a Don and a Sheriff."""

    fields: SportFields

    def cards(self, seats: int) -> dict[str, int]:
        """1.1: the Don, plain mafia, the Sheriff; the rest are citizens."""
        return {"don": 1, "mafia": self.fields.mafia, "sheriff": 1}

    def scenario_keys(self) -> frozenset[str]:
        """The best move too."""
        return super().scenario_keys() | {"best_move"}

    async def first_night(self, table: Table) -> None:
        """4.2: cards, the blacks' meeting, the Don and the Sheriff show themselves."""
        fields = self.fields
        await night.falls(table)
        await deal.cards(table)
        await deal.meeting(table, fields.mafia_meets_s, plans=fields.planned_shots)
        await deal.meet(table, "don", fields.call_s, bare=fields.shows_face)
        await deal.meet(table, "sheriff", fields.call_s, bare=fields.shows_face)
        await deal.enter(table)
        await night.pause(table, "seating", fields.seating_s)
        await Ask("dawn", (NEXT,))

    async def day(self, table: Table) -> None:
        """4.3, 4.4: a speech each from the next first speaker on (4.3.2), the vote, last words."""
        fields = self.fields
        await speeches.circle(
            table, fields.speech_s,
            several=fields.free_withdrawal, short_s=fields.short_speech_s, short_table=fields.short_table,
        )  # fmt: skip
        nominees = voting.listed(table)
        if len(nominees) == 1 and table.round and table.round not in table.void_votes:
            table.result_known(nominees)  # 7.1: he leaves whatever the hands do
        nominees = await voting.announce(table, fields.announcements)
        leaving = await voting.decide(table, self.vote(table, nominees))
        await speeches.last_words(table, leaving or [])
        if table.result is None and leaving is not None:
            table.result_known(leaving)  # 7.1: also on a day without a vote
        await voting.dusk(table)

    async def vote(self, table: Table, nominees: list[int]) -> list[int]:
        """Who leaves by the day's vote; a single nominee is not voted on day 0 (4.4.10)."""
        fields = self.fields
        if not nominees or (len(nominees) == 1 and table.round == 0):
            return []
        if len(nominees) == 1 and not fields.single_voted:
            return nominees
        deadlock = voting.raise_hands if fields.raise_whole_table else voting.raise_some
        return await voting.vote(
            table, nominees, ends=voting.same_leaders, deadlock=deadlock, tie_speech_s=fields.tie_speech_s
        )

    async def night(self, table: Table) -> None:
        """4.5: the shooting, the checks, in the first shooting night the best move (4.5.9, 7.10).

        A removal is announced after the count to ten, or after the Sheriff's check (7.1).
        """
        fields = self.fields
        await night.falls(table)
        table.hush = True
        target = await night.shooting(table, number_s=fields.number_s, between_s=fields.between_s, by=fields.shooting)
        night.strike(table, [target])
        table.announce_removals()
        table.hush = True
        await night.check(table, "don", fields.check_s, lambda card: card == "sheriff")
        await night.check(table, "sheriff", fields.check_s, lambda card: card in BLACK)
        table.announce_removals()
        if table.round == 1 and len(table.record.days[0].voted_out) < 2:
            await night.best_move(table, next(iter(table.killed), 0), fields.best_move_s)
        await Ask("dawn", (NEXT,))
