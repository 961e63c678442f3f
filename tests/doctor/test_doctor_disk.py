"""The folder of the games: a disk that refuses, is full, slow or small is told with what to do."""

import os
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekit.doctor.disk import disk, judged
from tablekit.errors import JournalError

NOBODY = 65534


def test_a_good_disk_is_written_synced_and_read_and_left_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    found = [*disk(folder)]
    assert found[-1].what.startswith(f"{folder}: written, synced and read again in ") or found[-1].state == "WARNING"
    assert list(folder.iterdir()) == []


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder of somebody else's, and we are nobody."""
    folder = Path(tempfile.mkdtemp(prefix="doctor"))
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    yield folder
    if root:
        os.seteuid(0)
    folder.rmdir()


def test_a_folder_that_may_not_be_written_is_a_fault(read_only: Path) -> None:
    with pytest.raises(JournalError, match=r"KIT305: .* cannot be written \(Permission denied\). Free or mend"):
        [*disk(read_only)]


def test_a_folder_that_cannot_be_made_is_a_fault() -> None:
    with pytest.raises(JournalError, match="KIT305"):
        [*disk(Path("/proc/games"))]


def test_a_full_disk_is_a_fault_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """The kernel itself refuses to let a file grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(JournalError, match=r"KIT305: .* cannot be written \(File too large\)"):
            [*disk(tmp_path)]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_a_card_that_reads_another_thing_than_was_written_is_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def rots(fd: int) -> None:
        os.pwrite(fd, b"?", 1000) if os.fstat(fd).st_size > 1000 and not os.path.isdir(f"/proc/self/fd/{fd}") else None
        fsync(fd)

    monkeypatch.setattr("os.fsync", rots)
    (finding,) = disk(tmp_path)
    assert finding.what.startswith("KIT465: what was written to ")


@pytest.mark.parametrize(
    ("took_ms", "free", "states"),
    [
        (20, 10**10, ["OK"]),
        (20, 100_000_000, ["WARNING"]),
        (20, 5_000_000, ["FAULT"]),
        (900, 10**10, ["WARNING"]),
        (900, 5_000_000, ["FAULT", "WARNING"]),
    ],
)
def test_little_room_and_slow_cards_are_told(took_ms: int, free: int, states: list[str], tmp_path: Path) -> None:
    assert [finding.state for finding in judged(tmp_path, took_ms, free)] == states


def test_what_is_free_is_told_in_words(tmp_path: Path) -> None:
    (finding,) = judged(tmp_path, 12, 29_400_000_000)
    assert finding.what == f"{tmp_path}: written, synced and read again in 12 ms; 29 400 MB are free."
