"""What has broken similar equipment, at real pins: lost edges, spikes, bursts, a second copy, a killed one."""

import random
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest

from tablekit.devices.gpio import WORD, GpioInputs, Wire, open_factory
from tablekit.events import HandDown, HandUp, Unproven
from tablekit.intake.debounce import CONFIRM_US, NEW_AFTER_US, Line
from tests.kernel.close_hands import WORD_US, ballot
from tests.kernel.conftest import Listen
from tests.kernel.live_table import LiveTable
from tests.kernel.sim_chip import SimChip
from tests.kernel.toggler import Change, Done, Toggler

ROOT = Path(__file__).parents[2]
PAD = Line("pad", 4)


# D1: lost edges


def test_a_lost_release_is_read_from_the_level_and_the_next_ballot_counts_once(chip: SimChip) -> None:
    with Toggler() as toggler, LiveTable(chip) as table:
        table.vote()
        pin, word = table.factory.pin(table.wiring[PAD].gpio), table.wiring[WORD].gpio
        spoken = [Change(WORD_US, word, False), Change(WORD_US + 50_000, word, True)]
        table.call()
        before = table.ballot
        table.hold(PAD, True)
        table.live(300_000)
        toggler.begin(spoken)
        assert table.judged(before).counted == [4]
        toggler.done()
        pin.edges = "falling"  # only the touch of a pad would be told
        table.hold(PAD, False)
        table.live(300_000)
        pin.edges = "both"
        table.press("B1#")
        table.live(500_000)
        assert [(event.seat, event.down) for event in table.log(Unproven)] == [(4, False)]
        assert table.kit.inlets[0].source.missed[PAD] >= 1
        again = ballot(table, toggler, [Change(0, 7, False), Change(90_000, 7, True), *spoken])
        assert [hand.judged.judged for hand in again.hands if hand.judged] == ["counted"]


def test_a_pad_that_is_active_at_the_word_without_an_edge_is_unproven_to_the_host(chip: SimChip) -> None:
    with Toggler() as toggler, LiveTable(chip) as table:
        table.vote()
        before, word = table.ballot, table.wiring[WORD].gpio
        table.call()
        table.factory.pin(table.wiring[PAD].gpio).edges = "rising"  # its touch is lost
        first, second = table.hold(PAD, True), table.hold(Line("pad", 5), True)
        table.live(300_000)
        toggler.begin([Change(WORD_US, word, False), Change(WORD_US + 50_000, word, True)])
        judged = table.judged(before)
        assert judged.counted == [5]
        table.until(lambda: table.log(Unproven))
        assert [(event.seat, event.down) for event in table.log(Unproven)] == [(4, True)]
        assert first.upto_ns <= second.from_ns


# D2: spikes


def least_us(first: Done, then: Done) -> int:
    """So long at least was it from the one change to the other."""
    return (then.moment.from_ns - first.moment.upto_ns) // 1_000


def most_us(first: Done, then: Done) -> int:
    """And so long at most."""
    return (then.moment.upto_ns - first.moment.from_ns) // 1_000


def test_spikes_are_no_hands_and_true_presses_among_them_keep_their_stamps(chip: SimChip) -> None:
    chance, changes = random.Random(3), list[Change]()
    for seat in range(1, 11):
        gpio = 3 + seat
        for slot_us in range(0, 5_000_000, 500_000):
            at_us = slot_us + chance.randrange(300_000)
            for length_us in (chance.choice((200, 1_000, 3_000)), chance.choice((15_000, 40_000))):
                if length_us < 12_000 or slot_us % 1_000_000 == 0:  # a press right after a spike, in every second slot
                    changes += [Change(at_us, gpio, False), Change(at_us + length_us, gpio, True)]
                at_us += length_us + 8_000
    with Toggler() as toggler, LiveTable(chip) as table:
        table.live(500_000)
        toggler.begin(changes)
        table.live(5_600_000)
        done = toggler.done()
        table.settle()
        heard = {(event.seat, event.ticks) for event in table.log(HandDown)}
        assert len(table.log(HandUp)) == len(heard)
    spikes = presses = 0
    for seat in range(1, 11):
        mine = [change for change in done if change.line == 3 + seat]
        contacts = list(zip(mine[::2], mine[1::2], strict=True))
        torn = {nth for nth, (one, other) in enumerate(pairwise(contacts)) if least_us(one[1], other[0]) < NEW_AFTER_US}
        for nth, (down, up) in enumerate(contacts):
            stamps = [stamp_ns for who, stamp_ns in heard if who == seat and down.moment.holds(stamp_ns)]
            if nth in torn or nth - 1 in torn:
                continue  # made so late that a rule takes the two for one
            if most_us(down, up) < CONFIRM_US:
                assert stamps == []
                spikes += 1
            elif least_us(down, up) > CONFIRM_US:
                assert len(stamps) == 1
                presses += 1
    assert spikes > 80
    assert presses > 30
    print(f"{spikes} spikes, {presses} presses among them")


# D3: a flood


def test_one_hand_counts_while_another_pad_floods(chip: SimChip) -> None:
    flood = [Change(at_us, 12, bool(at_us // 200 % 2)) for at_us in range(0, 1_000_000, 200)]
    hand = [Change(500_000, 4, False), Change(700_000, 4, True)]
    with Toggler() as toggler, LiveTable(chip) as table:
        table.live(500_000)
        before = table.kit.inlets[0].source.missed
        toggler.begin(flood + hand)
        table.live(1_300_000)
        done = toggler.done()
        [touched] = [change.moment for change in done if change.line == 4 and not change.high]
        table.until(lambda: [hand for hand in table.log(HandDown) if hand.seat == 1])
        [down] = [hand for hand in table.log(HandDown) if hand.seat == 1]
        assert touched.from_ns // 1_000 <= down.at_us <= touched.upto_ns // 1_000
        table.settle()
        missed = table.kit.inlets[0].source.missed
        assert {line for line in missed if missed[line] > before.get(line, 0)} <= {Line("pad", 9)}
        assert table.inbox.empty()
        print(f"a flood of {len(flood)} changes: {missed.get(Line('pad', 9), 0)} edges missed at least")


# D5: somebody holds the lines

OPEN = """
import sys
from tablekit.devices.gpio import GpioInputs, Wire, open_factory
from tablekit.errors import DeviceError
from tablekit.intake.debounce import CONFIRM_US, NEW_AFTER_US, Line
factory, pad = open_factory("lgpio"), Line("pad", 4)
print("ready", flush=True)
sys.stdin.readline()
try:
    inputs = GpioInputs(factory, {pad: Wire(7, "floating")}, print)
    print("open", inputs.active(pad), flush=True)
    sys.stdin.readline()
except DeviceError as error:
    print(error, flush=True)
"""


class Copy:
    """A copy of the kit in a process of its own, which opens a line when it is told to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", OPEN], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.says() == "ready"

    def says(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def open(self) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self.says()

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()


def test_a_second_copy_says_that_the_line_is_in_use_and_the_first_goes_on(chip: SimChip, listen: Listen) -> None:
    second = Copy()
    heard = listen({PAD: Wire(7)}).queue
    assert second.open().startswith("KIT405: GPIO7 (pad of seat 4) is in use: ")
    second.kill()
    touched = chip.hold(7, False)
    line, ticks_ns, active = heard.get(timeout=10)  # type: ignore[misc]
    assert (line, active) == (PAD, True)
    assert touched.holds(ticks_ns)


def test_after_a_kill_the_next_copy_opens_at_once_and_knows_the_hand_that_lies_there(chip: SimChip) -> None:
    first, second = Copy(), Copy()
    chip.hold(7, False)
    assert first.open() == "open True"
    began = monotonic()
    first.kill()
    assert second.open() == "open True"
    assert monotonic() - began < 5
    second.kill()


@pytest.mark.usefixtures("chip")
def test_the_lines_do_not_go_over_to_a_child(listen: Listen) -> None:
    factory = open_factory("lgpio")
    inputs = GpioInputs(factory, {PAD: Wire(7)}, print)
    with subprocess.Popen(["sleep", "60"], close_fds=False) as child:
        inputs.close()
        factory.close()
        try:
            listen({PAD: Wire(7)})
        finally:
            child.kill()


# A callback that raises

RAISING = """
from tests.kernel.live_table import LiveTable
from tests.kernel.sim_chip import SimChip
from tablekit.intake.debounce import Line

def raises(ticks, level):
    raise RuntimeError("a neighbour of the kit")

with SimChip.of("GPIO_SIM") as chip, LiveTable(chip) as table:
    table.live(300_000)
    lost = table.kit.inlets[0].source.lost
    neighbour = table.factory.pin(26)
    neighbour.edges, neighbour.when_changed = "both", raises
    chip.hold(26, False)
    table.until(lambda: table.kit.inlets[0].source.lost)
    table.hold(Line("pad", 4), True)
    print(lost, table.inputs.alive, table.inputs.active(Line("pad", 4)))
"""


@pytest.mark.usefixtures("chip")
def test_a_callback_that_raises_in_the_same_process_is_noticed_and_levels_are_still_read() -> None:
    ran = subprocess.run([sys.executable, "-c", RAISING], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False", "True"]
    assert "RuntimeError: a neighbour of the kit" in ran.stderr
    assert "KIT417" in ran.stderr
