"""Before a game: what is played is chosen on the remote's keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekit.effects import Say, Tell
from tablekit.game.scene import desk, scene
from tablekit.kit import Kit, Setup
from tablekit.rulesets import BOOKS
from tablekit.sim.world import Edges, World
from tablekit.store.archive import Archive
from tablekit.store.journal import read
from tablekit.timebase import ManualClock

PEOPLE = ("Anna", "Boris", "Clara", "David", "Emma", "Felix", "Grace", "Henry", "Irene", "Jack", "Kate", "Leo", "Mary")
NUMBER_OF = {book: number for number, book in enumerate(BOOKS, 1)}


class Table:
    """A kit whose host is about to choose."""

    def __init__(self, setup: Setup, archive: Archive | None = None, places: int | None = None) -> None:
        self.clock = ManualClock(1_000_000)
        self.kit = Kit(setup, self.clock, archive)
        self.world = World(self.kit, self.clock, Edges(self.kit))
        self.told: list[str] = []
        self.kit.listeners.append(
            lambda effect: self.told.append(str(effect.text)) if isinstance(effect, Tell) else None
        )
        self.kit.choose(PEOPLE, places)
        self.keys("")

    def keys(self, keys: str) -> None:
        for key in keys:
            self.world.keys(key)
            self.world.advance(self.world.now_us + 1_000)
        self.world.advance(self.world.now_us)

    @property
    def says(self) -> str:
        return str(desk(self.kit.runner).says)

    @property
    def what(self) -> str:
        return scene(self.kit.runner).what


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    yield (table := Table(Setup("fsm", seed=3), Archive(tmp_path)))
    table.kit.close()


def test_the_big_key_begins_what_is_shown(table: Table) -> None:
    assert (table.what, table.says) == ("rule book", f"Book {NUMBER_OF['fsm']}: fsm")
    assert f"{NUMBER_OF['fsm']} fsm" in table.told[0]
    table.keys("T")
    assert (table.kit.game, table.kit.book.name, table.kit.seats, table.what) == (1, "fsm", 10, "seats")
    assert read(table.kit.files[0]).header.book == "fsm"


def test_a_book_seats_roles_and_people_by_their_numbers(table: Table) -> None:
    table.keys(f"{NUMBER_OF['city']}#")
    assert table.says.endswith(": city")
    table.keys("#12#")
    assert table.says == "Seats: 12"
    table.keys("#4#9#4#")
    assert table.says == "Empty: (9,)"
    table.keys("#")
    assert table.says == "no doctor"
    table.keys("1#")
    assert table.says == "doctor plays"
    table.keys("##1#")
    assert (table.what, table.says) == ("optional roles", "lover plays") or table.says == "maniac plays"
    while table.what == "optional roles":
        table.keys("#")
    assert table.says == "mafia: 3"
    table.keys("2##")
    assert table.says == "Players: 0/11"
    table.keys("".join(f"{number}#" for number in (1, 2, 3, 13)) + "2#")
    assert table.told[-2:] == ["In: Mary", "Out: Boris"]
    table.keys("#")
    assert table.says == "Begin: city, 11"
    table.keys("#")
    header = read(table.kit.files[0]).header
    assert (header.book, header.seats, header.empty, header.players) == ("city", 12, (9,), 11)
    assert header.names == ("Anna", "Clara", "Mary")
    assert (header.options["doctor"], header.options["mafia"]) == (True, 2)
    assert table.kit.runner.table.seats == (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12)
    assert sorted(table.kit.runner.table.record.seating) == list(table.kit.runner.table.seats)


def test_what_cannot_be_dealt_is_told_and_does_not_begin(table: Table) -> None:
    table.keys("###7#")
    assert table.says == "mafia: 7"
    table.keys("T")
    assert table.kit.game == 0
    assert table.told[-1] == "Refused: thanks. 8 of 10 black: too many."
    table.keys("2#T")
    assert table.kit.game == 1


def test_a_book_that_takes_another_number_is_told(table: Table) -> None:
    table.keys(f"{NUMBER_OF['azerbaijani']}#T")
    assert table.told[-1] == "Refused: thanks. azerbaijani: 12 to 20 play."
    table.keys("#12#T")
    assert (table.kit.book.name, table.kit.seats) == ("azerbaijani", 12)


def test_the_big_key_enters_what_is_typed_before_it_begins(table: Table) -> None:
    table.keys(f"{NUMBER_OF['ghost']}T")
    assert (table.kit.game, table.says) == (0, f"Book {NUMBER_OF['ghost']}: ghost")
    table.keys("T")
    assert table.kit.book.name == "ghost"


def test_a_choice_may_be_taken_back(table: Table) -> None:
    table.keys(f"{NUMBER_OF['ghost']}#")
    assert table.says.endswith(": ghost")
    table.keys("*")
    assert table.says.endswith(": fsm")


def test_options_of_the_table_stay_where_the_book_knows_them() -> None:
    table = Table(Setup("sport", {"speech_s": 30, "announcements": 1, "mafia": 1}))
    table.keys(f"{NUMBER_OF['fsm']}#{NUMBER_OF['city']}##10#T")
    assert table.kit.setup.options == {"speech_s": 30}


def test_wired_places_are_as_many_as_they_are() -> None:
    table = Table(Setup("sport", seats=10), places=10)
    table.keys("#")
    assert table.says == "No empty seats"


def test_the_next_game_begins_with_what_was_chosen_and_knows_pads_and_masks(table: Table) -> None:
    table.world.mask(3, table.world.now_us + 1_000, True)
    table.world.advance(table.world.now_us + 1_000)
    table.world.advance(table.world.now_us + 1_000_000)
    table.keys(f"{NUMBER_OF['sport']}#T")
    assert table.kit.runner.room.masked == {3}
    table.kit.choose(PEOPLE)
    table.keys("")
    assert table.says.endswith(": sport")
    assert table.kit.runner.room.masked == {3}
    table.keys("T")
    assert (table.kit.game, table.kit.runner.room.masked) == (2, {3})


def test_nothing_is_said_aloud_while_the_host_chooses(table: Table) -> None:
    said: list[object] = []
    table.kit.listeners.append(lambda effect: said.append(effect) if isinstance(effect, Say) else None)
    table.keys("2###1#")
    assert said == []


@pytest.mark.parametrize("keys", ["C3#", "D3#", "DD", "CC3#"])
def test_there_are_no_fouls_removals_and_pauses_before_a_game(table: Table, keys: str) -> None:
    table.keys(keys)
    assert "That key does nothing now." in table.told[-1]
    assert table.kit.runner.paused_us is None
    assert not any(isinstance(effect, Say) for effect in table.kit.runner.table.effects)


def test_a_game_with_empty_seats_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    table = Table(Setup("sport", {"deal": "kit", "mask_sensors": False}, seed=3), Archive(tmp_path))
    table.keys("##3#T##")
    table.world.advance(table.world.now_us + 1_000_000)
    live = scene(table.kit.runner)
    table.kit.close()
    again = Kit(Setup("fsm"), ManualClock(9_000_000), Archive(tmp_path))
    assert again.resume()
    assert (again.book.name, again.runner.table.seats) == ("sport", (1, 2, 4, 5, 6, 7, 8, 9, 10))
    assert (scene(again.runner).what, scene(again.runner).seat) == (live.what, live.seat)
    again.close()
