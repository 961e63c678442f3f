"""sport: seeds' text 002; where it is silent, as `fsm`."""

from dataclasses import dataclass

from tablekit.game.fields import rule
from tablekit.rulesets.sports import SportBook, SportFields


@dataclass(frozen=True, slots=True)
class SportTextFields(SportFields):
    """Fields of `sport`."""

    shows_face: bool = rule(True, "the Don and the Sheriff lift the mask when they meet the host")
    announcements: int = rule(2, "how often the list of nominees is announced")
    single_voted: bool = rule(False, "after day 0 a single nominee is voted, or else leaves without a vote")
    free_withdrawal: bool = rule(True, "a speaker may name several and withdraw; the last correct one counts")


class Sport(SportBook):
    """The sport text of the clubs: ten seats by custom, the Don and the Sheriff."""

    name = "sport"
    seats = range(7, 21)
    fields_type = SportTextFields
    fields: SportTextFields
