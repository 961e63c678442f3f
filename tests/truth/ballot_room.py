"""A room in which ballots are held one after the other: wires, counters, links that deliver late, and the real kit.

Raw edges go through Source and Merge to the Runner, which plays a real Poll. Nothing here judges a hand.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from counters import Counter
from oracle import Gap, Reading
from pad_wires import MS, Wire
from plan import Times

from tablekit.effects import Say
from tablekit.events import CueStarted, Event, HostSaid, WordHeard
from tablekit.game.book import Book
from tablekit.game.fields import Fields
from tablekit.game.procedures.poll import Poll, Question
from tablekit.game.record import BallotRecord
from tablekit.game.runner import Runner
from tablekit.game.table import Table
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source

NOMINEES = (1, 2, 3)
NEVER_US = 1 << 60
READING_US = 900
"""A level may have been read so long before the reading is told."""
Spoil = Callable[[Event], Event | None]
"""Changes what the game is told, or keeps it from it (None)."""
Delivery = tuple[int, int, Callable[..., object], tuple[Any, ...]]


class EndlessVote(Book):
    """Nothing but votes: some nominees, then the same ones again."""

    name: ClassVar[str] = "endless"
    seats: ClassVar[range] = range(1, 21)

    def __init__(self, fields: Fields, nominees: tuple[int, ...]) -> None:
        super().__init__(fields)
        self.nominees = nominees
        self.stood: list[BallotRecord] = []
        self.voids: list[BallotRecord] = []

    async def game(self, table: Table) -> None:
        while True:
            voted: dict[int, int] = {}
            for nominee in self.nominees:
                poll = Poll(table, Question("ballot", nominee, 1, voted), self.voids)
                self.stood.append(await poll.counted())
                voted |= dict.fromkeys(self.stood[-1].counted, nominee)

    def winner(self, table: Table) -> str | None:
        return None


class Game:
    """The end of the stream: a runner, and whether the word has been asked for. `spoil` is for planted faults."""

    def __init__(
        self, fields: Fields, seats: int, nominees: tuple[int, ...] = NOMINEES, spoil: Spoil | None = None
    ) -> None:
        self.book = EndlessVote(fields, nominees)
        self.runner = Runner(self.book, seats)
        self.thanked = False
        self.stamps_us: dict[str, int] = {}
        """Of the last command of each key."""
        self._spoil = spoil

    @property
    def deadline_us(self) -> int | None:
        return self.runner.deadline_us

    def feed(self, event: Event) -> None:
        if self._spoil is not None:
            told = self._spoil(event)
            if told is None:
                return
            event = told
        if type(event) is HostSaid:
            self.stamps_us[event.key] = event.at_us
        for effect in self.runner.feed(event):
            if type(effect) is Say and effect.cue == "thanks":
                self.thanked = True


@dataclass
class Link:
    """A source and the way to it. `tight`: it promises all that it could; else what `lag_us` has surely brought."""

    name: str
    counter: Counter
    lag_us: int
    tight: bool
    source: Source
    lines: dict[Line, Wire] = field(default_factory=dict)
    sent: dict[Line, int] = field(default_factory=dict)
    silent_from_us: int = NEVER_US
    lost_at_us: int = NEVER_US
    back_at_us: int = NEVER_US
    gaps: list[Gap] = field(default_factory=list)
    readings: dict[Line, list[Reading]] = field(default_factory=dict)

    def silent(self, at_us: int) -> bool:
        return self.silent_from_us <= at_us < self.back_at_us


class Room:
    """The links and the kit."""

    def __init__(
        self,
        links: list[Link],
        fields: Fields,
        seats: int,
        chance: Random,
        spoil: Spoil | None = None,
    ) -> None:
        self.links = links
        self.chance = chance
        self.remote = Source("remote", PiClock(), arrival=True)
        self.merge = Merge([*(link.source for link in links), self.remote])
        self.game = Game(fields, seats, spoil=spoil)
        self.now_us = 0
        self._deliveries: list[Delivery] = []

    # -- what a ballot brings
    def post(self, arrival_us: int, do: Callable[..., object], *what: Any) -> None:
        """Something arrives then."""
        self._deliveries.append((arrival_us, len(self._deliveries), do, what))

    def play(self, at: Times, word: Link | None, cue: CueStarted | None, *, reread: bool = False, out: int = 0) -> None:
        """From the ballot's begin to its end. `word`: the link that hears it; None: nobody, or it is the wired key.

        `reread`: the levels are read anew at the call, at T and at the count. `out`: the host removes that seat.
        """
        beats = self._beats(at)
        for link in self.links:
            coming = self._post_edges(link)
            if word is link:
                coming.append(self._post_word(link, at.t))
            self._post_promises(link, coming, beats)
            if reread:
                for read_us in (at.call - 30 * MS, at.t + 25 * MS, at.count - 20 * MS):
                    self.post(read_us, self._read, link)
            if at.begins <= link.lost_at_us < at.ends:
                self.post(link.lost_at_us, self._lose, link)
            if at.begins <= link.back_at_us < at.ends:
                self.post(link.back_at_us, self._restore, link)
                self.post(link.back_at_us + MS, self._read, link)
        if cue is not None:
            self.post(cue.at_us + self.chance.randrange(-15 * MS, 10 * MS), self._cue, cue)
            self.post(at.thanks, self._key, "thanks", "ballot")
        if out:
            self.post(at.call + 100 * MS, self._remove, out)
        self.post(at.call, self._key, "next", "call")
        self.post(at.count, self._key, "next", "count")
        self._deliver()

    def _deliver(self) -> None:
        self.game.thanked = False
        self._deliveries.sort()
        for arrival_us, _, do, what in self._deliveries:
            self.now_us = arrival_us
            do(*what)
        self._deliveries.clear()

    def _post_edges(self, link: Link) -> list[tuple[int, int]]:
        """What has changed on its lines; returns arrival and true time of each."""
        coming: list[tuple[int, int]] = []
        chance, edge, ticks = self.chance.random, link.source.edge, link.counter.ticks
        for line, wire in link.lines.items():
            for place in range(link.sent.get(line, 0), len(wire.changes)):
                if place in wire.lost:
                    continue
                true_us = wire.changes[place]
                arrival_us = true_us + int(link.lag_us * chance())
                coming.append((arrival_us, true_us))
                if link.silent(arrival_us):
                    if chance() < 0.5:
                        continue
                    arrival_us = max(arrival_us, link.lost_at_us)
                self.post(arrival_us, edge, ticks(true_us), line, place % 2 == 0)
            link.sent[line] = len(wire.changes)
        return coming

    def _post_word(self, link: Link, t_us: int) -> tuple[int, int]:
        """The word's onset; returns its arrival and true time."""
        counter = link.counter
        heard = WordHeard(
            counter.seen_us(t_us), err_us=counter.err_us, clock=counter.clock.name, ticks=counter.ticks(t_us)
        )
        arrival_us = t_us + int(link.lag_us * self.chance.random())
        if not link.silent(arrival_us):
            self.post(arrival_us, self._heard, link, heard)
        return arrival_us, t_us

    def _beats(self, at: Times) -> list[int]:
        """Dense about the word, sparse elsewhere."""
        beats, beat_us = [], at.begins
        while beat_us < at.ends:
            beats.append(beat_us)
            near = -60 * MS < beat_us - at.t < 50 * MS
            beat_us += (2 * MS if near else 40 * MS) + int((16 if near else 60) * MS * self.chance.random())
        return [*beats, at.ends]

    def _post_promises(self, link: Link, coming: list[tuple[int, int]], beats: list[int]) -> None:
        """A promise is true: whatever is on its way is younger."""
        coming.sort()
        arrivals = [arrival_us for arrival_us, _ in coming]
        oldest = [NEVER_US] * (len(coming) + 1)
        for place in range(len(coming) - 1, -1, -1):
            oldest[place] = min(oldest[place + 1], coming[place][1])
        for beat_us in beats:
            upto_us = beat_us - link.lag_us
            if link.tight:
                upto_us = min(oldest[bisect_left(arrivals, beat_us)], beat_us)
            self.post(beat_us, self._beat, link, upto_us)

    # -- what arrives
    def _beat(self, link: Link, before_us: int) -> None:
        """All that truly happened before then is here."""
        if not link.silent(self.now_us):
            link.source.promise(link.counter.seen_us(before_us) - 1)
        self._pump()

    def _pump(self) -> None:
        self.remote.promise(self.now_us)
        self.merge.pump(self.game)

    def _key(self, key: str, step: str) -> None:
        """The host presses a key if the kit waits for it."""
        runner = self.game.runner
        if runner.ask is not None and runner.ask.what == step:
            self.remote.fact(HostSaid(self.now_us, key=key, ask=runner.step))
            self._pump()

    def _heard(self, link: Link, heard: WordHeard) -> None:
        if self.game.thanked:
            link.source.fact(heard)

    def _cue(self, cue: CueStarted) -> None:
        if self.game.thanked:
            self.remote.fact(cue)

    def _remove(self, seat: int) -> None:
        self.remote.fact(HostSaid(self.now_us, key="remove", number=seat))
        self._pump()

    def _read(self, link: Link) -> None:
        if link.silent(self.now_us):
            return
        read_us = link.counter.seen_us(self.now_us)
        taken_us = self.now_us - int(READING_US * self.chance.random())
        levels = {line: wire.active_at(taken_us) for line, wire in link.lines.items()}
        at_us = max(read_us, link.source.promised_us + 1)
        for line, level in levels.items():
            link.readings.setdefault(line, []).append(Reading(at_us, read_us, level))
        link.source.levels(read_us, levels)

    def _lose(self, link: Link) -> None:
        link.gaps.append(Gap(link.source.promised_us, NEVER_US))
        self.merge.lose(link.name)
        self._pump()

    def _restore(self, link: Link) -> None:
        self.merge.restore(link.name, link.counter.seen_us(self.now_us))
        link.gaps[-1] = Gap(link.gaps[-1].after_us, link.source.promised_us + 1)
        link.silent_from_us = link.lost_at_us = link.back_at_us = NEVER_US
        self._pump()
