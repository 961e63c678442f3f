"""Speeches, free talk, nominations in them, and last words."""

from collections.abc import Collection
from typing import Protocol

from tablekit.effects import Text, text
from tablekit.events import HostSaid, TimeReached
from tablekit.game.ask import NEXT, THANKS, Ask, Offer
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


class Listed:
    """Whom the host puts to the vote himself, as the table wants it; at most so many."""

    def __init__(self, table: Table, most: int | None = None) -> None:
        self.table, self.most = table, most

    def offers(self) -> tuple[Offer, ...]:
        """The host's keys for it."""
        return (Offer("nominate", self.why_not), Offer("withdraw", self.why_not_withdrawn))

    def why_not(self, seat: int) -> Text | None:
        """The reason why the seat cannot be put to the vote."""
        listed = self._seats()
        if (out := self.table.why_out(seat)) is not None:
            return out
        if seat in listed:
            return text("Seat {seat} is nominated already.", seat=seat)
        return text("{count} are named already.", count=len(listed)) if len(listed) == self.most else None

    def why_not_withdrawn(self, seat: int) -> Text | None:
        """Only one who is listed can be taken back."""
        return None if seat in self._seats() else text("Seat {seat} is not nominated.", seat=seat)

    def answer(self, said: HostSaid) -> None:
        """Take a name, or take it back."""
        table, pair = self.table, (0, said.number)
        (table.nominations.append if said.key == "nominate" else table.nominations.remove)(pair)
        table.day.nominees = self._seats()
        table.say("accepted" if said.key == "nominate" else "withdrawn", said.number)

    def _seats(self) -> list[int]:
        return [nominee for _, nominee in self.table.nominations]


class Answers(Protocol):
    """What the host may enter while somebody talks."""

    def offers(self) -> tuple[Offer, ...]:
        """His keys for it."""

    def answer(self, said: HostSaid) -> None:
        """What he has entered."""


async def speech(
    table: Table, seat: int, seconds: float, what: str = "speech", nominations: Answers | None = None
) -> None:
    """Rings when time is up, and goes on until the host's key; ends with the speaker's removal (6.5)."""
    table.say(what, seat)
    with table.until(lambda: not table.present(seat)):
        await _clocked(table, what, seconds, seat=seat, answers=nominations)


async def talk(
    table: Table, seconds: float, answers: Answers | None = None, *, without: Collection[int] = (), what: str = "talk"
) -> None:
    """Everybody talks, but those whose seats are lit as silent; the host may set the clock anew, in minutes."""
    table.muted = set(without)
    table.say(what, *without)
    await _clocked(table, what, seconds, answers=answers, may_set=True)
    table.muted = set()


def _why_no_minutes(minutes: int) -> Text | None:
    return None if minutes else text("Give minutes: 1 to 99.")


async def _clocked(
    table: Table, what: str, seconds: float, *, seat: int = 0, answers: Answers | None = None, may_set: bool = False
) -> None:
    offers = (THANKS, *(answers.offers() if answers else ()), *([Offer("number", _why_no_minutes)] if may_set else []))
    ends_us, bells = _bells(table, seconds)
    while True:
        until_us = bells[0][1] if bells else None
        answer = await Ask(what, offers, until_us, seat=seat, ends_us=ends_us)
        if isinstance(answer, TimeReached):
            cue, _ = bells.pop(0)
            table.say(cue, *([seat] if seat else []))
            if not bells and table.book.fields.auto_next:
                return
        elif isinstance(answer, HostSaid) and answer.key == "thanks":
            return
        elif isinstance(answer, HostSaid) and answer.key == "number":
            ends_us, bells = _bells(table, 60 * answer.number)
        elif isinstance(answer, HostSaid) and answers:
            answers.answer(answer)


def _bells(table: Table, seconds: float) -> tuple[int, list[tuple[str, int]]]:
    """When the time is up, and what is said until then."""
    ends_us = table.now_us + in_us(seconds)
    warning = [("ten_seconds", ends_us - WARNING_US)] if in_us(seconds) > WARNING_US else []
    return ends_us, [*warning, ("time", ends_us)]


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


async def circle(
    table: Table, seconds: float, *, several: bool = False, short_s: float | None = None, short_table: int = 0
) -> None:
    """A speech each, from the seat after yesterday's first speaker on (4.3.2).

    On the third foul only a nomination (6.4), or with up to `short_table` at the table a speech of `short_s` (7.6).
    """
    table.first_speaker = table.seat_after(table.first_speaker if table.round else 0)
    for seat in table.circle():
        nominations = Nominations(table, seat, several=several)
        if seat not in table.silenced:
            await speech(table, seat, seconds, nominations=nominations)
        elif short_s is not None and len(table.living) <= short_table:
            table.silenced.discard(seat)
            await speech(table, seat, short_s, nominations=nominations)
        else:
            await silence(table, seat, nominations)


async def nominations_in_turn(table: Table, monologue_s: float) -> None:
    """Each living seat nominates one or passes; the nominee has his monologue at once."""
    table.first_speaker = table.seat_after(0)
    for seat in table.circle():
        nominee = await _nomination(table, seat)
        if nominee:
            await speech(table, nominee, monologue_s, "monologue")


async def _nomination(table: Table, seat: int) -> int:
    """Whom the seat nominates; 0 if it passes, or is removed."""
    nominations = Nominations(table, seat, several=False)
    table.say("nominates", seat)
    with table.until(lambda: not table.alive(seat)):
        said = await Ask("nomination", (NEXT, *nominations.offers()), seat=seat)
        if isinstance(said, HostSaid) and said.key == "nominate":
            nominations.answer(said)
            return said.number
    return 0


async def last_words(table: Table, seats: Collection[int]) -> None:
    """4.4.13, 7.9: each who left may speak, also when the game is decided; 6.5: not if removed meanwhile."""
    for seat in seats:
        if seat in table.condemned:
            await speech(table, seat, table.book.fields.last_word_s, "last word")
            table.condemned.discard(seat)
