"""What a journal's bytes say: every event comes back, and nothing after a torn or changed line is believed."""

import typing
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablekit import events
from tablekit.errors import JournalError
from tablekit.events import AnyEvent, Event
from tablekit.store.journal import create
from tablekit.store.lines import FORMAT, LINE, End, Header, Label, encode, parse

INTEGERS = st.integers(-(2**63), 2**63 - 1)
KINDS = typing.get_args(AnyEvent)


def written(*bodies: bytes) -> bytes:
    """The bodies as lines of one chain."""
    chain, lines = 0, b""
    for body in bodies:
        chain = crc32(body, chain)
        lines += LINE % (chain, body)
    return lines


def any_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    values = {int: INTEGERS, tuple[int, ...]: st.lists(INTEGERS).map(tuple)}
    return st.builds(
        kind, **{field.name: values.get(field.type, st.from_type(field.type)) for field in msgspec.structs.fields(kind)}
    )


def leaves(kind: type[Event]) -> set[type[Event]]:
    below = kind.__subclasses__()
    return {kind} if not below else set().union(*map(leaves, below))


@pytest.fixture
def journal(tmp_path: Path, header: Header, evening: tuple[AnyEvent, ...]) -> bytes:
    """The bytes of a finished game."""
    with create(tmp_path / "game.journal", header, 0) as journal:
        for event in evening:
            journal.append(event)
        journal.finish("red", "2026-11-30T21:10:00+04:00")
    return (tmp_path / "game.journal").read_bytes()


def test_every_kind_of_event_can_be_read_back() -> None:
    assert leaves(Event) == set(KINDS)


@given(st.lists(st.one_of([any_of(kind) for kind in KINDS])))
def test_events_come_back_as_they_were(stream: list[Event]) -> None:
    reading = parse(written(HEADER, *map(encode, stream)), "game")
    assert list(reading.events) == stream
    assert not reading.torn
    assert reading.lines == 1 + len(stream)


HEADER = encode(
    Header(version="1", book="fsm", options={}, seats=10, names=(), seed=0, boot=1, started="", simulated=True, game=1)
)


def test_a_game_reads_as_it_was_written(journal: bytes, header: Header, evening: tuple[AnyEvent, ...]) -> None:
    reading = parse(journal, "game")
    assert reading.header == header
    assert reading.events == evening
    assert reading.labels == ((0, Label(0, header.boot, header.started)),)
    assert reading.end == End("red", "2026-11-30T21:10:00+04:00")
    assert reading.torn == b""
    assert journal.rpartition(b"\n")[0].rpartition(b"\n")[2].startswith(b"%08x " % reading.chain)


def test_a_game_that_goes_on_after_its_end_is_not_ended() -> None:
    again = written(HEADER, encode(End("red", "")), encode(events.Undo(5)))
    assert parse(again, "game").end is None
    assert parse(written(HEADER, encode(End("red", ""))), "game").end is not None


def test_a_cut_at_any_byte_costs_only_the_line_it_is_in(journal: bytes) -> None:
    header_size = journal.index(b"\n") + 1
    whole = parse(journal, "game")
    for size in range(header_size, len(journal) + 1):
        reading = parse(journal[:size], "game")
        lines = journal[:size].count(b"\n")
        assert reading.lines == lines
        assert reading.events == whole.events[: max(0, lines - 2)]
        assert reading.torn == journal[:size].rpartition(b"\n")[2]


def test_a_cut_in_the_header_is_said(journal: bytes) -> None:
    for size in range(journal.index(b"\n") + 1):
        with pytest.raises(JournalError, match="KIT301: game is not a game's journal"):
            parse(journal[:size], "game")


def test_a_changed_byte_breaks_the_chain_at_its_line(journal: bytes) -> None:
    for place in range(journal.index(b"\n") + 1, len(journal)):
        changed = bytearray(journal)
        changed[place] ^= 0x01
        reading = parse(bytes(changed), "game")
        assert reading.lines == journal[:place].count(b"\n"), journal[:place].rpartition(b"\n")[2]


def test_a_line_left_out_doubled_or_moved_breaks_the_chain(journal: bytes) -> None:
    lines = journal.splitlines(keepends=True)
    for number in range(1, len(lines) - 1):
        before, line, after = lines[:number], lines[number], lines[number + 1 :]
        assert parse(b"".join([*before, *after]), "game").lines == number
        assert parse(b"".join([*before, line, line, *after]), "game").lines == number + 1
        assert parse(b"".join([*before, after[0], line, *after[1:]]), "game").lines == number


@given(st.binary())
@example(b"\n")
@example(b"\x00" * 4096)
@example(b"00000000 \n")
def test_no_bytes_after_a_header_raise(tail: bytes) -> None:
    reading = parse(written(HEADER) + tail, "game")
    assert reading.torn == tail


JSON = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["e", "at_us", "seat", "x"]), inner),
)


@given(st.binary() | JSON.map(msgspec.json.encode))
@example(b"")
@example(b"\xff")
@example(b'{"e":"HandDown","at_us":1,"seat":"\xff"}')
@example(b'{"e":"HandDown","at_us":1}')
@example(b'{"e":"HandDown","at_us":1,"seat":2.5}')
@example(b'{"e":"Nobody","at_us":1}')
@example(b'{"e":"Header","format":1}')
@example(b'{"e":"Undo","at_us":1,"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
@example(b'{"e":"Undo","at_us":1' + b"0" * 10_000 + b"}")
def test_a_line_with_a_good_checksum_that_says_nothing_known_is_torn(body: bytes) -> None:
    reading = parse(written(HEADER, body), "game")
    assert reading.torn == written(HEADER, body).removeprefix(written(HEADER))


@given(st.binary())
def test_bytes_that_are_no_journal_raise_nothing_but_the_kits_error(data: bytes) -> None:
    with pytest.raises(JournalError, match="KIT301"):
        parse(data, "game")


def test_a_newer_format_is_named_whatever_else_its_header_says() -> None:
    newer = b'{"e":"Header","format":%d,"new":[]}' % (FORMAT + 1)
    with pytest.raises(JournalError, match=f"KIT302: game is a journal of format {FORMAT + 1}.*newer one"):
        parse(written(newer), "game")


def test_a_header_without_its_keys_is_no_header() -> None:
    for body in (b'{"e":"Header","format":1}', b'{"e":"Undo","at_us":1}', b"[]", b"1"):
        with pytest.raises(JournalError, match="KIT301"):
            parse(written(body), "game")


def test_unknown_keys_of_a_line_are_not_fatal() -> None:
    reading = parse(written(HEADER, b'{"e":"Undo","at_us":1,"note":[1]}'), "game")
    assert reading.events == (events.Undo(1),)
