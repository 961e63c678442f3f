"""Events a second: the whole way of a hand, from raw edges or as a confirmed event, into the journal and the game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.builder import CallbackVotes, QueuedVotes
from benchmarks.figures import Aim, Figure
from benchmarks.timing import Cost, medians
from benchmarks.voting_table import VotingTable
from tablekit.events import HandDown, HandUp, order
from tablekit.intake.debounce import Line
from tablekit.store.archive import Archive
from tablekit.timebase import US_PER_S

ROUNDS = 7
SEATS = 10
PRESSES = 2_500
EVENTS = 2 * PRESSES
"""About what an evening has."""
APART_US = 20_000
"""From one press to the next, at the next seat."""
CHANGES_US = (0, 300, 700, 50_000, 50_200, 50_900)
"""A press: its contact closes, opens, closes; and opens, closes, opens."""
DOWN_US, UP_US = CHANGES_US[0], CHANGES_US[3]
BURST = 100
"""So many events, or edges, wait for the loop when it takes its turn."""
AIM = Aim(115_000, at_least=True)
"""What a pinball framework does: switch, event and handler, without stamps or journal."""


class Edge(NamedTuple):
    """A change at a seat's pad."""

    at_us: int
    seat: int
    down: bool


def bouncing_edges() -> list[Edge]:
    """Presses seat by seat, as time brings them."""
    return sorted(
        Edge(press * APART_US + change_us, 1 + press % SEATS, number % 2 == 0)
        for press in range(PRESSES)
        for number, change_us in enumerate(CHANGES_US)
    )


def confirmed_hands(from_us: int) -> list[HandDown | HandUp]:
    """The same presses as events."""
    hands = (
        kind(at_us, 1 + press % SEATS, clock="pi", ticks=at_us * 1_000)
        for press in range(PRESSES)
        for kind, change_us in ((HandDown, DOWN_US), (HandUp, UP_US))
        for at_us in (from_us + press * APART_US + change_us,)
    )
    return sorted(hands, key=order)


@contextmanager
def table(until: str) -> Iterator[VotingTable]:
    """A table at that step, whose game is kept; in the end all presses and releases must have come to the game."""
    with TemporaryDirectory() as folder:
        waiting = VotingTable(until, Archive(Path(folder)))
        before = len(waiting.kit.runner.log)
        yield waiting
        arrived = waiting.kit.runner.log[before:]
        assert sum(isinstance(event, HandDown | HandUp) for event in arrived) == EVENTS
        waiting.kit.close()


@contextmanager
def from_raw_edges() -> Iterator[Callable[[], None]]:
    """Tape, debounce, merge, runner and journal."""
    with table("speech") as waiting:
        from_us = waiting.now_us + US_PER_S
        edges = [Edge(from_us + edge.at_us, edge.seat, edge.down) for edge in bouncing_edges()]

        def work() -> None:
            for start in range(0, len(edges), BURST):
                for at_us, seat, down in edges[start : start + BURST]:
                    waiting.kit.inlets[0].edge(Line("pad", seat), at_us * 1_000, down)
                waiting.live(at_us)
            waiting.live(waiting.now_us + US_PER_S)

        yield work


@contextmanager
def confirmed(until: str, burst: int) -> Iterator[Callable[[], None]]:
    """Merge, runner and journal."""
    with table(until) as waiting:
        events = confirmed_hands(waiting.now_us + US_PER_S)

        def work() -> None:
            for start in range(0, len(events), burst):
                for event in events[start : start + burst]:
                    waiting.kit.inlets[0].source.fact(event)
                waiting.live(event.at_us)

        yield work


@contextmanager
def called_back() -> Iterator[Callable[[], None]]:
    """The raw edges by the builder's first way."""
    votes, edges = CallbackVotes(SEATS), bouncing_edges()

    def work() -> None:
        for _, seat, down in edges:
            votes.edge(seat, down)

    yield work
    votes.close()


@contextmanager
def queued() -> Iterator[Callable[[], None]]:
    """The confirmed events by the builder's second way."""
    votes = QueuedVotes()
    events = [("pressed" if isinstance(event, HandDown) else "released", event.seat) for event in confirmed_hands(0)]

    def work() -> None:
        for start in range(0, EVENTS, BURST):
            for event in events[start : start + BURST]:
                votes.put(*event)
            votes.handle()

    yield work


def figures() -> Iterator[Figure]:
    """What flows through the kit, and through what a builder would write."""
    raw, callbacks = medians(ROUNDS, from_raw_edges, called_back)
    yield _rate("raw edges to journal and game; gpiozero's callbacks", raw, callbacks)
    bursts, ballot, turns = (
        partial(confirmed, "speech", BURST),
        partial(confirmed, "ballot", BURST),
        partial(confirmed, "speech", 1),
    )
    speech, hands, single, queue = medians(ROUNDS, bursts, ballot, turns, queued)
    yield _rate("confirmed hands to journal and game; a queue and handlers", speech, queue, AIM)
    yield _rate("the same, a script that listens to each (an open ballot)", hands, queue)
    yield _rate("the same, a turn of the loop for each", single, queue)


def _rate(what: str, ours: Cost, builders: Cost, aim: Aim | None = None) -> Figure:
    return Figure(what, EVENTS / ours.cpu_s, "/s", aim, EVENTS / ours.wall_s, EVENTS / builders.cpu_s)
