"""The folder of the games: can it be written so that a power cut takes nothing, and is there room?"""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tablekit.doctor.findings import Finding, fault, ok, warning
from tablekit.errors import DeviceError
from tablekit.store.disk import cannot_write, sync_folder, write_all
from tablekit.timebase import US_PER_MS, SystemClock

PROBE_BYTES = 256 * 1024
"""As much as an evening's journal."""
ROOM_LEAST, ROOM_ENOUGH = 10_000_000, 200_000_000
"""Bytes: for less than the first no game should begin; the second is a year of games."""
SYNC_MOST_US = 500_000
"""The kit answers the remote when the disk has a command."""


def disk(folder: Path) -> Iterator[Finding]:
    """Write, sync, read again from the medium; JournalError 305 if it cannot be written."""
    probe = folder / f"doctor-{os.getpid()}.probe"
    data = secrets.token_bytes(PROBE_BYTES)
    clock = SystemClock()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            began_us = clock.now_us()
            _write(probe, data)
            sync_folder(folder)
            took_us = clock.now_us() - began_us
            read = _read(probe)
        finally:
            with suppress(OSError):
                probe.unlink(missing_ok=True)
        room = os.statvfs(folder)
    except OSError as error:
        raise cannot_write(folder, error) from error
    if read != data:
        bad = DeviceError(
            465,
            f"what was written to {folder} is not what is read there",
            "The card or disk is bad: copy the games away and replace it",
        )
        yield fault("disk", bad)
        return
    took_ms = round(took_us / US_PER_MS)
    free = room.f_bavail * room.f_frsize
    yield from judged(folder, took_ms, free)


def judged(folder: Path, took_ms: int, free: int) -> Iterator[Finding]:
    """How long it took, and how many bytes are free."""
    free_mb = free // 1_000_000
    if free < ROOM_ENOUGH:
        little = DeviceError(
            466,
            f"only {free_mb} MB are free where the games are kept ({folder})",
            "Delete what is not needed there, or name another folder with --dir",
        )
        yield (fault if free < ROOM_LEAST else warning)("disk", little)
    if took_ms * US_PER_MS > SYNC_MOST_US:
        slow = DeviceError(
            467,
            f"the disk needed {took_ms} ms to keep {PROBE_BYTES // 1024} KiB ({folder})",
            "The remote's keys are answered that late: use a better card (A2), or a USB disk",
        )
        yield warning("disk", slow)
    if free >= ROOM_ENOUGH and took_ms * US_PER_MS <= SYNC_MOST_US:
        room = f"{free_mb:,}".replace(",", " ")
        yield ok("disk", f"{folder}: written, synced and read again in {took_ms} ms; {room} MB are free.")


def _write(path: Path, data: bytes) -> None:
    fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        write_all(fd, data)
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)  # so that it is read from the medium
    finally:
        os.close(fd)


def _read(path: Path) -> bytes:
    return path.read_bytes()
