"""From T to the verdict: how long the table waits for it in virtual time, and how long the kit computes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Aim, Figure
from benchmarks.timing import Cost, cost, median_cost
from benchmarks.voting_table import VotingTable
from tablekit.game.keypad import ENTER, THANKS
from tablekit.intake.debounce import CONFIRM_US, RELEASE_US
from tablekit.sim.world import SPEAKER_US, Edges, World
from tablekit.store.archive import Archive
from tablekit.timebase import US_PER_MS, US_PER_S

BALLOTS = 200
IN_GOOD_TIME = dict.fromkeys(range(1, 11), -500_000)
"""Where ten hands touch, relative to T."""
AFTER_COUNT = dict.fromkeys(IN_GOOD_TIME, 500_000)
"""Where they are lifted."""


class Ballots:
    """The same ballot again and again, in a world that speaks the word by itself."""

    def __init__(self, archive: Archive | None = None) -> None:
        self.table = VotingTable(archive=archive)
        self.world = World(self.table.kit, self.table.clock, Edges(self.table.kit))
        self.t_us = 0

    def open(self, touches: Mapping[int, int], lifts: Mapping[int, int]) -> None:
        """The call; then seats touch and lift in microseconds relative to T, at which the word sounds."""
        if self.table.what == "count":
            self.table.repeat()
        self.table.keys(ENTER)
        self.t_us = self.table.now_us + US_PER_S
        for changes, down in ((touches, True), (lifts, False)):
            for seat, after_t_us in changes.items():
                self.world.pad(seat, self.t_us + after_t_us, down)
        self.world.at(self.t_us - SPEAKER_US, lambda: self.world.keys(THANKS))

    def next_instant(self) -> None:
        """Virtual time jumps to what happens next."""
        assert self.world.next_us is not None
        self.world.advance(self.world.next_us)

    def verdict(self) -> Cost:
        """Live up to it; the cost of the turn that brought it."""
        while True:
            turn = cost(self.next_instant)
            if self.table.what == "count":
                return turn

    def lift(self) -> None:
        """Live until nothing more will happen: all hands are surely gone."""
        while self.world.next_us is not None:
            self.next_instant()


def delay_ms(touches: Mapping[int, int], lifts: Mapping[int, int]) -> float:
    """Table time from T to the verdict."""
    ballots = Ballots()
    ballots.open(touches, lifts)
    ballots.verdict()
    return (ballots.table.now_us - ballots.t_us) / US_PER_MS


def judging() -> Cost:
    """The turn in which ten hands are judged and the line with T goes into the journal."""
    with TemporaryDirectory() as folder:
        ballots, turns = Ballots(Archive(Path(folder))), []
        for _ in range(BALLOTS):
            ballots.open(IN_GOOD_TIME, AFTER_COUNT)
            turns.append(ballots.verdict())
            assert ballots.table.ballot.counted == sorted(IN_GOOD_TIME)
            ballots.lift()
        ballots.table.kit.close()
    return median_cost(turns)


def figures() -> Iterator[Figure]:
    """What the players wait for."""
    confirm, release = Aim(CONFIRM_US / US_PER_MS), Aim(RELEASE_US / US_PER_MS)
    yield Figure("T to verdict, table time: no hand near the word", delay_ms(IN_GOOD_TIME, {}), "ms", Aim(0))
    yield Figure("T to verdict, table time: a hand 1 µs before T", delay_ms({1: -1}, {}), "ms", confirm)
    yield Figure(
        "T to verdict, table time: a hand lifted 1 µs before T", delay_ms({1: -500_000}, {1: -1}), "ms", release
    )
    turn = judging()
    yield Figure("the turn that judges ten hands", turn.cpu_s * 1e3, "ms", None, turn.wall_s * 1e3)
