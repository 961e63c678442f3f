"""The hub's program as it is flashed, on an emulated chip: what it says, and what it does as it is told."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from board_bench import MS, REJECTED, Bench

from tablekit.sim.hub_avr import SCANS_A_MS
from tablekit.wire.codec import encode
from tablekit.wire.frames import frame
from tablekit.wire.messages import (
    VERSION,
    Ack,
    AskHello,
    Channel,
    Edge,
    Glitches,
    Heartbeat,
    Hello,
    Ping,
    Pong,
    RadioIn,
    RadioOut,
    Rate,
)

WDRF = 0x08
TIMSK1 = 0x6F
MCUSR = 0x54

pytestmark = pytest.mark.usefixtures("built")


def test_it_says_who_it_is_and_where_it_stands() -> None:
    bench = Bench()
    bench.live(500)
    bench.say(AskHello(VERSION + 1))
    bench.live(10)
    first, second = bench.all(Hello)
    assert first == second
    assert (first.version, first.tick_hz, first.grain_ticks) == (VERSION, 2_000_000, 1)
    beats = bench.all(Heartbeat)
    assert {later.ticks - sooner.ticks for sooner, later in pairwise(beats)} <= set(range(199_000, 201_001))
    assert all(beat.boot == first.boot and beat.pending_ticks == beat.ticks for beat in beats)
    assert beats[-1][7:13] == (100, 0, 0, 0, 0, 0)


def test_the_log_is_sent_again_until_it_is_acknowledged() -> None:
    bench = Bench()
    for line in range(12):
        bench.contact(line, 50, held_ms=500)
    bench.live(115)
    boot = bench.last(Hello).boot
    lines = [(time, m.seq) for time, m in bench.heard if isinstance(m, Edge)]
    assert [seq for _, seq in lines] == [*range(12), *range(8), *range(8)]
    for ack in (Ack(boot ^ 1, 12), Ack(boot, 13), Ack(boot, 65_535)):
        bench.say(ack)
    assert {edge.seq for edge in bench.live(25) if isinstance(edge, Edge)} == set(range(8))
    acknowledged_ms = bench.say(Ack(boot, 5))
    bench.live(60)
    again = [(time, m.seq) for time, m in bench.heard if isinstance(m, Edge)][-14:]
    assert [seq for _, seq in again] == [*range(5, 12), *range(5, 12)]
    assert 19.9 < again[0][0] - acknowledged_ms < 22
    assert 19 < again[7][0] - again[0][0] < 21
    bench.say(Ack(boot, 12))
    bench.live(3)
    assert not [m for m in bench.live(100) if isinstance(m, Edge)]
    assert bench.last(Heartbeat).resent == len(bench.all(Edge)) - 12


@pytest.mark.slow
def test_a_full_log_keeps_what_is_confirmed_and_counts_the_rest() -> None:
    bench = Bench()
    for turn in range(4):
        for line in range(40):
            bench.contact(line, 20 + turn * 100, held_ms=1, bounces_us=(0,))
    for turn in range(2):
        for line in range(40):
            bench.contact(line, 420 + turn * 200, held_ms=50)
    bench.live(900)
    beat = bench.last(Heartbeat)
    assert (beat.next_seq, beat.unlogged, beat.lost) == (128, 160 - 64, 160 - 64)
    assert [edge.what for edge in bench.log()[:64]] == [REJECTED] * 64
    bench.live(1_000)
    assert set(bench.last(Glitches).counts[:40]) == {4}


def test_a_ping_is_stamped_when_it_has_come() -> None:
    bench = Bench()
    for number in range(5):
        bench.live(7.3)
        true_ticks = bench.ticks(bench.say(Ping(number)))
        bench.live(5)
        pong = bench.last(Pong)
        assert pong.number == number
        assert 0 <= pong.received_ticks - true_ticks < 20
        assert pong.received_ticks <= pong.sent_ticks < pong.received_ticks + 2_000


def test_the_rate_of_heartbeats_is_the_pis_for_ten_seconds() -> None:
    bench = Bench()
    bench.say(Rate(20))
    bench.live(1_000)
    assert len(bench.all(Heartbeat)) in range(49, 52)
    assert bench.last(Heartbeat).rate == 20
    bench.hub.skip(9_200 * SCANS_A_MS)
    bench.live(100)
    assert bench.last(Heartbeat).rate == 100
    bench.say(Rate(9), Rate(251))
    bench.live(200)
    assert bench.last(Heartbeat).rate == 100


def test_damage_is_counted_and_costs_nothing_else() -> None:
    bench = Bench()
    good = frame(encode(Ping(1)))
    bench.hub.feed(good[:6] + good + good[:3] + bytes([good[3] ^ 2]) + good[4:] + bytes(5) + good)
    bench.live(120)
    assert len(bench.all(Pong)) == 2
    assert bench.last(Heartbeat).bad_frames == 2


def test_the_radio_passes_bytes_and_changes_its_channel() -> None:
    bench = Bench()
    avr = bench.hub.avr
    bench.say(RadioOut(bytes(range(48))), RadioOut(b"and on"))
    avr.feed(1, b"from the remote")
    bench.live(80)
    assert bytes(byte for _, byte in avr.taken(1)) == bytes(range(48)) + b"and on"
    assert bench.all(RadioIn) == [RadioIn(b"from the remote")]
    bench.say(Channel(21))
    bench.live(20)
    assert not avr.writes("D")[-1][1] & 0x80
    bench.live(60)
    avr.feed(1, b"OK+C021\r\n")
    bench.live(60, skip=False)
    assert bytes(byte for _, byte in avr.taken(1)) == b"AT+C021"
    assert bench.last(RadioIn).data == b"OK+C021\r\n"
    bench.live(60)
    assert avr.writes("D")[-1][1] & 0x80


def power_cut(bench: Bench) -> Bench:
    return Bench(bench.hub.avr.eeprom())


def watchdog(bench: Bench) -> Bench:
    """The scan's interrupt is switched off from outside, while the main loop still turns."""
    bench.live(1, skip=False)
    bench.hub.avr.poke(TIMSK1, 0)
    for _ in range(14):
        bench.hub.feed(b"\0")
        bench.hub.run(bench.hub.now + 50 * MS)
    bench.live(10, skip=False)
    assert bench.last(Hello).reset & WDRF
    assert bench.hub.avr.register(MCUSR) == 0
    return bench


@pytest.mark.parametrize("restart", [power_cut, pytest.param(watchdog, marks=pytest.mark.slow)])
def test_a_restart_is_another_boot_with_a_log_of_its_own(restart: Callable[[Bench], Bench]) -> None:
    bench = Bench()
    bench.contact(5, 10, held_ms=500)
    bench.live(100)
    before = bench.last(Hello)
    again = restart(bench)
    again.live(110)
    after = again.last(Hello)
    assert after.boot not in (0, before.boot)
    assert after.boot % 256 != before.boot % 256
    assert again.last(Heartbeat).next_seq == 0
    assert again.last(Heartbeat).ticks < 2_000_000


def test_skipping_quiet_time_changes_nothing_but_the_time_it_takes() -> None:
    said = []
    for skip in (True, False):
        bench = Bench()
        bench.contact(7, 950, held_ms=50)
        bench.live(900, skip)
        bench.live(200, skip)
        said.append(bench)
    skipped, ran = said
    assert [edge[1:6] for edge in skipped.log()] == [edge[1:6] for edge in ran.log()]
    assert abs(len(skipped.all(Heartbeat)) - len(ran.all(Heartbeat))) <= 1
    assert skipped.hub.avr.cycle < ran.hub.avr.cycle // 2
