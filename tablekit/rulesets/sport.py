"""sport: seeds' text 002; where it is silent, as `fsm`."""

from dataclasses import dataclass

from tablekit.game.fields import rule
from tablekit.game.table import Table
from tablekit.rulesets.sports import SportBook, SportFields


@dataclass(frozen=True, slots=True)
class SportTextFields(SportFields):
    """Fields of `sport`."""

    shows_face: bool = rule(True, "the Don and the Sheriff lift the mask when they meet the host")
    announcements: int = rule(2, "how often the list of nominees is announced")
    single_voted: bool = rule(False, "after day 0 a single nominee is voted, or else leaves without a vote")
    free_withdrawal: bool = rule(True, "a speaker may name several and withdraw; the last correct one counts")
    removed_nominee_voids: bool = rule(True, "a nominee who is removed while hands are going voids the vote")


class Sport(SportBook):
    """Ten by custom. A removal does not stop the ballots, unless a nominee is removed."""

    name = "sport"
    seats = range(7, 21)
    fields: SportTextFields

    def removed(self, table: Table, seat: int) -> None:
        """A hand that has counted stands; the vote is void only if it was going against the removed seat."""
        if seat in table.on_vote and self.fields.removed_nominee_voids:
            table.void_votes.add(table.round)
