"""Seats on the Pi's own header: what real pins bring through the one queue."""

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from tablekit.config import Pins
from tablekit.devices.gpio import WORD, GpioInputs
from tablekit.devices.sound import Started
from tablekit.effects import Effect, Say, Tell
from tablekit.events import CueStarted, HandDown, HostSaid, Unproven, WordHeard
from tablekit.intake.debounce import Line
from tablekit.intake.delivery import SETTLE_US
from tablekit.kit import Kit, Setup
from tablekit.sim.pins import SimulatedPins
from tablekit.store.archive import Archive
from tablekit.store.journal import read
from tablekit.tables import Brought, Key
from tablekit.timebase import ManualClock
from tablekit.wired.header import HeaderPart, wiring
from tablekit.wired.table import WiredTable

START_US = 1_000_000
PLAIN: dict[str, bool | int | float | str] = {"one_by_one": False, "mask_sensors": False}
"""The cards are dealt in one step, and nobody waits for masks."""
PINS = Pins(pads=tuple(range(4, 14)), masks=tuple(range(14, 24)), key=24, word=25)
S = 1_000_000


class Wired:
    """Real code on simulated pins, and the one queue between them."""

    def __init__(self, hands: tuple[int, ...] = (), book: str = "fsm") -> None:
        self.clock = ManualClock(START_US)
        self.pins = SimulatedPins(wiring(PINS))
        for seat in hands:
            self.pins.drive(Line("pad", seat), active=True, at_us=0)
        self.inbox: SimpleQueue[Brought] = SimpleQueue()
        self.inputs = GpioInputs(self.pins, wiring(PINS), self.inbox.put)
        self.kit = Kit(Setup(book, PLAIN), self.clock)
        self.part = HeaderPart(self.kit, self.kit.inlets[0], self.inputs, self.clock)
        self.table = WiredTable(self.kit, [self.part], self.clock)
        self.kit.begin()
        self.later(SETTLE_US)
        self.later(SETTLE_US)  # the seats are drawn

    def drive(self, line: Line, active: bool, at_us: int) -> None:
        """A line changes, and the queue is emptied."""
        self.pins.drive(line, active, at_us)
        while not self.inbox.empty():
            brought = self.inbox.get_nowait()
            assert not isinstance(brought, str | Key)
            self.table.bring(brought)

    def later(self, delay_us: int) -> None:
        """Time passes, and the table takes its turn."""
        self.clock.jump(self.clock.now_us() + delay_us)
        self.table.turn()

    def log(self, kind: type) -> list[object]:
        """The events of one kind so far."""
        return [event for event in self.kit.runner.log if isinstance(event, kind)]


@pytest.fixture
def wired() -> Iterator[Wired]:
    made = Wired()
    yield made
    made.inputs.close()


def test_a_contact_keeps_its_stamp_however_late_it_was_delivered(wired: Wired) -> None:
    wired.later(S)
    contact_us = wired.clock.now_us() - 50_000
    wired.drive(Line("pad", 3), active=True, at_us=contact_us)
    wired.later(SETTLE_US)
    (hand,) = wired.log(HandDown)
    assert isinstance(hand, HandDown)
    assert (hand.at_us, hand.seat) == (contact_us, 3)


def test_a_hand_that_comes_while_levels_are_read_keeps_its_edge(wired: Wired) -> None:
    read = wired.inputs.active

    def slow(line: Line) -> bool:
        """Reading takes a while; the hand comes in the middle of it."""
        wired.clock.jump(wired.clock.now_us() + 100)
        if line == Line("pad", 5):
            wired.drive(line, active=True, at_us=wired.clock.now_us())
        level = read(line)
        wired.clock.jump(wired.clock.now_us() + 100)
        return level

    wired.inputs.active = slow  # type: ignore[method-assign]
    wired.table.press("#")
    wired.later(SETTLE_US)
    wired.later(SETTLE_US)
    wired.later(SETTLE_US)
    (hand,) = wired.log(HandDown)
    assert isinstance(hand, HandDown)
    assert hand.seat == 5
    assert wired.log(Unproven) == []


def test_a_reading_that_took_too_long_is_made_again(wired: Wired) -> None:
    slow_us = iter([*[0] * 20, 5_000])
    read = wired.inputs.active

    def active(line: Line) -> bool:
        wired.clock.jump(wired.clock.now_us() + next(slow_us, 0))
        return read(line)

    wired.inputs.active = active  # type: ignore[method-assign]
    heard, wired.part._read_at = wired.pins.pin(8), None
    heard.when_changed, callback = None, heard.when_changed
    wired.pins.drive(Line("pad", 5), active=True, at_us=wired.clock.now_us())
    heard.when_changed = callback
    for _ in range(4):
        wired.later(SETTLE_US)
    assert [event.seat for event in wired.log(Unproven) if isinstance(event, Unproven)] == [5]


def test_pads_and_masks_are_known_to_the_next_game(wired: Wired) -> None:
    wired.later(S)
    for line in (Line("pad", 3), Line("mask", 4)):
        wired.drive(line, active=True, at_us=wired.clock.now_us())
    wired.later(S)
    wired.later(S)
    wired.kit.begin()
    assert (wired.kit.runner.room.down, wired.kit.runner.room.masked) == ({3: None}, {4})
    assert not wired.kit.runner.table.record.notes


def test_a_command_of_the_last_moment_is_kept(tmp_path: Path) -> None:
    wired = Wired()
    wired.kit.archive = Archive(tmp_path)
    wired.kit.begin()
    wired.later(S)
    wired.later(S)
    wired.table.press("#")
    wired.kit.close()
    assert [event.key for event in read(wired.kit.files[0]).events if isinstance(event, HostSaid)] == ["next"]
    wired.inputs.close()


def test_nothing_acts_before_it_is_surely_delivered(wired: Wired) -> None:
    wired.later(S)
    wired.table.press("#")
    wired.later(SETTLE_US - 1)
    assert wired.kit.runner.open is not None
    assert wired.kit.runner.open.what == "seats"
    wired.later(1)
    assert wired.kit.runner.open.what == "deal"


def test_it_wakes_when_a_deadline_is_proved_to_have_passed(wired: Wired) -> None:
    wired.later(S)
    assert wired.table.wake_us is None
    wired.drive(Line("pad", 3), active=True, at_us=wired.clock.now_us())
    wired.later(S)
    for key in ("#", "1", "#", "2", "#", "3", "#", "4", "#"):
        wired.table.press(key)
        wired.later(S)
    wired.later(S)  # the levels that were read at the last step are proved too
    deadline_us = wired.kit.deadline_us
    assert deadline_us is not None
    assert wired.table.wake_us == deadline_us + SETTLE_US + wired.kit.merge.lag_us


def test_a_hand_that_lay_on_its_pad_before_power_on_is_known(wired: Wired) -> None:
    early = Wired(hands=(4,))
    early.later(S)
    early.later(S)
    assert early.kit.runner.room.down == {4: None}
    early.inputs.close()


def test_the_onset_counts_once_the_word_is_asked_for(wired: Wired) -> None:
    wired.later(S)
    wired.drive(WORD, active=True, at_us=wired.clock.now_us())
    wired.drive(WORD, active=False, at_us=wired.clock.now_us())
    wired.later(S)
    assert wired.log(WordHeard) == []
    for listener in wired.kit.listeners:
        listener(Say(wired.clock.now_us(), "thanks"))
    onset_us = wired.clock.now_us() + 120_000
    wired.later(150_000)
    wired.drive(WORD, active=True, at_us=onset_us)
    wired.later(S)
    assert wired.log(WordHeard) == [WordHeard(onset_us, clock="pi", ticks=onset_us * 1_000)]


def test_a_cue_is_the_start_of_the_word_only_if_it_can_be_heard(wired: Wired) -> None:
    wired.later(S)
    now_us = wired.clock.now_us()
    wired.table.bring(Started("thanks", now_us, 0, silent=True))
    wired.table.bring(Started("thanks", now_us, 30_000, silent=False))
    wired.later(S)
    assert wired.log(CueStarted) == [CueStarted(now_us, err_us=30_000, cue="thanks")]


def test_a_table_without_masks_key_and_word_is_wired_too() -> None:
    lines = wiring(Pins(pads=(4, 5)))
    assert sorted(lines) == [Line("pad", 1), Line("pad", 2)]
    assert {line.kind: (wire.gpio, wire.active) for line, wire in wiring(PINS).items()} == {
        "pad": (13, "low"),
        "mask": (23, "high"),
        "key": (24, "low"),
        "word": (25, "low"),
    }


def test_a_touch_that_is_told_after_its_promise_is_told_to_the_host_and_found_by_its_level(wired: Wired) -> None:
    heard: list[Effect] = []
    wired.kit.listeners.append(heard.append)
    wired.later(S)
    wired.later(S)
    late_us = wired.clock.now_us() - 3 * SETTLE_US
    wired.drive(Line("pad", 3), active=True, at_us=late_us)
    wired.later(SETTLE_US)
    wired.later(10 * SETTLE_US)
    told = [str(effect.text) for effect in heard if isinstance(effect, Tell)]
    assert "Seat 3: its touch was told too late to count." in told
    assert [event.seat for event in wired.log(Unproven) if isinstance(event, Unproven)] == [3]
    assert wired.log(HandDown) == []
