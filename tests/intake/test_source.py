"""One source: edges, readings and facts in, events out after its promise; what comes late is stale."""

from intake_room import Room, hand, up

from tablekit.events import HandDown, LinkLost, MaskOff, Rejected, Unproven, WordKey
from tablekit.intake.debounce import Line
from tablekit.intake.source import STALE_KEPT, Level, Stale


def test_a_hand_on_the_pi_s_own_pins() -> None:
    room = Room()
    room.press(3, 10_000, 90_000)
    assert room.until(200_000) == [hand(10_000, 3), up(90_000, 3)]


def test_an_edge_of_another_counter_keeps_its_ticks_and_its_error() -> None:
    room = Room()
    room.hub.edge(500, Line("pad", 3), True)
    assert room.until(2_000_000) == [HandDown(1_000_250, 3, settled_us=1_000_250, err_us=40, clock="hub", ticks=500)]


def test_a_promise_is_held_back_by_the_oldest_contact_and_release_under_way() -> None:
    room = Room()
    room.press(3, 10_000, 100_000)
    room.edge(104_000, 4, True)
    room.until(101_000)
    assert (room.pi.held_us, room.pi.due_us, room.merge.due_us) == (99_999, 104_000, 104_000)
    room.until(105_000)
    assert (room.pi.held_us, room.pi.due_us) == (99_999, 116_000)
    room.until(116_000)
    assert (room.pi.held_us, room.pi.due_us) == (99_999, 130_000)
    assert room.stream.events == [hand(10_000, 3)]
    room.until(130_000)
    assert (room.pi.held_us, room.pi.due_us, room.merge.due_us) == (130_000, None, None)
    assert room.stream.events[2:] == [hand(104_000, 4)]


def test_a_broken_promise_is_stale_evidence_and_never_a_vote() -> None:
    room = Room()
    room.until(50_000)
    room.press(3, 30_000, 90_000)
    room.hub.fact(HandDown(50_000, 5))
    assert room.until(200_000) == []
    assert list(room.pi.stale) == [Stale(Level(30_000, Line("pad", 3), True), 50_000, lost=False)]
    assert list(room.hub.stale) == [Stale(HandDown(50_000, 5), 50_000, lost=False)]
    assert room.pi.missed == {Line("pad", 3): 1}


def test_stale_evidence_is_counted_and_the_latest_of_it_kept() -> None:
    room = Room()
    room.until(50_000)
    for at_us in range(1_000):
        room.edge(at_us, 3, at_us % 2 == 0)
    assert room.pi.stale_count == 1_000
    assert [stale.what.at_us for stale in room.pi.stale] == list(range(1_000 - STALE_KEPT, 1_000))


def test_an_older_promise_takes_nothing_back() -> None:
    room = Room()
    room.until(50_000)
    room.until(40_000)
    room.hub.fact(HandDown(45_000, 5))
    assert room.until(60_000) == []


def test_what_is_under_way_on_a_lost_source_is_neither_a_hand_nor_forgotten() -> None:
    room = Room()
    room.press(4, 1_000, 80_000)
    room.edge(95_000, 3, True)
    room.edge(99_000, 5, True)
    room.edge(100_001, 5, False)
    room.pi.levels(100_002, {Line("pad", 5): False})
    room.pi.promise(100_000)
    room.merge.lose("pi")
    assert room.pi.due_us is None
    assert room.until(300_000) == [
        hand(1_000, 4),
        LinkLost(79_999, source="pi"),
        Rejected(95_000, 3, lasted_us=5_000, clock="pi", ticks=95_000_000),
        Rejected(99_000, 5, lasted_us=1_000, clock="pi", ticks=99_000_000),
    ]
    assert [stale.what for stale in room.pi.stale] == [
        Level(100_001, Line("pad", 5), False),
        Level(100_002, Line("pad", 5), False),
    ]


def test_levels_are_read_after_every_edge_up_to_them() -> None:
    room = Room()
    room.pi.levels(60_000, {Line("pad", 3): True, Line("pad", 4): True, Line("mask", 4): False})
    room.edge(60_000, 3, True)
    room.edge(61_000, 4, False)
    assert room.until(200_000) == [
        hand(60_000, 3),
        Unproven(60_000, 4, down=True),
        up(61_000, 4),
    ]


def test_levels_read_before_what_is_promised_count_right_after_it() -> None:
    """As when a deadline at the promise itself makes the kit read them."""
    room = Room()
    room.edge(45_000, 3, True)
    room.until(50_000)
    room.pi.levels(50_000, {Line("pad", 4): True})
    room.pi.levels(44_500, {Line("pad", 3): False})
    assert room.until(100_000) == [hand(45_000, 3), Unproven(50_001, 4, down=True)]


def test_the_wired_key_and_a_mask() -> None:
    room = Room()
    room.edge(10_000, 0, True, "key")
    room.edge(60_000, 0, False, "key")
    room.pi.levels(70_000, {Line("mask", 2): True})
    room.edge(80_000, 2, False, "mask")
    told = room.until(200_000)
    assert told[0] == WordKey(10_000, clock="pi", ticks=10_000_000)
    assert told[2:] == [MaskOff(80_000, 2, clock="pi", ticks=80_000_000)]
