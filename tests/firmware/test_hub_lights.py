"""The hub's program on an emulated chip: its lights."""

from itertools import pairwise

import pytest
from board_bench import Bench

from tablekit.wire.messages import LIGHT_DIM, LIGHT_FAST, LIGHT_FLASH, LIGHT_ON, LIGHT_SLOW, Lights

pytestmark = pytest.mark.usefixtures("built")


def lights(reflex: int = 0, **modes: int) -> Lights:
    """Modes by seat: s1=LIGHT_ON."""
    packed = sum(mode << 4 * (int(seat[1:]) - 1) for seat, mode in modes.items())
    return Lights(packed.to_bytes(10, "little"), reflex.to_bytes(3, "little"))


def test_the_lights_show_the_picture_and_blink_by_themselves() -> None:
    bench = Bench()
    picture = lights(s1=LIGHT_ON, s2=LIGHT_FAST, s9=LIGHT_SLOW, s15=LIGHT_FLASH, s20=LIGHT_ON)
    seen = []
    for _ in range(16):
        bench.say(picture)
        bench.live(62.5)
        seen.append(bench.hub.lights())
    assert all({1, 20} <= lit <= {1, 2, 9, 15, 20} for lit in seen)
    assert sum(2 in lit for lit in seen) in (7, 8, 9)
    assert sum(2 not in sooner and 2 in later for sooner, later in pairwise(seen)) in (2, 3)
    assert sum(9 in lit for lit in seen) in (7, 8, 9)
    assert sum(15 in lit for lit in seen) in (2, 3, 4)


def test_a_dim_light_is_on_for_an_eighth_of_the_time() -> None:
    bench = Bench()
    bench.say(lights(s18=LIGHT_DIM))
    bench.live(10)
    lit = 0
    for _ in range(1_000):
        bench.live(0.05, skip=False)
        lit += 18 in bench.hub.lights()
    assert 80 < lit < 170


def test_the_contact_light_waits_for_nobody() -> None:
    bench = Bench()
    bench.say(lights(reflex=1 << 4))
    bench.live(10)
    for line in (4, 5):
        bench.contact(line, bench.now_ms, held_ms=100)
    bench.live(0.2, skip=False)
    assert bench.hub.lights() == {5}
    bench.live(150)
    assert bench.hub.lights() == set()


def test_without_the_pi_no_light_tells_of_anything() -> None:
    bench = Bench()
    bench.say(lights(reflex=0xFFFFF, s3=LIGHT_ON))
    bench.live(2_900)
    assert bench.hub.lights() == {3}
    bench.hub.put(6, True)
    bench.live(20)
    bench.acknowledge()
    seen = [bench.hub.lights() for _ in range(20) if bench.live(100) is not None]
    assert seen[-10:].count({1}) in (1, 2)
    assert all(lit <= {1} for lit in seen[-10:])
