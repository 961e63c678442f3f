"""Every screen of the remote that hosts come to see: collected from games that simulated people play by all books."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tablekit.events import HostSaid
from tablekit.game.ask import Ask
from tablekit.game.fields import SWITCHES
from tablekit.game.keypad import Keypad
from tablekit.kit import Kit, Setup
from tablekit.rulesets import BOOKS
from tablekit.sim.improvised import Players
from tablekit.sim.improvised_host import Host
from tablekit.sim.manners import CALM, ROWDY, Profile
from tablekit.sim.names import NAMES
from tablekit.sim.scenario_keys import ROLES
from tablekit.sim.world import Edges, World
from tablekit.timebase import US_PER_S, ManualClock
from tablekit.view.picture import Picture, picture
from tablekit.view.remote import offered, standing
from tablekit.view.words import KEYS, LOBBY_STEPS

GAMES, ROWDY_GAMES = 10, 2
MESS = 0.3
PEOPLE = replace(CALM, abstains=0.3, nominates=0.35, disagrees=0.05, refuses=0.05)
SPLIT = replace(PEOPLE, abstains=0.85)
"""So few hands that most votes are split."""
PARTS = ("lobby", "first", "day", "night", "finish", "any")
PRESSED = {
    **dict.fromkeys(("nominate", "vote", "take", "elect", "plan"), "A"),
    **dict.fromkeys(("withdraw", "repeat", "keep", "refuse"), "B"),
    "number": "",
    "foul": "C",
    "pardon": "CC",
    "remove": "D",
}
"""What is pressed before the number of a command that has one."""
Key = tuple[str, tuple[str, ...]]
"""A step, and the keys that answer in it."""


@dataclass
class Screen:
    """The first picture of it that was seen, and in which books it comes."""

    shown: Picture
    books: dict[str, None] = field(default_factory=dict)


@dataclass
class Screens:
    """What was seen. In each part of a game the steps stand as one comes after another, each with all its screens."""

    parts: dict[str, list[Key]] = field(default_factory=lambda: {part: [] for part in PARTS})
    seen: dict[Key, Screen] = field(default_factory=dict)
    typed: dict[str, list[Picture]] = field(default_factory=dict)
    """By command: what is shown after its key, and with a number. `reason`: of a foul, where the book lists some."""

    def add(self, shown: Picture, book: str, after: Key | None) -> Key:
        """A picture that follows on a screen."""
        key = shown.scene.what, tuple(name.template for name in offered(shown))
        if key not in self.seen:
            self.seen[key] = Screen(shown)
            there = self.parts[_part(shown)]
            steps = [what for what, _ in there]
            beside = key[0] if key[0] in steps or after is None else after[0]
            there.insert(len(steps) - steps[::-1].index(beside) if beside in steps else 0, key)
        self.seen[key].books[book] = None
        return key


class Onlooker:
    """Looks at the remote through one game."""

    def __init__(self, kit: Kit, screens: Screens) -> None:
        self.kit, self.screens = kit, screens
        self._ask: Ask | None = None
        self._key: Key | None = None

    def look(self) -> None:
        """Keep the screen, if it may be another one."""
        runner = self.kit.runner
        ask = runner.open
        if ask is not None and ask is self._ask and not ask.sealed and type(runner.log[-1]) is not HostSaid:
            return
        self._ask = ask
        shown = picture(runner, self.kit.clock.now_us())
        self._key = self.screens.add(shown, self.kit.book.name, self._key)
        fouls = ("foul", "pardon", "remove") if KEYS["foul"] in standing(shown) else ()
        commands = (*shown.desk.keys, *fouls)
        for command in commands:
            if command in PRESSED and command not in self.screens.typed:
                self.screens.typed[command] = [*self._typing(PRESSED[command], "1")]
        if runner.book.reasons() and "foul" in commands and "reason" not in self.screens.typed:
            self.screens.typed["reason"] = [*self._typing("C1C", "C")]

    def _typing(self, *typed: str) -> Iterator[Picture]:
        runner, keypad, now_us = self.kit.runner, Keypad(), self.kit.clock.now_us()
        for keys in typed:
            for key in keys:
                keypad.press(key, now_us, runner)
            if keys:
                yield picture(runner, now_us, keypad.line())


def _part(shown: Picture) -> str:
    what, period = shown.scene.what, shown.scene.period
    if what in LOBBY_STEPS:
        return "lobby"
    if what == "paused":
        return "any"
    if what in ("result", "over"):
        return "finish"
    return "first" if period in ("deal", "night 0") else period.split()[0]


def lobby(book: str) -> Iterator[Kit]:
    """A table at each question before a game."""
    clock = ManualClock(US_PER_S)
    kit = Kit(Setup(book, simulated=True), clock)
    world = World(kit, clock, Edges(kit))
    kit.choose(NAMES["en"])
    world.advance(world.now_us)
    while kit.lobby is not None:
        yield kit
        world.keys("#")
        world.advance(world.now_us)


def roles(book: str) -> dict[str, Any]:
    """Every card that may play, does."""
    kinds = get_type_hints(BOOKS[book].fields_type)
    return {name: True for name, kind in kinds.items() if kind in SWITCHES and name in ROLES}


def switched(book: str) -> Iterator[dict[str, Any]]:
    """The fields that are neither numbers nor roles, all of them as the book does not have them: each value in turn."""
    fields = BOOKS[book].fields_type()
    others: dict[str, list[Any]] = {}
    for name, kind in get_type_hints(type(fields)).items():
        values = get_args(kind) if get_origin(kind) is Literal else (True, False) if kind in SWITCHES else ()
        if name not in ROLES and values:
            others[name] = [value for value in values if value != getattr(fields, name)]
    for turn in range(max(map(len, others.values()))):
        yield {name: values[turn % len(values)] for name, values in others.items()}


def game(
    book: str, seed: int, options: Mapping[str, Any], profile: Profile = PEOPLE, mess: float = 0.0
) -> World:  # fmt: skip
    """A table at which a game is about to be played; `mess` is that of its host."""
    clock = ManualClock(US_PER_S)
    kit = Kit(Setup(book, dict(options), seed=seed, simulated=True), clock)
    world = World(kit, clock, Edges(kit))
    Host(Players(world, seed, profile), seed, mess)
    kit.begin()
    return world


def games(calm: int = GAMES, rowdy: int = ROWDY_GAMES) -> Iterator[World]:
    """So many games of each sort by each book."""
    for seed in range(calm):
        for book in BOOKS:
            yield game(book, seed, roles(book) if seed % 2 else {})
    for book in BOOKS:
        for seed, options in enumerate(switched(book)):
            yield game(book, seed, roles(book) | options)
        for seed in range(calm):
            yield game(book, seed, {"non_voters": "abstain"}, SPLIT)
        for seed in range(rowdy):
            yield game(book, seed, roles(book), ROWDY, MESS)
            yield game(book, seed, roles(book) | {"deal": "wake"})


def collect(lobbies: Iterable[Iterable[Kit]], worlds: Iterable[World]) -> Screens:
    """What is seen at these tables; the same for the same code."""
    screens = Screens()
    for kits in lobbies:
        onlooker: Onlooker | None = None
        for kit in kits:
            onlooker = onlooker or Onlooker(kit, screens)
            onlooker.look()
    for world in worlds:
        world.onlookers.append(Onlooker(world.kit, screens).look)
        world.run()
    return screens
