"""The night: masks on, then calls one after another. Each lasts the same, whoever lives and whatever is answered."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Literal

from tablekit.effects import Text, text
from tablekit.events import Break, HandDown, HostSaid, LinkBack, LinkLost, MaskOff, MaskOn, MaskUnproven
from tablekit.game.ask import NEXT, Ask, Offer
from tablekit.game.procedures.speeches import in_us
from tablekit.game.table import BLACK, Table

BETWEEN = 0.5
"""A shot at n + 0.5 fell between the numbers n and n + 1."""
BEST_MOVE_NUMBERS = 3
BEST_MOVE_POINTS = {3: 0.5, 2: 0.25}
"""8.3.4: by how many blacks a red victim has named."""
MASKS = (MaskOn, MaskOff, MaskUnproven, LinkLost, LinkBack, Break)

WhyNot = Callable[[int], Text | None]
"""The reason against a number."""


async def falls(table: Table) -> None:
    """The word «Ночь». The host is told who has no mask on for sure; he waits for them, or goes on without."""
    table.nightfall()
    while table.book.fields.mask_sensors and (bare := set(table.living) - table.room.worn):
        host = text("No mask: {seats}", seats=tuple(sorted(bare)))
        if isinstance(await Ask("masks", (NEXT,), facts=MASKS, host=host), HostSaid):
            table.note(text("The night goes on without the masks of {seats}.", seats=tuple(sorted(bare))))
            return


# -- blind shooting


async def shooting(
    table: Table, *, number_s: float, between_s: float, by: Literal["pads", "host"], sleeps: str = "mafia_sleeps"
) -> int:  # fmt: skip
    """4.5.3-5: every number is called, the dead too. Returns the one that every living black shot on, once each; or 0.

    What comes of it is up to `strike`.
    """
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
    table.say(sleeps)
    return entered if by == "host" else _common_target(table)


def _common_target(table: Table) -> int:
    """The number that every living black shot on, once; 0 for a miss."""
    blacks = table.blacks()
    aimed = [[number for seat, number in table.this_night.shots if seat == black] for black in blacks]
    numbers = {number for shots in aimed for number in shots}
    together = len(numbers) == 1 and all(len(shots) == 1 for shots in aimed)
    target = numbers.pop() if together else 0
    return int(target) if target == int(target) else 0


def strike(table: Table, targets: Iterable[int]) -> None:
    """These are hit, if they are in the game; 0 is nobody. Who has refused to move is out in the morning too."""
    hit = [seat for seat in sorted(set(targets)) if table.alive(seat)]
    for seat in hit:
        table.tell(text("Seat {seat} is hit.", seat=seat))
    for seat in set(targets) & set(table.unannounced):
        table.hit_removed(seat)
    if not hit:
        table.tell(text("A miss."))
    table.refused = {seat for seat in table.this_night.refused if table.alive(seat)} - set(hit)
    table.hit([*hit, *table.refused])


# -- calls with open eyes


async def agree(table: Table, seconds: float, *, may_refuse: bool = False) -> int:
    """The blacks wake and agree on one seat, which the host is shown; 0: on none."""
    table.this_night.kill = await _call(
        table, "mafia", seconds, partial(_why_no_seat, table),
        wakes="mafia_chooses", sleeps="mafia_chose", refuses=may_refuse,
    )  # fmt: skip
    return table.this_night.kill


async def act(
    table: Table, role: str, seconds: float, *, himself: int | None = None, may_refuse: bool = False, sleeps: str = ""
) -> int:
    """The role wakes and shows whom it kills, heals or invites; 0: nobody. `himself`: so often in a game at most."""

    def why_not(seat: int) -> Text | None:
        if himself is not None and seat == table.holder(role) and _acts_on_himself(table, role, seat) >= himself:
            return text("Himself no more than {times}.", times=himself)
        return _why_no_seat(table, seat)

    seat = await _call(table, role, seconds, why_not, sleeps=sleeps, refuses=may_refuse)
    if seat:
        table.this_night.acts[role] = seat
        table.note(text("{role} chooses {seat}.", role=Text(role), seat=seat))
    return seat


def _acts_on_himself(table: Table, role: str, seat: int) -> int:
    return sum(night.acts.get(role) == seat for night in table.record.nights)


async def check(
    table: Table, role: str, seconds: float, finds: Callable[[str], bool], *, crossed: bool = False,
    may_refuse: bool = False, wakes: str = "",
) -> None:  # fmt: skip
    """4.5.6-8: one seat is checked: does the role that checks find its card? The last number counts.

    `crossed`: he has just been killed; the host crosses his arms, and there is no check.
    """

    def why_not(seat: int) -> Text | None:
        if crossed:
            return text("Crossed arms: no check.")
        return _why_no_seat(table, seat)

    def tell(seat: int) -> None:
        table.this_night.checks[role] = seat
        answer = text("yes") if finds(table.roles[seat]) else text("no")
        table.note(text("{role} checks {seat}: {answer}", role=Text(role), seat=seat, answer=answer))

    host = text("Cross your arms!") if crossed else None
    await _call(table, role, seconds, why_not, tell, host=host, wakes=wakes, refuses=may_refuse)


def _why_no_seat(table: Table, seat: int) -> Text | None:
    return None if seat in table.seats else text("There is no seat {seat}.", seat=seat)


async def _call(
    table: Table, call: str, seconds: float, why_not: WhyNot, shown: Callable[[int], None] | None = None, *,
    host: Text | None = None, wakes: str = "", sleeps: str = "", refuses: bool = False,
) -> int:  # fmt: skip
    """A role wakes, shows the host a number, and sleeps; the host may correct it while the clock runs."""
    holders = table.called(call)
    able = holders - table.frozen
    until_us = table.now_us + in_us(seconds)
    table.say(wakes or f"{call}_wakes")
    if not able:
        host = (
            text("{role} is frozen: wait", role=Text(call)) if holders else text("{role} is out: wait", role=Text(call))
        )
    host = host or text("{role} {seat}: whom?", role=Text(call), seat=named(holders))
    number = Offer("number", partial(_why_not_shown, table, call, why_not))
    refuse = Offer("refuse", lambda seat: None if seat in able else text("Seat {seat} is not called.", seat=seat))
    refused = table.this_night.refused
    offers = (number, refuse) if refuses else (number,)
    chosen, table.awake = 0, set()
    while isinstance(said := await Ask(call, offers, until_us, host=host, bare=frozenset(holders)), HostSaid):
        if said.key == "number":
            chosen = said.number
            echo = text("{role}: seat {seat}", role=Text(call), seat=chosen)
            table.tell(echo) if shown is None else shown(chosen)
        elif said.number not in refused:
            refused.append(said.number)
            table.note(text("Seat {seat} refuses to move.", seat=said.number))
            if able <= set(refused):
                chosen = 0
                table.this_night.checks.pop(call, None)
    tell_who_slept(table, holders)
    table.say(sleeps or f"{call}_sleeps")
    return chosen


def _why_not_shown(table: Table, call: str, why_not: WhyNot, seat: int) -> Text | None:
    holders = table.called(call)
    if not holders:
        return text("{role} is out.", role=Text(call))
    if not holders - table.frozen:
        return text("{role} is frozen.", role=Text(call))
    if holders <= {*table.frozen, *table.this_night.refused}:
        return text("{role} has refused.", role=Text(call))
    return why_not(seat)


def named(seats: Collection[int]) -> object:
    """Seats in a sentence: their numbers in order."""
    return next(iter(seats)) if len(seats) == 1 else tuple(sorted(seats))


def tell_who_slept(table: Table, called: Iterable[int]) -> None:
    """The host is told who was called and has not lifted his mask, as far as the sensors know."""
    for seat in sorted(set(called) & table.room.worn - table.awake):
        table.tell(text("Seat {seat} did not wake.", seat=seat))


async def best_move(table: Table, victim: int, seconds: float, *, by_day: bool = False) -> None:
    """4.5.9: the victim names up to three seats. At night the time is the same if nobody was hit (0)."""
    named: list[int] = []

    def why_not(seat: int) -> Text | None:
        if not victim:
            return text("Nobody was hit.")
        if seat in named:
            return text("Seat {seat} is named already.", seat=seat)
        return _why_no_seat(table, seat) if len(named) < BEST_MOVE_NUMBERS else text("Three are named.")

    until_us = table.now_us + in_us(seconds)
    table.say("best_move")
    host = text("Best move of {seat}", seat=victim) if victim else text("Nobody hit: wait")
    offers = (Offer("number", why_not), *([NEXT] if by_day else []))
    ask = Ask("best move", offers, until_us, seat=victim if by_day else 0, host=host)
    while isinstance(said := await ask, HostSaid) and said.key == "number":
        named.append(said.number)
        table.this_night.best_move.append(said.number)
        table.note(text("Best move of {seat}: {seats}", seat=victim, seats=tuple(named)))


def best_move_points(roles: Mapping[int, str], victim: int, named: Iterable[int]) -> float:
    """8.3.4: what the best move earns the victim in a tournament, in points."""
    blacks = sum(roles[seat] in BLACK for seat in named)
    return 0 if roles[victim] in BLACK else BEST_MOVE_POINTS.get(blacks, 0)


async def pause(table: Table, what: str, seconds: float) -> None:
    """A call that only lasts."""
    table.say(what)
    await Ask(what, until_us=table.now_us + in_us(seconds))
