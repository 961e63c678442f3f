"""The folder of games: a journal and a tape for each, and the number of the machine's boot."""

import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import msgspec

from tablekit.errors import JournalError
from tablekit.store import journal as journals
from tablekit.store.disk import cannot_read, cannot_write, sync_folder, write_all
from tablekit.store.journal import Journal
from tablekit.store.lines import UNREADABLE, Header, Label, Reading, encode, parse
from tablekit.store.tape import Tape

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Game:
    """A game in the folder. The order of games is boot and table time; the date in a name is a label."""

    path: Path
    header: Header
    began_us: int

    @property
    def age(self) -> tuple[int, int, str]:
        """Sorts games from the oldest to the newest."""
        return (self.header.boot, self.began_us, self.path.stem)


class _Boot(msgspec.Struct, frozen=True):
    number: int
    id: str


_boot = msgspec.json.Decoder(_Boot)


class Archive:
    """The games in `folder`; it is made when first written to. JournalError 305 if it cannot be, 304 if unreadable."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create(self, header: Header, at_us: int) -> tuple[Journal, Tape]:
        """A new game, as `2026-11-30-game-003`: the date of `header.started`, and the first number that is free."""
        self._make_folder()
        path = self._free_path(header)
        return journals.create(path, header, at_us), Tape(path.with_suffix(".tape"), header.boot)

    def unkept(self, failure: str) -> tuple[Journal, Tape]:
        """For a game that begins although the folder cannot be written, and why not."""
        path = self.folder / "unkept.journal"
        return journals.unkept(path, failure), Tape(path.with_suffix(".tape"), boot=0)

    def resume(self, path: Path, label: Label) -> tuple[Journal, Tape, Reading]:
        """Go on with a game; errors and failing disks as `journal.resume`."""
        journal, reading = journals.resume(path, label)
        return journal, Tape(path.with_suffix(".tape"), label.boot), reading

    def games(self) -> tuple[Game, ...]:
        """All games from the oldest to the newest; a file that is none is left out, and logged."""
        games = []
        for path in self._journals():
            try:
                games.append(_game(path))
            except JournalError as error:
                log.warning("%s", error)
        return tuple(sorted(games, key=lambda game: game.age))

    def unfinished(self, *, simulated: bool = False) -> Path | None:
        """The journal of the newest game, real or simulated, if that game has no end."""
        games = [game for game in self.games() if game.header.simulated == simulated]
        return games[-1].path if games and journals.read(games[-1].path).end is None else None

    def boot_number(self, boot_id: str | None = None) -> int:
        """The number of this boot of the machine: 1 in a new folder, and one more whenever the kernel's id is new."""
        boot_id = BOOT_ID.read_text().strip() if boot_id is None else boot_id
        self._make_folder()
        last = self._last_boot()
        if last.id == boot_id:
            return last.number
        self._keep_boot(_Boot(last.number + 1, boot_id))
        return last.number + 1

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(self.folder, error) from error

    def _free_path(self, header: Header) -> Path:
        date = header.started[:10] if re.match(r"\d{4}-\d\d-\d\d", header.started) else "undated"
        paths = (self.folder / f"{date}-game-{number:03}.journal" for number in count(1))
        return next(path for path in paths if not path.exists())

    def _journals(self) -> list[Path]:
        try:
            return [Path(entry.path) for entry in os.scandir(self.folder) if entry.name.endswith(".journal")]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise cannot_read(self.folder, error) from error

    def _last_boot(self) -> _Boot:
        try:
            return _boot.decode((self.folder / "boot.json").read_bytes())
        except (OSError, *UNREADABLE):
            return _Boot(max((game.header.boot for game in self.games()), default=0), id="")

    def _keep_boot(self, boot: _Boot) -> None:
        new = self.folder / "boot.json.new"
        try:
            fd = os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o644)
            try:
                write_all(fd, encode(boot))
            finally:
                os.close(fd)
            os.replace(new, self.folder / "boot.json")
            sync_folder(self.folder)
        except OSError as error:
            raise cannot_write(self.folder, error) from error


def default_folder(environ: Mapping[str, str]) -> Path:
    """Where games are kept if nothing else is asked for."""
    data = Path(environ.get("XDG_DATA_HOME", ""))
    return (data if data.is_absolute() else Path.home() / ".local" / "share") / "tablekit" / "games"


def _game(path: Path) -> Game:
    """A game by the first two lines of its journal: the header and the label of its creation."""
    try:
        with path.open("rb") as file:
            reading = parse(b"".join(islice(file, 2)), str(path))
    except OSError as error:
        raise cannot_read(path, error) from error
    return Game(path, reading.header, reading.labels[0][1].at_us if reading.labels else 0)
