"""Four hours of simulated games: replay of all their journals. And a long game: undo of its last step."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Aim, Figure
from benchmarks.timing import medians
from tablekit.events import Event, Undo
from tablekit.game.runner import Runner
from tablekit.kit import Kit, Setup
from tablekit.rulesets import open_book
from tablekit.sim.improvised import Players
from tablekit.sim.improvised_host import Host
from tablekit.sim.manners import MESSY, ROWDY, Profile
from tablekit.sim.world import Edges, World
from tablekit.store import journal
from tablekit.store.archive import Archive
from tablekit.timebase import US_PER_S, ManualClock

ROUNDS = 9
EVENING_US = 4 * 3600 * US_PER_S


def play(kit: Kit, clock: ManualClock, manners: Profile, mistakes: float) -> None:
    """One whole game by people who improvise."""
    world = World(kit, clock, Edges(kit))
    Host(Players(world, kit.setup.seed, manners), kit.setup.seed, mistakes)
    kit.begin()
    world.run()
    kit.close()


def evening(folder: Path) -> list[Path]:
    """Fills four hours of table time with games of `sport` and `fsm` in turn; returns their journals."""
    archive, clock, books = Archive(folder), ManualClock(US_PER_S), cycle(("sport", "fsm"))
    for seed in count(1):
        if clock.now_us() >= EVENING_US:
            break
        play(Kit(Setup(next(books), seed=seed, simulated=True), clock, archive), clock, MESSY, mistakes=0.1)
    return [game.path for game in archive.games()]


def long_game() -> Runner:
    """Twenty seats, nobody sits still, and the host errs at every third step."""
    clock = ManualClock(US_PER_S)
    kit = Kit(Setup("sport", seats=20, simulated=True), clock)
    play(kit, clock, ROWDY, mistakes=0.3)
    return kit.runner


def replayed(path: Path) -> Runner:
    """The game in that file, as it was left."""
    reading = journal.read(path)
    book, seats = open_book(reading.header.book, reading.header.options, reading.header.seats)
    return Runner(book, seats, reading.events)


def undoable(game: Runner) -> list[Event]:
    """The game up to its last event after which the host could take back a command."""
    again, last = Runner(game.book, game.seats), 0
    for event in game.log:
        again.feed(event)
        if again.why_not(Undo(event.at_us)) is None:
            last = len(again.log)
    return game.log[:last]


@contextmanager
def replay(paths: list[Path]) -> Iterator[Callable[[], None]]:
    """From the files to the state of each game."""

    def work() -> None:
        for path in paths:
            replayed(path)

    yield work


@contextmanager
def undo(game: Runner, log: list[Event]) -> Iterator[Callable[[], object]]:
    """One press of the key."""
    runner = Runner(game.book, game.seats, log)
    yield lambda: runner.feed(runner.settled(Undo(log[-1].at_us + 1)))
    assert runner.live[-1][0] == len(log)


def figures() -> Iterator[Figure]:
    """The journal as the kit's memory."""
    with TemporaryDirectory() as folder:
        paths = evening(Path(folder))
        games = [replayed(path) for path in paths]
        events = sum(len(game.log) for game in games)
        (again,) = medians(ROUNDS, partial(replay, paths))
    yield Figure(
        f"replay of four hours: {len(games)} games, {events:,} events", again.cpu_s, "s", Aim(0.3), again.wall_s
    )
    game = long_game()
    log = undoable(game)
    (back,) = medians(ROUNDS, partial(undo, game, log))
    yield Figure(
        f"undo of the last step of a long game, {len(log):,} events", back.cpu_s * 1e3, "ms", Aim(50), back.wall_s * 1e3
    )
