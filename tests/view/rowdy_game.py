"""A whole simulated game of rowdy people, as pictures."""

from collections.abc import Iterator

from tablekit.effects import Effect
from tablekit.kit import Kit, Setup
from tablekit.sim.improvised import Players
from tablekit.sim.improvised_host import Host
from tablekit.sim.manners import ROWDY
from tablekit.sim.world import Edges, World
from tablekit.timebase import ManualClock
from tablekit.view.picture import Picture, Table, picture

NAMES = ("Анна", "Bob", "Cəmilə", "D", "Эмма-Мария", "Фёдор", "貓咪", "Heinz", "", "Иннокентий")
TABLE = Table("sport", 10, NAMES, simulated=True)

Playing = Iterator[tuple[Kit, Picture, list[Effect]]]


def playing(seed: int = 2, book: str = "sport") -> Playing:
    """A rowdy game: the kit, the picture and the new effects after each instant."""
    clock = ManualClock(1_000_000)
    kit = Kit(Setup(book, seed=seed, names=NAMES), clock)
    world = World(kit, clock, Edges(kit))
    Host(Players(world, seed, ROWDY), seed, mess=0.2)
    effects: list[Effect] = []
    kit.listeners.append(effects.append)
    kit.begin()
    world.advance(world.now_us)
    while not kit.over and world.next_us is not None:
        world.advance(world.next_us)
        yield kit, picture(kit.runner, world.now_us, kit.keypad.line()), effects.copy()
        effects.clear()
