"""10,000 hands within 20 ms of the word: whose verdict is wrong, by the kit's way and by what a builder would write.

All see the same edges. A builder is told T exactly, which his program could not know.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.builder import JUDGES
from benchmarks.figures import Aim, Figure
from benchmarks.hands import Hand, close_hand, delivery_us
from benchmarks.voting_table import VotingTable
from tablekit.events import WordHeard
from tablekit.game.keypad import ENTER, THANKS
from tablekit.game.record import Judged
from tablekit.intake.debounce import Line
from tablekit.intake.delivery import SETTLE_US
from tablekit.sim.world import SPEAKER_US
from tablekit.timebase import US_PER_MS, US_PER_S

SEED = 1
BALLOTS = 1_000
SEATS = 10
TURN_US = 10 * US_PER_MS
OVER_US = US_PER_S
"""After T, when the last edge has long been heard of."""


def judged(table: VotingTable, hands: list[Hand], word_late_us: int) -> dict[int, Judged]:
    """One ballot, called and then repeated: edges are heard of late, and promised as a table of real pins does."""
    kit, clock = table.kit, table.clock
    table.keys(ENTER)
    t_us = table.now_us + US_PER_S
    clock.jump(t_us - SPEAKER_US)
    kit.press(THANKS)
    brought: list[tuple[int, Callable[[], None]]] = [
        (edge.heard_us, partial(kit.inlets[0].edge, Line("pad", hand.seat), (t_us + edge.at_us) * 1_000, edge.down))
        for hand in hands
        for edge in hand.press + hand.release
    ]
    brought.append((word_late_us, partial(kit.inlets[0].heard, WordHeard(t_us, clock="pi", ticks=t_us * 1_000))))
    brought.sort(key=lambda bringing: bringing[0], reverse=True)
    for now_us in range(-SPEAKER_US, OVER_US, TURN_US):
        clock.jump(t_us + now_us)
        while brought and brought[-1][0] <= now_us:
            brought.pop()[1]()
        kit.inlets[0].promised(clock.now_us() - SETTLE_US)
        kit.turn()
    verdicts = {hand.seat: hand.judged for hand in table.ballot.hands}
    table.repeat()
    return verdicts


def figures() -> Iterator[Figure]:
    """Whom a player would have reason to argue with."""
    chance, table = random.Random(SEED), VotingTable()
    wrong, doubtful = Counter[str](), 0
    for _ in range(BALLOTS):
        hands = [close_hand(chance, seat) for seat in range(1, SEATS + 1)]
        verdicts = judged(table, hands, delivery_us(chance))
        for hand in hands:
            verdict = verdicts.get(hand.seat)
            doubtful += verdict == "on the line"
            wrong["here"] += verdict not in ("on the line", "counted" if hand.counts else "late")
            for way, is_early in JUDGES.items():
                wrong[way] += is_early(hand) != hand.counts
    count = BALLOTS * SEATS
    for way in JUDGES:
        yield Figure(f"wrong verdicts of {count:,} close hands; {way}", wrong["here"], "", Aim(0), builder=wrong[way])
    yield Figure("of them on the line, told to the host", doubtful)
