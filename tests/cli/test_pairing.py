"""`tablekit remote pair`: a new key by cable, kept when the remote has answered with it."""

import os
import stat
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekit.cli import main, remote
from tablekit.cli.paired import calls_of
from tablekit.store import pairing
from tablekit.store.pairing import Pairing
from tablekit.wire.codec import decode, encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.messages import VERSION, Call, Pair
from tablekit.wire.seal import NO_TAG, seal


class Cable:
    """A remote at the end of a pseudo-terminal: it takes the pairing and calls."""

    def __init__(self) -> None:
        self.far, near = os.openpty()
        tty.setraw(near)
        self.name = os.ttyname(near)
        self._near = near
        self.paired: Pair | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        frames = Frames()
        while True:
            try:
                data = os.read(self.far, 4096)
            except OSError:
                return
            for payload in frames.feed(data):
                told = decode(payload)
                if isinstance(told, Pair):
                    self.paired = told
                    os.write(self.far, frame(called(told.key, told.remote)))

    def close(self) -> None:
        os.close(self._near)
        self._thread.join(1)
        os.close(self.far)


def called(key: bytes, number: int) -> bytes:
    return seal(key, Call(VERSION, 0x0100, number, bytes(8), NO_TAG))


@pytest.fixture
def cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.close()


def test_a_remote_is_paired_and_its_key_is_nobody_else_s(
    cable: Cable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["remote", "pair", "--port", cable.name, "--channel", "21", "--dir", str(tmp_path)]) == 0
    kept = pairing.load(tmp_path)
    assert kept is not None
    assert cable.paired == Pair(kept.remote, kept.key, 21)
    assert stat.S_IMODE((tmp_path / pairing.FILE).stat().st_mode) == 0o600
    assert f"The remote at {cable.name} is this table's now, on channel 21" in capsys.readouterr().out


def test_without_a_remote_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(remote, "WAIT_S", 0.2)
    assert main(["remote", "pair", "--port", str(tmp_path / "none"), "--dir", str(tmp_path)]) == 2
    assert "KIT411: no remote is plugged in." in capsys.readouterr().err
    assert pairing.load(tmp_path) is None


def test_only_the_table_s_own_call_is_known() -> None:
    known = calls_of(Pairing(7, bytes(range(16)), 1))
    assert known(called(bytes(range(16)), 7))
    assert not known(called(bytes(range(16)), 8))
    assert not known(called(bytes(16), 7))
    assert not known(encode(Pair(7, bytes(16), 1)))
    assert not known(b"noise")


def test_a_pairing_outlives_the_program_and_is_replaced_whole(tmp_path: Path) -> None:
    for number in (1, 2):
        pairing.save(tmp_path / "games", Pairing(number, bytes(16), 5))
    assert pairing.load(tmp_path / "games") == Pairing(2, bytes(16), 5)
    assert [path.name for path in (tmp_path / "games").iterdir()] == [pairing.FILE]


@pytest.mark.parametrize("content", [b"", b"{}", b'{"remote": 0, "key": "AA==", "channel": 1}', b"\xff"])
def test_a_damaged_pairing_is_one_plain_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / pairing.FILE).write_bytes(content)
    with pytest.raises(pairing.JournalError, match=r"KIT309: .* is no pairing: .*Pair the remote anew"):
        pairing.load(tmp_path)


def test_a_folder_that_cannot_be_written_or_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(pairing.JournalError, match="KIT305"):
        pairing.save(tmp_path / "file", Pairing(1, bytes(16), 5))
    (tmp_path / pairing.FILE).mkdir()
    with pytest.raises(pairing.JournalError, match="KIT304"):
        pairing.load(tmp_path)
