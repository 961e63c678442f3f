"""The tape: raw edges, readings and onsets as they came, kept beside the journal as evidence for recounts.

The game never reads it and never waits for it: records queue, a thread writes them. When the file has half of
the bound it becomes `NAME.tape-old` in place of the one before, so the running ballot is always there.
"""

import os
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tablekit.errors import JournalError
from tablekit.events import AnyEvent, Event
from tablekit.store.disk import CLOSED, cannot_read
from tablekit.store.lines import UNREADABLE, encode
from tablekit.store.syncer import Syncer

MOST_BYTES = 64 << 20  # both files together
MOST_WAITING = 100_000  # records in memory while a disk hangs
BATCH = 1_000  # records in one write


class Edge(msgspec.Struct, frozen=True, tag_field="e", tag=True, omit_defaults=True, gc=False):
    """A raw change of one line; `ticks` of the counter of `source`, `kind` of line: pad, mask, key.

    `err_us`: its stamp may be so much off; 0: the kernel made it.
    """

    source: str
    kind: str
    seat: int
    ticks: int
    active: bool
    err_us: int = 0


class Level(msgspec.Struct, frozen=True, tag_field="e", tag=True, gc=False):
    """A level that was read by `at_us`."""

    source: str
    kind: str
    seat: int
    at_us: int
    active: bool


class Opened(msgspec.Struct, frozen=True, tag_field="e", tag=True):
    """The records that follow are of boot `boot`; `first`: nothing of this game was taped before."""

    boot: int
    first: bool


class Lost(msgspec.Struct, frozen=True, tag_field="e", tag=True):
    """Here `records` records are missing: the disk refused them or was too slow."""

    records: int


Record = AnyEvent | Edge | Level | Opened | Lost
_record: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class Tape:
    """A tape to write on; it never raises and never blocks. One thread calls `edge` and `fact`."""

    def __init__(self, path: Path, boot: int, most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self.failure: str | None = None  # why evidence is being lost, as a sentence; None while the disk is well
        self._files = _TwoFiles(path, boot, most_bytes // 2)
        self._waiting: deque[Edge | Level | Event] = deque()
        self._refused = 0  # records that found the queue full
        self._unwritten = 0  # records that the disk did not take
        self._told = 0  # records whose loss is on the tape
        self._syncer = Syncer(self._write_waiting, "tape")

    def edge(self, source: str, kind: str, seat: int, ticks: int, active: bool, err_us: int = 0) -> None:
        """Keep a raw edge."""
        self._keep(Edge(source, kind, seat, ticks, active, err_us))

    def level(self, source: str, kind: str, seat: int, at_us: int, active: bool) -> None:
        """Keep a reading."""
        self._keep(Level(source, kind, seat, at_us, active))

    def fact(self, event: Event) -> None:
        """Keep an onset of the word."""
        self._keep(event)

    def flush(self) -> None:
        """Have the thread write at once; otherwise it does so within a second."""
        self._syncer.wake()

    def close(self) -> None:
        """Write what waits, end the thread, let go of the file."""
        self._syncer.close()
        self._files.close()

    def _keep(self, record: Edge | Level | Event) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(record)
        else:
            self._refused += 1

    def _write_waiting(self) -> None:
        try:
            while self._waiting:
                self._write([self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))])
            if self.failure is not None:
                self._write([])
            self._files.sync()
        except OSError as error:
            self.failure = str(_trouble(self.path, error))

    def _write(self, batch: list[Edge | Level | Event]) -> None:
        lost = self._refused + self._unwritten - self._told
        self._unwritten += len(batch)
        self._files.write([Lost(lost), *batch] if lost else batch)
        self._unwritten -= len(batch)
        self._told += lost
        self.failure = None


class _TwoFiles:
    """The end of a stream of lines: the file at `path` and, once that had `half` bytes, the one before it."""

    def __init__(self, path: Path, boot: int, half: int) -> None:
        self._path = path
        self._boot = boot
        self._half = half
        self._fd = CLOSED
        self._size = 0
        self._ragged = False  # the file may end within a line
        self._unsynced = False

    def write(self, records: Sequence[Record | Event]) -> None:
        """Append the records, opening or changing the file as needed; OSError."""
        lines = b"".join(encode(record) + b"\n" for record in records)
        if self._fd == CLOSED:
            self._open()
        if self._size + len(lines) > self._half:
            self._change()
        self._append(lines)

    def sync(self) -> None:
        """Make what was appended survive a power cut; OSError."""
        if self._unsynced:
            os.fdatasync(self._fd)
            self._unsynced = False

    def close(self) -> None:
        """Let go of the file."""
        if self._fd != CLOSED:
            os.close(self._fd)
            self._fd = CLOSED

    def _open(self) -> None:
        self._fd = os.open(self._path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o644)
        self._size = os.fstat(self._fd).st_size
        self._ragged = self._size > 0
        first = self._size == 0 and not old_tape(self._path).exists()
        self._append(encode(Opened(self._boot, first)) + b"\n")

    def _change(self) -> None:
        self.close()
        os.replace(self._path, old_tape(self._path))
        self._open()

    def _append(self, lines: bytes) -> None:
        rest = b"\n" + lines if self._ragged else lines
        self._ragged = self._unsynced = True
        while rest:
            written = os.write(self._fd, rest)
            self._size += written
            rest = rest[written:]
        self._ragged = False


@dataclass(frozen=True, slots=True)
class TapeReading:
    """What a tape still holds, in the order of writing; `unreadable` lines were torn or damaged."""

    records: tuple[Record, ...]
    unreadable: int

    @property
    def complete(self) -> bool:
        """Is nothing known to be missing since the game's first record?"""
        first = self.records[0] if self.records else None
        lost = any(isinstance(record, Lost) for record in self.records)
        return isinstance(first, Opened) and first.first and not lost and not self.unreadable


def read_tape(path: Path) -> TapeReading:
    """The tape's older and newer half, damaged lines left out; JournalError 304 if there is none to read."""
    old = old_tape(path)
    try:
        data = (old.read_bytes() + b"\n" if old.exists() else b"") + path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from error
    records: list[Record] = []
    unreadable = 0
    for line in filter(None, data.split(b"\n")):
        try:
            records.append(_record.decode(line))
        except UNREADABLE:
            unreadable += 1
    return TapeReading(tuple(records), unreadable)


def old_tape(path: Path) -> Path:
    """Where the older half of the tape at `path` is, if there is one."""
    return path.with_name(path.name + "-old")


def _trouble(path: Path, error: OSError) -> JournalError:
    return JournalError(
        308,
        f"raw edges are not being kept in {path} ({error.strerror})",
        "The game goes on but its ballots cannot be recounted; free or mend the disk",
    )
