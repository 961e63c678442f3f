"""The table as it is wired, awake and without a game: the kit's own intake tells what its lines do."""

from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from queue import SimpleQueue
from typing import ClassVar, Literal, NamedTuple, Protocol

from tablekit.config import TableConfig
from tablekit.devices.poller import Unread
from tablekit.devices.port import Closed, Opened, Sought
from tablekit.devices.sound import Desk, Started
from tablekit.effects import WORD_OF, Effect, Say, Tell
from tablekit.errors import KitError
from tablekit.evening import Wait
from tablekit.events import Event
from tablekit.game.ask import Ask
from tablekit.game.book import Book
from tablekit.game.fields import Fields
from tablekit.game.runner import Runner
from tablekit.game.table import Table
from tablekit.handheld import REMOTE, Handheld
from tablekit.intake.debounce import Line
from tablekit.kit import NOISY
from tablekit.tables import Brought, Key
from tablekit.timebase import US_PER_S
from tablekit.wired.hub import COMES_US
from tablekit.wired.table import WiredTable

FRAME_US = 100_000
KINDS: tuple[Literal["pad", "mask", "key"], ...] = ("pad", "mask", "key")
NOISY_KINDS = {NOISY[kind].template: kind for kind in KINDS}


class Watch(Book):
    """No game: hands may go for ever, so that every pad lights its own lamp."""

    name: ClassVar[str] = "doctor"
    seats: ClassVar[range] = range(1, 256)
    played: ClassVar[bool] = False

    async def game(self, table: Table) -> None:
        """Wait, and never be answered."""
        while True:
            await Ask("ballot", sealed=True)

    def winner(self, table: Table) -> str | None:
        """Nobody wins here."""
        return None


class OpenTable(NamedTuple):
    """An open table, the queue that its threads put into, and what takes out of it."""

    table: WiredTable
    inbox: SimpleQueue[Brought]
    wait: Wait


class Opener(Protocol):
    """Opens the parts that a table.toml names: really, or simulated."""

    def __call__(self, told: TableConfig, stack: ExitStack) -> OpenTable:
        """The stack closes it again. DeviceError (401-416)."""


class Bench:
    """The open table and its loop. What happens at its lines goes to `listeners`, in the one order of the kit."""

    def __init__(self, opened: OpenTable, places: int, book: Book | None = None) -> None:
        self.table, self.inbox, self._wait = opened
        self.kit, self.clock = opened.table.kit, opened.table.kit.clock
        self.listeners: list[Callable[[Event], None]] = []
        self.noisy: set[Line] = set()
        """The lines that the intake has found noisy."""
        self.sought: dict[str, KitError | None] = {}
        """By device: why it is not found."""
        self.unread: dict[str, str] = {}
        """By device: why it cannot be read, as a sentence with its remedy."""
        self.closed = 0
        """How often a port was lost."""
        self.found: dict[str, str] = {}
        """By device: the port where it is."""
        self.keys: deque[str] = deque()
        """What was pressed here."""
        self.frame: Callable[[], None] = lambda: None
        """Called ten times a second."""
        self.remote: Handheld | None = None
        self.desk: Desk | None = None
        self.played_us: list[tuple[int, Started]] = []
        """When each sound was asked for, and what the desk said of its start."""
        self._asked_us: deque[int] = deque()
        self._read = 0
        self._listened_us = -US_PER_S
        self._frame_us = 0
        self.kit.seats, self.kit.book = places, book or Watch(Fields())
        self.kit.runner = Runner(self.kit.book, places)
        self.kit.listeners.append(self._effect)

    @property
    def now_us(self) -> int:
        """Table time."""
        return self.clock.now_us()

    @property
    def awaited(self) -> list[str]:
        """The parts that have never answered, and are not given up yet."""
        sources = [inlet.source for inlet in self.kit.inlets]
        return [source.name for source in sources if source.promised_us < 0 and not source.lost]

    def run(self, until: Callable[[], bool], longest_us: int | None = None) -> bool:
        """Turn after turn until it is so, or the time is over: was it so?"""
        end_us = None if longest_us is None else self.now_us + longest_us
        while not until():
            if end_us is not None and self.now_us >= end_us:
                return False
            self.turn(end_us)
        return True

    def ready(self) -> None:
        """Wait until every part has answered; its KitError if one is not found."""
        self.run(lambda: not self.awaited, COMES_US + FRAME_US)
        for why in self.sought.values():
            if why is not None:
                raise why

    def turn(self, end_us: int | None = None) -> None:
        """One turn of the table, then all that was brought."""
        self.table.turn()
        self._tell()
        if self.remote is not None:
            self.remote.turn(self.now_us)
        if self.now_us >= self._frame_us:
            self._frame_us = self.now_us + FRAME_US
            self.frame()
        wakes_us = [self._frame_us, end_us, self.table.wake_us]
        patience_us = max(0, min(wake_us for wake_us in wakes_us if wake_us is not None) - self.now_us)
        while (brought := self._wait(patience_us)) is not None:
            patience_us = 0
            self._bring(brought)

    def say(self, cue: str) -> None:
        """Play a cue as a game does: the onset input is armed, then the desk is asked."""
        said = Say(self.now_us, cue)
        for listener in self.kit.listeners:
            listener(said)

    def listen(self) -> None:
        """Arm the onset input once a second, whatever sounds there."""
        if self.now_us < self._listened_us + US_PER_S:
            return
        self._listened_us = self.now_us
        for listener in self.kit.listeners:
            if listener != self._effect:
                listener(Say(self.now_us, self.word))
        self.table.bring(Started(self.word, self.now_us, 0, silent=False))

    @property
    def word(self) -> str:
        """The cue whose onset ends a ballot here."""
        return WORD_OF[self.kit.book.fields.ballots]

    def _bring(self, brought: Brought) -> None:
        match brought:
            case str(key) | Key(name=key):
                self.keys.append(key)
                return
            case Sought(device=device, why=why):
                self.sought[device] = why
            case Unread(device=device, why=reason):
                self.unread[device] = reason
            case Opened(device=device, name=name):
                self.found[device] = name
            case Closed():
                self.closed += 1
            case Started() if self._asked_us:
                self.played_us.append((self._asked_us.popleft(), brought))
            case _:
                pass
        if self.remote is not None and brought[0] == REMOTE:
            self.remote.bring(brought)
        else:
            self.table.bring(brought)

    def _tell(self) -> None:
        log = self.kit.runner.log
        while self._read < len(log):
            event = log[self._read]
            self._read += 1
            for listener in self.listeners:
                listener(event)

    def _effect(self, effect: Effect) -> None:
        if isinstance(effect, Tell):
            kind = NOISY_KINDS.get(effect.text.template)
            if kind is not None:
                seat = effect.text.args["seat"]
                assert isinstance(seat, int)
                self.noisy.add(Line(kind, seat))
        elif isinstance(effect, Say) and self.desk is not None:
            self._asked_us.append(self.now_us)
            self.desk.play(effect.cue)
