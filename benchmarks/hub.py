"""The hub's real program in the emulator: how exact its stamps are, and who tells the order of word and hand wrongly.

`python -m benchmarks.hub` needs what `make -C firmware all sim` needs. Beside it, in the same emulator, runs what a
builder would flash (firmata_like.c), whose host stamps what arrives.
"""

import random
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.figures import Aim, Figure, number, table
from benchmarks.hands import close_hand
from tablekit.sim.avr import BUILT, FIRMWARE, Avr
from tablekit.sim.hub_avr import CYCLES_A_TICK, CYCLES_A_US, HubAvr, pin_of
from tablekit.timebase import US_PER_MS
from tablekit.wire.messages import LINE_KEY, LINE_WORD, Ack, Arm, Edge, Hello

SEED = 1
ROUNDS = 250
ALL_LINES = range(LINE_KEY)
ROUND_US = 250 * US_PER_MS
HELD_US = 60 * US_PER_MS
BALLOTS = 200
PADS = range(20)
BALLOT_US = 150 * US_PER_MS
WORD_US = 40 * US_PER_MS
"""From the beginning of a ballot."""
WORD_LONG_US = 40 * US_PER_MS
STEP_US = 5 * US_PER_MS
RELEASE, PRESS, REJECTED, ONSET = range(4)
EXACT_US = 50
BIN_US = 5
BUILDER = Path(__file__).with_name("firmata_like.c")
BUILDER_CHANGED = 0x90
BUILDER_WORD = 2
"""The board's number of the pin."""


class Change(NamedTuple):
    """A line becomes active or not, at this cycle from the beginning of a round."""

    line: int
    at: int
    active: bool


def touches(chance: random.Random, starts: dict[int, int]) -> list[Change]:
    """Each line is touched at its time, bounces as a hand does, and is left again."""
    changes = []
    for line, at in starts.items():
        press = close_hand(chance, line).press
        for edge in press:
            changes.append(Change(line, at + (edge.at_us - press[0].at_us) * CYCLES_A_US, edge.down))
        changes.append(Change(line, at + HELD_US * CYCLES_A_US, False))
    return changes


class Kit:
    """The hub, and the log that a Pi would have."""

    def __init__(self) -> None:
        self.hub = HubAvr()
        self.log: dict[int, Edge] = {}
        self.told_unlike = 0
        self.live(STEP_US)
        [self._boot] = [message.boot for message in self._heard if isinstance(message, Hello)]

    def round(self, changes: Sequence[Change], long_us: int) -> int:
        """Let the changes happen; the time when it began."""
        began = self.hub.now
        for line, at, active in changes:
            self.hub.put(line, active, began + at)
        for _ in range(0, long_us, STEP_US):
            self.live(STEP_US)
        return began

    def live(self, for_us: int) -> None:
        """Let time pass, and acknowledge what comes of the log in its order."""
        self.hub.advance(self.hub.now + for_us * CYCLES_A_US)
        self._heard = [message for _, message in self.hub.said()]
        edges = [message for message in self._heard if isinstance(message, Edge)]
        for edge in edges:
            self.told_unlike += self.log.setdefault(edge.seq, edge) != edge
        if edges:
            self.hub.say(Ack(self._boot, len(self.log)))

    def ticks(self, time: int) -> float:
        """The true counter."""
        return (time - self.hub.tick_0) / CYCLES_A_TICK


class Exactness(NamedTuple):
    """What has come of all presses."""

    errors_us: list[float]
    lost: int
    doubled: int


def exactness(chance: random.Random, rounds: int) -> Exactness:
    """Every line is pressed in each round: in every second one all within a millisecond."""
    kit, errors_us = Kit(), list[float]()
    lost = doubled = 0
    for number_of_round in range(rounds):
        spread_us = US_PER_MS if number_of_round % 2 else 100 * US_PER_MS
        starts = {line: chance.randrange(spread_us * CYCLES_A_US) for line in ALL_LINES}
        logged = len(kit.log)
        began = kit.round(touches(chance, starts), ROUND_US)
        presses = [edge for edge in list(kit.log.values())[logged:] if edge.what == PRESS]
        count = Counter(edge.line for edge in presses)
        lost += sum(not count[line] for line in ALL_LINES)
        doubled += sum(count[line] > 1 for line in ALL_LINES)
        errors_us += [(edge.ticks - kit.ticks(began + starts[edge.line])) / 2 for edge in presses]
    return Exactness(errors_us, lost, doubled + kit.told_unlike)


def histogram(errors_us: list[float], width: int = 60) -> str:
    """One line for each few microseconds."""
    bins = Counter(int(error_us // BIN_US) * BIN_US for error_us in errors_us)
    most = max(bins.values())
    lines = []
    for low in range(min(bins), max(bins) + 1, BIN_US):
        bar = "█" * round(width * bins[low] / most)
        lines.append(f"{low:+4d} … {low + BIN_US:+4d} µs {bins[low]:6,d}  {bar}".rstrip())
    return "\n".join(lines)


class Ballot(NamedTuple):
    """Hands around a word."""

    changes: list[Change]
    early: dict[int, bool]
    """By its pad: is the hand truly before the word?"""


def ballots(chance: random.Random, count: int) -> Iterator[Ballot]:
    """Twenty hands in each, within 20 ms of the word."""
    word = WORD_US * CYCLES_A_US
    for _ in range(count):
        spread = 20 * US_PER_MS * CYCLES_A_US
        starts = {pad: word + chance.randint(-spread, spread) for pad in PADS}
        changes = touches(chance, starts)
        changes += [Change(LINE_WORD, word, True), Change(LINE_WORD, word + WORD_LONG_US * CYCLES_A_US, False)]
        yield Ballot(changes, {pad: at < word for pad, at in starts.items()})


class Verdicts(NamedTuple):
    """Of all hands."""

    wrong: int
    doubtful: int


def by_the_kit(given: Sequence[Ballot]) -> Verdicts:
    """Stamps of one counter; nearer than its grain is on the line."""
    kit, wrong, doubtful = Kit(), 0, 0
    for turn, ballot in enumerate(given):
        kit.hub.say(Arm(1 + turn % 255))
        logged = len(kit.log)
        kit.round(ballot.changes, BALLOT_US)
        told = list(kit.log.values())[logged:]
        [word] = [edge for edge in told if edge.what == ONSET]
        hands = {edge.line: edge for edge in told if edge.what == PRESS}
        for pad, early in ballot.early.items():
            hand = hands[pad]
            apart = hand.ticks - word.ticks
            on_the_line = abs(apart) < max(1, hand.grain_ticks, word.grain_ticks)
            doubtful += on_the_line
            wrong += not on_the_line and (apart < 0) != early
    return Verdicts(wrong, doubtful)


class BuildersHub:
    """The board with the builder's program, and his host: when each pin was first told to be low."""

    def __init__(self, elf: Path) -> None:
        self.avr = Avr(elf, "atmega2560")
        self._message = bytearray()
        self._levels: dict[int, int] = {}
        for line in (*PADS, LINE_WORD):
            self.avr.drive(*pin_of(line), True)
        self.round([], BALLOT_US)

    def round(self, changes: Sequence[Change], long_us: int) -> dict[int, int]:
        """The board's numbers of the pins that went low, with the cycles when the host had read the message."""
        began = self.avr.cycle
        for line, at, active in changes:
            self.avr.drive(*pin_of(line), not active, began + at)
        self.avr.run(began + long_us * CYCLES_A_US)
        low: dict[int, int] = {}
        for cycle, byte in self.avr.taken(0):
            self._message.append(byte)
            if len(self._message) == 3:
                for pin in self._went_low():
                    low.setdefault(pin, cycle)
        return low

    def _went_low(self) -> list[int]:
        kind, seven, eighth = self._message
        group, levels = kind - BUILDER_CHANGED, seven | eighth << 7
        self._message.clear()
        went = self._levels.get(group, 0xFF) & ~levels
        self._levels[group] = levels
        return [group * 8 + bit for bit in range(8) if went >> bit & 1]


def board_pin(pad: int) -> int:
    """The Mega's number of a pad's pin: ports A, C (from 37 down) and F."""
    return (22 + pad, 37 - pad % 8, 54 + pad % 8)[pad // 8]


def by_the_builder(given: Sequence[Ballot]) -> dict[str, int]:
    """How many he judges wrongly, by what he compares the arrival of a hand with."""
    elf = BUILT / "firmata_like.elf"
    options = ("-mmcu=atmega2560", "-DF_CPU=16000000UL", "-std=c11", "-Os", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["avr-gcc", *options, "-o", elf, BUILDER], check=True)  # noqa: S607
    hub, wrong = BuildersHub(elf), Counter[str]()
    for ballot in given:
        true_word = hub.avr.cycle + WORD_US * CYCLES_A_US
        low = hub.round(ballot.changes, BALLOT_US)
        for pad, early in ballot.early.items():
            hand = low[board_pin(pad)]
            wrong["by the arrival of both"] += (hand < low[BUILDER_WORD]) != early
            wrong["by the arrival of the hand, told T exactly"] += (hand < true_word) != early
    return wrong


def measured() -> tuple[Exactness, list[Figure]]:
    """Both comparisons."""
    subprocess.run(["make", "-s", "-C", FIRMWARE, "all", "sim"], check=True, stdout=subprocess.DEVNULL)  # noqa: S607
    chance = random.Random(SEED)
    found = exactness(chance, ROUNDS)
    given = list(ballots(chance, BALLOTS))
    kit = by_the_kit(given)
    hands = BALLOTS * len(PADS)
    order = f"wrong order of word and hand, of {hands:,} hands"
    return found, [
        Figure("bouncing presses on the pins of the emulated hub", ROUNDS * len(ALL_LINES)),
        Figure("of them lost", found.lost, "", Aim(0)),
        Figure("told twice, or in two ways", found.doubled, "", Aim(0)),
        Figure("stamp − first contact: the largest", max(map(abs, found.errors_us)), "µs", Aim(EXACT_US)),
        Figure("stamp − first contact: the median of all sizes", median(map(abs, found.errors_us)), "µs"),
        *(
            Figure(f"{order}; {way}", kit.wrong, "", Aim(0), builder=wrong)
            for way, wrong in by_the_builder(given).items()
        ),
        Figure("of them on the line, told to the host", kit.doubtful),
    ]


def figures() -> list[Figure]:
    """For the table of all benchmarks."""
    return measured()[1]


def main() -> None:
    """Print the table and the errors' distribution."""
    found, all_figures = measured()
    print(table(all_figures))
    print(f"\nstamp − true first contact of {number(len(found.errors_us))} presses\n{histogram(found.errors_us)}")


if __name__ == "__main__":
    main()
