"""The journal's file: written before it acts, synced beside the loop, resumed, and open in one process only."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tablekit.errors import JournalError
from tablekit.events import AnyEvent, HostSaid, TimeReached
from tablekit.store.journal import create, read, resume, unkept
from tablekit.store.lines import End, Header, Label

AGAIN = Label(at_us=77, boot=4, wall="2026-11-30T20:30:00+04:00")


def wait_for(condition: Callable[[], bool]) -> None:
    """Let the journal's thread run until the condition holds; five seconds at most."""
    give_up = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < give_up
        os.sched_yield()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "2026-11-30-game-003.journal"


def play(path: Path, header: Header, evening: tuple[AnyEvent, ...]) -> bytes:
    """A game that was left without an end; its bytes."""
    with create(path, header, 5) as journal:
        for event in evening:
            journal.append(event)
    return path.read_bytes()


def test_a_new_journal_has_its_header_and_label_before_the_first_event(path: Path, header: Header) -> None:
    with create(path, header, 5) as journal:
        reading = read(path)
        assert reading.header == header
        assert reading.labels == ((0, Label(5, header.boot, header.started)),)
        assert journal.lines == reading.lines == 2


def test_what_is_flushed_can_be_read_and_nothing_before(path: Path, header: Header) -> None:
    with create(path, header, 5) as journal:
        assert journal.append(TimeReached(6)) == 3
        assert journal.append(TimeReached(7)) == 4
        assert read(path).events == ()
        journal.flush()
        assert read(path).events == (TimeReached(6), TimeReached(7))


def test_an_urgent_event_is_flushed_with_all_before_it_and_then_synced(path: Path, header: Header) -> None:
    with create(path, header, 5) as journal:
        journal.append(TimeReached(6))
        number = journal.append(HostSaid(7, key="thanks"), urgent=True)
        assert len(read(path).events) == 2
        began = time.monotonic()
        wait_for(lambda: journal.synced >= number)
        assert time.monotonic() - began < 0.9
        assert journal.failure is None


def test_what_is_not_urgent_is_synced_within_a_second(path: Path, header: Header) -> None:
    with create(path, header, 5) as journal:
        wait_for(lambda: journal.synced == 2)
        began = time.monotonic()
        journal.append(TimeReached(6))
        journal.flush()
        wait_for(lambda: journal.synced == 3)
        assert time.monotonic() - began < 2


def test_closing_writes_and_syncs_all(path: Path, header: Header, evening: tuple[AnyEvent, ...]) -> None:
    journal = create(path, header, 5)
    for event in evening:
        journal.append(event)
    journal.close()
    journal.close()
    assert journal.synced == journal.lines == 2 + len(evening)
    assert read(path).events == evening


def test_a_finished_game_says_who_won(path: Path, header: Header) -> None:
    with create(path, header, 5) as journal:
        assert read(path).end is None
        journal.finish("black", "2026-11-30T21:00:00+04:00")
        assert read(path).end == End("black", "2026-11-30T21:00:00+04:00")


def test_a_resumed_game_goes_on_in_the_same_chain(path: Path, header: Header, evening: tuple[AnyEvent, ...]) -> None:
    play(path, header, evening)
    journal, before = resume(path, AGAIN)
    with journal:
        assert before.events == evening
        assert journal.append(TimeReached(80)) == 4 + len(evening)
    after = read(path)
    assert after.events == (*evening, TimeReached(80))
    assert after.labels == (*before.labels, (len(evening), AGAIN))
    assert not after.torn
    assert {file.name for file in path.parent.iterdir()} == {path.name}


def test_a_tail_cut_at_every_line_and_within_it_is_set_aside_and_the_game_goes_on(
    tmp_path: Path, header: Header, evening: tuple[AnyEvent, ...]
) -> None:
    whole = play(tmp_path / "whole.journal", header, evening)
    places = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    for size in [place + more for place in places for more in (1, 2, 15)]:
        cut = tmp_path / f"cut-{size}.journal"
        cut.write_bytes(whole[:size])
        journal, before = resume(cut, AGAIN)
        with journal:
            journal.append(TimeReached(80))
        after = read(cut)
        assert after.events == (*before.events, TimeReached(80))
        assert not after.torn
        aside = tmp_path / f"cut-{size}.torn-1"
        assert (aside.read_bytes() if aside.exists() else b"") == before.torn
        assert whole[:size].endswith(before.torn)


def test_torn_tails_are_set_aside_side_by_side(path: Path, header: Header) -> None:
    create(path, header, 5).close()
    for torn in (b"1234abcd {", b"\x00" * 512):
        with path.open("ab") as file:
            file.write(torn)
        journal, reading = resume(path, AGAIN)
        journal.close()
        assert reading.torn == torn
    assert path.with_suffix(".torn-1").read_bytes() == b"1234abcd {"
    assert path.with_suffix(".torn-2").read_bytes() == b"\x00" * 512
    assert len(read(path).labels) == 3


def test_a_changed_line_and_all_after_it_are_set_aside(
    path: Path, header: Header, evening: tuple[AnyEvent, ...]
) -> None:
    whole = play(path, header, evening)
    path.write_bytes(whole.replace(b'"ticks":16000', b'"ticks":16001'))
    journal, reading = resume(path, AGAIN)
    journal.close()
    assert reading.events == evening[:3]
    assert path.with_suffix(".torn-1").read_bytes().count(b"\n") == len(evening) - 3


@pytest.mark.parametrize("content", [b"", b"\x00" * 100, b"00000000 {}\n"])
def test_a_file_without_a_header_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalError, match="KIT301"):
        resume(path, AGAIN)
    assert path.read_bytes() == content
    assert [*path.parent.iterdir()] == [path]


def test_a_missing_file_and_a_folder_are_said(path: Path) -> None:
    with pytest.raises(JournalError, match=r"KIT304: .*No such file"):
        resume(path, AGAIN)
    with pytest.raises(JournalError, match=r"KIT304: .*Is a directory"):
        resume(path.parent, AGAIN)


def test_a_game_is_never_created_over_another(path: Path, header: Header, evening: tuple[AnyEvent, ...]) -> None:
    whole = play(path, header, evening)
    with pytest.raises(JournalError, match=r"KIT305: .*File exists"):
        create(path, header, 5)
    assert path.read_bytes() == whole


def test_a_second_copy_is_refused_while_the_first_plays_on(path: Path, header: Header) -> None:
    second = f"from pathlib import Path; from tablekit.store.journal import *; resume(Path({str(path)!r}), None)"
    with create(path, header, 5) as journal:
        refused = subprocess.run([sys.executable, "-c", second], capture_output=True, text=True, check=False)
        assert "KIT303" in refused.stderr
        assert "is open in another copy of the kit" in refused.stderr
        with pytest.raises(JournalError, match="KIT303"):
            resume(path, AGAIN)
        journal.append(TimeReached(6), urgent=True)
        assert read(path).events == (TimeReached(6),)
    resume(path, AGAIN)[0].close()


def test_an_unkept_journal_takes_everything_and_claims_nothing(path: Path) -> None:
    with unkept(path, "KIT306: no disk.") as journal:
        for at_us in range(100):
            journal.append(TimeReached(at_us), urgent=True)
        assert journal.lines == 100
    assert journal.synced == 0
    assert journal.failure == "KIT306: no disk."
    assert not path.exists()


def test_a_closed_journal_writes_into_nobodys_file(path: Path, tmp_path: Path, header: Header) -> None:
    journal = create(path, header, 5)
    journal.close()
    with (tmp_path / "other").open("wb"):
        journal.append(TimeReached(1))
        journal.flush()
    assert (tmp_path / "other").read_bytes() == b""
    assert journal.failure is not None


def test_fifty_games_leave_no_thread_and_no_handle(path: Path, header: Header, evening: tuple[AnyEvent, ...]) -> None:
    threads, handles = threading.active_count(), len(os.listdir("/proc/self/fd"))
    create(path, header, 5).close()
    for event in evening * 5:
        with path.open("ab") as file:
            file.write(b"torn")
        journal, _ = resume(path, AGAIN)
        journal.append(event, urgent=True)
        with pytest.raises(JournalError):
            resume(path, AGAIN)
        journal.close()
        unkept(path, "no disk").close()
        path.with_suffix(".broken").write_bytes(b"x")
        with pytest.raises(JournalError):
            resume(path.with_suffix(".broken"), AGAIN)
    assert read(path).events == evening * 5
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == handles


def test_appending_while_the_thread_syncs_loses_no_line(path: Path, header: Header) -> None:
    with create(path, header, 5) as journal:
        synced = [journal.synced]
        for at_us in range(20_000):
            number = journal.append(TimeReached(at_us), urgent=at_us % 7 == 0)
            if at_us % 5 == 0:
                journal.flush()
            synced.append(journal.synced)
            assert journal.synced <= number
        assert synced == sorted(synced)
    assert [event.at_us for event in read(path).events] == [*range(20_000)]
