"""The Pi's end of a hub's link: whatever happens to the bytes, the log comes in order, once, and no promise lies."""

from random import Random

import pytest
from hub_air import BOOT, MS, Air, LoggingHub, beat, edge, hear, hello, payloads
from hypothesis import given
from hypothesis import strategies as st

from tablekit.sim.hub import WRAP, Counter
from tablekit.sim.link import Faults
from tablekit.wire.codec import decode
from tablekit.wire.frames import frame
from tablekit.wire.hub_link import (
    ARM_FOR_US,
    ARM_US,
    ASK_US,
    CHANNEL_US,
    EARLY_MOST,
    LIGHTS_US,
    PONG_US,
    RADIO_MOST,
    RATE_AGAIN_US,
    RATE_US,
    SEQUENCES,
    Booted,
    Exchange,
    HubLink,
    Promise,
    Told,
    Unlike,
    What,
)
from tablekit.wire.messages import (
    LINE_WORD,
    VERSION,
    Ack,
    Arm,
    AskHello,
    Channel,
    Edge,
    Glitches,
    Lights,
    Message,
    Ping,
    Pong,
    RadioIn,
    RadioOut,
    Rate,
)

LIT = Lights(bytes(10), bytes(3))
SHARES = st.floats(0, 0.2)
FAULTS = st.builds(Faults, st.just(100), st.integers(0, 3_000), SHARES, SHARES, SHARES, st.floats(0, 0.01))


def said(link: HubLink, now_us: int) -> list[Message | None]:
    return [decode(payload) for payload in payloads(link.to_send(now_us))]


def attached(**first: int) -> HubLink:
    """A link that follows a hub, and has said all that it says at first."""
    link = HubLink()
    hear(link, hello(), beat(**first))
    link.to_send(0)
    return link


# -- the log
def edges_of(told: list[Told]) -> list[Edge]:
    return [one for one in told if isinstance(one, Edge)]


def no_promise_lies(told: list[Told]) -> None:
    """After a promise nothing is older than what it names; and what it says is down is what the log has led to."""
    down: set[int] = set()
    floor = 0
    for one in told:
        match one:
            case Edge(what=what, line=line, ticks=ticks):
                assert (ticks - floor + WRAP // 2) % WRAP >= WRAP // 2, "older than was promised"
                (down.add if what == What.PRESS else down.discard)(line)
            case Promise(ticks, pending_ticks, says):
                assert says == down
                assert (ticks - pending_ticks) % WRAP < WRAP // 2
                floor = pending_ticks


@given(FAULTS, st.integers(0, 1 << 32))
def test_whatever_happens_to_the_bytes_the_log_comes_in_order_and_once(faults: Faults, seed: int) -> None:
    chance = Random(seed)
    hub = LoggingHub(Counter(0, WRAP - 1_000_000, ppm=90), first=SEQUENCES - 20)
    air = Air(hub, faults, chance)
    air.link.rate(20)
    air.attach()
    for line in range(10):
        at_us = air.now_us + chance.randrange(50 * MS)
        for _ in range(2):
            for active in (True, False):
                at_us += chance.randrange(1 * MS, 70 * MS)
                hub.drive(line, active, at_us)
    air.run(air.now_us + 250 * MS)
    air.heal()
    air.run(air.now_us + 250 * MS)
    assert len(hub.kept) >= 10
    assert edges_of(air.told) == hub.kept
    no_promise_lies(air.told)
    assert not any(isinstance(one, Unlike) for one in air.told)
    assert air.told.count(Booted(hello())) == 1
    assert not hub.busy  # all is acknowledged


def test_a_line_that_is_missing_is_waited_for_and_so_is_the_promise_that_knows_of_it() -> None:
    link = attached()
    assert hear(link, edge(1, ticks=2_000)) == []
    assert hear(link, beat(3, 9_000, down=[3])) == []
    assert hear(link, edge(2, What.PRESS, ticks=3_000), edge(1, ticks=2_000)) == []
    first = edge(0, What.RELEASE, ticks=1_500)
    assert hear(link, first) == [
        first, edge(1, ticks=2_000), edge(2, ticks=3_000), Promise(9_000, 9_000, frozenset({3})),
    ]  # fmt: skip
    assert hear(link, edge(0), edge(2), beat(2, 8_000)) == []  # said again; and a beat that came late
    assert hear(link, beat(3, 9_500, down=[3])) == [Promise(9_500, 9_500, frozenset({3}))]


def test_a_promise_is_told_between_the_lines_that_it_is_between() -> None:
    link = attached()
    hear(link, edge(1, What.RELEASE, ticks=5_000), beat(1, 4_000, pending=3_500, down=[3]))
    assert hear(link, edge(0)) == [edge(0), Promise(4_000, 3_500, frozenset({3})), edge(1, What.RELEASE, ticks=5_000)]


def test_only_so_many_lines_are_kept_as_the_hub_may_have_sent() -> None:
    link = attached()
    assert hear(link, edge(EARLY_MOST), *(edge(seq) for seq in range(1, EARLY_MOST))) == []
    assert len(hear(link, edge(0))) == EARLY_MOST
    assert hear(link, edge(EARLY_MOST)) == [edge(EARLY_MOST)]


def test_a_line_that_was_lost_for_ever_is_told_as_what_is_unlike() -> None:
    link = attached(ticks=100)
    hear(link, edge(0, line=5))
    assert hear(link, beat(1, 7_000, down=[2, 9])) == [
        Unlike(7_000, 2, True), Unlike(7_000, 5, False), Unlike(7_000, 9, True),
        Promise(7_000, 7_000, frozenset({2, 9})),
    ]  # fmt: skip
    assert hear(link, beat(1, 8_000, down=[2, 9])) == [Promise(8_000, 8_000, frozenset({2, 9}))]


def test_the_log_is_followed_from_the_first_heartbeat_on_and_each_line_acknowledged() -> None:
    link = HubLink()
    assert hear(link, edge(6)) == []  # whose log?
    assert hear(link, hello(), edge(6)) == [Booted(hello())]
    assert said(link, 0) == [Arm(0), Rate(100)]  # an earlier kit's last Arm is over
    assert hear(link, beat(7, down=[1])) == [Promise(1_000, 1_000, frozenset({1}))]
    assert link.due_us == 0
    assert said(link, 1) == [Ack(BOOT, 7)]
    hear(link, edge(8))
    assert said(link, 2) == [Ack(BOOT, 7)]  # the hub may not know it
    hear(link, edge(7))
    assert said(link, 3) == [Ack(BOOT, 9)]
    assert said(link, 4) == []


# -- who it is
def test_a_hub_is_asked_who_it_is_until_it_says_so() -> None:
    link = HubLink()
    assert link.due_us == 0
    assert said(link, 0) == [AskHello(VERSION)]
    assert said(link, ASK_US - 1) == []
    assert link.due_us == ASK_US
    assert said(link, ASK_US) == [AskHello(VERSION)]
    assert link.ping(ASK_US) is False
    assert hear(link, hello(), hello()) == [Booted(hello())]
    assert AskHello(VERSION) not in said(link, 3 * ASK_US)


def test_a_heartbeat_of_another_boot_is_asked_about_and_its_log_is_another_one() -> None:
    link = attached()
    hear(link, edge(0), edge(2))
    link.arm(0)
    assert hear(link, beat(5, boot=BOOT + 1), edge(1, boot=BOOT + 1)) == []
    assert AskHello(VERSION) in said(link, 1)
    assert hear(link, hello(BOOT + 1)) == [Booted(hello(BOOT + 1))]
    assert (link.boot, link.beat, link.arming) == (BOOT + 1, None, False)
    assert hear(link, edge(1), beat(3)) == []  # what the old one has still sent
    link.to_send(2)
    assert hear(link, beat(0, 50, boot=BOOT + 1)) == [Promise(50, 50, frozenset())]
    assert hear(link, edge(0, boot=BOOT + 1)) == [edge(0, boot=BOOT + 1)]


def test_a_hub_of_another_version_is_told_but_not_followed() -> None:
    link = HubLink()
    other = hello(version=VERSION + 1)
    assert hear(link, other) == [Booted(other)]
    assert link.boot is None
    assert hear(link, beat(), edge(0)) == []
    assert said(link, ASK_US) == [AskHello(VERSION)] * 2
    assert hear(link, hello()) == [Booted(hello())]


def test_a_hub_that_was_forgotten_is_followed_from_where_it_stands() -> None:
    link = attached()
    hear(link, edge(0), edge(2))
    link.forget()
    assert hear(link, edge(1)) == []
    assert hear(link, hello(), beat(9, down=[4])) == [Booted(hello()), Promise(1_000, 1_000, frozenset({4}))]


def test_noise_is_no_message() -> None:
    link = attached()
    heard_us = link.heard_us
    assert link.received(b"AT\r\n\0ATQ0 V1\0" + bytes(40) + b"\xff" * 300 + b"\0", 5 * MS) == []
    assert hear(link, AskHello(1), Rate(20), at_us=6 * MS) == []  # its own words
    assert link.received(b"\0" + frame(b"\x77\1\2"), 7 * MS) == []  # of a type that nobody knows
    assert (link.bad, link.heard_us) == (3, heard_us)


def test_what_the_hub_counts_and_what_its_radio_brings() -> None:
    link = attached()
    counts = bytes(range(42))
    assert hear(link, Glitches(counts), at_us=9) == []
    assert (link.glitches, link.heard_us) == (counts, 9)
    assert hear(link, RadioIn(b"\0key")) == [RadioIn(b"\0key")]
    assert link.beat == beat()


# -- what is said until it is heard
def test_arm_is_said_until_the_hub_shows_it() -> None:
    link = attached()
    link.arm(10 * MS)
    assert link.due_us == 10 * MS
    assert said(link, 10 * MS) == [Arm(1)]
    assert link.due_us == 10 * MS + ARM_US
    assert said(link, 10 * MS + ARM_US - 1) == []
    assert said(link, 10 * MS + ARM_US) == [Arm(1)]
    hear(link, beat(armed=2))  # not this one
    assert link.arming
    hear(link, beat(armed=1))
    assert not link.arming
    assert said(link, 10 * MS + 2 * ARM_US) == []


def test_arm_is_not_said_any_more_when_the_onset_is_here() -> None:
    link = attached()
    link.arm(0)
    onset = edge(0, What.ONSET, LINE_WORD)
    assert hear(link, onset) == [onset]
    assert not link.arming
    assert said(link, ARM_US) == [Ack(BOOT, 1)]


def test_arm_is_given_up_and_the_hub_is_told() -> None:
    link = attached()
    link.arm(0)
    times = [at_us for at_us in range(0, 2 * ARM_FOR_US, ARM_US) if Arm(1) in said(link, at_us)]
    assert times == list(range(0, ARM_FOR_US, ARM_US))
    assert not link.arming
    link.arm(2 * ARM_FOR_US)
    said(link, 2 * ARM_FOR_US)
    assert Arm(0) in said(link, 3 * ARM_FOR_US)


def test_each_arm_has_another_number_and_none_is_zero() -> None:
    link = attached()
    numbers = []
    for at_us in range(300):
        link.arm(at_us)
        numbers += [one.number for one in said(link, at_us) if isinstance(one, Arm)]
    assert numbers == [*range(1, 256), *range(1, 46)]


def test_the_rate_is_said_until_a_heartbeat_has_it_and_seldom_afterwards() -> None:
    link = attached(rate=100)
    link.rate(100)
    assert said(link, 1) == []
    link.rate(20)
    assert link.due_us == 0
    assert said(link, 1) == [Rate(20)]
    assert said(link, RATE_US) == []
    assert said(link, RATE_US + 1) == [Rate(20)]
    hear(link, beat(rate=20))
    assert said(link, 2 * RATE_US + 1) == [Rate(20)]
    assert said(link, 3 * RATE_US + 1) == []
    assert said(link, 2 * RATE_US + 1 + RATE_AGAIN_US) == [Rate(20)]


def test_the_lights_are_said_at_once_and_again_each_half_second() -> None:
    link = attached()
    link.lights(LIT)
    assert said(link, 5) == [LIT]
    link.lights(LIT)
    assert said(link, 6) == []
    assert link.due_us == min(LIGHTS_US + 5, link._rate_us)
    assert LIT in said(link, LIGHTS_US + 5)
    other = LIT._replace(reflex=b"\1\2\3")
    link.lights(other)
    assert said(link, LIGHTS_US + 6) == [other]
    hear(link, hello(BOOT + 1))
    assert other in said(link, LIGHTS_US + 7)  # a new hub does not know it


def test_the_radios_channel_is_said_again_and_again() -> None:
    link = attached()
    link.channel(7)
    assert link.due_us == 0
    assert said(link, 5) == [Channel(7)]
    assert said(link, 6) == []
    assert Channel(7) in said(link, CHANNEL_US + 5)


def test_what_the_radio_shall_send_goes_in_pieces_and_once() -> None:
    link = HubLink()
    link.radio(b"early")
    assert said(link, 0) == [AskHello(VERSION)]
    hear(link, hello())
    link.radio(bytes(RADIO_MOST))
    assert link.due_us == 0
    told = [one.data for one in said(link, 1) if isinstance(one, RadioOut)]
    assert told == [b"early" + bytes(RADIO_MOST - 5), bytes(5)]
    assert not any(isinstance(one, RadioOut) for one in said(link, 2))


# -- the counter
def test_a_ping_is_answered_once_and_its_own_time_at_the_hub_is_taken_off() -> None:
    link = attached()
    assert link.ping(1_000)
    assert said(link, 1_000) == [Ping(1)]
    assert not link.ping(1_500)
    answer = Pong(BOOT, 1, 5_000, 5_200)  # 100 us there
    assert hear(link, answer, answer, at_us=3_000) == [Exchange(1_000, 5_000, 3_000 - 99)]
    assert link.ping(3_000)
    assert hear(link, answer, at_us=4_000) == []  # of the last one
    assert hear(link, Pong(BOOT + 1, 2, 0, 0), at_us=4_000) == []


def test_the_counter_may_wrap_between_question_and_answer() -> None:
    link = attached()
    link.ping(0)
    assert hear(link, Pong(BOOT, 1, WRAP - 100, 100), at_us=900) == [Exchange(0, WRAP - 100, 801)]


def test_a_ping_without_an_answer_is_given_up() -> None:
    link = attached()
    link.ping(0)
    assert link.ping_us == PONG_US
    assert not link.ping(PONG_US - 1)
    assert link.ping(PONG_US)
    assert hear(link, Pong(BOOT, 1, 5, 5), at_us=PONG_US + 1) == []  # too late
    assert hear(link, Pong(BOOT, 2, 5, 5), at_us=PONG_US + 1) == [Exchange(PONG_US, 5, PONG_US + 1)]
    assert link.ping_us == 0


@pytest.mark.parametrize("way", ["lost", "doubled", "overtaken"])
def test_a_bad_link_is_healed_though_each_third_piece_is(way: str) -> None:
    hub = LoggingHub(Counter())
    air = Air(hub, Faults(**{way: 0.33}), Random(way))
    air.attach()
    for number in range(8):
        hub.drive(number, True, air.now_us + 20 * MS * number)
        hub.drive(number, False, air.now_us + 300 * MS + 20 * MS * number)
    air.run(air.now_us + 1_500 * MS)
    assert edges_of(air.told) == hub.kept
    assert len(hub.kept) == 16
    no_promise_lies(air.told)
