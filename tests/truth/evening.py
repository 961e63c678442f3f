"""One evening of ballots from one seed: who sits, what stamps and what fails; the kit's verdicts against the truth."""

from dataclasses import dataclass
from random import Random

from ballot_room import NEVER_US, Link, Room
from counters import Counter, HubCounter, PiCounter
from pad_wires import MS, Wire
from plan import Habits, Times, key_plays, lose_edges, seat_plays, times

from tablekit.events import CueStarted
from tablekit.game.fields import Fields
from tablekit.game.record import BallotRecord
from tablekit.intake.debounce import Line
from tablekit.intake.source import Source

KEY = Line("key", 0)
PAD = {seat: Line("pad", seat) for seat in range(1, 21)}
LAYOUTS = ("pi", "pi", "hub", "pi and hub", "hub and pi", "two hubs")
"""Which counters stamp; the first of two hears the word."""


@dataclass
class Played:
    """What the room saw of one ballot."""

    at: Times
    deaf: bool
    cue: CueStarted | None
    living: set[int]
    out: int
    stood: BallotRecord | None
    void: BallotRecord | None
    stamps_us: dict[str, int]
    """Of the host's keys, as the game got them."""
    lost: Link | None
    """It was lost in this ballot."""
    deafened: frozenset[Line]
    """Lines that were not heard for all of the ballot."""


class Evening:
    """Ballots with the same people, wires and counters."""

    def __init__(self, seed: str, room: type[Room] = Room) -> None:
        self.seed = seed
        self.chance = chance = Random(seed)
        self.seats = range(1, 1 + chance.choice((3, 5, 8, 10, 10, 10, 10, 10, 12, 20)))
        layout = chance.choice(LAYOUTS)
        self.habits = Habits(
            cutoff="key" if chance.random() < 0.2 else "word",
            doubt=chance.choice(("repeat", "repeat", "count", "drop")),
            loses_edges=chance.random() < 0.2,
            call_gap_us=1 if layout == "pi" else 6 * MS,
        )
        self.breaks = chance.random() < 0.3
        self.deafness = 0.05 if self.habits.cutoff == "word" else 0.0
        self.wires = {seat: Wire(chance) for seat in self.seats}
        self.key = Wire(chance)
        self.links = self._links(layout)
        rules = Fields(cutoff=self.habits.cutoff, doubt=self.habits.doubt, fouls_out=NEVER_US, fouls_silent=NEVER_US)
        self.room = room(self.links, rules, len(self.seats), chance)
        self.living = set(self.seats)
        self.played: list[Played] = []

    def _links(self, layout: str) -> list[Link]:
        chance = self.chance
        counters: dict[str, Counter] = {}
        for place, name in enumerate(layout.replace("two hubs", "hub and hub").split(" and ")):
            err_us = chance.choice((20, 40, 200, 1_000, 1_900))
            counters[f"{name} {place}"] = (
                PiCounter(chance.randrange(1_000))
                if name == "pi"
                else HubCounter(name + str(place), err_us, phase_us=chance.randrange(3_000_000))
            )
        links = [
            Link(
                name,
                counter,
                chance.choice((MS, 5 * MS, 13 * MS, 30 * MS)),
                chance.random() < 0.5,
                Source(name, counter.clock),
            )
            for name, counter in counters.items()
        ]
        for seat, wire in self.wires.items():
            links[seat % len(links)].lines[PAD[seat]] = wire
        if self.habits.cutoff == "key":
            links[0].lines[KEY] = self.key
        return links

    # -- playing
    def play(self, ballots: int) -> list[Played]:
        """So many ballots in a row."""
        at_us = 1_000 * MS
        for wire in self.wires.values():  # a roll call: every counter has been heard
            wire.press(at_us - 300 * MS)
            wire.lift(at_us - 200 * MS)
        for _ in range(ballots):
            at_us = self._play(at_us)
        return self.played

    def _play(self, begins_us: int) -> int:
        chance, word = self.chance, self.links[0]
        deaf = begins_us + 100 * MS < word.back_at_us < NEVER_US or chance.random() < self.deafness
        silent = any(link.lost_at_us < NEVER_US for link in self.links)
        breaks = self.breaks and not (deaf or silent) and chance.random() < 0.15
        at = times(begins_us, chance, slow=deaf or breaks)
        sent = {seat: len(wire.changes) for seat, wire in self.wires.items()}
        for seat, wire in self.wires.items():
            seat_plays(wire, at, self.habits)
            if self.habits.loses_edges:
                lose_edges(wire, sent[seat])
        if self.habits.cutoff == "key":
            key_plays(self.key, at)
        if breaks:
            self._fall_silent(at)
        cue = None
        if self.habits.cutoff == "word":
            err_us = chance.choice((500, 2_000, 6_000))
            cue = CueStarted(at.t + chance.randint(-err_us, err_us), err_us=err_us, cue="thanks")
        out = 0
        if not deaf and len(self.living) > 3 and chance.random() < 0.02:
            out = chance.choice(sorted(self.living))
        book = self.room.game.book
        stood, voids = len(book.stood), len(book.voids)
        unheard = [link for link in self.links if link.lost_at_us < NEVER_US]
        lost = next((link for link in unheard if link.lost_at_us > at.begins), None)
        hears = word if self.habits.cutoff == "word" and not deaf else None
        self.room.play(at, hears, cue, reread=self.habits.loses_edges, out=out)
        self.played.append(
            Played(
                at,
                deaf,
                cue,
                set(self.living),
                out,
                book.stood[stood] if len(book.stood) == stood + 1 else None,
                book.voids[voids] if len(book.voids) == voids + 1 else None,
                dict(self.room.game.stamps_us),
                lost,
                frozenset(line for link in unheard for line in link.lines),
            )
        )
        self.living.discard(out)
        return at.ends

    def _fall_silent(self, at: Times) -> None:
        """A link falls silent between the call and just after the word, for this ballot or for two."""
        chance = self.chance
        link = chance.choice(self.links)
        called_us = 60 * MS if self.habits.cutoff == "word" else 160 * MS  # without its link a wired key is no word
        link.silent_from_us = chance.randint(at.call + called_us, at.t + 60 * MS)
        if chance.random() < 0.5:
            link.silent_from_us = at.t + chance.randint(-20 * MS, 40 * MS)
        link.lost_at_us = link.silent_from_us + chance.randint(80 * MS, 150 * MS)
        link.back_at_us = at.ends + 15 * MS
        if self.habits.cutoff == "word" and chance.random() < 0.3:
            link.back_at_us += 1_500 * MS
