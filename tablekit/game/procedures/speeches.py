"""Speeches, nominations in them, and last words."""

from tablekit.effects import Text, text
from tablekit.events import HostSaid, TimeReached
from tablekit.game.ask import THANKS, Ask, Offer
from tablekit.game.table import Table

US_PER_S = 1_000_000
WARNING_US = 10 * US_PER_S


def in_us(seconds: float) -> int:
    """Seconds of a field as whole microseconds."""
    return round(seconds * US_PER_S)


class Nominations:
    """What one speaker may put to the vote. `several`: the last correct one counts, and it may be withdrawn."""

    def __init__(self, table: Table, speaker: int, *, several: bool) -> None:
        self.table, self.speaker, self.several = table, speaker, several

    @property
    def own(self) -> int:
        """The speaker's nominee, or 0."""
        return dict(self.table.nominations).get(self.speaker, 0)

    def offers(self) -> tuple[Offer, ...]:
        """The host's keys for it."""
        nominate = Offer("nominate", self.why_not)
        return (nominate, Offer("withdraw", self.why_not_withdrawn)) if self.several else (nominate,)

    def why_not(self, seat: int) -> Text | None:
        """The reason why naming the seat is not correct."""
        if (out := self.table.why_out(seat)) is not None:
            return out
        if seat in dict(self.table.nominations).values():
            return text("Seat {seat} is nominated already.", seat=seat)
        if self.own and not self.several:
            return text("Seat {seat} has nominated already.", seat=self.speaker)
        return None

    def why_not_withdrawn(self, seat: int) -> Text | None:
        """Only the speaker's own nominee of this speech can be withdrawn."""
        return None if seat and seat == self.own else text("Seat {seat} is not his nominee now.", seat=seat)

    def answer(self, said: HostSaid) -> None:
        """Take a nomination or a withdrawal."""
        table = self.table
        if self.own:
            table.nominations.remove((self.speaker, self.own))
        if said.key == "nominate":
            table.nominations.append((self.speaker, said.number))
        table.day.nominees = [nominee for _, nominee in table.nominations]
        table.say("accepted" if said.key == "nominate" else "withdrawn", said.number)


async def speech(
    table: Table, seat: int, seconds: float, what: str = "speech", nominations: Nominations | None = None
) -> None:
    """Rings when time is up, and goes on until the host's key; ends with the speaker's removal (6.5)."""
    ends_us = table.now_us + in_us(seconds)
    table.say(what, seat)
    offers = (THANKS, *(nominations.offers() if nominations else ()))
    bells = [("ten_seconds", ends_us - WARNING_US)] if in_us(seconds) > WARNING_US else []
    bells.append(("time", ends_us))
    with table.until(lambda: not table.present(seat)):
        while True:
            until_us = bells[0][1] if bells else None
            answer = await Ask(what, offers, until_us, seat=seat, ends_us=ends_us)
            if isinstance(answer, TimeReached):
                cue, _ = bells.pop(0)
                table.say(cue, seat)
                if not bells and table.book.fields.auto_next:
                    return
            elif isinstance(answer, HostSaid) and answer.key == "thanks":
                return
            elif isinstance(answer, HostSaid) and nominations:
                nominations.answer(answer)


async def silence(table: Table, seat: int, nominations: Nominations) -> None:
    """6.4: the minute is lost, a nomination is still taken."""
    table.silenced.discard(seat)
    table.day.silent.append(seat)
    table.say("silent", seat)
    with table.until(lambda: not table.alive(seat)):
        while True:
            answer = await Ask("silent", (THANKS, *nominations.offers()), seat=seat)
            if isinstance(answer, HostSaid) and answer.key == "thanks":
                return
            if isinstance(answer, HostSaid):
                nominations.answer(answer)


async def last_words(table: Table, seats: list[int]) -> None:
    """4.4.13, 7.9: each who left may speak, also when the game is decided; 6.5: not if removed meanwhile."""
    for seat in seats:
        if seat in table.condemned:
            await speech(table, seat, table.book.fields.last_word_s, "last word")
            table.condemned.discard(seat)
