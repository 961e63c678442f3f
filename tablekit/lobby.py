"""Before a game: the host chooses on the remote's keys what is played, at which seats, with which roles, by whom.

It is a script like a rule book's: the same runner, keys, display and undo serve it. Nothing of it is in a journal but
what was chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, get_type_hints

from tablekit.effects import Text, text
from tablekit.events import HostSaid
from tablekit.game.ask import NEXT, Ask, Offer
from tablekit.game.book import CARDS, Book
from tablekit.game.fields import SWITCHES, Fields, with_options
from tablekit.game.table import Table
from tablekit.rulesets import BOOKS, unplayable

Option = bool | int | float | str
PLACES_MOST = 20
ROLES = frozenset(card.template for card in CARDS)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be played. `seats` are places at the table; nobody plays at those that are `empty`."""

    book: str
    options: Mapping[str, Option] = field(default_factory=dict)
    seats: int = 10
    empty: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return self.seats - len(self.empty)

    def why_not(self) -> Text | None:
        """Why that cannot be played."""
        kind = BOOKS[self.book]
        if self.players not in kind.seats:
            low, high = kind.seats[0], kind.seats[-1]
            return text("{book}: {low} to {high} play.", book=self.book, low=low, high=high)
        if len(self.names) > self.players:
            return text("{names} names, {players} players.", names=len(self.names), players=self.players)
        return unplayable(self.opened(), self.players)

    def opened(self) -> Book:
        """The book as it is set."""
        kind = BOOKS[self.book]
        return kind(with_options(self.book, kind.fields_type, self.options))

    def of_book(self, book: str) -> "Choice":
        """The same table with another rule book; the options that it knows too stay."""
        kinds = get_type_hints(BOOKS[book].fields_type)
        options = {name: value for name, value in self.options.items() if name in kinds and name != "mafia"}
        return replace(self, book=book, options=options)


class Lobby(Book):
    """The questions before a game. `places`: so many are wired, and no others can be had. `people`: by number."""

    name: ClassVar[str] = ""
    seats = range(1, PLACES_MOST + 1)
    played: ClassVar[bool] = False

    def __init__(self, choice: Choice, people: Sequence[str] = (), places: int | None = None) -> None:
        super().__init__(Fields())
        self.choice, self.people, self.places = choice, people, places
        self.chosen: Choice | None = None
        """What the host has chosen at last."""

    async def game(self, table: Table) -> None:
        """One question after the other; «Спасибо» begins the game with what is chosen by then."""
        asking = _Asking(table, self.choice)
        self.chosen = None
        with table.until(lambda: asking.done):
            await asking.book()
            if self.places is None:
                await asking.seats()
            await asking.empty()
            await asking.roles()
            await asking.mafia()
            if self.people:
                await asking.names(self.people)
            await asking.start()
        self.chosen = asking.choice

    def winner(self, table: Table) -> str | None:
        """Nobody wins here."""
        return None


class _Asking:
    """The questions, and what is chosen so far."""

    def __init__(self, table: Table, choice: Choice) -> None:
        self.table, self.choice, self.done = table, choice, False

    async def ask(self, what: str, host: Text, number: Offer | None = None, go_on: Offer = NEXT) -> int | None:
        """The number that the host enters; None: he goes on, or begins the game."""
        start = Offer("thanks", lambda _: self.choice.why_not())
        said = await Ask(what, (start, go_on, *([number] if number else [])), host=host)
        assert isinstance(said, HostSaid)
        self.done = said.key == "thanks"
        return said.number if said.key == "number" else None

    async def book(self) -> None:
        """The rule book, by its number in the list."""
        books = list(BOOKS)
        self.table.tell(text("{list}", list=tuple(f"{place} {book}" for place, book in enumerate(books, 1))))
        while True:
            place = books.index(self.choice.book) + 1
            host = text("Book {place}: {book}", place=place, book=self.choice.book)
            number = await self.ask("rule book", host, Offer("number", lambda n: _from_to(n, 1, len(books))))
            if number is None:
                return
            self.choice = self.choice.of_book(books[number - 1])

    async def seats(self) -> None:
        """How many places the table has."""
        while True:
            host = text("Seats: {seats}", seats=self.choice.seats)
            number = await self.ask("how many seats", host, Offer("number", lambda n: _from_to(n, 1, PLACES_MOST)))
            if number is None:
                return
            empty = tuple(seat for seat in self.choice.empty if seat <= number)
            self.choice = replace(self.choice, seats=number, empty=empty)

    async def empty(self) -> None:
        """Where nobody sits; a number that is given twice is taken back."""
        while True:
            taken = text("Empty: {seats}", seats=self.choice.empty) if self.choice.empty else text("No empty seats")
            number = await self.ask("empty seats", taken, Offer("number", lambda n: _from_to(n, 1, self.choice.seats)))
            if number is None:
                return
            self.choice = replace(self.choice, empty=tuple(sorted({*self.choice.empty} ^ {number})))

    async def roles(self) -> None:
        """Each role that may play or not: 1 or 0."""
        kinds = get_type_hints(BOOKS[self.choice.book].fields_type)
        for role in [name for name, kind in kinds.items() if kind in SWITCHES and name in ROLES]:
            while True:
                plays = (
                    text("{role} plays", role=Text(role)) if self._plays(role) else text("no {role}", role=Text(role))
                )
                number = await self.ask("optional roles", plays, Offer("number", lambda n: _from_to(n, 0, 1)))
                if number is None:
                    break
                self._set(role, bool(number))

    def _plays(self, role: str) -> bool:
        return role in self._cards()

    async def mafia(self) -> None:
        """How many cards of plain mafia are dealt, if not as many as the book has."""
        while True:
            host = text("mafia: {count}", count=self._cards().get("mafia", 0))
            number = await self.ask("mafia cards", host, Offer("number", lambda n: _from_to(n, 1, PLACES_MOST)))
            if number is None:
                return
            self._set("mafia", number)

    def _cards(self) -> Mapping[str, int]:
        return self.choice.opened().cards(self.choice.players)

    async def names(self, people: Sequence[str]) -> None:
        """Who plays, by number in the club's file; given twice, he is taken out again."""
        self.table.tell(text("{list}", list=tuple(f"{place} {name}" for place, name in enumerate(people, 1))))
        while True:
            names, players = self.choice.names, self.choice.players
            host = text("Players: {count}/{players}", count=len(names), players=players)
            number = await self.ask("who plays", host, Offer("number", lambda n: _from_to(n, 1, len(people))))
            if number is None:
                return
            name = people[number - 1]
            known = name in names
            self.choice = replace(
                self.choice, names=tuple(one for one in names if one != name) if known else (*names, name)
            )
            self.table.tell(text("Out: {name}", name=name) if known else text("In: {name}", name=name))

    async def start(self) -> None:
        """The last step; what cannot be played is told, and does not begin."""
        go_on = Offer("next", lambda _: self.choice.why_not())
        host = text("Begin: {book}, {players}", book=self.choice.book, players=self.choice.players)
        await self.ask("begin", host, go_on=go_on)

    def _set(self, name: str, value: Option) -> None:
        self.choice = replace(self.choice, options={**self.choice.options, name: value})


def _from_to(number: int, least: int, most: int) -> Text | None:
    return None if least <= number <= most else text("From {least} to {most}.", least=least, most=most)
