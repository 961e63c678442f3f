"""The night: blind shooting, checks, the best move. Each call lasts the same, whoever lives."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from tablekit.effects import Text, text
from tablekit.events import HandDown, HostSaid
from tablekit.game.ask import Ask, Offer
from tablekit.game.procedures.speeches import in_us
from tablekit.game.table import BLACK, Table

BETWEEN = 0.5
"""A shot at n + 0.5 fell between the numbers n and n + 1."""
BEST_MOVE_NUMBERS = 3
BEST_MOVE_POINTS = {3: 0.5, 2: 0.25}
"""8.3.4: by how many blacks a red victim has named."""


async def shooting(
    table: Table, *, number_s: float, between_s: float, by: Literal["pads", "host"]
) -> None:  # fmt: skip
    """4.5.3-5: every number is called, the dead too; a kill needs every living black on one number, once each."""
    table.say("mafia_shoots")
    entered = 0

    def why_not(seat: int) -> Text | None:
        return table.why_out(seat) if seat else None

    offers = (Offer("number", why_not),) if by == "host" else ()
    facts = (HandDown,) if by == "pads" else ()
    next_us = table.now_us
    for number in table.seats:
        table.say("number", number)
        next_us += in_us(number_s)
        while True:
            host = text("Target: {seat}", seat=entered) if by == "host" else None
            answer = await Ask("shooting", offers, next_us, facts, ends_us=0, host=host)
            if isinstance(answer, HandDown):
                late = table.now_us >= next_us - in_us(between_s)
                table.this_night.shots.append((answer.seat, number + BETWEEN if late else number))
            elif isinstance(answer, HostSaid):
                entered = answer.number
            else:
                break
    table.say("mafia_sleeps")
    target = entered if by == "host" else _common_target(table)
    if table.alive(target):
        table.hit(target)
        table.tell(text("Seat {seat} is hit.", seat=target))
    else:
        if target in table.unannounced:
            table.hit_removed(target)
        table.tell(text("A miss."))


def _common_target(table: Table) -> int:
    """The number that every living black shot on, once; 0 for a miss."""
    blacks = table.blacks()
    aimed = [[number for seat, number in table.this_night.shots if seat == black] for black in blacks]
    numbers = {number for shots in aimed for number in shots}
    together = len(numbers) == 1 and all(len(shots) == 1 for shots in aimed)
    target = numbers.pop() if together else 0
    return int(target) if target == int(target) else 0


async def check(table: Table, role: str, seconds: float, finds: Callable[[int], bool]) -> None:
    """4.5.6-8: one seat is checked; the host may correct the number while the clock runs."""

    def why_not(seat: int) -> Text | None:
        if not table.holder(role):
            return text("{role} is out.", role=Text(role))
        return None if seat in table.seats else text("There is no seat {seat}.", seat=seat)

    holder = table.holder(role)
    until_us = table.now_us + in_us(seconds)
    table.say(f"{role}_wakes")
    host = (
        text("{role} {seat}: whom?", role=Text(role), seat=holder)
        if holder
        else text("{role} is out: wait", role=Text(role))
    )
    bare = frozenset({holder} - {0})
    while isinstance(said := await Ask(role, (Offer("number", why_not),), until_us, host=host, bare=bare), HostSaid):
        table.this_night.checks[role] = said.number
        answer = text("yes") if finds(said.number) else text("no")
        table.note(text("{role} checks {seat}: {answer}", role=Text(role), seat=said.number, answer=answer))
    table.say(f"{role}_sleeps")


async def best_move(table: Table, seconds: float) -> None:
    """4.5.9: the victim names up to three seats; the time is the same if nobody was hit."""
    victim = next(iter(table.killed), 0)
    named = table.this_night.best_move

    def why_not(seat: int) -> Text | None:
        if not victim:
            return text("Nobody was hit.")
        if seat not in table.seats:
            return text("There is no seat {seat}.", seat=seat)
        if seat in named:
            return text("Seat {seat} is named already.", seat=seat)
        return text("Three are named.") if len(named) == BEST_MOVE_NUMBERS else None

    until_us = table.now_us + in_us(seconds)
    table.say("best_move")
    host = text("Best move of {seat}", seat=victim) if victim else text("Nobody hit: wait")
    while isinstance(said := await Ask("best move", (Offer("number", why_not),), until_us, host=host), HostSaid):
        named.append(said.number)
        table.tell(text("Best move: {seats}", seats=tuple(named)))


def best_move_points(roles: Mapping[int, str], victim: int, named: Iterable[int]) -> float:
    """8.3.4: what the best move earns the victim in a tournament, in points."""
    blacks = sum(roles[seat] in BLACK for seat in named)
    return 0 if roles[victim] in BLACK else BEST_MOVE_POINTS.get(blacks, 0)


async def pause(table: Table, what: str, seconds: float) -> None:
    """A call that only lasts."""
    table.say(what)
    await Ask(what, until_us=table.now_us + in_us(seconds))
