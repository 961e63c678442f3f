"""The merge: one stream in the order of stamps, its deadlines, and sources that are lost and back."""

from intake_room import Room, Stream, hand, key, up

from tablekit.events import HandDown, HandUp, HostSaid, LinkBack, LinkLost, Rejected, TimeReached, Unproven, WordHeard
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Level, Source


def test_nothing_goes_through_before_every_source_has_promised() -> None:
    room = Room()
    room.hub.fact(HandDown(10_000, 5))
    room.press(3, 9_000, 90_000)
    room.hub.promise(50_000)
    room.merge.pump(room.stream)
    assert room.stream.events == []
    room.pi.promise(9_500)
    room.merge.pump(room.stream)
    assert room.stream.events == []
    room.pi.promise(50_000)
    room.merge.pump(room.stream)
    assert room.stream.events == [hand(9_000, 3), HandDown(10_000, 5)]
    assert room.merge.released_us == 50_000


def test_a_hand_after_a_hand_that_is_still_judged_waits_for_it() -> None:
    room = Room()
    room.hub.fact(HandDown(10_001, 5))
    room.edge(10_000, 3, True)
    assert room.until(21_999) == []
    assert room.until(22_000) == [hand(10_000, 3), HandDown(10_001, 5)]


def test_at_one_stamp_facts_then_words_and_keys_then_the_deadline() -> None:
    room = Room(deadlines=(10_000,))
    room.remote.fact(key(10_000))
    room.hub.fact(WordHeard(10_000))
    room.hub.fact(HandUp(10_000, 9))
    room.hub.fact(HandDown(10_000, 9))
    room.hub.fact(HandDown(10_000, 2))
    assert room.until(10_000) == [
        HandDown(10_000, 2),
        HandDown(10_000, 9),
        HandUp(10_000, 9),
        key(10_000),
        WordHeard(10_000),
        TimeReached(10_000),
    ]


def test_a_deadline_comes_between_events_and_one_by_one() -> None:
    room = Room(deadlines=(10_000, 20_000, 20_000, 40_001))
    room.hub.fact(HandDown(15_000, 1))
    assert room.until(40_000) == [
        TimeReached(10_000),
        HandDown(15_000, 1),
        TimeReached(20_000),
        TimeReached(20_000),
    ]
    assert room.until(40_001) == [TimeReached(40_001)]


def test_a_deadline_waits_for_the_promise() -> None:
    room = Room(deadlines=(10_000,))
    assert room.until(9_999) == []
    assert room.until(10_000) == [TimeReached(10_000)]


def test_a_deadline_already_past_is_reached_after_all_else_at_the_last_stamp() -> None:
    room = Room(ask=lambda event: 5_000 if event == HandDown(10_000, 1) else None)
    for event in (HandDown(10_000, 1), HandDown(10_000, 2), HandDown(10_001, 3)):
        room.hub.fact(event)
    assert room.until(50_000) == [
        HandDown(10_000, 1),
        HandDown(10_000, 2),
        TimeReached(10_000),
        HandDown(10_001, 3),
    ]


def test_a_deadline_set_between_two_pumps_is_reached_at_what_has_gone_through() -> None:
    room = Room()
    room.until(50_000)
    room.stream.deadlines.append(20_000)
    room.hub.fact(HandDown(50_001, 1))
    assert room.until(50_000) == [TimeReached(50_000)]
    assert room.until(60_000) == [HandDown(50_001, 1)]


def test_a_lost_source_is_named_at_its_last_promise_and_holds_nobody_up() -> None:
    room = Room()
    room.hub.fact(HandDown(10_000, 5))
    room.hub.fact(HandDown(30_000, 6))
    room.hub.promise(20_000)
    room.pi.promise(90_000)
    room.merge.pump(room.stream)
    room.merge.lose("hub")
    room.merge.lose("hub")
    room.hub.fact(HandDown(40_000, 7))
    room.hub.edge(0, Line("pad", 8), True)
    room.hub.levels(50_000, {Line("pad", 8): True})
    assert room.until(95_000) == [LinkLost(20_000, source="hub")]
    assert room.merge.released_us == 95_000
    assert [stale.what for stale in room.hub.stale] == [
        HandDown(30_000, 6),
        HandDown(40_000, 7),
        Level(1_000_000, Line("pad", 8), True),
        Level(50_000, Line("pad", 8), True),
    ]
    assert [stale.lost for stale in room.hub.stale] == [True] * 4


def test_a_source_lost_before_its_first_promise_is_lost_since_what_has_gone_through() -> None:
    room = Room()
    room.merge.lose("pi")
    room.until(10_000)
    room.merge.lose("hub")
    assert room.until(10_000) == [LinkLost(10_000, source="hub")]
    assert room.stream.events[0] == LinkLost(0, source="pi")


def test_a_source_that_is_back_is_waited_for_and_its_levels_are_unproven() -> None:
    room = Room()
    room.edge(1_000, 3, True)
    room.until(50_000)
    room.merge.lose("pi")
    room.until(100_000)
    room.merge.restore("pi", 120_000)
    room.merge.restore("pi", 130_000)
    room.pi.levels(120_000, {Line("pad", 3): False, Line("pad", 4): True, Line("pad", 5): False})
    room.edge(119_999, 6, True)
    room.press(7, 120_001, 180_000)
    room.hub.promise(400_000)
    room.merge.pump(room.stream)
    assert room.stream.events[2:] == []
    assert room.until(400_000) == [
        Unproven(120_000, 3, down=False),
        Unproven(120_000, 4, down=True),
        LinkBack(120_000, source="pi"),
        hand(120_001, 7),
        up(180_000, 7),
    ]
    assert [stale.what for stale in room.pi.stale] == [Level(119_999, Line("pad", 6), True)]


def test_a_source_that_is_back_at_once_believes_no_edge_from_before() -> None:
    room = Room()
    room.edge(1_000, 3, True)
    room.edge(49_980, 3, False)
    room.edge(49_990, 3, True)
    room.until(50_000)
    room.merge.lose("pi")
    room.merge.restore("pi", 50_002)
    room.pi.levels(50_002, {Line("pad", 3): False})
    assert room.until(60_000)[1:] == [Unproven(50_002, 3, down=False), LinkBack(50_002, source="pi")]


def test_a_source_is_never_back_before_what_has_gone_through() -> None:
    room = Room()
    room.until(50_000)
    room.merge.lose("pi")
    room.until(100_000)
    room.merge.restore("pi", 80_000)
    room.pi.levels(80_000, {Line("pad", 4): True})
    assert room.until(100_001) == [Unproven(100_001, 4, down=True), LinkBack(100_001, source="pi")]


def test_the_remote_holds_nobody_up_and_its_late_key_goes_through_at_once() -> None:
    room = Room(deadlines=(60_000,))
    room.remote.promise(10)
    room.until(50_000)
    room.remote.fact(key(20_000, "foul"))
    room.remote.fact(key(55_000))
    room.remote.fact(key(20_000, "remove"))
    assert room.until(55_000) == [key(50_000, "foul"), key(50_000, "remove"), key(55_000)]
    assert room.remote.stale_count == 0


def test_a_late_key_keeps_all_that_it_says() -> None:
    room = Room()
    room.until(50_000)
    room.remote.fact(HostSaid(20_000, key="nominate", number=7, ask=41))
    assert room.until(50_000) == [HostSaid(50_000, key="nominate", number=7, ask=41)]


def test_a_key_of_a_lost_remote_is_not_lost() -> None:
    room = Room()
    room.until(50_000)
    room.merge.lose("remote")
    room.remote.fact(key(60_000))
    assert room.until(60_000) == [LinkLost(50_000, source="remote"), key(60_000)]


def test_while_nobody_is_left_to_wait_for_time_goes_by_who_stamps_on_arrival() -> None:
    room = Room(deadlines=(90_000,))
    room.until(50_000)
    room.merge.lose("pi")
    room.merge.lose("hub")
    room.remote.fact(key(70_000))
    room.remote.promise(80_000)
    assert room.until(10**9) == [LinkLost(50_000, source="pi"), LinkLost(50_000, source="hub"), key(70_000)]
    room.remote.promise(90_000)
    assert room.until(10**9) == [TimeReached(90_000)]


def test_the_only_source_is_lost() -> None:
    pi, stream = Source("pi", PiClock()), Stream(deadlines=[60_000])
    merge = Merge([pi])
    pi.edge(45_000_000, Line("pad", 3), True)
    pi.promise(50_000)
    merge.lose("pi")
    merge.pump(stream)
    assert stream.events == [
        LinkLost(44_999, source="pi"),
        Rejected(45_000, 3, lasted_us=5_000, clock="pi", ticks=45_000_000),
    ]
