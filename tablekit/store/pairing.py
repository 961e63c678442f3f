"""The remote that belongs to this table: its number, the key of its frames and the channel of its radio."""

import os
from pathlib import Path
from typing import Annotated

import msgspec

from tablekit.errors import JournalError
from tablekit.store.disk import cannot_read, cannot_write

FILE = "remote.json"
KEY_BYTES = 16


class Pairing(msgspec.Struct, frozen=True):
    """Who has it can press the host's keys: nobody but the kit's own user may read the file."""

    remote: Annotated[int, msgspec.Meta(ge=1, lt=1 << 32)]
    key: Annotated[bytes, msgspec.Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
    channel: Annotated[int, msgspec.Meta(ge=1, le=100)]


def load(folder: Path) -> Pairing | None:
    """The table's remote; None if none was paired. JournalError 304, 309 if that cannot be read."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Pairing)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise cannot_read(path, error) from error
    except (msgspec.DecodeError, ValueError) as error:
        raise JournalError(
            309, f"{path} is no pairing: {error}", "Pair the remote anew: `tablekit remote pair`"
        ) from error


def save(folder: Path, pairing: Pairing) -> None:
    """Keep it, whole or not at all; JournalError 305."""
    path = folder / FILE
    beside = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        fd = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(msgspec.json.encode(pairing))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise cannot_write(path, error) from error
