"""Real disks that fill up, turn read-only, break or lose power: the game goes on, and what is kept is told."""

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tablekit.errors import JournalError
from tablekit.events import AnyEvent, TimeReached
from tablekit.store.journal import Journal, create, read, resume
from tablekit.store.lines import Header, Label
from tablekit.store.tape import Edge, Lost, Tape, read_tape

AGAIN = Label(at_us=77, boot=4, wall="2026-11-30T20:30:00+04:00")
Mount = Callable[..., Path]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """`mount(name, *arguments)`: a real file system, mounted in a new folder until the test ends."""
    if os.geteuid() != 0 or not shutil.which("mkfs.ext4"):
        pytest.skip("only root with e2fsprogs can make disks that fail")
    with ExitStack() as mounts:

        def mounted(name: str, *arguments: str | Path) -> Path:
            folder = tmp_path / name
            folder.mkdir()
            subprocess.run(["mount", *arguments, folder], check=True)
            mounts.callback(unmount, folder)
            return folder

        yield mounted


def unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", folder], check=True)


def small(mount: Mount, name: str = "small", size: str = "64k") -> Path:
    return mount(name, "-t", "tmpfs", "-o", f"size={size}", "none")


def ext4(image: Path) -> Path:
    """An empty file system in the file `image`."""
    image.touch()
    os.truncate(image, 4 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    return image


def fill(folder: Path) -> Path:
    """A file that takes all the room that is left."""
    filler = folder / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 512)
    assert os.statvfs(folder).f_bavail == 0
    return filler


def turn_read_only(folder: Path) -> None:
    """Let the kernel see an error in the ext4 under `folder`, upon which it stops all writing."""
    source = subprocess.check_output(["findmnt", "--noheadings", "--output=SOURCE", folder], text=True)
    Path("/sys/fs/ext4", Path(source.strip()).name, "trigger_fs_error").write_text("test")


def play_until(journal: Journal, stop: Callable[[], bool]) -> int:
    """Feed deadlines 0, 1, 2, ... until it is so; how many."""
    give_up = time.monotonic() + 10
    at_us = 0
    while not stop():
        assert time.monotonic() < give_up
        journal.append(TimeReached(at_us), urgent=True)
        at_us += 1
    return at_us


def wait_until_synced(journal: Journal, number: int) -> None:
    give_up = time.monotonic() + 5
    while journal.synced < number:
        assert time.monotonic() < give_up
        os.sched_yield()


def write(tape: Tape, until: Callable[[], bool]) -> None:
    """Have the tape written, and wait until it is so."""
    give_up = time.monotonic() + 5
    tape.flush()
    while not until():
        assert time.monotonic() < give_up
        os.sched_yield()


def is_whole(path: Path, events: int) -> bool:
    reading = read(path)
    return reading.events == tuple(map(TimeReached, range(events))) and not reading.torn


def test_a_file_that_may_not_grow_is_told_and_mended(tmp_path: Path, header: Header) -> None:
    path = tmp_path / "game.journal"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with create(path, header, 5) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))
        try:
            told = play_until(journal, lambda: journal.failure is not None)
            assert journal.failure == (
                f"KIT306: {path} can no longer be written (File too large). "
                "The game goes on but may not survive a power cut; free or mend the disk."
            )
            for at_us in range(told, 1_000):
                journal.append(TimeReached(at_us), urgent=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert journal.synced < journal.lines == 1_002
        before = read(path)
        assert before.torn
        assert len(before.events) < told
        journal.flush()
        assert journal.failure is None
        assert is_whole(path, 1_000)
    assert journal.synced == 1_002


def test_a_full_disk_is_told_and_mended_once_there_is_room(mount: Mount, header: Header) -> None:
    path = small(mount) / "game.journal"
    with create(path, header, 5) as journal:
        filler = fill(path.parent)
        told = play_until(journal, lambda: journal.failure is not None)
        assert "KIT306" in str(journal.failure)
        assert "No space left on device" in str(journal.failure)
        filler.unlink()
        journal.append(TimeReached(told), urgent=True)
        assert journal.failure is None
        assert is_whole(path, told + 1)


def test_nothing_that_a_full_disk_refused_is_called_synced(mount: Mount, header: Header) -> None:
    path = small(mount) / "game.journal"
    with create(path, header, 5) as journal:
        fill(path.parent)
        told = play_until(journal, lambda: journal.failure is not None)
        journal.append(TimeReached(told), urgent=True)
    assert 2 <= journal.synced <= read(path).lines < journal.lines
    assert "KIT306" in str(journal.failure)


def test_a_disk_that_turns_read_only_costs_no_event_of_the_running_game(
    tmp_path: Path, mount: Mount, header: Header, evening: tuple[AnyEvent, ...]
) -> None:
    path = mount("disk", "-o", "loop,errors=remount-ro", ext4(tmp_path / "image")) / "game.journal"
    with create(path, header, 5) as journal:
        for event in evening:
            number = journal.append(event, urgent=True)
        wait_until_synced(journal, number)
        turn_read_only(path.parent)
        journal.append(TimeReached(100_000), urgent=True)
        assert "KIT306" in str(journal.failure)
        assert "Read-only file system" in str(journal.failure)
    assert journal.synced == number

    again, reading = resume(path, AGAIN)
    with again:
        assert reading.events == evening
        assert "Read-only file system" in str(again.failure)
        again.append(TimeReached(100_001), urgent=True)
    assert again.synced == 0


def test_a_torn_tail_that_cannot_be_set_aside_stays_where_it_is(mount: Mount, header: Header) -> None:
    path = small(mount) / "game.journal"
    create(path, header, 5).close()
    with path.open("ab") as file:
        file.write(b"torn" * 2_000)
    content = path.read_bytes()
    fill(path.parent)
    journal, reading = resume(path, AGAIN)
    with journal:
        journal.append(TimeReached(1), urgent=True)
        assert "KIT306" in str(journal.failure)
        assert "No space left" in str(journal.failure)
    assert reading.torn == b"torn" * 2_000
    assert path.read_bytes() == content


def test_after_a_failed_sync_nothing_more_is_called_synced(mount: Mount, header: Header) -> None:
    backing = small(mount, "backing", "1m")
    path = mount("disk", "-o", "loop", ext4(backing / "image")) / "game.journal"
    with create(path, header, 5) as journal:
        filler = fill(backing)
        play_until(journal, lambda: journal.failure is not None)
        assert "KIT307" in str(journal.failure)
        assert "may be incomplete on the disk" in str(journal.failure)
        synced = journal.synced
        filler.unlink()
        for at_us in range(100):
            journal.append(TimeReached(at_us), urgent=True)
    assert journal.synced == synced < journal.lines
    assert "KIT307" in str(journal.failure)


def test_no_game_begins_on_a_disk_that_cannot_be_written(mount: Mount, header: Header) -> None:
    full = small(mount)
    fill(full)
    with pytest.raises(JournalError, match=r"KIT305: .*game.journal cannot be written \(No space left on device\)"):
        create(full / "game.journal", header, 5)
    assert [file.name for file in full.iterdir()] == ["filler"]
    locked = mount("locked", "-t", "tmpfs", "-o", "ro", "none")
    with pytest.raises(JournalError, match=r"KIT305: .*Read-only file system.*give another folder with --dir"):
        create(locked / "game.journal", header, 5)


def test_what_is_synced_survives_a_power_cut(tmp_path: Path, mount: Mount, header: Header) -> None:
    """A copy of the image taken while the disk is in use is what a cut would leave on it."""
    image = ext4(tmp_path / "image")
    path = mount("disk", "-o", "loop", image) / "game.journal"

    def cut(name: str) -> Path:
        return mount(name, "-o", "loop", shutil.copy(image, tmp_path / f"{name}.image")) / path.name

    with create(path, header, 5) as journal:
        assert read(cut("at-once")).header == header
        for at_us in range(500):
            number = journal.append(TimeReached(at_us), urgent=at_us % 10 == 9)
        wait_until_synced(journal, number)
        assert is_whole(cut("synced"), 500)
    with path.open("ab") as file:
        file.write(b"torn")
    resume(path, AGAIN)[0].close()
    after = cut("resumed")
    assert read(after).labels[-1] == (500, AGAIN)
    assert after.with_suffix(".torn-1").read_bytes() == b"torn"


def test_what_another_run_left_unsynced_is_synced_before_a_game_is_resumed(
    tmp_path: Path, mount: Mount, header: Header
) -> None:
    image = ext4(tmp_path / "image")
    path = mount("disk", "-o", "loop", image) / "game.journal"
    whole = tmp_path / "game.journal"
    with create(whole, header, 5) as journal:
        play_until(journal, lambda: journal.lines == 102)
    path.write_bytes(whole.read_bytes())
    journal, _ = resume(path, AGAIN)
    with journal:
        copy = mount("cut", "-o", "loop", shutil.copy(image, tmp_path / "cut.image")) / path.name
        assert is_whole(copy, 100)


def test_a_tape_on_a_full_disk_says_what_it_lost(mount: Mount) -> None:
    path = small(mount) / "game.tape"
    tape = Tape(path, boot=1)
    tape.edge("hub", "hand", 1, 0, active=True)
    write(tape, lambda: path.exists() and path.stat().st_size > 0)
    filler = fill(path.parent)
    for ticks in range(500):
        tape.edge("hub", "hand", 2, ticks, active=True)
    write(tape, lambda: tape.failure is not None)
    assert "KIT308" in str(tape.failure)
    assert "No space left on device" in str(tape.failure)
    filler.unlink()
    tape.edge("hub", "hand", 3, 7, active=False)
    tape.close()
    assert tape.failure is None
    reading = read_tape(path)
    assert reading.records[-2:] == (Lost(500), Edge("hub", "hand", 3, 7, active=False))
    assert not reading.complete


def test_a_tape_that_can_never_be_written_costs_only_itself() -> None:
    tape = Tape(Path("/dev/full"), boot=1)
    tape.edge("hub", "hand", 1, 0, active=True)
    tape.close()
    assert "KIT308" in str(tape.failure)
    lost = Tape(Path("/proc/none/game.tape"), boot=1)
    lost.edge("hub", "hand", 1, 0, active=True)
    lost.close()
    assert "No such file or directory" in str(lost.failure)
