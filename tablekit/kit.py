"""Wires it all together: what the devices bring, in order, into the journal and the game; then the effects out."""

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tablekit import __version__
from tablekit.effects import Effect, Tell, Text, text
from tablekit.errors import JournalError
from tablekit.events import (
    Break,
    Drawn,
    Event,
    HostSaid,
    LinkBack,
    LinkLost,
    Undo,
    WordHeard,
    WordKey,
)
from tablekit.game.keypad import ENTER, THANKS, Keypad
from tablekit.game.room import Room
from tablekit.game.runner import Runner
from tablekit.inlet import Inlet
from tablekit.intake.debounce import RELEASE_US
from tablekit.intake.linkclock import LinkClock, PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source
from tablekit.lobby import Choice, Lobby
from tablekit.rulesets import open_book
from tablekit.store.archive import Archive
from tablekit.store.journal import Journal
from tablekit.store.lines import Header, Label
from tablekit.store.tape import Tape
from tablekit.timebase import Clock, wall_time

log = logging.getLogger(__name__)
PADS: Mapping[str, LinkClock] = {"pads": PiClock()}
"""The pads of most tables: one counter, the kernel's."""
NOISY = {
    "pad": text("Seat {seat}: its pad is noisy."),
    "mask": text("Seat {seat}: its mask sensor is noisy."),
    "key": text("The wired key is noisy."),
}
"""By the kind of line: contacts that no hand makes, more than an accident's."""
URGENT = frozenset({HostSaid, Undo, WordHeard, WordKey, LinkLost, LinkBack, Break})
"""What a power cut must not take: synced at once."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played at this table tonight."""

    book: str
    options: dict[str, bool | int | float | str] = field(default_factory=dict)
    seats: int | None = None
    """Places at the table; None: as the book has it."""
    names: tuple[str, ...] = ()
    seed: int = 1
    simulated: bool = False
    empty: tuple[int, ...] = ()
    """Seats at which nobody plays."""

    @classmethod
    def of(cls, header: Header) -> "Setup":
        """What was played in a game of the archive."""
        return cls(header.book, header.options, header.seats, header.names, header.seed, header.simulated, header.empty)


class Kit:
    """One table. Devices bring edges and facts by its `inlets`; `turn` lets them act; nothing here waits or blocks.

    Each inlet is for one counter that stamps hands, and named after its device. What the remote and the sound desk
    bring is stamped on arrival.
    """

    def __init__(
        self, setup: Setup, clock: Clock, archive: Archive | None = None, pads: Mapping[str, LinkClock] = PADS
    ) -> None:  # fmt: skip
        self.clock, self.archive = clock, archive
        self._sit(setup)
        self.inlets = tuple(Inlet(self, Source(name, clock)) for name, clock in pads.items())
        self.remote = Source("remote", PiClock(), arrival=True)
        self.merge = Merge([*(inlet.source for inlet in self.inlets), self.remote])
        self.keypad = Keypad()
        self.listeners: list[Callable[[Effect], None]] = []
        """Each is given every effect once, after the line that led to it is written."""
        self.game = 0
        self.lobby: Lobby | None = None
        """While the host chooses what is played next."""
        self.runner: Runner
        self.files: list[Path] = []
        """The journals of this evening."""
        self.failure: str | None = None
        """Why the game or its evidence may not be kept, as a plain sentence; None while the disk is well."""
        self._journal: Journal | None = None
        self.tape: Tape | None = None
        """Where inlets keep the evidence."""
        self._urgent_line = 0  # of the journal
        self._effects: list[Effect] = []
        self._drawn: tuple[int, int, str] | None = None

    # -- games
    def _sit(self, setup: Setup) -> None:
        """What is played from now on; ConfigError if it cannot be."""
        players = None if setup.seats is None else setup.seats - len(setup.empty)
        self.book, players = open_book(setup.book, setup.options, players)
        self.setup, self.seats = setup, setup.seats or players

    def choose(self, people: Sequence[str] = (), places: int | None = None) -> None:
        """The host chooses what is played, beginning with what it is now; then a game begins. See `Lobby`."""
        self.close()
        setup, room = self.setup, self._room()
        players = self.seats - len(setup.empty)
        choice = Choice(setup.book, setup.options, self.seats, setup.empty, setup.names[:players])
        self.lobby = Lobby(choice, people, places)
        self.runner = Runner(self.lobby, self.seats)
        self._effects += self.runner.table.effects
        self._know(room)

    def _begin_chosen(self, lobby: Lobby) -> None:
        chosen = lobby.chosen
        assert chosen is not None
        options, names = dict(chosen.options), chosen.names
        self._sit(
            replace(self.setup, book=chosen.book, options=options, seats=chosen.seats, empty=chosen.empty, names=names)
        )
        self.begin()

    def _room(self) -> Room:
        """Pads and masks as they are known by now."""
        return self.runner.room if self.game or self.lobby else Room()

    def _know(self, room: Room) -> None:
        """A new runner learns what is so already."""
        if room.down or room.masked or room.lost:
            now_us = self.clock.now_us()
            self.feed(Break(now_us, since_us=now_us, why="next game", **room.as_it_is()))

    def begin(self) -> None:
        """A new game with the same people, at pads and masks as they are. It may be one that no disk keeps."""
        self.close()
        room, self.lobby = self._room(), None
        self.game += 1
        if self.archive is not None:
            try:
                self._journal, self.tape = self._new_files(self.archive)
                self.files.append(self._journal.path)
            except JournalError as error:
                self._journal, self.tape = self.archive.unkept(str(error))
            self._mind_disk(self._journal, self.tape)
        self.runner = Runner(self.book, self.seats, empty=self.setup.empty)
        self._know(room)

    def _new_files(self, archive: Archive) -> tuple[Journal, Tape]:
        header = Header(
            version=__version__,
            book=self.setup.book,
            options=self.setup.options,
            seats=self.seats,
            names=self.setup.names,
            seed=self.setup.seed,
            boot=archive.boot_number(),
            started=wall_time(),
            simulated=self.setup.simulated,
            game=self.game,
            empty=self.setup.empty,
        )
        return archive.create(header, self.clock.now_us())

    def resume(self) -> bool:
        """Go on with the game that was interrupted, if there is one; pads and masks are as they are read now."""
        path = self.archive.unfinished(simulated=self.setup.simulated) if self.archive else None
        if path is None or self.archive is None:
            return False
        now_us = self.clock.now_us()
        label = Label(now_us, self.archive.boot_number(), wall_time())
        self._journal, self.tape, reading = self.archive.resume(path, label)
        header = reading.header
        self._sit(Setup.of(header))
        self.game = header.game
        self.files.append(path)
        self.runner = Runner(self.book, self.seats, reading.events, empty=header.empty)
        if reading.events:
            self.feed(Break(now_us, since_us=reading.events[-1].at_us, why="power cut"))
        return True

    @property
    def over(self) -> bool:
        """Has the host confirmed the result?"""
        return self.runner.ask is None

    def close(self) -> None:
        """Keep all that is not kept yet, and let go of the files; a game that is over is marked so."""
        if self._journal is not None and self.tape is not None:
            self._take_the_rest()
            if self.over:
                self._journal.finish(self.runner.table.record.winner, wall_time())
            self._journal.close()
            self.tape.close()
            self._mind_disk(self._journal, self.tape)
        self._journal = self.tape = None
        self._urgent_line = 0

    def _take_the_rest(self) -> None:
        """What was pressed last is kept too, though nobody hears any more what comes of it."""
        self.merge.lag_us = 0
        for inlet in self.inlets:
            inlet.promised(self.clock.now_us())
        self.merge.pump(self)
        self._effects.clear()

    # -- what devices bring
    def arrived(self, event: Event) -> None:
        """A command of the host or a report of the sound desk."""
        self.remote.fact(event)

    def press(self, key: str, at_us: int | None = None, seen: int | None = None) -> None:
        """A key of the remote, pressed now or at `at_us`, by a host who saw that step (default: this one).

        In the lobby «Спасибо» enters what is typed, before it begins a game.
        """
        if self.lobby is not None and key == THANKS and self.keypad.typed:
            key = ENTER
        command = self.keypad.press(key, self.clock.now_us() if at_us is None else at_us, self.runner, seen)
        if command is not None:
            self.arrived(command)

    def tell(self, sentence: Text) -> None:
        """A line on the host's remote that is no part of the game: what is the matter with a device."""
        self._effects.append(Tell(self.clock.now_us(), sentence))

    @property
    def kept(self) -> bool:
        """Has every command of the host acted, and would a power cut leave it? True where no disk keeps the game."""
        if not self.merge.idle:
            return False
        journal = self._journal
        return journal is None or journal.failure is not None or journal.synced >= self._urgent_line

    # -- the loop's turn
    def turn(self) -> None:
        """Let everything act that the sources have promised, then let the effects out."""
        if all(inlet.source.lost for inlet in self.inlets):
            self.remote.promise(self.clock.now_us())  # nobody else tells that time goes on
        self.merge.lag_us = RELEASE_US if self.runner.table.night else 0  # no shot may be heard in the rhythm
        self.merge.pump(self)
        for line in [line for inlet in self.inlets for line in inlet.source.noisy()]:
            log.warning("the %s of seat %d is noisy", line.kind, line.seat)
            self.tell(Text(NOISY[line.kind].template, {"seat": line.seat}))
        if self.lobby is not None and self.over:
            self._begin_chosen(self.lobby)
        self._draw()
        if self._journal is not None and self.tape is not None:
            self._journal.flush()
            self._mind_disk(self._journal, self.tape)
        effects, self._effects = self._effects, []
        for effect in effects:
            for listener in self.listeners:
                listener(effect)

    @property
    def deadline_us(self) -> int | None:
        """The open Ask's deadline, in table time: the merge makes TimeReached of it."""
        return self.runner.deadline_us

    @property
    def wake_us(self) -> int | None:
        """When the loop must take its next turn even if nothing comes; a deadline that is held up wakes nobody."""
        dues_us = [] if (due_us := self.merge.due_us) is None else [due_us]
        if self.deadline_us is not None and (ripe_us := self.deadline_us + self.merge.lag_us) > self.merge.promised_us:
            dues_us.append(ripe_us)
        return min(dues_us, default=None)

    def feed(self, event: Event) -> None:
        """The next event of the ordered stream: written, then acted upon."""
        urgent = type(event) in URGENT
        if urgent:
            event = self.runner.settled(event)
        if self._journal is not None:
            line = self._journal.append(event, urgent=urgent)
            self._urgent_line = line if urgent else self._urgent_line
        if urgent and self.tape is not None:
            self.tape.flush()
        self._effects += self.runner.feed(event)

    def _mind_disk(self, journal: Journal, tape: Tape) -> None:
        failure = journal.failure or tape.failure
        if failure != self.failure:
            log.warning("%s", failure or "The disk takes the game again.")
            self.failure = failure

    def _draw(self) -> None:
        """Answer a lot, once: the same seed, game and lot draw the same."""
        ask, runner = self.runner.ask, self.runner
        if ask is None or Drawn not in ask.facts or self._drawn == (self.game, runner.step, ask.what):
            return
        self._drawn = (self.game, runner.step, ask.what)
        lot = random.Random(f"{self.setup.seed}/{self.game}/{ask.what}")
        occupied = self.runner.table.seats
        seats = lot.sample(occupied, len(occupied))
        self.arrived(Drawn(self.clock.now_us(), lot=ask.what, order=tuple(seats)))
        self.merge.pump(self)
