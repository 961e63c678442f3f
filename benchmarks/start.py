"""What a fresh Python pays for the kit: time to import it, and memory of a simulated table that runs a whole game."""

import os
import pty
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Aim, Figure
from benchmarks.timing import Cost, median_cost

ROUNDS = 7
IMPORT = Aim(0.3)
MEMORY = Aim(80)
KB_PER_MB = 1_024
IMPORTS = {
    "tablekit --version": ("-m", "tablekit", "--version"),
    "import tablekit.kit": ("-c", "import tablekit.kit"),
    "import of all that tablekit run needs": ("-c", "import tablekit.cli.run"),
}
DEMO = ["-m", "tablekit", "run", "--sim", "demo", "--speed", "100", "--no-sound", "--dir"]
"""And a folder for its game."""


def environment(cache: str) -> dict[str, str]:
    """Keeps what was compiled in `cache`, as any machine does from the second start on."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": cache, "TERM": "xterm"}


def starting(arguments: tuple[str, ...], env: dict[str, str]) -> Cost:
    """A Python that does this and ends, compiled already."""
    costs = [_once(arguments, env) for _ in range(1 + ROUNDS)]
    return median_cost(costs[1:])


def _once(arguments: tuple[str, ...], env: dict[str, str]) -> Cost:
    wall_s, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu_s, time.perf_counter() - wall_s)


def table_mb(folder: str, env: dict[str, str]) -> float:
    """The most memory that a watched game ever has, drawn on a terminal."""
    screen, terminal = pty.openpty()
    table = subprocess.Popen([sys.executable, *DEMO, folder], stdin=terminal, stdout=terminal, env=env)
    os.close(terminal)
    most_kb = 0
    with suppress(OSError):  # the terminal is gone with the table
        while os.read(screen, 1 << 16):
            most_kb = max(most_kb, _peak_kb(table.pid))
    os.close(screen)
    assert table.wait() == 0
    return most_kb / KB_PER_MB


def _peak_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def figures() -> Iterator[Figure]:
    """Bare Python is subtracted from what is imported."""
    with TemporaryDirectory() as folder:
        env = environment(f"{folder}/compiled")
        bare = starting(("-c", "pass"), env)
        for what, arguments in IMPORTS.items():
            cost = starting(arguments, env)
            yield Figure(what, cost.cpu_s - bare.cpu_s, "s", IMPORT, cost.wall_s - bare.wall_s)
        yield Figure("memory of a simulated table, at most", table_mb(folder, env), "MB", MEMORY)
