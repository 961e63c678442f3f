"""The simulated table: how it is paced."""

from tablekit.events import HandDown
from tablekit.game.ask import THANKS, Ask
from tablekit.intake.debounce import Line
from tablekit.kit import Kit, Setup
from tablekit.sim.world import Edges, World
from tablekit.tables import STALL_US, Pace, SimulatedTable
from tablekit.timebase import ManualClock

START_US = 1_000_000
PLAIN: dict[str, bool | int | float | str] = {"one_by_one": False, "mask_sensors": False}
"""The cards are dealt in one step, and nobody waits for masks."""
S = 1_000_000


# -- a simulated table
class Paced:
    """A simulated table, and the real clock that paces it."""

    def __init__(self, pace: Pace) -> None:
        self.real = ManualClock(5 * S)
        clock = ManualClock(START_US)
        kit = Kit(Setup("sport", simulated=True), clock)
        self.world = World(kit, clock, Edges(kit))
        self.table = SimulatedTable(self.world, pace, self.real)
        kit.begin()
        self.table.turn()

    def live(self, real_us: int) -> int:
        """So much real time passes; how much table time did?"""
        before_us = self.table.now_us
        self.real.jump(self.real.now_us() + real_us)
        self.table.turn()
        return self.table.now_us - before_us


def test_table_time_passes_as_fast_as_the_pace_says() -> None:
    assert [Paced(Pace(speed)).live(100_000) for speed in (1, 0.5, 20)] == [100_000, 50_000, 2_000_000]


def test_dull_steps_pass_faster_and_so_does_waiting() -> None:
    pace = Pace(2, {"speech": 10}, idle=3)
    steps = Ask("speech", (THANKS,)), Ask("ballot", (THANKS,)), Ask("mafia"), Ask("word", facts=(HandDown,)), None
    assert [pace.rate(step) for step in steps] == [20, 2, 6, 2, 2]


def test_what_happens_within_a_turn_changes_the_pace_of_its_rest() -> None:
    paced = Paced(Pace(1, {"seats": 4}))
    paced.world.after(200_000, lambda: paced.world.keys("#"))
    assert paced.live(100_000) == 200_000 + 50_000


def test_at_speed_0_everything_that_is_due_happens_at_once_and_time_stands_otherwise() -> None:
    paced = Paced(Pace(0))
    assert paced.live(0) == 0
    done: list[int] = []
    for delay_s in (3_600, 5):
        paced.world.after(delay_s * S, lambda: done.append(paced.world.now_us))
    assert paced.live(0) == 3_600 * S
    assert done == [START_US + 5 * S, START_US + 3_600 * S]


def test_a_program_that_was_stopped_does_not_make_up_for_it() -> None:
    assert Paced(Pace()).live(3_600 * S) == STALL_US


def test_it_wakes_when_the_next_thing_happens() -> None:
    paced = Paced(Pace(4))
    assert paced.table.wake_us is None
    paced.world.after(S, lambda: None)
    assert paced.table.wake_us == paced.real.now_us() + S // 4


def test_on_a_table_with_a_wired_key_thanks_is_that_key() -> None:
    clock = ManualClock(START_US)
    kit = Kit(Setup("fsm", {"cutoff": "key"} | PLAIN), clock)
    driven: list[Line] = []

    class Wires(Edges):
        def drive(self, line: Line, active: bool, at_us: int) -> None:
            driven.append(line)

    table = SimulatedTable(World(kit, clock, Wires(kit)), Pace(0), ManualClock())
    kit.begin()
    table.turn()
    for key in "#1#2#3#4#":
        table.press(key)
        table.turn()
    while kit.runner.open is None or kit.runner.open.what != "dawn":
        table.world.advance(kit.runner.deadline_us or 0)
    for key in "#A1#TA2#T" + "T" * 8 + "#":
        table.press(key)
        table.turn()
    assert (kit.runner.open.what, driven) == ("call", [])
    for key in "#T":
        table.press(key)
        table.turn()
    assert driven[-1:] == [Line("key", 0)]
