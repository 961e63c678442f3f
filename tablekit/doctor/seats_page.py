"""The live page of the seats: on a terminal drawn anew, elsewhere a line for each change."""

from collections.abc import Callable
from typing import Literal

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tablekit.doctor.bench import Bench
from tablekit.doctor.seats import KEY, NAMES, WORD, State, Tried, Tries, ms
from tablekit.errors import KitError
from tablekit.intake.debounce import Line
from tablekit.view import colours
from tablekit.view.keyboard import QUIT

SIMULATED = "SIMULATED: no real pad or mask is looked at here."
HELP = "Press each pad once, lift each mask once, press the key. Enter: from the start, Space: play the word, q: leave."
WAIT = "Wait: {} is not ready yet."
AGAIN, PLAY = "#", "T"
STYLES: dict[State, Style] = {
    "untested": colours.QUIET,
    "held": colours.HURRY,
    "OK": colours.ON_TIME,
    "stuck": colours.LATE,
    "chattering": colours.LATE,
    "noisy": colours.LATE,
    "uncertain": colours.DOUBT,
}
SIDE_BY_SIDE = 10
"""More seats than this stand in two columns; they fit a terminal of 80."""
CELL = 17


def told(tried: Tried) -> str:
    """A line's state with its milliseconds, and how many bad contacts, that came to nothing, it has had."""
    lifted = tried.state == "held" and tried.line.kind == "mask"
    words = ["lifted" if lifted else tried.state, ms(tried.last_us) if tried.state == "OK" else ""]
    state = " ".join(word for word in words if word)
    return f"{state}, {tried.rejected} bad" if tried.rejected else state


def page(tries: Tries, *, simulated: bool) -> RenderableType:
    """All seats, then the key and the word, then how many are still to do."""
    seats = sorted({line.seat for line in tries.tried if line.seat})
    columns = 2 if len(seats) > SIDE_BY_SIDE else 1
    rows = -(-len(seats) // columns)
    kinds: tuple[Literal["pad", "mask"], ...] = ("pad", "mask")
    kinds = kinds if any(line.kind == "mask" for line in tries.tried) else ("pad",)
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style=colours.BOLD)
    for _ in range(columns):
        table.add_column("no.", justify="right", width=3)
        for kind in kinds:
            table.add_column(kind, width=CELL, no_wrap=True)
    for row in range(rows):
        cells: list[Text] = []
        for seat in seats[row::rows]:
            cells += [Text(f"{seat}"), *(_cell(tries.tried.get(Line(kind, seat))) for kind in kinds)]
        table.add_row(*cells)
    others = [
        Text.assemble(f"{NAMES[line.kind]}: ", _cell(tries.tried[line])) for line in (KEY, WORD) if line in tries.tried
    ]
    left = sum(tried.state != "OK" for tried in tries.needed())
    lost = [Text(f"No answer from {source}.", style=colours.LATE) for source in sorted(tries.lost)]
    title = [Text(SIMULATED, style=colours.SIMULATION)] if simulated else []
    count = "All are OK." if not left else f"{left} still to do."
    if tries.awaited:
        count = WAIT.format(", ".join(tries.awaited))
    return Group(*title, Text(HELP), Text(), table, Text(), *others, *lost, Text(count, style=colours.BOLD))


def _cell(tried: Tried | None) -> Text:
    return Text("–", style=colours.QUIET) if tried is None else Text(told(tried), style=STYLES[tried.state])


def watch(bench: Bench, tries: Tries, console: Console, *, simulated: bool) -> list[KitError]:
    """Follow the table until all is OK or the user leaves; returns what is missing."""
    bench.listeners.append(tries.take)
    if console.is_terminal and not console.is_dumb_terminal:
        with Live(console=console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False) as live:
            _follow(bench, tries, lambda: live.update(page(tries, simulated=simulated), refresh=True))
    else:
        if simulated:
            console.print(SIMULATED)
        console.print(HELP)
        _follow(bench, tries, _Changes(tries, console).show)
    return [*(why for why in bench.sought.values() if why is not None), *tries.missing()]


class _Changes:
    """Prints what has changed since the last time."""

    def __init__(self, tries: Tries, console: Console) -> None:
        self._tries, self._console = tries, console
        self._shown: dict[Line, State] = {}
        self._awaited: list[str] = []

    def show(self) -> None:
        """A line for each."""
        if self._tries.awaited != self._awaited:
            self._awaited = self._tries.awaited
            awaited = ", ".join(self._awaited)
            self._console.print(WAIT.format(awaited) if awaited else "It is ready.", highlight=False)
        for line, tried in self._tries.tried.items():
            if tried.state != self._shown.get(line, "untested"):
                self._console.print(f"{tried.name} is {told(tried)}.", highlight=False, soft_wrap=True)
            self._shown[line] = tried.state


def _follow(bench: Bench, tries: Tries, show: Callable[[], None]) -> None:
    def mind() -> None:
        if WORD in tries.tried and not tries.tried[WORD].presses:
            bench.listen()
        tries.awaited = bench.awaited
        tries.mind(bench.now_us, bench.noisy)
        show()

    bench.frame = mind
    bench.run(lambda: tries.done or _left(bench, tries))
    tries.mind(bench.now_us, bench.noisy)
    show()


def _left(bench: Bench, tries: Tries) -> bool:
    while bench.keys:
        key = bench.keys.popleft()
        if key == QUIT:
            return True
        if key == AGAIN:
            bench.noisy.clear()
            tries.begin(bench.now_us)
        elif key == PLAY:
            bench.say(bench.word)
    return False
