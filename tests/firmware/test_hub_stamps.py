"""The hub's program on an emulated chip: when its lines change, and what it tells of that."""

import pytest
from board_bench import BOUNCES_US, MS, ONSET, PRESS, REJECTED, RELEASE, Bench, bits

from tablekit.wire.messages import LINE_KEY, LINE_WORD, Arm, Edge, Glitches, Heartbeat, Rate

ERR_TICKS = 60
"""Half a scan, and what delays it; 50 us are published."""
JUDGED_TICKS = {PRESS: 24_100, RELEASE: 60_100}
"""So long after its stamp it is confirmed."""

pytestmark = pytest.mark.usefixtures("built")


def test_forty_bouncing_hands_at_once_are_told_once_each_to_the_tick() -> None:
    bench = Bench()
    starts = {line: 200 + line * 0.0071 for line in range(LINE_KEY + 1)}
    for line, at_ms in starts.items():
        bench.contact(line, at_ms, held_ms=60)
    bench.live(400)
    log = bench.log()
    assert sorted((edge.line, edge.what) for edge in log) == [(line, what) for line in starts for what in (0, 1)]
    for edge in log:
        true_ms = starts[edge.line] + (60 if edge.what == RELEASE else 0)
        assert abs(edge.ticks - bench.ticks(true_ms)) <= ERR_TICKS
        assert edge.what == RELEASE or abs(edge.extent_ticks - 2 * BOUNCES_US[-1]) <= ERR_TICKS
    beat = bench.last(Heartbeat)
    assert (beat.lost, beat.unlogged, beat.missed_scans, beat.next_seq) == (0, 0, 0, len(log))


def test_a_promise_is_kept() -> None:
    bench = Bench()
    bench.say(Rate(10))
    for line in range(20):
        bench.contact(line, 50 + 3 * line, held_ms=40 + line)
    bench.live(300)
    first_sent: dict[int, float] = {}
    for time, message in bench.heard:
        if isinstance(message, Edge):
            first_sent.setdefault(message.seq, time)
    log = {edge.seq: edge for edge in bench.log()}
    assert len(log) == 40
    for beat in bench.all(Heartbeat):
        assert beat.pending_ticks <= beat.ticks
        assert all(log[seq].ticks >= beat.pending_ticks for seq in log if seq >= beat.next_seq)
        begun = [edge for edge in log.values() if edge.ticks <= beat.ticks < edge.ticks + JUDGED_TICKS[edge.what]]
        assert beat.pending_ticks >= min((edge.ticks for edge in begun), default=beat.ticks)


def test_what_is_active_at_power_on_is_down_without_an_event() -> None:
    bench = Bench(active=(0, 25, LINE_KEY))
    bench.live(200)
    assert bits(bench.last(Heartbeat).down) == bits(bench.last(Heartbeat).active) == {0, 25, LINE_KEY}
    bench.hub.put(25, False)
    bench.live(50)
    [edge] = bench.log()
    assert (edge.line, edge.what) == (25, RELEASE)


@pytest.mark.parametrize("scan", [1 << 16, 1 << 20, (1 << 32) // 100])
def test_the_counter_wraps(scan: int) -> None:
    bench = Bench()
    bench.hub.skip(scan - round(bench.ticks(bench.now_ms)) // 100 - 500)
    bench.contact(3, bench.now_ms + 20, held_ms=40)
    true_ticks = bench.ticks(bench.now_ms + 20), bench.ticks(bench.now_ms + 60)
    bench.live(200)
    press, release = bench.log()
    for edge, true in zip((press, release), true_ticks, strict=True):
        assert abs((edge.ticks - true + (1 << 31)) % (1 << 32) - (1 << 31)) <= ERR_TICKS


def word(bench: Bench, at_ms: float, long_ms: float = 200) -> float:
    """The speaker line is active from then."""
    bench.hub.put(LINE_WORD, True, round(at_ms * MS))
    bench.hub.put(LINE_WORD, False, round((at_ms + long_ms) * MS))
    return bench.ticks(at_ms)


def test_the_word_is_told_once_and_only_if_it_is_waited_for() -> None:
    bench = Bench()
    bench.say(Rate(10))
    for pause in range(20):
        word(bench, 10 + 11 * pause, long_ms=6)
    bench.live(300)
    assert not bench.log()
    assert all(beat.pending_ticks == beat.ticks for beat in bench.all(Heartbeat))
    bench.say(Rate(100), Arm(7))
    bench.live(150)
    assert bench.last(Heartbeat).armed == 7
    word(bench, bench.now_ms + 10, long_ms=1.5)  # a spike
    bench.live(60)
    true_ticks = word(bench, bench.now_ms + 10)
    bench.live(30)
    bench.acknowledge()
    bench.live(270)
    bench.say(Arm(7))
    word(bench, bench.now_ms + 10)
    bench.live(300)
    [edge] = bench.log()
    assert (edge.what, edge.line) == (ONSET, LINE_WORD)
    assert abs(edge.ticks - true_ticks) <= ERR_TICKS
    assert bench.last(Heartbeat).armed == 0
    assert bench.last(Glitches).counts[LINE_WORD] == 0


def test_a_sound_from_before_is_not_the_word() -> None:
    bench = Bench()
    word(bench, 20)
    bench.live(16)
    bench.say(Arm(1))
    bench.live(300)
    assert not bench.log()
    assert bench.last(Heartbeat).armed == 1
    bench.say(Arm(0), Arm(1))
    word(bench, bench.now_ms + 10)
    bench.live(50)
    assert [edge.what for edge in bench.log()] == [ONSET]


def told(bench: Bench, arm: Arm, ats: dict[int, int]) -> list[Edge]:
    """What is told of lines that are touched at these cycles of a scan, whose reading begins about 0."""
    bench.say(arm)
    scan_at = bench.hub.now + 32_000 - (bench.hub.now - bench.hub.tick_0) % 800
    for line, at in ats.items():
        bench.hub.put(line, True, scan_at + at)
        bench.hub.put(line, False, scan_at + at + 13 * MS)
    bench.live(48)
    bench.acknowledge()
    edges = {edge.line: edge for edge in bench.log() if edge.what in (PRESS, ONSET)}
    return [edges[line] for line in ats]


@pytest.mark.parametrize(
    ("first", "line"),
    [(LINE_KEY, 0), *(pytest.param(*lines, marks=pytest.mark.slow) for lines in ((LINE_KEY, 39), (LINE_WORD, 16)))],
)
def test_what_is_told_of_order_is_true_within_one_scan_too(first: int, line: int) -> None:
    bench = Bench()
    torn = 0
    for at in range(-1, 11):
        for first_at, line_at in ((at, at + 2), (at + 2, at)):
            one, other = told(bench, Arm(2 * at + first_at + 10), {first: first_at, line: line_at})
            torn += one.grain_ticks == 101
            apart = one.ticks - other.ticks
            if abs(apart) >= max(one.grain_ticks, 1):
                assert apart * (first_at - line_at) > 0
    assert torn


def test_scans_that_come_late_make_stamps_coarse_and_are_counted() -> None:
    bench = Bench()
    bench.live(20, skip=False)
    bench.hub.avr.stall(5 * 800)
    bench.hub.put(3, True)
    true_ticks = bench.ticks(bench.now_ms)
    bench.live(100)
    [edge] = bench.log()
    assert bench.last(Heartbeat).missed_scans in (4, 5)
    assert 101 <= edge.grain_ticks <= 501
    assert abs(edge.ticks - true_ticks) <= edge.grain_ticks + ERR_TICKS


def test_what_was_under_way_when_scans_were_lost_begins_anew() -> None:
    bench = Bench()
    bench.hub.put(3, True)
    bench.live(11.2, skip=False)
    avr = bench.hub.avr
    assert avr.run_until_asleep(800)
    avr.write("scan_count", avr.number("scan_count") + 290)
    bench.live(100, skip=False)
    rejected, press = bench.log()
    assert (rejected.what, press.what) == (REJECTED, PRESS)
    assert press.ticks - rejected.ticks > 224 * 100
    assert press.grain_ticks > 288 * 100
    assert bench.last(Heartbeat).missed_scans in (289, 290)


@pytest.mark.slow
def test_a_storm_on_all_lines_is_told_and_passes() -> None:
    bench = Bench()
    for scan in range(1_000):
        for line in range(LINE_KEY):
            bench.hub.put(line, scan % 2 == 0, 20 * MS + scan * 800)
    bench.live(150, skip=False)
    storm = bench.last(Heartbeat)
    assert storm.missed_scans > 100
    bench.acknowledge()
    bench.live(200)
    before = len(bench.log())
    bench.contact(9, bench.now_ms + 10, held_ms=40)
    true_ticks = bench.ticks(bench.now_ms + 10)
    bench.live(150)
    press, release = bench.log()[before:]
    assert (press.line, press.what, press.grain_ticks, release.what) == (9, PRESS, 0, RELEASE)
    assert abs(press.ticks - true_ticks) <= ERR_TICKS
    assert bench.last(Heartbeat).boot == storm.boot
