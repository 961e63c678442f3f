"""The handheld remote: was one paired with this table, and is it heard?"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from tablekit.doctor.bench import Bench
from tablekit.doctor.findings import Finding, doubt, ok, warning
from tablekit.errors import DeviceError
from tablekit.handheld import LOW_MV
from tablekit.store import pairing
from tablekit.timebase import US_PER_S

CALLS_US = 12 * US_PER_S
"""It calls each second; a hub has to be found before its radio is heard."""

Listens = Callable[[ExitStack], Bench]
"""Opens what the remote is heard by: a bench that has it."""


def remote(folder: Path, listens: Listens) -> Iterator[Finding]:
    """JournalError 304, 309 if the pairing cannot be read."""
    if pairing.load(folder) is None:
        yield ok("remote", "No remote is paired with this table; a USB number pad or the keyboard serves.")
        return
    with ExitStack() as stack:
        bench = listens(stack)
        held = bench.remote
        assert held is not None
        if not bench.run(lambda: held.link.alive(bench.now_us), CALLS_US):
            silent = DeviceError(
                463,
                "the paired remote is not heard",
                "Switch it on and charge it; nearer to the table? If another one is used now: `tablekit remote pair`",
            )
            yield warning("remote", silent)
            return
        battery_mv = held.link.battery_mv
        if battery_mv is not None and 0 < battery_mv < LOW_MV:
            volts = f"{battery_mv / 1000:.1f} V"
            yield doubt("remote", f"The remote's cells are nearly empty ({volts})", "Change them")
        else:
            supply = f"its cells have {battery_mv / 1000:.1f} V" if battery_mv else "it is fed by its cable"
            yield ok("remote", f"It is paired and heard; {supply}.")
