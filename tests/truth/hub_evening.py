"""One evening of ballots at a hub, from one seed: its cable, its counter, and what goes wrong in mid-ballot."""

from dataclasses import dataclass
from random import Random
from typing import Literal

from hub_cable import BAD, CLEAN, MODELS, NEVER_US, Faults
from hub_room import MS, HubRoom, Maker, Simulated
from pad_wires import Wire
from plan import Habits, Times, key_plays, seat_plays, times

from tablekit.game.fields import Fields
from tablekit.game.record import BallotRecord
from tablekit.wire.messages import LINE_KEY, LINE_PADS

CALL_GAP_US = 6 * MS
"""No first contact so near to a call as its stamp and an uncertain clock's are not told apart."""
ATTACHED_MOST_US = 60_000 * MS
SURE_MOST_US = 20_000 * MS
SURE_ENOUGH_US = 1_500
"""With a clock so good it will be good enough for the next call."""
WORN = Faults(damaged=0.001, lost=0.005, doubled=0.005, overtaken=0.005)
Trouble = Literal["", "deaf", "reset", "cut", "stall"]
STALL_US = 300 * MS


class NoAnswerError(AssertionError):
    """The hub is there, and the kit does not follow it."""


@dataclass
class HubPlayed:
    """What the room saw of one ballot."""

    at: Times
    over_us: int
    t_us: int
    """The word, or the wired key, in true time; it is later than planned if the kit was."""
    said_us: int
    """When the kit began the word."""
    trouble: Trouble
    opened: bool
    living: set[int]
    stood: BallotRecord | None
    void: BallotRecord | None
    fouls: dict[int, int]
    """How many the ballot has given to each seat."""
    stall_us: int
    """When the kit last stood still."""
    counted_us: int
    """When the host counted, or everybody knew that the ballot was void."""

    @property
    def record(self) -> BallotRecord | None:
        return self.stood or self.void


class HubEvening:
    """Ballots with the same people, hub and cable."""

    def __init__(self, seed: str, room: type[HubRoom] = HubRoom, maker: Maker | None = None) -> None:
        self.seed = seed
        self.chance = chance = Random(seed)
        self.seats = range(1, 1 + chance.choice((3, 5, 8, 10, 10, 10, 10, 12, 20)))
        self.habits = Habits(
            cutoff="key" if chance.random() < 0.2 else "word",
            doubt=chance.choice(("repeat", "repeat", "count", "drop")),
            loses_edges=False,
            call_gap_us=CALL_GAP_US,
        )
        maker = maker or Simulated()
        self.cable = chance.choice(maker.cables)
        self.faults = chance.choice((CLEAN, WORN, BAD, BAD) if "timer" not in self.cable else (CLEAN, WORN))
        self.troubled = chance.random() < 0.6
        self.wires = {seat: Wire(chance) for seat in self.seats}
        self.key = Wire(chance)
        rules = Fields(cutoff=self.habits.cutoff, doubt=self.habits.doubt, fouls_out=NEVER_US, fouls_silent=NEVER_US)
        wraps_us = chance.randint(2_000 * MS, 36_000 * MS)
        self.room = room(rules, len(self.seats), MODELS[self.cable], self.faults, chance, maker, wraps_us)
        self.played: list[HubPlayed] = []
        self._sent: dict[int, int] = {}

    def play(self, ballots: int) -> list[HubPlayed]:
        """So many ballots in a row."""
        self.attach()
        for _ in range(ballots):
            self._play()
        return self.played

    def attach(self) -> None:
        """Wait until the hub's facts count; and, but not for ever, until no ballot will be refused for its clock."""
        room, hub = self.room, self.room.seats.hub
        began_us = room.now_us
        while not hub.attached and room.now_us < began_us + ATTACHED_MOST_US:
            room.run(room.now_us + 50 * MS)
        if not hub.attached:
            raise NoAnswerError(f"evening {self.seed}: the hub does not answer")
        room.run(room.now_us + 50 * MS)
        while self._unsure and room.now_us < began_us + SURE_MOST_US:
            room.run(room.now_us + 50 * MS)

    @property
    def _unsure(self) -> bool:
        clock = self.room.seats.hub.clock
        unsure = bool(self.room.kit.runner.room.unsure)
        return unsure or clock is None or clock.settled(self.room.now_us) > SURE_ENOUGH_US

    def _play(self) -> None:
        chance, room, habits = self.chance, self.room, self.habits
        trouble = self._trouble()
        at = times(room.now_us, chance, slow=trouble != "" or self.faults is BAD)
        for seat, wire in self.wires.items():
            seat_plays(wire, at, habits)
            self._send(LINE_PADS + seat - 1, wire)
        if habits.cutoff == "key":
            key_plays(self.key, at)
            self._send(LINE_KEY, self.key)
        room.hears, room.cue_err_us = trouble != "deaf", chance.choice((500, 2_000, 6_000))
        self._begin(trouble, at)
        book, table = room.kit.book, room.kit.runner.table
        stood, voids, fouls = len(book.stood), len(book.voids), dict(table.fouls)
        over_us = room.play(at)
        self.played.append(
            HubPlayed(
                at,
                over_us,
                room.t_us,
                room.said_us,
                trouble,
                room.opened,
                set(self.seats),
                book.stood[stood] if len(book.stood) == stood + 1 else None,
                book.voids[voids] if len(book.voids) == voids + 1 else None,
                {seat: given - fouls[seat] for seat, given in table.fouls.items()},
                room.stall_us[0],
                room.kit.runner.table.counted_us,
            )
        )
        if chance.random() < 0.8 or self._unsure:
            self.attach()

    def _trouble(self) -> Trouble:
        dice = self.chance.random()
        if dice < 0.04 and self.habits.cutoff == "word":
            return "deaf"
        if not self.troubled or dice > 0.2:
            return ""
        return self.chance.choice(("reset", "cut", "stall"))

    def _begin(self, trouble: Trouble, at: Times) -> None:
        between, room = self.key.between, self.room
        from_us = between(at.call - 80 * MS, at.t + 60 * MS)
        if self.chance.random() < 0.4:
            from_us = at.t + between(-40 * MS, 40 * MS)
        if trouble == "reset":
            room.reset(
                from_us, from_us + (between(20 * MS, 200 * MS) if from_us % 2 else between(200 * MS, 1_500 * MS))
            )
        elif trouble == "cut":
            room.cut(from_us, from_us + (between(50 * MS, 400 * MS) if from_us % 2 else between(550 * MS, 900 * MS)))
        elif trouble == "stall":
            room.stall(from_us, from_us + STALL_US)

    def _send(self, number: int, wire: Wire) -> None:
        for place in range(self._sent.get(number, 0), len(wire.changes)):
            self.room.edge(wire.changes[place], number, place % 2 == 0)
        self._sent[number] = len(wire.changes)
