"""Before the first day: seats by lot, cards, and the first meetings of the night."""

from tablekit.effects import Text, text
from tablekit.events import Drawn, HostSaid, MaskOff
from tablekit.game.ask import NEXT, Ask, Offer
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
    table.record.seating = list(await lot(table, "seats"))
    table.say("seats", *table.record.seating)
    await Ask("seats", (NEXT,))


async def cards(table: Table) -> None:
    """1.1: the cards, dealt by the kit or by hand; the host enters who holds which, or learns it in the night.

    Who draws his card has to look at it.
    """
    drawing = frozenset(table.seats)
    table.say("cards")
    match table.book.fields.deal:
        case "kit":
            seats = iter(await lot(table, "cards"))
            for role, count in table.book.cards().items():
                table.roles.update((next(seats), role) for _ in range(count))
            fill(table)
            for seat in table.seats:
                role = table.roles[seat]
                which = text("Seat {seat}: {role}", seat=seat, role=Text(role))
                await Ask("card", (NEXT,), seat=seat, host=which, bare=frozenset({seat}))
        case "host":
            await enter(table, drawing)
        case "wake":
            await Ask("cards", (NEXT,), bare=drawing)


async def enter(table: Table, bare: frozenset[int] = frozenset()) -> None:
    """The host enters the seat of each card that is not known yet; the rest are citizens."""

    def why_not(seat: int) -> Text | None:
        if seat not in table.seats:
            return text("There is no seat {seat}.", seat=seat)
        if role in BLACK and _blacks_known(table):
            return None if table.roles.get(seat) == "mafia" else text("Seat {seat} is of the other side.", seat=seat)
        return text("Seat {seat} has a card already.", seat=seat) if seat in table.roles else None

    for role, count in table.book.cards().items():
        while (known := list(table.roles.values()).count(role)) < count:
            which = text("{role} {place}/{count}: seat?", role=Text(role), place=known + 1, count=count)
            said = await Ask("deal", (Offer("number", why_not),), host=which, bare=bare)
            assert isinstance(said, HostSaid)
            table.roles[said.number] = role
    fill(table)


def fill(table: Table) -> None:
    """Everybody else is a citizen; the record keeps the deal."""
    for seat in table.seats:
        table.roles.setdefault(seat, CITIZEN)
    table.record.roles = dict(sorted(table.roles.items()))


async def meeting(table: Table, seconds: float) -> None:
    """4.2.1: the blacks wake together. Unless they are known, their masks, or the host's numbers, tell who they are."""

    def why_not(seat: int) -> Text | None:
        return None if seat in table.seats else text("There is no seat {seat}.", seat=seat)

    learning = not table.roles
    until_us = table.now_us + in_us(seconds)
    woken: set[int] = set()
    table.say("mafia_wakes")
    while True:
        bare = frozenset(table.seats) if learning else frozenset(table.blacks())
        host = text("Awake: {seats}", seats=tuple(sorted(woken))) if learning else None
        offers, facts = ((Offer("number", why_not),), (MaskOff,)) if learning else ((), ())
        answer = await Ask("mafia", offers, until_us, facts, host=host, bare=bare)
        if isinstance(answer, MaskOff):
            woken.add(answer.seat)
        elif isinstance(answer, HostSaid):
            woken ^= {answer.number}
        else:
            break
    table.say("mafia_sleeps")
    if learning and len(woken) == _black_cards(table):
        table.roles.update(dict.fromkeys(woken, "mafia"))
    elif learning:
        expected = _black_cards(table)
        table.note(text("{awake} woke, {expected} are black: enter them.", awake=len(woken), expected=expected))


def _black_cards(table: Table) -> int:
    return sum(count for role, count in table.book.cards().items() if role in BLACK)


def _blacks_known(table: Table) -> bool:
    return sum(role in BLACK for role in table.roles.values()) == _black_cards(table)


async def meet(table: Table, role: str, seconds: float, *, bare: bool) -> None:
    """The holder shows himself to the host, in `fsm` with the mask on (4.2.2); the host enters an unknown seat."""

    def why_not(seat: int) -> Text | None:
        if seat not in table.seats:
            return text("There is no seat {seat}.", seat=seat)
        held = table.roles.get(seat, CITIZEN if _blacks_known(table) else role)
        if (held in BLACK) != (role in BLACK):
            return text("Seat {seat} is of the other side.", seat=seat)
        return None

    until_us = table.now_us + in_us(seconds)
    offers = (Offer("number", why_not),) if table.book.fields.deal == "wake" else ()
    table.say(f"{role}_wakes")
    while True:
        seat = table.holder(role)
        known = text("{role}: seat {seat}", role=Text(role), seat=seat)
        host = known if seat else text("{role}: seat?", role=Text(role))
        faces = frozenset({seat} if seat else table.seats) if bare else frozenset()
        answer = await Ask(role, offers, until_us, host=host, bare=faces)
        if not isinstance(answer, HostSaid):
            break
        _learn(table, role, answer.number)
    table.say(f"{role}_sleeps")


def _learn(table: Table, role: str, seat: int) -> None:
    """Give the card to the seat; the one that was thought to hold it gets the seat's own back."""
    was = next((holder for holder, held in table.roles.items() if held == role), 0)
    had = table.roles.get(seat)
    if was:
        del table.roles[was]
        if had:
            table.roles[was] = had
    table.roles[seat] = role
