"""What the books with blind shooting share: a speech each, one vote a day, called numbers, and who has won."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tablekit.effects import Text, text
from tablekit.game.fields import Fields, rule
from tablekit.game.table import BLACK, Table
from tablekit.rulesets.rounds import Rounds


@dataclass(frozen=True, slots=True)
class ShootingFields(Fields):
    """Fields of `sport`, `fsm` and `classic`."""

    one_by_one: bool = rule(True, "cards are drawn in the first night, one seat after the other")
    planned_shots: int = rule(3, "for so many nights the blacks set the order of their shots (4.2.1)")
    short_speech_s: float = rule(30, "a speech on three fouls with 3-4 at the table (7.6)")
    short_table: int = rule(4, "up to so many at the table a silenced speaker has the short speech (7.6)")
    check_s: float = rule(10, "a check of one seat (4.5.6-8)")
    number_s: float = rule(1.5, "the rhythm of the called numbers (4.5.3)")
    between_s: float = rule(0.5, "the end of each number's time: a shot there fell between two numbers")
    shooting: Literal["pads", "host"] = rule("pads", "shots: pressed on the pads, or entered by the host")
    single_voted: bool = rule(True, "after day 0 a single nominee is voted (4.4.10), or else leaves without a vote")
    raise_whole_table: bool = rule(False, "the raise is asked even if everybody would leave (7.8)")
    three_rounds_draw: bool = rule(True, "three shooting nights in a row with nobody out are a draw (7.7)")


class ShootingBook(Rounds):
    """A rule book whose blacks shoot with closed eyes."""

    fields: ShootingFields

    def unplayable(self, seats: int) -> Text | None:
        """As many blacks as reds before anything is said, or no time to shoot in."""
        if self.fields.between_s >= self.fields.number_s:
            return text("between_s is not below number_s.")
        return too_many_blacks(self.cards(seats), seats)

    def scenario_keys(self) -> frozenset[str]:
        """Blind shots, or the target that the host was shown; checks, nominations and the raise."""
        target = "kill" if self.fields.shooting == "host" else "shots"
        return frozenset({target, "checks", "nominations", "raise", "raise_at_ms"})

    def winner(self, table: Table) -> str | None:
        """1.4: no blacks left, or as many as reds; nobody left: nobody has won."""
        blacks, others = table.sides()
        if not blacks:
            return "red" if others else "draw"
        return "black" if blacks >= others else None


def too_many_blacks(cards: Mapping[str, int], seats: int) -> Text | None:
    """As many blacks as others before anything is said."""
    blacks = sum(count for card, count in cards.items() if card in BLACK)
    return text("{blacks} of {seats} black: too many.", blacks=blacks, seats=seats) if 2 * blacks >= seats else None
