"""The tape: what came is there in its order, torn lines cost only themselves, and it never outgrows its bound."""

import os
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekit.errors import JournalError
from tablekit.events import AnyEvent, WordHeard
from tablekit.store.tape import MOST_WAITING, Edge, Lost, Opened, Tape, old_tape, read_tape


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.tape"


def edge(number: int) -> Edge:
    return Edge("hub", "hand", number % 10 + 1, number, number % 2 == 0)


def record(tape: Tape, first: int, last: int) -> None:
    for number in range(first, last):
        event = edge(number)
        tape.edge(event.source, event.kind, event.seat, event.ticks, event.active)


def test_edges_and_facts_come_back_in_their_order(path: Path, evening: tuple[AnyEvent, ...]) -> None:
    tape = Tape(path, boot=3)
    record(tape, 0, 3)
    for event in evening:
        tape.fact(event)
    record(tape, 3, 5)
    tape.close()
    reading = read_tape(path)
    edges = [edge(number) for number in range(5)]
    assert reading.records == (Opened(3, first=True), *edges[:3], *evening, *edges[3:])
    assert reading.complete


def test_a_tape_that_was_never_used_leaves_no_file(path: Path) -> None:
    Tape(path, boot=3).close()
    assert not path.exists()
    with pytest.raises(JournalError, match=r"KIT304: .*No such file"):
        read_tape(path)


@pytest.mark.parametrize(("flushed", "most_s"), [(True, 0.9), (False, 2)])
def test_it_is_written_within_a_second_and_at_once_when_flushed(path: Path, flushed: bool, most_s: float) -> None:
    tape = Tape(path, boot=3)
    tape.edge("hub", "hand", 1, 0, active=True)
    began = time.monotonic()
    if flushed:
        tape.flush()
    while not (path.exists() and len(read_tape(path).records) == 2):
        assert time.monotonic() - began < most_s
        os.sched_yield()
    tape.close()


def test_a_resumed_tape_goes_on_after_a_torn_line(path: Path) -> None:
    for boot in (3, 4):
        tape = Tape(path, boot)
        record(tape, 0, 2)
        tape.close()
        with path.open("ab") as file:
            file.write(b'{"e":"Edge","source":"h')
    reading = read_tape(path)
    assert reading.records == (Opened(3, first=True), edge(0), edge(1), Opened(4, first=False), edge(0), edge(1))
    assert reading.unreadable == 2
    assert not reading.complete


def test_a_cut_at_any_byte_costs_only_the_line_it_is_in(path: Path) -> None:
    tape = Tape(path, boot=3)
    record(tape, 0, 5)
    tape.close()
    data, whole = path.read_bytes(), read_tape(path).records
    for size in range(len(data)):
        path.write_bytes(data[:size])
        reading = read_tape(path)
        rest = data[:size].rpartition(b"\n")[2]
        is_line = data[size : size + 1] == b"\n"
        assert reading.records == whole[: data[: size + 1].count(b"\n")]
        assert reading.unreadable == (rest != b"" and not is_line)


@given(st.binary())
def test_no_bytes_on_a_tape_raise(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.tape"
    path.write_bytes(data)
    assert not read_tape(path).complete


def test_it_keeps_the_newest_within_its_bound(path: Path) -> None:
    bound = 400_000
    tape = Tape(path, boot=3, most_bytes=bound)
    for first in range(0, 20_000, 1_000):
        record(tape, first, first + 1_000)
    tape.fact(WordHeard(5, clock="hub", ticks=5))
    tape.close()
    assert path.stat().st_size + old_tape(path).stat().st_size <= bound
    reading = read_tape(path)
    edges = [event for event in reading.records if isinstance(event, Edge)]
    assert edges == [edge(number) for number in range(20_000 - len(edges), 20_000)]
    assert sum(len(str(event)) for event in edges) > bound // 4
    assert reading.records[-1] == WordHeard(5, clock="hub", ticks=5)
    assert not reading.complete
    assert {file.name for file in path.parent.iterdir()} == {"game.tape", "game.tape-old"}


def test_a_disk_that_hangs_holds_nobody_and_what_it_costs_is_on_the_tape(path: Path) -> None:
    os.mkfifo(path)  # opening it hangs until somebody reads
    tape = Tape(path, boot=3)
    total = MOST_WAITING + 5_000
    record(tape, 0, total)
    closing = threading.Thread(target=tape.close)
    closing.start()
    copy = path.with_name("copy.tape")
    copy.write_bytes(path.read_bytes())
    closing.join()
    records = read_tape(copy).records
    kept = sum(isinstance(event, Edge) for event in records)
    lost = sum(event.records for event in records if isinstance(event, Lost))
    assert kept + lost == total
    assert kept >= MOST_WAITING


def test_fifty_tapes_leave_no_thread_and_no_handle(path: Path) -> None:
    threads, handles = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for boot in range(50):
        tape = Tape(path, boot, most_bytes=2_000)
        record(tape, 0, 20)
        tape.close()
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == handles
