"""The whole kit in real time: hands that bounce around the word, judged as they truly were."""

import random

from tablekit.devices.gpio import WORD
from tests.kernel.close_hands import Hand, ballot, pads, plan, presses
from tests.kernel.live_table import LiveTable
from tests.kernel.sim_chip import SimChip
from tests.kernel.toggler import Toggler

BALLOTS = 15


def test_no_hand_around_the_word_is_judged_wrongly(chip: SimChip) -> None:
    chance, hands = random.Random(2), list[Hand]()
    with Toggler() as toggler, LiveTable(chip) as table:
        table.vote()
        word = table.wiring[WORD].gpio
        for _ in range(BALLOTS):
            voted = ballot(table, toggler, plan(chance, pads(table), word))
            [onset] = presses(voted.done, word)
            assert onset.from_ns // 1_000 <= voted.t_us <= onset.upto_ns // 1_000
            for hand in (hand for hand in voted.hands if hand.intact):
                assert hand.judged is not None
                stamp_us = voted.t_us + hand.judged.after_t_us
                assert hand.first.from_ns // 1_000 <= stamp_us <= hand.first.upto_ns // 1_000
                hands.append(hand)
    assert [hand for hand in hands if not hand.right] == []
    told = {True: 0, False: 0, None: 0}
    for hand in hands:
        told[hand.early] += 1
    assert min(told[True], told[False]) > 30
    doubtful = sum(hand.judged.judged == "on the line" for hand in hands if hand.judged)
    print(f"{told[True]} hands before the word, {told[False]} after it, {told[None]} at it; {doubtful} on the line")
