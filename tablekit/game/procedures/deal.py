"""Before the first day: seats by lot, cards, and the first meetings of the night."""

from collections.abc import Collection
from functools import partial

from tablekit.effects import Text, text
from tablekit.events import Drawn, HostSaid, MaskOff
from tablekit.game.ask import NEXT, Ask, Offer
from tablekit.game.procedures import night
from tablekit.game.procedures.speeches import in_us
from tablekit.game.table import BLACK, Table

CITIZEN = "citizen"


async def lot(table: Table, what: str) -> tuple[int, ...]:
    """A permutation of the seats, drawn by the kit."""
    drawn = await Ask(f"lot of {what}", facts=(Drawn,))
    assert isinstance(drawn, Drawn)
    return drawn.order


async def seating(table: Table) -> None:
    """4.1.1: who sits where is drawn before the game."""
    advised, players = table.book.advised_seats, len(table.seats)
    table.record.seating = list(await lot(table, "seats"))
    table.say("seats", *table.record.seating)
    if advised is not None and players not in advised:
        table.note(text("{low} to {high} players are advised.", low=advised[0], high=advised[-1]))
    table.tell(text("Present the players; men greet the ladies standing."))
    await Ask("seats", (NEXT,))


async def cards(table: Table) -> None:
    """1.1: the cards, dealt by the kit or by hand; the host enters who holds which, or learns it in the night.

    One by one: the called seat alone lifts its mask, looks at its card and puts the mask back on.
    """
    fields = table.book.fields
    table.say("cards")
    if fields.deal == "kit":
        seats = iter(await lot(table, "cards"))
        for role, count in table.cards.items():
            table.roles.update((next(seats), role) for _ in range(count))
        fill(table)
    if fields.deal == "kit" or fields.one_by_one:
        table.tell(text("Heads low, everybody."))
        for seat in table.seats:
            table.say("card", seat)
            known = table.roles.get(seat)
            which = text("Seat {seat}: {role}", seat=seat, role=Text(known)) if known else None
            await Ask("card", (NEXT,), seat=seat, host=which, bare=frozenset({seat}))
    elif fields.deal == "wake":
        await Ask("cards", (NEXT,), bare=frozenset(table.seats))
    if fields.deal == "host":
        await enter(table, frozenset() if fields.one_by_one else frozenset(table.seats))


async def enter(table: Table, bare: frozenset[int] = frozenset()) -> None:
    """The host enters the seat of each card that is not known yet; the rest are citizens."""
    for role, count in table.cards.items():
        while (known := count - _missing(table, {role})) < count:
            which = text("{role} {place}/{count}: seat?", role=Text(role), place=known + 1, count=count)
            offer = Offer("number", partial(_why_not_holder, table, role))
            said = await Ask("deal", (offer,), host=which, bare=bare)
            assert isinstance(said, HostSaid)
            table.roles[said.number] = role
    fill(table)


def fill(table: Table) -> None:
    """Everybody else is a citizen; the record keeps the deal."""
    for seat in table.seats:
        table.roles.setdefault(seat, CITIZEN)
    _keep(table)
    table.open_cards(seat for seat in table.record.out if seat not in table.unannounced)


def _keep(table: Table) -> None:
    table.record.roles = dict(sorted(table.roles.items()))


def _missing(table: Table, roles: Collection[str]) -> int:
    """How many of these cards nobody is known to hold. Who was elected was dealt plain mafia."""
    dealt = ["mafia" if role == table.book.elected else role for role in table.roles.values()]
    return sum(count for role, count in table.cards.items() if role in roles) - sum(role in roles for role in dealt)


def _why_not_holder(table: Table, role: str, seat: int) -> Text | None:
    """The reason why the seat cannot hold the card, as far as the cards are known."""
    if seat not in table.seats:
        return text("There is no seat {seat}.", seat=seat)
    if role in BLACK and not _missing(table, BLACK):  # one of those who woke together
        return None if table.roles.get(seat) == "mafia" else text("Seat {seat} is of the other side.", seat=seat)
    return text("Seat {seat} has a card already.", seat=seat) if seat in table.roles else None


# -- meetings


async def meeting(table: Table, seconds: float, *, elects: str = "", plans: int = 0) -> None:
    """4.2.1: the blacks wake together. The host may enter whom they elect, or the `plans` of their first shots."""
    await _wake(table, "mafia", seconds, bare=True, elects=elects, plans=plans)


async def meet(table: Table, role: str, seconds: float, *, bare: bool = True) -> None:
    """The holder shows himself to the host, in `fsm` with the mask on (4.2.2)."""
    await _wake(table, role, seconds, bare=bare)


async def _wake(
    table: Table, call: str, seconds: float, *, bare: bool, elects: str = "", plans: int = 0
) -> None:  # fmt: skip
    """A call in which nothing is done. Unless they are known, masks and the host's numbers tell who holds the cards.

    Nothing is assumed: if not as many woke as hold these cards, the host is told, and enters them later.
    """
    missing = _missing(table, BLACK if call == "mafia" else {call})
    woken: set[int] = set()
    elected = 0
    until_us = table.now_us + in_us(seconds)
    table.awake = set()
    table.say(f"{call}_wakes")
    offers = [Offer("number", partial(_why_not_holder, table, call))] if missing else []
    offers += [Offer("elect", partial(_why_not_elected, table, woken))] if elects else []
    offers += [Offer("plan", partial(_why_not_planned, table, plans))] if plans else []
    while True:
        faces = frozenset(table.seats) if missing else frozenset(table.called(call))
        answer = await Ask(
            call, tuple(offers), until_us, (MaskOff,) if missing and bare else (),
            host=_who_is_it(table, call, woken, missing), bare=faces if bare else frozenset(),
        )  # fmt: skip
        if isinstance(answer, MaskOff):
            _lifted(table, call, answer.seat, woken)
        elif isinstance(answer, HostSaid) and answer.key == "elect":
            elected = answer.number
            table.tell(text("{role}: seat {seat}", role=Text(elects), seat=elected))
        elif isinstance(answer, HostSaid) and answer.key == "plan":
            table.this_night.plan.append(answer.number)
            table.note(text("Order of the shots: {seats}", seats=tuple(table.this_night.plan)))
        elif isinstance(answer, HostSaid):
            _correct(woken, answer.number, missing)
        else:
            break
    if missing:
        _learn(table, call, woken, missing)
    elif bare:
        night.tell_who_slept(table, table.called(call))
    if elected in table.blacks():
        table.roles[elected] = elects
        if table.record.roles:
            _keep(table)
    elif elects:
        table.note(text("Nobody is elected."))
    table.say(f"{call}_sleeps")


def _lifted(table: Table, call: str, seat: int, woken: set[int]) -> None:
    """Who lifts his mask holds the card, unless it is known to be another's; a sensor in doubt teaches nothing."""
    if seat in table.room.doubted:
        return
    if _why_not_holder(table, call, seat) is None:
        woken.add(seat)
    else:
        table.peek(seat)


def _correct(woken: set[int], seat: int, missing: int) -> None:
    """The host's number comes or goes; where one is looked for, it is that one."""
    if missing == 1:
        woken.clear()
    woken ^= {seat}


def _learn(table: Table, call: str, woken: set[int], missing: int) -> None:
    if len(woken) == missing:
        table.roles.update(dict.fromkeys(woken, call))
    else:
        count = len(woken)
        table.note(
            text("{role}: {count} woke, not {missing}: enter them.", role=Text(call), count=count, missing=missing)
        )


def _why_not_elected(table: Table, woken: set[int], seat: int) -> Text | None:
    return None if seat in table.blacks() | woken else text("Seat {seat} is of the other side.", seat=seat)


def _why_not_planned(table: Table, plans: int, seat: int) -> Text | None:
    if seat not in table.seats:
        return text("There is no seat {seat}.", seat=seat)
    return text("{count} are named already.", count=plans) if len(table.this_night.plan) == plans else None


def _who_is_it(table: Table, call: str, woken: set[int], missing: int) -> Text:
    """What the remote says in such a call."""
    if not missing:
        return text("{role}: seat {seat}", role=Text(call), seat=night.named(table.called(call)))
    if not woken:
        return text("{role}: seat?", role=Text(call))
    return text("{role}: {seats}?", role=Text(call), seats=tuple(sorted(woken)))
