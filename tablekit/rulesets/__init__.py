"""The rule books, one short file each. A module of this package that has a `Book` with a name is one of them."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Mapping

from tablekit.effects import Text, text
from tablekit.errors import ConfigError
from tablekit.game.book import Book
from tablekit.game.fields import with_options

BROKEN: dict[str, str] = {}
"""What is wrong with the files that are no rule books: a sentence each, by the file's name."""


def found(modules: Iterable[str]) -> dict[str, type[Book]]:
    """The rule books in the modules of these names, by their own names; one that is broken does not stop the others."""
    books: dict[str, type[Book]] = {}
    for module in modules:
        try:
            members = vars(importlib.import_module(module)).values()
        except Exception as error:
            BROKEN[module.rpartition(".")[2]] = f"{type(error).__name__}: {error}"
            continue
        for member in members:
            if inspect.isclass(member) and issubclass(member, Book) and member.__module__ == module:
                _add(books, member)
    return books


def _add(books: dict[str, type[Book]], book: type[Book]) -> None:
    if "name" not in vars(book):
        return
    if book.name in books:
        BROKEN[book.__module__.rpartition(".")[2]] = f"there is another rule book {book.name}"
    else:
        books[book.name] = book


_OURS = ("classic", "city", "sport", "azerbaijani", "ghost", "fsm")
_FILES = sorted((module.name for module in pkgutil.iter_modules(__path__)), key=lambda name: (name not in _OURS, name))
BOOKS: dict[str, type[Book]] = found(f"{__name__}.{name}" for name in _FILES)


def open_book(name: str, options: Mapping[str, object], seats: int | None = None) -> tuple[Book, int]:
    """The rule book with a club's options, and the number of seats; ConfigError says what is allowed."""
    if name not in BOOKS:
        raise ConfigError(112, f'there is no rule book "{name}" in this version', f"Choose one of {', '.join(BOOKS)}")
    book_type = BOOKS[name]
    book = book_type(with_options(name, book_type.fields_type, options))
    seats = seats or book.usual_seats
    if seats not in book.seats:
        low, high = book.seats[0], book.seats[-1]
        allowed = f"{low} seats" if low == high else f"{low} to {high} seats"
        raise ConfigError(113, f"{name} cannot be played with {seats} seats", f"It takes {allowed}")
    if (reason := unplayable(book, seats)) is not None:
        raise ConfigError(
            114, f"{name} cannot be dealt. {str(reason).rstrip('.')}", "Write other [options], or seat more"
        )
    return book, seats


def unplayable(book: Book, seats: int) -> Text | None:
    """Why the book cannot be played by so many, as it is set."""
    cards = sum(book.cards(seats).values())
    if cards > seats:
        return text("{cards} cards for {seats}.", cards=cards, seats=seats)
    return book.unplayable(seats)
