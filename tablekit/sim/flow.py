"""The flow of a rule book as a Mermaid diagram: what follows what in games that simulated people play by it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import get_type_hints

from tablekit.effects import Effect, Say
from tablekit.game.ask import Ask
from tablekit.game.fields import SWITCHES
from tablekit.game.scene import scene
from tablekit.kit import Kit, Setup
from tablekit.rulesets import BOOKS
from tablekit.sim.improvised import Players
from tablekit.sim.improvised_host import Host
from tablekit.sim.manners import CALM
from tablekit.sim.scenario_keys import ROLES
from tablekit.sim.world import Edges, World
from tablekit.texts import spoken, translate
from tablekit.timebase import US_PER_S, ManualClock
from tablekit.view.words import RAISE_STEPS, STEPS, WINNERS

GAMES = 60
PARTS = {"first": "The first night", "day": "Day", "night": "Night", "finish": "The end"}
TELLING = frozenset(
    {"accepted", "withdrawn", "split", "leave", "void", "killed", "refused", "ghost", "ghost_leaves", "taken", "frozen"}
)
"""Cues that tell why the game goes where it goes; and who has won."""
SPLITTING = replace(CALM, abstains=0.3, nominates=0.35, disagrees=0.05)
Node = tuple[str, str]
"""Part of the game, and step."""


@dataclass
class Flow:
    """What was seen: the steps, how long their clocks run, and what leads from one to another."""

    nodes: dict[Node, str] = field(default_factory=dict)
    edges: dict[tuple[Node, Node], dict[str, None]] = field(default_factory=dict)

    def mermaid(self) -> str:
        """The diagram."""
        lines = ["flowchart TD"]
        for part, title in PARTS.items():
            lines.append(f'  subgraph {part}["{title}"]')
            lines += [f'    {_name(node)}["{label}"]' for node, label in self.nodes.items() if node[0] == part]
            lines.append("  end")
        for (one, other), why in self.edges.items():
            told = "<br>or ".join(sorted(filter(None, why)))
            label = f'|"{told}"|' if told else ""
            lines.append(f"  {_name(one)} -->{label} {_name(other)}")
        return "\n".join(lines)


class Onlooker:
    """Follows one game step by step."""

    def __init__(self, kit: Kit, world: World, flow: Flow) -> None:
        self.kit, self.flow = kit, flow
        self._translate, self._words = translate("en"), spoken("en")
        self._wins = {self._words(Say(0, f"won_{side}")) for side in WINNERS}
        self._ask: Ask | None = None
        self._node: Node | None = None
        self._said: dict[str, None] = {}
        kit.listeners.append(self._hear)
        world.onlookers.append(self._look)

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Say) and (effect.cue in TELLING or effect.cue.startswith("won_")):
            words = self._words(Say(0, effect.cue, effect.numbers[:1]))
            self._said[re.sub(r"\d+", "N", words)] = None

    def _look(self) -> None:
        ask = self.kit.runner.ask
        if ask is self._ask:
            return
        self._ask, node = ask, self._at()
        if node == self._node and not (ask and ask.seat):
            return
        self.flow.nodes.setdefault(node, self._label(ask))
        if self._node is not None:
            self.flow.edges.setdefault((self._node, node), {})[self._why()] = None
        self._node, self._said = node, {}

    def _at(self) -> Node:
        seen = scene(self.kit.runner)
        what = f"{seen.what} of all" if seen.what in RAISE_STEPS and not seen.seat else seen.what
        if what in ("result", "over"):
            return "finish", what
        return ("first" if seen.period in ("deal", "night 0") else seen.period.split()[0]), what

    def _label(self, ask: Ask | None) -> str:
        what = ask.what if ask else "over"
        name = RAISE_STEPS[what] if ask and not ask.seat and what in RAISE_STEPS else STEPS.get(what, STEPS["word"])
        words = self._translate(replace(name, args={"seat": "N"}))
        ends_us = None if ask is None or ask.sealed else ask.until_us if ask.ends_us is None else ask.ends_us or None
        if ends_us is None:
            return words
        return f"{words}<br>{(ends_us - self.kit.runner.table.now_us) / US_PER_S:g} s"

    def _why(self) -> str:
        """What was said on the way, without its numbers."""
        won = [words for words in self._said if words in self._wins]
        return ", ".join(won or self._said)


def _name(node: Node) -> str:
    return "_".join(node).replace(" ", "_")


def _games(book: str) -> Iterator[tuple[Kit, World]]:
    """By the book, with every role that may play, and now and then with none of them."""
    kinds = get_type_hints(BOOKS[book].fields_type)
    roles = [name for name, kind in kinds.items() if kind in SWITCHES and name in ROLES]
    for seed in range(GAMES):
        options: dict[str, bool | int | float | str] = dict.fromkeys(roles, True) if seed % 4 else {}
        clock = ManualClock(US_PER_S)
        kit = Kit(Setup(book, options, seed=seed, simulated=True), clock)
        world = World(kit, clock, Edges(kit))
        Host(Players(world, seed, SPLITTING), seed)
        yield kit, world


def flow(book: str) -> Flow:
    """The same for the same code. Fouls, removals, pauses and undo, which may come at any moment, are left out."""
    seen = Flow()
    for kit, world in _games(book):
        Onlooker(kit, world, seen)
        kit.begin()
        world.run()
    return seen
