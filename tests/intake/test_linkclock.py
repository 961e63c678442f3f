"""Link clocks: ticks to table time, with a stated error."""

from tablekit.intake.linkclock import LinkClock, PiClock


def test_the_kernel_s_nanoseconds_are_table_time() -> None:
    clock: LinkClock = PiClock()
    assert clock.name == "pi"
    assert [clock.stamp(ticks) for ticks in (0, 999, 1_000, 123_456_789)] == [(0, 0), (0, 0), (1, 0), (123_456, 0)]
