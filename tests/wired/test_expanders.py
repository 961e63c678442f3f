"""Seats at polled expanders: the honest error of their stamps, and an expander that goes and comes."""

import pytest

from tablekit.config import Expander
from tablekit.devices.poller import Polled, Unread
from tablekit.effects import Effect, Tell
from tablekit.events import HandDown, LinkBack, LinkLost, MaskOn, Unproven
from tablekit.intake.linkclock import PiClock
from tablekit.kit import Kit, Setup
from tablekit.timebase import ManualClock
from tablekit.wired.expanders import ExpanderPart, lines_of
from tablekit.wired.table import WiredTable

MS, S = 1_000, 1_000_000
EIGHT = Expander(addresses=(0x20,), pads=tuple(range(8)), masks=tuple(range(8, 16)))
EMPTY = 0x00FF
"""Nobody on a pad, every mask in its dock."""


class Room:
    """Eight seats that are read each 3 ms, which takes 1 ms."""

    def __init__(self) -> None:
        self.clock = ManualClock(10 * S)
        self.kit = Kit(Setup("sport", seats=8), self.clock, pads={"expander": PiClock("")})
        self.heard: list[Effect] = []
        self.kit.listeners.append(self.heard.append)
        self.part = ExpanderPart(self.kit, self.kit.inlets[0], lines_of(EIGHT, 1))
        self.lit: list[dict[int, bool]] = []
        self.table = WiredTable(self.kit, [self.part], self.clock, self.lit.append)
        self.levels = EMPTY
        self.since_us: int | None = None
        self.kit.begin()

    def run(self, us: int) -> None:
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            from_us = self.clock.now_us() + 2 * MS
            self.clock.jump(from_us + MS)
            self.table.bring(Polled("expander", self.levels, self.since_us, from_us, from_us + MS))
            self.since_us = from_us
            self.table.turn()

    def log(self, kind: type) -> list[object]:
        return [event for event in self.kit.runner.log if isinstance(event, kind)]


@pytest.fixture
def room() -> Room:
    made = Room()
    made.run(S)
    return made


def test_a_hand_has_the_middle_of_two_readings_and_errs_by_half_of_what_is_between(room: Room) -> None:
    before_us = room.clock.now_us()
    room.levels &= ~0b100
    room.run(30 * MS)
    (hand,) = room.log(HandDown)
    assert isinstance(hand, HandDown)
    assert (hand.seat, hand.at_us, hand.err_us, hand.clock) == (3, before_us - MS + 2 * MS, 2 * MS, "")
    assert room.part.worst_us == 2 * MS


def test_a_mask_that_leaves_its_dock_is_worn(room: Room) -> None:
    room.levels |= 1 << 8 + 4
    room.run(30 * MS)
    assert [event.seat for event in room.log(MaskOn) if isinstance(event, MaskOn)] == [5]


def test_an_expander_that_goes_is_lost_and_comes_back_with_its_levels(room: Room) -> None:
    room.table.bring(Unread("expander", "KIT409: the expander does not answer: gone. Check its cable"))
    room.table.turn()
    told = [effect.text.args.get("what") for effect in room.heard if isinstance(effect, Tell)]
    assert "KIT409: the expander does not answer: gone" in told
    room.run(S)
    room.levels &= ~0b1
    room.since_us = None
    room.run(30 * MS)
    assert [type(event) for event in room.log((LinkLost, LinkBack))] == [LinkLost, LinkBack]  # type: ignore[arg-type]
    assert [event.seat for event in room.log(Unproven) if isinstance(event, Unproven)] == [1]


def test_what_another_expander_says_is_not_its_own(room: Room) -> None:
    room.table.bring(Polled("expander 2", 0, 1, 2, 3))
    room.table.bring(Unread("expander 2", "KIT409: gone. Check it"))
    room.run(S)
    assert room.log((HandDown, LinkLost)) == []  # type: ignore[arg-type]


def test_its_seats_may_begin_anywhere() -> None:
    lines = lines_of(EIGHT, 11)
    assert {line.seat for line in lines} == set(range(11, 19))
