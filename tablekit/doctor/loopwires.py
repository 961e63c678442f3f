"""Loop wires: an output toggles in bursts, and every input that a wire joins to it must tell of each edge."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import median
from typing import NamedTuple

from tablekit.config import Pins
from tablekit.devices.gpio import WORD, Edge, GpioInputs, Looped, Onset
from tablekit.doctor.findings import Finding, doubt, fault, ok
from tablekit.doctor.parts import deaf_loop, no_loop
from tablekit.errors import DeviceError
from tablekit.evening import Wait
from tablekit.intake.debounce import Line
from tablekit.tables import Brought
from tablekit.timebase import US_PER_MS, Clock
from tablekit.wired.header import loop, wiring

BURSTS, EDGES = 20, 10
"""The kernel keeps sixteen edges of a line."""
APART_US, REST_US = 1_000, 50 * US_PER_MS
LATE_US = 20 * US_PER_MS
STAMP_US = 5 * US_PER_MS
"""A kernel stamp is taken in the interrupt: one that is later than this was not."""
LOOP = Line("word", -1)
"""What the loop's own input is called here."""


class Heard(NamedTuple):
    """An edge that has come: its stamp, when it was told, and where."""

    stamp_us: int
    told_us: int


class Bursts:
    """What was sent, and what each line has told of it."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, int]] = []
        """Of each toggle: just before it, just after it."""
        self.heard: dict[Line, list[Heard]] = defaultdict(list)
        self.inversions = 0
        """How often an edge was told after one with a younger stamp."""
        self._newest_us = 0

    def hear(self, line: Line, stamp_us: int, told_us: int) -> None:
        """An edge has come."""
        self.heard[line].append(Heard(stamp_us, told_us))
        self.inversions += stamp_us < self._newest_us
        self._newest_us = max(self._newest_us, stamp_us)


def run(inputs: GpioInputs, wait: Wait, clock: Clock) -> Bursts:
    """Toggle, and take what comes."""
    bursts = Bursts()

    def rest(us: int) -> None:
        until_us = clock.now_us() + us
        while (left_us := until_us - clock.now_us()) > 0:
            brought = wait(left_us)
            if brought is not None:
                _take(brought, bursts, clock.now_us())

    rest(REST_US)
    bursts.heard.clear()
    for _ in range(BURSTS):
        for _ in range(EDGES):
            before_us = clock.now_us()
            inputs.toggle()
            bursts.sent.append((before_us, clock.now_us()))
            rest(APART_US)
        rest(REST_US)
    return bursts


def _take(brought: Brought, bursts: Bursts, now_us: int) -> None:
    match brought:
        case ("loop", int(ticks_ns)):
            bursts.hear(LOOP, ticks_ns // 1_000, now_us)
        case (Line() as line, int(ticks_ns), bool()):
            bursts.hear(line, ticks_ns // 1_000, now_us)
        case _:
            pass


def open_loop(factory: object, pins: Pins, put: Callable[[Edge | Onset | Looped], None], first: int = 1) -> GpioInputs:
    """The table's lines and its loop; DeviceError 405, 406, and 470 if it has none."""
    joined = loop(pins)
    if joined is None:
        raise no_loop()
    lines = {line: wire for line, wire in wiring(pins, first).items() if line != WORD}
    return GpioInputs(factory, lines, put, joined)


def judged(bursts: Bursts, inputs: GpioInputs) -> Iterator[Finding]:
    """Line by line, then the order in which they were told."""
    joined = [line for line in (LOOP, *inputs.lines) if bursts.heard[line]]
    silent = [_name(line) for line in inputs.lines if not bursts.heard[line]]
    if not bursts.heard[LOOP]:
        yield fault("loop", deaf_loop())
    for line in joined:
        yield _line(line, bursts)
    if silent:
        yield ok("not joined", f"{', '.join(silent)}: no wire goes there, or it is off.")
    yield ok("order", f"{bursts.inversions} of {sum(map(len, bursts.heard.values()))} edges were told out of order.")


def _line(line: Line, bursts: Bursts) -> Finding:
    heard, sent = bursts.heard[line], bursts.sent
    name = _name(line)
    if len(heard) != len(sent):
        wrong = DeviceError(
            453,
            f"{name}: {len(sent)} edges were sent, {len(heard)} have come",
            "Fewer: the Pi is overloaded, end other programs. More: the wire is loose or too long",
        )
        return fault("edges", wrong)
    stamped = sorted(edge.stamp_us for edge in heard)
    late_us = [stamp_us - before_us for stamp_us, (before_us, _) in zip(stamped, sent, strict=True)]
    told_us = [edge.told_us - edge.stamp_us for edge in heard]
    told = f"{name}: {len(heard)} of {len(sent)} edges; stamped {median(late_us):.0f} us after the toggle "
    told += f"({max(late_us)} at most), told {max(told_us) / US_PER_MS:.1f} ms after that at most"
    if max(late_us) > STAMP_US or min(late_us) < 0 or max(told_us) > LATE_US:
        return doubt("edges", told[0].upper() + told[1:], "End other programs on the Pi and try again")
    return ok("edges", f"{told}.")


def _name(line: Line) -> str:
    if line == LOOP:
        return "loop"
    return f"{line.kind} {line.seat}" if line.seat else line.kind
