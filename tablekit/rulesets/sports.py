"""What the two sport rule books share: their cards, fields, nights and endings."""

from dataclasses import dataclass
from typing import Literal

from tablekit.game.ask import NEXT, Ask
from tablekit.game.book import Book
from tablekit.game.fields import Fields, rule
from tablekit.game.procedures import deal, night, speeches, voting
from tablekit.game.table import BLACK, Table

QUIET_NIGHTS = 3


@dataclass(frozen=True, slots=True)
class SportFields(Fields):
    """Fields of `sport` and `fsm`."""

    tie_speech_s: float = rule(30, "a speech of each leader before a revote (4.4.12)")
    short_speech_s: float = rule(30, "a speech on three fouls with 3-4 at the table (7.6)")
    short_table: int = rule(4, "up to so many at the table a silenced speaker has the short speech (7.6)")
    check_s: float = rule(10, "a check of the Don or the Sheriff (4.5.6-8)")
    seating_s: float = rule(40, "free seating in the first night (4.2.3)")
    best_move_s: float = rule(20, "the best move (4.5.9)")
    shows_face: bool = rule(False, "the Don and the Sheriff lift the mask when they meet the host (4.2.2: they do not)")
    number_s: float = rule(1.5, "the rhythm of the called numbers (4.5.3)")
    between_s: float = rule(0.5, "the end of each number's time: a shot there fell between two numbers")
    shooting: Literal["pads", "host"] = rule("pads", "shots: pressed on the pads, or entered by the host")
    raise_whole_table: bool = rule(False, "the raise is asked even if everybody would leave (7.8)")
    three_rounds_draw: bool = rule(True, "three shooting nights in a row with nobody out are a draw (7.7)")
    announcements: int = rule(1, "how often the list of nominees is announced")
    single_voted: bool = rule(True, "after day 0 a single nominee is voted (4.4.10), or else leaves without a vote")
    free_withdrawal: bool = rule(False, "a speaker may name several and withdraw; the last correct one counts")


class SportBook(Book):
    """A rule book of ten seats with a Don and a Sheriff."""

    fields: SportFields

    def unplayable(self, seats: int) -> str | None:
        """As many blacks as reds before anything is said, or no time to shoot in."""
        fields, blacks = self.fields, self.fields.mafia + 1
        if 2 * blacks >= seats:
            return f"mafia = {fields.mafia}: {blacks} blacks of {seats} seats have won before the first word"
        if fields.between_s >= fields.number_s:
            return f"between_s = {fields.between_s:g} leaves nothing of number_s = {fields.number_s:g} to shoot in"
        return None

    def cards(self) -> dict[str, int]:
        """1.1: the Don, plain mafia, the Sheriff; the rest are citizens."""
        return {"don": 1, "mafia": self.fields.mafia, "sheriff": 1}

    def scenario_keys(self) -> frozenset[str]:
        """Blind shots, or the target that the host was shown; checks, the best move, nominations and the raise."""
        target = "kill" if self.fields.shooting == "host" else "shots"
        return frozenset({target, "checks", "best_move", "nominations", "raise", "raise_at_ms"})

    async def game(self, table: Table) -> None:
        """Nights and days alternate until one side has won, at the vote, the kill or the removal (1.4)."""
        await deal.seating(table)
        with table.until(table.decided_by_removal):
            await self.first_night(table)
            await self.rounds(table)
        table.finish()
        await Ask("result", (NEXT,))

    async def rounds(self, table: Table) -> None:
        """From the first day on; three shooting nights in a row without an exit are a draw (7.7)."""
        quiet_nights = 0
        while True:
            await speeches.last_words(table, table.daybreak())
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
        """4.2: cards, the blacks' meeting, the Don and the Sheriff show themselves."""
        fields = self.fields
        table.nightfall()
        await deal.cards(table)
        await deal.meeting(table, fields.mafia_meets_s)
        await deal.meet(table, "don", fields.call_s, bare=fields.shows_face)
        await deal.meet(table, "sheriff", fields.call_s, bare=fields.shows_face)
        await deal.enter(table)
        await night.pause(table, "seating", fields.seating_s)
        await Ask("dawn", (NEXT,))

    async def day(self, table: Table) -> None:
        """4.3, 4.4: a speech each from the next first speaker on (4.3.2), the vote, last words."""
        table.first_speaker = table.seat_after(table.first_speaker if table.round else 0)
        for seat in table.circle():
            await self.turn(table, seat)
        nominees = voting.listed(table)
        if len(nominees) == 1 and table.round and table.round not in table.void_votes:
            table.result_known(nominees)  # 7.1: he leaves whatever the hands do
        nominees = await voting.announce(table, self.fields.announcements)
        leaving = await table.unless(lambda: table.round in table.void_votes, self.vote(table, nominees))
        table.voted_out(leaving)
        await speeches.last_words(table, leaving or [])
        if table.result is None:
            if leaving is not None:
                table.result_known(leaving)  # 7.1: also on a day without a vote
            await Ask("dusk", (NEXT,))

    async def vote(self, table: Table, nominees: list[int]) -> list[int]:
        """Who leaves by the day's vote; a single nominee is not voted on day 0 (4.4.10)."""
        if not nominees or (len(nominees) == 1 and table.round == 0):
            return []
        if len(nominees) == 1 and not self.fields.single_voted:
            return nominees
        fields = self.fields
        return await voting.vote(
            table, nominees, tie_speech_s=fields.tie_speech_s, raise_whole_table=fields.raise_whole_table
        )

    async def turn(self, table: Table, seat: int) -> None:
        """A minute; on the third foul only a nomination (6.4), at a short table half a minute (7.6)."""
        nominations = speeches.Nominations(table, seat, several=self.fields.free_withdrawal)
        if seat not in table.silenced:
            await speeches.speech(table, seat, self.fields.speech_s, nominations=nominations)
        elif len(table.living) <= self.fields.short_table:
            table.silenced.discard(seat)
            await speeches.speech(table, seat, self.fields.short_speech_s, nominations=nominations)
        else:
            await speeches.silence(table, seat, nominations)

    async def night(self, table: Table) -> None:
        """4.5: the shooting, the checks, in the first shooting night the best move (4.5.9, 7.10).

        A removal is announced after the count to ten, or after the Sheriff's check (7.1).
        """
        fields = self.fields
        table.nightfall()
        table.hush = True
        await night.shooting(table, number_s=fields.number_s, between_s=fields.between_s, by=fields.shooting)
        table.announce_removals()
        table.hush = True
        await night.check(table, "don", fields.check_s, lambda seat: table.roles[seat] == "sheriff")
        await night.check(table, "sheriff", fields.check_s, lambda seat: table.roles[seat] in BLACK)
        table.announce_removals()
        if table.round == 1 and len(table.record.days[0].voted_out) < 2:
            await night.best_move(table, fields.best_move_s)
        await Ask("dawn", (NEXT,))

    def winner(self, table: Table) -> str | None:
        """1.4: no blacks left, or as many as reds; nobody left: nobody has won."""
        blacks, others = table.sides()
        if not blacks:
            return "red" if others else "draw"
        return "black" if blacks >= others else None
