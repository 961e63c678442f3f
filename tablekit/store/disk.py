"""Writing that survives a power cut, and the sentences for a disk that will not write or read."""

import os
from pathlib import Path

from tablekit.errors import JournalError

CLOSED = -1  # where a file descriptor would be


def write_all(fd: int, data: bytes) -> None:
    """Write and sync; OSError."""
    while data:
        data = data[os.write(fd, data) :]
    os.fsync(fd)


def cannot_write(path: Path, error: OSError) -> JournalError:
    """The sentence for a disk that refuses before the game (KIT305)."""
    return JournalError(
        305, f"{path} cannot be written ({error.strerror})", "Free or mend the disk, or give another folder with --dir"
    )


def cannot_read(path: Path, error: OSError) -> JournalError:
    """The sentence for a file that is missing or may not be read (KIT304)."""
    return JournalError(
        304, f"{path} cannot be read ({error.strerror})", "Check the path, the disk and its permissions"
    )


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut; OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
