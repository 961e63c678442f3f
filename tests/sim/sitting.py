"""A table with improvising people at it, in virtual time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekit.effects import Effect
from tablekit.game.book import Book
from tablekit.kit import Kit, Setup
from tablekit.sim.improvised import Players
from tablekit.sim.improvised_host import SLIPS, Host
from tablekit.sim.manners import MESSY, Profile
from tablekit.sim.world import Edges, World
from tablekit.store.archive import Archive
from tablekit.timebase import ManualClock

S = 1_000_000
BOOKS = ("classic", "city", "sport", "azerbaijani", "ghost", "fsm")
START_US = 1_000_000
STUCK_US = 1_800 * S
"""No step of a game takes half an hour."""
ENDLESS_US = 24 * 3_600 * S


@dataclass
class Who:
    """Who sits at the table, and how they are."""

    seed: int = 1
    profile: Profile = MESSY
    mess: float = 0.0
    slips: Sequence[str] = SLIPS
    secret: int | None = None
    fate: bool = False


@dataclass
class Sitting:
    """One kit and its people; `begin` or `resume` first."""

    book: str
    who: Who = field(default_factory=Who)
    options: Mapping[str, Any] = field(default_factory=dict)
    archive: Archive | None = None
    at_us: int = START_US
    seats: int | None = None
    rules: Book | None = None
    """Another rule book than the kit's own."""

    def __post_init__(self) -> None:
        self.clock = ManualClock(self.at_us)
        setup = Setup(self.book, dict(self.options), self.seats, seed=self.who.seed, simulated=True)
        self.kit = Kit(setup, self.clock, self.archive)
        self.kit.book = self.rules or self.kit.book
        self.world = World(self.kit, self.clock, Edges(self.kit))
        self.players = Players(self.world, self.who.seed, self.who.profile, self.who.secret, fate=self.who.fate)
        self.heard: list[Effect] = []
        self.kit.listeners.append(self.heard.append)
        self.host = Host(self.players, self.who.seed, self.who.mess, self.who.slips)

    def begin(self) -> "Sitting":
        """A new game."""
        self.kit.begin()
        self.world.advance(self.world.now_us)
        return self

    def resume(self) -> "Sitting":
        """The game that was interrupted."""
        assert self.kit.resume()
        self.world.advance(self.world.now_us)
        return self

    def step(self) -> bool:
        """Let the next thing happen; False: the game is over."""
        next_us = self.world.next_us
        if self.kit.over:
            return False
        assert next_us is not None, f"nothing will ever happen: {self.kit.runner.open}"
        self.world.advance(next_us)
        return not self.kit.over

    def play_to(self, what: str) -> "Sitting":
        """Until that step is open."""
        while self.kit.runner.open is None or self.kit.runner.open.what != what:
            assert self.step(), f"no {what} in the whole game"
        return self

    def play(self, events: int | None = None) -> "Sitting":
        """Until the game is over, or the log has so many events; AssertionError if it does not get on."""
        ask, since_us, instants = self.kit.runner.ask, self.world.now_us, 0
        while (events is None or len(self.kit.runner.log) < events) and self.step():
            instants += 1
            if self.kit.runner.ask is not ask:
                ask, since_us, instants = self.kit.runner.ask, self.world.now_us, 0
            stuck = self.world.now_us - since_us > STUCK_US or instants > 5_000
            assert not stuck, f"{self.kit.runner.open} goes on and on"
            assert self.world.now_us - self.at_us < ENDLESS_US, "a game without end"
        return self
