"""The journal of one game: a file to which every event is written before anything that follows from it is seen.

In each turn the loop appends the events, then calls `flush`, then lets effects out. What is flushed outlives
the process (kill -9); what is `synced` outlives a power cut.
"""

import fcntl
import os
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self
from zlib import crc32

from tablekit.errors import JournalError
from tablekit.events import Event
from tablekit.store.disk import CLOSED, cannot_read, cannot_write, sync_folder, write_all
from tablekit.store.lines import LINE, End, Header, Label, Reading, encode, parse
from tablekit.store.syncer import Syncer

GAME_GOES_ON = "The game goes on but may not survive a power cut; free or mend the disk"


class Journal:
    """An open journal; `create` and `resume` make one. One thread appends and flushes."""

    def __init__(self, fd: int, path: Path, *, chain: int = 0, lines: int = 0, unkept: str | None = None) -> None:
        self.path = path
        self.lines = lines  # appended, the header included
        self.synced = lines  # known to be on the disk
        self._fd = fd
        self._chain = chain
        self._pending = bytearray()
        self._written = lines
        self._unwritten: str | None = None  # mended by the next write that succeeds
        self._unsynced = unkept  # never mended: after a failed sync nobody knows what the disk holds
        self._syncer = Syncer(self._sync, "journal-sync")

    @property
    def failure(self) -> str | None:
        """Why the game would not survive a power cut, as a sentence for the host; None while the disk is well."""
        return self._unsynced or self._unwritten

    def append(self, event: Event | Label | End, *, urgent: bool = False) -> int:
        """The number of the event's line; it is kept when `synced` has reached it. Urgent: flushed, and synced next."""
        body = encode(event)
        self._chain = crc32(body, self._chain)
        self._pending += LINE % (self._chain, body)
        self.lines += 1
        if urgent:
            self.flush()
            self._syncer.wake()
        return self.lines

    def flush(self) -> None:
        """Hand over to the OS what was appended; a disk that refuses is told by `failure` and tried again next time."""
        if not self._pending:
            return
        try:
            while self._pending:
                del self._pending[: os.write(self._fd, self._pending)]
        except OSError as error:
            self._unwritten = _not_written(self.path, error)
        else:
            self._unwritten = None
            self._written = self.lines

    def finish(self, winner: str, ended: str) -> int:
        """Mark the game as over, at the wall time `ended`; the line's number, as `append`."""
        return self.append(End(winner, ended), urgent=True)

    def close(self) -> None:
        """Write and sync all that is left, end the thread, let go of the file."""
        if self._fd == CLOSED:
            return
        self.flush()
        self._syncer.close()
        os.close(self._fd)
        self._fd = CLOSED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def _sync(self) -> None:
        written = self._written
        if written == self.synced or self._unsynced:
            return
        try:
            os.fdatasync(self._fd)
        except OSError as error:
            what = f"{self.path} may be incomplete on the disk ({error.strerror})"
            self._unsynced = str(JournalError(307, what, GAME_GOES_ON))
        else:
            self.synced = written


def create(path: Path, header: Header, at_us: int) -> Journal:
    """A new journal whose header is on the disk; JournalError 305 if that cannot be."""
    head = encode(header)
    chain = crc32(head)
    try:
        fd = _open_alone(path, os.O_CREAT | os.O_EXCL)
        try:
            write_all(fd, LINE % (chain, head))
            sync_folder(path.parent)
        except OSError:
            os.close(fd)
            path.unlink()
            raise
    except OSError as error:
        raise cannot_write(path, error) from error
    journal = Journal(fd, path, chain=chain, lines=1)
    journal.append(Label(at_us, header.boot, header.started), urgent=True)
    return journal


def read(path: Path) -> Reading:
    """The journal as far as it is good; JournalError (301, 302, 304) if the file or its header cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from error
    return parse(data, str(path))


def resume(path: Path, label: Label) -> tuple[Journal, Reading]:
    """Go on with a game. A torn tail is set aside first; a disk that cannot be written gives an `unkept` journal.

    JournalError 301, 302, 304 as `read`; 303 if another process has the game open.
    """
    try:
        fd = _open_alone(path)
    except OSError as error:
        return _resume_unkept(path, error)
    try:
        reading = read(path)
        if reading.torn:
            _set_aside(path, reading.torn)
            os.ftruncate(fd, os.fstat(fd).st_size - len(reading.torn))
        os.fsync(fd)
        sync_folder(path.parent)
    except OSError as error:
        os.close(fd)
        return _resume_unkept(path, error)
    except JournalError:
        os.close(fd)
        raise
    journal = Journal(fd, path, chain=reading.chain, lines=reading.lines)
    journal.append(label, urgent=True)
    return journal, reading


def unkept(path: Path, failure: str) -> Journal:
    """A journal in memory only, for a game that goes on although its disk cannot be written."""
    return Journal(os.memfd_create("journal"), path, unkept=failure)


def _resume_unkept(path: Path, error: OSError) -> tuple[Journal, Reading]:
    reading = read(path)
    return unkept(path, _not_written(path, error)), reading


def _not_written(path: Path, error: OSError) -> str:
    return str(JournalError(306, f"{path} can no longer be written ({error.strerror})", GAME_GOES_ON))


def _open_alone(path: Path, flags: int = 0) -> int:
    """Open for appending, held against other processes; OSError, or JournalError 303."""
    fd = os.open(path, os.O_RDWR | os.O_APPEND | flags, 0o644)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(fd)
        if not isinstance(error, BlockingIOError):
            raise
        raise JournalError(
            303, f"{path} is open in another copy of the kit", "Go on there, or close that copy first"
        ) from error
    return fd


def _set_aside(path: Path, torn: bytes) -> None:
    """Keep a torn tail on the disk as `NAME.torn-1`, `-2`, ...; OSError."""
    for number in count(1):
        try:
            fd = os.open(path.with_suffix(f".torn-{number}"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
        except FileExistsError:
            continue
        try:
            write_all(fd, torn)
        finally:
            os.close(fd)
        sync_folder(path.parent)
        return
