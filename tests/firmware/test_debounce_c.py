"""The debounce in C is the one rule: the shared vectors, the Pi's own, and a reading of the rule scan by scan."""

import random
import subprocess
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pytest

from tablekit.events import Event, HandDown, HandUp, Rejected
from tablekit.intake.debounce import Debounce, Line
from tablekit.wire.messages import LINE_COUNT, LINE_KEY, LINE_WORD

SCAN_US = 50
RELEASE, PRESS, REJECTED = range(3)
Told = tuple[int, int, int]
"""What, its first scan, how many scans it lasted or took to settle."""
Scans = list[int]
"""A line changes at each of these; it begins inactive."""


class Limits(NamedTuple):
    quiet: int
    confirm: int
    release: int


HAND = Limits(100, 240, 600)
WORD = Limits(40, 80, 600)


def vectors() -> dict[str, tuple[Scans, int, list[Told]]]:
    """The changes, the last scan, and what is told, by the name of the case."""
    read: dict[str, tuple[Scans, int, list[Told]]] = {}
    text = (Path(__file__).parent.parent / "vectors/debounce.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        word, *rest = line.split() or ["#"]
        match word, [int(number) // SCAN_US for number in rest if number.isdecimal()]:
            case "case", _:
                changes: Scans = []
                told: list[Told] = []
                name = rest[0]
            case "edge", [at, _]:
                changes.append(at)
            case "until", [at]:
                read[name] = changes, at, told
            case "rejected", [at, lasted]:
                told.append((REJECTED, at, lasted))
            case "down", [at, settled]:
                told.append((PRESS, at, settled - at))
            case "up", [at]:
                told.append((RELEASE, at, 0))
    return read


class Played(NamedTuple):
    """Lines with their changes, until a scan; the first scan, 1, is the counter's `begin`."""

    lines: dict[int, Scans]
    until: int
    begin: int = 1

    @property
    def commands(self) -> str:
        commands = [f"b {self.begin:x}"]
        levels, scan = bytearray(6), 0
        for at in sorted({at for changes in self.lines.values() for at in changes if at <= self.until}):
            commands.append(f"n {at - scan - 1:x}")
            for line, changes in self.lines.items():
                if at in changes:
                    levels[line // 8] ^= 1 << line % 8
            commands.append(f"s {levels.hex(' ')}")
            scan = at
        return "\n".join([*commands, f"n {self.until - scan:x}", "u", "e", ""])

    def told(self, said: str) -> dict[int, list[Told]]:
        """What the C program's words say of each line."""
        told: dict[int, list[Told]] = {line: [] for line in self.lines}
        for words in said.splitlines():
            what, line, at, extent = (int(number) for number in words.split()[1:])
            before_the_end = (self.begin + self.until - 1 - at) % 65_536
            told[line].append((what, self.until - before_the_end, extent))
        return told


def run(program: Path, commands: str) -> str:
    done = subprocess.run(program, input=commands, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def on_the_pi(changes: Scans, until: int) -> list[Told]:
    """What the Pi's debounce tells."""
    events: list[Event] = []
    line = Debounce(Line("pad", 1), events.append)
    for i, at in enumerate(changes):
        line.edge(at * SCAN_US, i % 2 == 0)
    line.settle(until * SCAN_US)
    return [in_scans(event) for event in events]


def in_scans(event: Event) -> Told:
    match event:
        case HandDown():
            return PRESS, event.at_us // SCAN_US, (event.settled_us - event.at_us) // SCAN_US
        case HandUp():
            return RELEASE, event.at_us // SCAN_US, 0
        case Rejected():
            return REJECTED, event.at_us // SCAN_US, event.lasted_us // SCAN_US
    raise AssertionError(event)


def by_the_rule(changes: Scans, until: int, limits: Limits) -> list[Told]:
    """What the published rule says, looking at every scan."""
    level = bytearray(until + sum(limits))
    for begin, end in zip(changes[::2], [*changes[1::2], len(level)], strict=False):
        level[begin:end] = b"\1" * (end - begin)
    told: list[Told] = []
    at = level.find(1)
    while 0 <= at <= until:
        judged = at + limits.confirm
        quiet = level.find(bytes(limits.quiet), at, judged)
        if quiet >= 0:
            what, extent, over, decided = REJECTED, quiet - at, quiet, quiet + limits.quiet
        elif level[judged - 1] and 2 * sum(level[at:judged]) >= limits.confirm:
            settled = level.rfind(0, at - 1, judged) + 1
            up = level.rfind(1, 0, level.find(bytes(limits.release), judged)) + 1
            what, extent, over, decided = PRESS, settled - at, up + limits.release, judged
        else:
            end = level.find(0, at)
            what, extent, over, decided = REJECTED, end - at, end, judged
        if decided > until:
            break
        told.append((what, at, extent))
        if what == PRESS and over <= until:
            told.append((RELEASE, over - limits.release, 0))
        at = level.find(1, over)
    return told


def changes_of(chance: random.Random, until: int) -> Scans:
    """A line that bounces, rests and is held, often near a limit."""
    kinds = ((1, 4), (1, 40), (36, 44), (76, 84), (95, 105), (110, 130), (235, 245), (595, 605), (200, 900))
    steps = (chance.randint(*chance.choice(kinds)) for _ in range(until))
    changes = accumulate(steps, initial=chance.randint(2, 300))
    return [at for at in changes if at <= until]


@pytest.fixture(scope="session")
def program(built: Path) -> Path:
    return built / "debounce"


def test_the_shared_vectors(program: Path) -> None:
    cases = vectors()
    played = [Played(dict.fromkeys((0, 19, 39, LINE_KEY), changes), until) for changes, until, _ in cases.values()]
    said = run(program, "".join(play.commands for play in played)).split("e\n")
    assert said.pop() == ""
    for (name, (_, _, told)), play, words in zip(cases.items(), played, said, strict=True):
        assert play.told(words) == dict.fromkeys(play.lines, told), name


def compare(program: Path, seed: int, until: int, begin: int) -> None:
    """All lines at once, each with changes of its own."""
    chance = random.Random(seed)
    play = Played({line: changes_of(chance, until) for line in range(LINE_COUNT)}, until, begin)
    told = play.told(run(program, play.commands).removesuffix("e\n"))
    for line, changes in play.lines.items():
        assert told[line] == by_the_rule(changes, until, WORD if line == LINE_WORD else HAND), (seed, line)
        if line != LINE_WORD:
            assert told[line] == on_the_pi(changes, until), (seed, line)


def test_all_lines_at_once_come_to_what_the_rule_says(program: Path) -> None:
    compare(program, seed=1, until=1_500, begin=1)
    compare(program, seed=2, until=2_000, begin=65_000)


def test_half_of_the_time_is_enough_and_a_scan_less_is_not(program: Path) -> None:
    for less, what in ((0, PRESS), (1, REJECTED)):
        changes = [10, 30 - less, 120, 150, 180]
        play = Played({0: changes}, until=260)
        told = play.told(run(program, play.commands).removesuffix("e\n"))[0]
        assert told == on_the_pi(changes, 260) == by_the_rule(changes, 260, HAND)
        assert told[0][0] == what


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_two_thousand_lines_come_to_what_the_rule_says(program: Path, seed: int) -> None:
    compare(program, seed, until=6_000, begin=seed * 997 % 65_536)


def test_scans_that_were_not_seen_end_what_is_under_way(program: Path) -> None:
    commands = "b 1  s 3 0 0 0 0 0  n fa  s 7 0 0 0 0 0  n 5  s 6 0 0 0 0 0  l  s 6 0 0 0 0 0  n fa  u"
    lost = 1 + 250 + 1 + 5 + 1
    assert run(program, commands).splitlines() == [
        f"t {PRESS} 0 1 0",
        f"t {PRESS} 1 1 0",
        f"t {REJECTED} 2 252 {lost - 252}",
        f"t {PRESS} 2 {lost + 1} 0",
    ]
