"""fsm: the tournament rules of today, edition of 30 March 2024; paragraph numbers are its own."""

from dataclasses import dataclass
from typing import Literal

from tablekit.game.fields import rule
from tablekit.game.table import Table
from tablekit.rulesets.sports import SportBook, SportFields


@dataclass(frozen=True, slots=True)
class FsmFields(SportFields):
    """Fields of `fsm`."""

    two_hands: Literal["foul", "removal", "ignored"] = rule("foul", "a hand for a second nominee (6.7.9)")
    early_hand: Literal["foul", "told"] = rule("foul", "a new contact before the call (4.4.5)")
    peek_removes: bool = rule(False, "a mask lifted at night removes (6.7.5)")


class Fsm(SportBook):
    """The tournament rules of 30 March 2024: ten seats, the Don and the Sheriff.

    A removal cancels the vote whose result is open, else the next one (7.1, 7.2).
    """

    name = "fsm"
    seats = range(10, 11)
    fields_type = FsmFields
    fields: FsmFields

    def removed(self, table: Table, seat: int) -> None:
        """7.1, 7.2: not for one who was killed that night or is leaving by the vote anyway."""
        if seat not in {*table.killed, *table.condemned, *table.leaving_for_sure}:
            table.void_votes.add(table.pending_vote)

    def peeked(self, table: Table, seat: int) -> None:
        """6.7.5, a switch."""
        if self.fields.peek_removes:
            table.remove(seat)
