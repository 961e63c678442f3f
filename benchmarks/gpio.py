"""A chip of the kernel, in the emulated machine: when an edge is stamped and heard, and whose verdicts are wrong.

`make bench-gpio` (docs/kernel-tests.md). Beside the kit, on the same chip and touched in the same instants, are ten
lines of gpiozero's `Button(bounce_time=0.05)`; its builder is told T exactly.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median, quantiles
from time import monotonic

from gpiozero import Button

from benchmarks.figures import Aim, Figure, table
from tablekit.config import Pins
from tablekit.devices.gpio import WORD
from tablekit.events import HandDown
from tablekit.timebase import US_PER_S
from tests.kernel.close_hands import Hand, ballot, plan, presses
from tests.kernel.live_table import LiveTable
from tests.kernel.sim_chip import Moment, SimChip
from tests.kernel.toggler import Change, Done, Toggler

PINS = Pins(pads=tuple(range(4, 14)), word=25)
BUTTONS = dict(zip(PINS.pads, range(14, 24), strict=True))
"""Beside each pad's line, the line of its button."""
BOUNCE_S = 0.05
BALLOTS = 15
TOUCHES = 100
APART_US = 40_000
SEED = 1


class Builder:
    """Votes by gpiozero's buttons: when each was last said to be pressed, by the callback and by its stamp."""

    def __init__(self, live: LiveTable) -> None:
        self.arrived_s: dict[int, float] = {}
        self.stamped_s: dict[int, float] = {}
        self._buttons = []
        for gpio in BUTTONS.values():
            button = Button(gpio, bounce_time=BOUNCE_S, pin_factory=live.factory)
            button.when_pressed = partial(self._pressed, gpio)
            self._buttons.append(button)

    def _pressed(self, gpio: int, button: Button) -> None:
        now_s = monotonic()
        self.arrived_s[gpio], self.stamped_s[gpio] = now_s, now_s - (button.active_time or 0)

    def forget(self) -> None:
        """Before the next ballot."""
        self.arrived_s.clear()
        self.stamped_s.clear()

    def close(self) -> None:
        """Let go of the lines."""
        for button in self._buttons:
            button.close()


def beside(changes: Sequence[Change]) -> list[Change]:
    """Each pad's change is its button's too."""
    return [
        also
        for change in changes
        for also in (change, change._replace(line=BUTTONS.get(change.line, change.line)))
        if also is change or also.line != change.line
    ]


class Touched:
    """How long single touches are under way."""

    def __init__(self) -> None:
        self.stamped_us: list[float] = []
        self.told_us: list[float] = []
        self.lost = 0


def touches(live: LiveTable, toggler: Toggler) -> Touched:
    """One pad after the other is touched; how late each is stamped, and out of the kit as a hand."""
    found, told_at = Touched(), dict[int, int]()
    live.settle()
    known = len(live.log(HandDown))
    pads = [PINS.pads[nth % len(PINS.pads)] for nth in range(TOUCHES)]
    changes = [
        Change(nth * APART_US + after_us, int(gpio), high)
        for nth, gpio in enumerate(pads)
        for after_us, high in ((0, False), (APART_US // 2, True))
    ]
    toggler.begin(changes)
    end_us = live.clock.now_us() + TOUCHES * APART_US + US_PER_S
    while live.clock.now_us() < end_us:
        live.turn()
        for nth in range(known + len(told_at), len(live.log(HandDown))):
            told_at[nth] = live.clock.now_us()
    hands = live.log(HandDown)[known:]
    gpio_of = {line.seat: wire.gpio for line, wire in live.wiring.items() if line.kind == "pad"}
    moments = [change for change in toggler.done() if not change.high]
    for change in moments:
        mine = [
            (hand, told_us)
            for hand, told_us in zip(hands, told_at.values(), strict=True)
            if gpio_of[hand.seat] == change.line and 0 <= hand.ticks - change.moment.from_ns < APART_US * 1_000
        ]
        found.lost += not mine
        for hand, told_us in mine:
            found.stamped_us.append((hand.ticks - change.moment.from_ns) / 1_000)
            found.told_us.append(told_us - change.moment.from_ns / 1_000)
    return found


def early(moment: Moment, word: Moment) -> bool | None:
    """Was it before the word? None: the changes overlap."""
    if moment.upto_ns < word.from_ns:
        return True
    return False if moment.from_ns > word.upto_ns else None


class Verdicts:
    """Of all hands."""

    def __init__(self) -> None:
        self.hands = self.doubtful = self.torn = 0
        self.wrong = Counter[str]()

    def ours(self, hands: Sequence[Hand]) -> None:
        """The kit's."""
        for hand in hands:
            self.torn += not hand.intact
            if hand.intact and hand.early is not None:
                self.hands += 1
                self.wrong["here"] += not hand.right
                self.doubtful += hand.judged is not None and hand.judged.judged == "on the line"

    def theirs(self, builder: Builder, done: Sequence[Done], word: Moment, hands: Sequence[Hand]) -> None:
        """The builder's, of the same hands at the lines beside."""
        t_s = (word.from_ns + word.upto_ns) / 2e9
        for hand in (hand for hand in hands if hand.intact and hand.early is not None):
            gpio = BUTTONS[int(PINS.pads[hand.seat - 1])]
            truly = early(presses(done, gpio)[0], word)
            if truly is not None:
                self.wrong["arrival"] += (builder.arrived_s.get(gpio, t_s) < t_s) != truly
                self.wrong["stamp"] += (builder.stamped_s.get(gpio, t_s) < t_s) != truly
                self.wrong["set back"] += (builder.stamped_s.get(gpio, t_s + BOUNCE_S) - BOUNCE_S < t_s) != truly


def ballots(live: LiveTable, toggler: Toggler) -> Verdicts:
    """Ten hands in each, around the word."""
    chance, found, builder = random.Random(SEED), Verdicts(), Builder(live)
    live.vote()
    word = live.wiring[WORD].gpio
    for _ in range(BALLOTS):
        builder.forget()
        changes = plan(chance, [int(gpio) for gpio in PINS.pads], word)
        voted = ballot(live, toggler, beside(changes))
        found.ours(voted.hands)
        found.theirs(builder, voted.done, voted.hands[0].word, voted.hands)
    builder.close()
    return found


def figures() -> Iterator[Figure]:
    """For the table of all benchmarks."""
    if "GPIO_SIM" not in os.environ:
        sys.exit("This is measured in the emulated machine: make bench-gpio")
    with SimChip.of("GPIO_SIM") as chip, Toggler() as toggler, LiveTable(chip, pins=PINS) as live:
        touched = touches(live, toggler)
        found = ballots(live, toggler)
        stale = live.kit.inlets[0].source.stale_count
        settle_us = live.settle_us
    yield Figure("touches of single pads", TOUCHES)
    yield Figure("of them lost", touched.lost, "", Aim(0))
    for what, late_us in (("the kernel's stamp", touched.stamped_us), ("HandDown out of the kit", touched.told_us)):
        yield Figure(f"touch → {what}: median", median(late_us), "µs")
        yield Figure(f"touch → {what}: 99%", quantiles(late_us, n=100)[98], "µs")
    ways = {"arrival": "callback", "stamp": "lgpio's stamp", "set back": "the same less the bounce time"}
    for way, told in ways.items():
        what = f"wrong verdicts of {found.hands} close hands; Button(bounce_time={BOUNCE_S}), {told}"
        yield Figure(what, found.wrong["here"], "", Aim(0), builder=found.wrong[way])
    yield Figure("of them on the line, told to the host", found.doubtful)
    yield Figure("edges told later than the kit waits for them", stale, "", Aim(0))
    yield Figure("the kit waits for edges, in the end", settle_us, "µs")
    yield Figure("torn by the toggling side, and left out", found.torn)


def main() -> None:
    """Print the table."""
    print(table(figures()))


if __name__ == "__main__":
    main()
