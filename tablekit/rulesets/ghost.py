"""ghost: seeds' text 004, monologues, the count to three, and a dead citizen who decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tablekit.effects import Text, text
from tablekit.game.ask import NEXT, Ask
from tablekit.game.fields import Fields, rule
from tablekit.game.procedures import deal, night, parting, speeches, voting
from tablekit.game.table import BLACK, Table
from tablekit.rulesets.rounds import Rounds
from tablekit.rulesets.shooting import too_many_blacks

FROM_SEATS = {"doctor": 9, "maniac": 10, "avenger": 11, "mirror": 13}
"""The roles of the text play from so many seats on, unless a switch has it otherwise (d)."""
SEATS_A_MAFIA, MAFIA_LEAST = 4, 2
NEUTRAL = frozenset({"maniac"})
KILLING = BLACK | NEUTRAL


@dataclass(frozen=True, slots=True)
class GhostFields(Fields):
    """Fields of `ghost`."""

    ballots: Literal["latched", "snapshot", "open"] = rule("snapshot", "the hands down at «3» count (text)")
    cards: Literal["open", "closed"] = rule("open", "who leaves shows his card, but in closed games (text)")
    last_word_voted: bool = rule(False, "who is executed has a last word (d)")
    sheriff_last_word: bool = rule(False, "a Sheriff who was killed has a last word (text: the only one without)")
    fouls_out: int = rule(3, "this foul removes (text: three); 0: none does")
    fouls_silent: int = rule(0, "this foul costs the next speech; 0: none does (the third removes)")
    mafia: int = rule(0, "cards of the mafia; 0: one for four seats, two at least (d)")
    free_talk_s: float = rule(300, "the talk of the day (text: 5 minutes)")
    monologue_s: float = rule(60, "the monologue of a nominee (text: one minute)")
    tie_speech_s: float = rule(60, "one more monologue of each leader of a split (text: one minute)")
    best_move_s: float = rule(20, "the best move of each of the first dead")
    quiet_night: bool = rule(True, "without a Ghost a second split brings a night without victims (text)")
    self_heals: int = rule(1, "so often in a game the Doctor may heal himself (d)")
    doctor: bool | None = rule(None, "the Doctor plays; unless told, from 9 seats on (d)")
    maniac: bool | None = rule(None, "the Maniac plays; unless told, from 10 seats on (d)")
    avenger: bool | None = rule(None, "the Avenger plays; unless told, from 11 seats on (d)")
    mirror: bool | None = rule(None, "the Mirror plays; unless told, from 13 seats on (d)")


class Ghost(Rounds):
    """Eight to twenty seats, monologues, hands at the count of three, and the Ghost."""

    name = "ghost"
    seats = range(8, 21)
    names_seats = False
    fields_type = GhostFields
    fields: GhostFields

    def unplayable(self, seats: int) -> Text | None:
        """As many blacks as others before anything is said."""
        return too_many_blacks(self.cards(seats), seats)

    def cards(self, seats: int) -> dict[str, int]:
        """A quarter of the seats, two at least; the Sheriff; the others by switch, or by the number of seats."""
        told = {role: getattr(self.fields, role) for role in FROM_SEATS}
        plays = [role for role, least in FROM_SEATS.items() if told[role] or (told[role] is None and seats >= least)]
        mafia = self.fields.mafia or max(seats // SEATS_A_MAFIA, MAFIA_LEAST)
        return {"mafia": mafia, "sheriff": 1, **dict.fromkeys(plays, 1)}

    def scenario_keys(self) -> frozenset[str]:
        """All that may happen in a night, and who stays, picks or is taken along in the day."""
        days = {"nominations", "talk_s", "ghost_keeps", "ghost_picks", "avenger_takes"}
        return self.first_night_keys() | days

    def first_night_keys(self) -> frozenset[str]:
        """The first night kills as any other, and its dead make the best move."""
        return frozenset({"kill", "checks", "acts", "refuse", "best_move"})

    def reasons(self) -> tuple[Text, ...]:
        """«Замечания Ведущий ставит за»."""
        return (
            text("Bad language"), text("An insult"), text("Talk out of turn"), text("An oath or bet"),
            text("A bribe"), text("Prompting"), text("Arguing with host"),
        )  # fmt: skip

    # -- the night
    async def first_night(self, table: Table) -> None:
        """The cards; whom the host does not know yet shows himself; then a night as any other."""
        fields = self.fields
        await night.falls(table)
        await deal.cards(table)
        if fields.deal == "wake":
            await deal.meeting(table, fields.mafia_meets_s)
            for role in (role for role in table.cards if role not in BLACK):
                await deal.meet(table, role, fields.call_s)
            await deal.enter(table)
        await self.moves(table)

    async def night(self, table: Table) -> None:
        """The roles wake one after another."""
        await night.falls(table)
        await self.moves(table)

    async def moves(self, table: Table) -> None:
        """Mafia, Maniac, Sheriff, Doctor (d); who refuses to move is out in the morning."""
        fields = self.fields
        table.hush = True
        victims = {await night.agree(table, fields.call_s, may_refuse=True)}
        if "maniac" in table.cards:
            victims.add(await night.act(table, "maniac", fields.call_s, may_refuse=True))
        await night.check(table, "sheriff", fields.call_s, lambda card: card in BLACK, may_refuse=True)
        if "doctor" in table.cards:
            himself = fields.self_heals
            victims.discard(await night.act(table, "doctor", fields.call_s, himself=himself, may_refuse=True))
        if table.record.days and table.day.quiet_night:
            victims = set()
        table.holding = table.holder("avenger") in victims - {0}
        night.strike(table, victims)
        if not table.holding:
            table.decide(self.two_in_the_morning(table, set(table.killed) - table.refused))
        table.announce_removals()
        await Ask("dawn", (NEXT,))

    async def morning(self, table: Table) -> None:
        """Who was killed, not by whom; the best move, Avenger and Ghost; last words, but none for the Sheriff."""
        table.daybreak()
        for seat in sorted(table.refused):
            table.open_card(seat)
        if table.result is not None:
            table.open_cards(table.dead)
            return
        if table.round == 0:
            for seat in table.dead:
                await night.best_move(table, seat, self.fields.best_move_s, by_day=True)
        await parting.farewell(table, self.ghosts(table, table.dead))
        if table.holding:
            table.holding = False
            result = self.winner(table) or self.two_in_the_morning(table, table.dead)
            table.decide(result, "" if table.day.left else f"night {table.round}")
        for seat in table.dead:
            if table.roles[seat] == "sheriff" and not self.fields.sheriff_last_word:
                table.condemned.discard(seat)
            await speeches.last_words(table, [seat])
            if seat != table.day.ghost:
                table.open_cards([seat])

    def ghosts(self, table: Table, dead: Iterable[int]) -> list[int]:
        """Those of the citizens' side: one of them may stay as the Ghost."""
        return [seat for seat in dead if table.roles[seat] not in KILLING]

    # -- the day
    async def day(self, table: Table) -> None:
        """Talk, nominations with their monologues, the vote; the Ghost leaves at the end of the day."""
        fields = self.fields
        await speeches.talk(table, fields.free_talk_s, parting.Avenger(table))
        if table.result is None:
            await speeches.nominations_in_turn(table, fields.monologue_s)
            leaving = await voting.decide(table, self.vote(table, await voting.announce(table)))
            await speeches.last_words(table, leaving or [])
        table.decide(self.two_in_the_evening(table))
        if table.day.ghost:
            table.say("ghost_leaves", table.day.ghost)
            table.open_cards([table.day.ghost])
        await voting.dusk(table)

    async def vote(self, table: Table, nominees: list[int]) -> list[int]:
        """One vote each at the count of three; a split has a minute each and one revote."""
        if not nominees:
            return []
        return await voting.vote(
            table, nominees, ends=voting.second_split, deadlock=self.deadlock, tie_speech_s=self.fields.tie_speech_s
        )

    async def deadlock(self, table: Table, tied: list[int]) -> list[int]:
        """The Ghost picks with whom he leaves; without him, a night without victims."""
        picked = await parting.ghost_picks(table, tied)
        table.day.quiet_night = self.fields.quiet_night and not picked
        return picked

    # -- the end
    def winner(self, table: Table) -> str | None:
        """Black when more than all others; red when mafia and neutrals are out; the last one's side."""
        cards = table.standing
        blacks, others = table.sides()
        if not cards:
            return "draw"
        if blacks > others:
            return "black"
        if cards == ["maniac"]:
            return "maniac"
        return None if KILLING & set(cards) else "red"

    def two_in_the_morning(self, table: Table, dead: Iterable[int]) -> str | None:
        """A killer has won against a plain citizen; otherwise a draw, unless one of the dead can be kept as a Ghost."""
        cards = table.standing
        if len(cards) != 2:
            return None
        killing = [card for card in cards if card in KILLING]
        if len(killing) == 1 and "citizen" in cards:
            return _side(killing[0])
        return None if self.ghosts(table, dead) else "draw"

    def two_in_the_evening(self, table: Table) -> str | None:
        """One who kills has won, but not against the Mirror, nor a Doctor who never healed himself; else a draw."""
        cards = table.standing
        if len(cards) != 2:
            return None
        killing = [card for card in cards if card in KILLING]
        if len(killing) != 1:
            return "draw"
        if "mirror" in cards:
            return "red"
        doctor = table.holder("doctor")
        if doctor and all(night.acts.get("doctor") != doctor for night in table.record.nights):
            return "draw"
        return _side(killing[0])


def _side(card: str) -> str:
    return "black" if card in BLACK else "maniac"
