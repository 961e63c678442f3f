"""The folder of games: names, which game is unfinished, and the number of the boot."""

import logging
from pathlib import Path

import msgspec
import pytest

from tablekit.errors import JournalError
from tablekit.events import TimeReached
from tablekit.store.archive import Archive, default_folder
from tablekit.store.journal import read
from tablekit.store.lines import Header, Label
from tablekit.store.tape import read_tape


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "kept" / "games")


def play(archive: Archive, header: Header, at_us: int = 0, *, winner: str = "") -> Path:
    """A game with one event; ended only if somebody won."""
    journal, tape = archive.create(header, at_us)
    with journal:
        journal.append(TimeReached(at_us + 1))
        if winner:
            journal.finish(winner, header.started)
    tape.edge("hub", "hand", 1, at_us, active=True)
    tape.close()
    return journal.path


def like(header: Header, **changes: object) -> Header:
    return msgspec.structs.replace(header, **changes)


def test_a_game_is_named_by_its_date_and_the_first_free_number(archive: Archive, header: Header) -> None:
    names = [play(archive, header).name for _ in range(3)]
    assert names == [
        "2026-11-30-game-001.journal",
        "2026-11-30-game-002.journal",
        "2026-11-30-game-003.journal",
    ]
    assert play(archive, like(header, started="no clock")).name == "undated-game-001.journal"
    assert len(archive.games()) == 4


def test_each_game_has_its_tape_beside_it(archive: Archive, header: Header) -> None:
    path = play(archive, header)
    assert read_tape(path.with_suffix(".tape")).complete
    journal, tape, reading = archive.resume(path, Label(50, 4, "2026-11-30T22:00:00+04:00"))
    tape.edge("hub", "hand", 1, 60, active=False)
    tape.close()
    journal.close()
    assert reading.events == (TimeReached(1),)
    assert len(read_tape(path.with_suffix(".tape")).records) == 4
    assert len(read(path).labels) == 2


def test_the_newest_game_without_an_end_is_unfinished(archive: Archive, header: Header) -> None:
    assert archive.unfinished() is None
    first = play(archive, header, 10)
    assert archive.unfinished() == first
    play(archive, like(header, game=4), 20, winner="red")
    assert archive.unfinished() is None
    last = play(archive, like(header, game=5), 30)
    assert archive.unfinished() == last


def test_a_wall_clock_that_jumps_changes_no_order(archive: Archive, header: Header) -> None:
    walls = ["2026-11-30T20:00:00+04:00", "2027-05-30T20:00:00+04:00", "1970-01-01T00:00:10+00:00"]
    played = [play(archive, like(header, started=wall), at_us) for at_us, wall in enumerate(walls)]
    rebooted = play(archive, like(header, boot=4, started="1969-12-31T23:00:00+00:00"), 0)
    assert [game.path for game in archive.games()] == [*played, rebooted]
    assert archive.unfinished() == rebooted


def test_a_simulation_is_never_the_tables_unfinished_game(archive: Archive, header: Header) -> None:
    real = play(archive, header, 10)
    simulated = play(archive, like(header, simulated=True), 20)
    assert archive.unfinished() == real
    assert archive.unfinished(simulated=True) == simulated


def test_what_is_no_game_is_left_out_and_logged(
    archive: Archive, header: Header, caplog: pytest.LogCaptureFixture
) -> None:
    real = play(archive, header)
    (archive.folder / "zz.journal").write_bytes(b"\x00" * 100)
    (archive.folder / "yy.journal").mkdir()
    (archive.folder / "xx.txt").touch()
    with caplog.at_level(logging.WARNING):
        assert archive.unfinished() == real
    assert sorted(record.getMessage()[:6] for record in caplog.records) == ["KIT301", "KIT304"]


def test_a_game_whose_tail_is_torn_is_unfinished(archive: Archive, header: Header) -> None:
    path = play(archive, header, winner="red")
    path.write_bytes(path.read_bytes()[:-1])
    assert archive.unfinished() == path


def test_boots_are_counted_by_the_kernels_id(archive: Archive) -> None:
    numbers = [archive.boot_number(boot) for boot in ("a", "a", "b", "b", "a")]
    assert numbers == [1, 1, 2, 2, 3]
    assert archive.boot_number() == archive.boot_number() == 4
    assert {file.name for file in archive.folder.iterdir()} == {"boot.json"}


@pytest.mark.parametrize("content", [None, b"", b'{"number":9,"id":', b"\x00" * 20, b"[]", b"\xff"])
def test_a_lost_or_torn_count_goes_on_after_the_games(archive: Archive, header: Header, content: bytes | None) -> None:
    play(archive, like(header, boot=6))
    file = archive.folder / "boot.json"
    if content is not None:
        file.write_bytes(content)
    assert archive.boot_number("a") == 7
    assert archive.boot_number("b") == 8


def test_a_torn_new_count_changes_nothing(archive: Archive) -> None:
    assert archive.boot_number("a") == 1
    (archive.folder / "boot.json.new").write_bytes(b'{"numb')
    assert archive.boot_number("a") == 1
    assert archive.boot_number("b") == 2


def test_a_folder_that_cannot_be_written_says_what_to_do(tmp_path: Path, header: Header) -> None:
    (tmp_path / "file").touch()
    for folder in (Path("/proc/none/games"), tmp_path / "file" / "games", tmp_path / "file"):
        archive = Archive(folder)
        with pytest.raises(JournalError, match=r"KIT305: .* cannot be written .*--dir"):
            archive.create(header, 0)
        with pytest.raises(JournalError, match=r"KIT305: .* cannot be written .*--dir"):
            archive.boot_number()
    with pytest.raises(JournalError, match=r"KIT304: .* cannot be read \(Not a directory\)"):
        Archive(tmp_path / "file").games()


def test_the_default_folder_is_where_data_belongs() -> None:
    assert default_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/tablekit/games")
    for environ in ({}, {"XDG_DATA_HOME": ""}, {"XDG_DATA_HOME": "relative"}):
        assert default_folder(environ) == Path.home() / ".local/share/tablekit/games"
