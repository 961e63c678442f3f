"""The rule books, one short file each."""

from collections.abc import Mapping

from tablekit.errors import ConfigError
from tablekit.game.book import Book
from tablekit.game.fields import Fields, with_options
from tablekit.rulesets.fsm import Fsm, FsmFields
from tablekit.rulesets.sport import Sport, SportTextFields

BOOKS: dict[str, tuple[type[Book], type[Fields]]] = {
    "sport": (Sport, SportTextFields),
    "fsm": (Fsm, FsmFields),
}


def open_book(name: str, options: Mapping[str, object], seats: int | None = None) -> tuple[Book, int]:
    """The rule book with a club's options, and the number of seats; ConfigError says what is allowed."""
    if name not in BOOKS:
        raise ConfigError(112, f'there is no rule book "{name}" in this version', f"Choose one of {', '.join(BOOKS)}")
    book_type, fields_type = BOOKS[name]
    book = book_type(with_options(name, fields_type, options))
    seats = seats or book.usual_seats
    if seats not in book.seats:
        low, high = book.seats[0], book.seats[-1]
        allowed = f"{low} seats" if low == high else f"{low} to {high} seats"
        raise ConfigError(113, f"{name} cannot be played with {seats} seats", f"It takes {allowed}")
    cards = sum(book.cards().values())
    if cards > seats:
        raise ConfigError(114, f"{name} deals {cards} cards to {seats} seats", "Deal fewer, or seat more")
    if (reason := book.unplayable(seats)) is not None:
        raise ConfigError(116, f"{name} cannot be played with {reason}", "Write other [options]")
    return book, seats
