"""The referee's recount: it agrees with an honest record, and names what was changed in a dishonest one."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tablekit.cli import main
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.kit import Kit, Setup
from tablekit.recount import recount
from tablekit.sim.scenario_file import load
from tablekit.sim.told import Told
from tablekit.sim.world import SPEAKER_US, Edges, World
from tablekit.store.archive import Archive
from tablekit.timebase import ManualClock

HALF_A_SECOND_NS = 500_000_000
"""By which a hand in good time comes before the word."""
SCENARIOS = Path(__file__).parent / "scenarios"


def recorded(folder: Path, scenario: str) -> Path:
    """The journal of a scenario that was played into `folder`; its tape lies beside it."""
    told = load(SCENARIOS / scenario)
    clock = ManualClock(1_000_000)
    setup = Setup(told.ruleset, told.options, told.seats, seed=told.seed, simulated=True)
    kit = Kit(setup, clock, Archive(folder))
    world = World(kit, clock, Edges(kit))
    people = Told(world, told)
    kit.begin()
    world.advance(world.now_us)
    while not (kit.over or people.done):
        assert world.next_us is not None
        world.advance(world.next_us)
    kit.close()
    return next(folder.glob("*.journal"))


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("games"), "game-1.toml")


@pytest.fixture
def copy(honest: Path, tmp_path: Path) -> Path:
    for file in (honest, honest.with_suffix(".tape")):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path / honest.name


def rewrite(path: Path, change: Callable[[list[str]], None]) -> None:
    lines = path.read_text().splitlines(keepends=True)
    change(lines)
    path.write_text("".join(lines))


def test_an_honest_record_agrees(honest: Path) -> None:
    found = recount(honest)
    assert (found.ballots, found.differences) == (11, [])
    assert found.edges > 100


def test_late_and_lifted_hands_agree(tmp_path: Path) -> None:
    assert recount(recorded(tmp_path, "fsm-late-hands.toml")).differences == []


class Sitting:
    """People at a table who host by keys, with pads that are pressed by hand."""

    def __init__(self, folder: Path, clock: ManualClock, counter: str = "pi") -> None:
        self.clock = clock
        setup = Setup("fsm", {"deal": "kit", "mask_sensors": False}, seed=1, simulated=True)
        self.kit = Kit(setup, clock, Archive(folder), pads={"pads": PiClock(counter)})
        self.world = World(self.kit, clock, Edges(self.kit))
        if not self.kit.resume():
            self.kit.begin()
        self.world.advance(self.world.now_us)

    def until(self, what: str) -> None:
        for _ in range(200):
            ask = self.kit.runner.open
            assert ask is not None
            if ask.what == what:
                return
            if ask.offer("thanks"):
                nominates = f"A{ask.seat}#" if ask.seat in (1, 2) and ask.offer("nominate") else ""
                self.world.keys(nominates + "T")
            elif ask.offer("next"):
                self.world.keys("#")
            moved = ask.offer("thanks") or ask.offer("next")
            self.later(0 if moved else (self.kit.deadline_us or 0) - self.world.now_us)
        raise AssertionError(f"never at {what}")

    def later(self, delay_us: int) -> None:
        until_us = self.world.now_us + max(delay_us, 100_000)
        while (next_us := self.world.next_us) is not None and next_us <= until_us:
            self.world.advance(next_us)
        self.world.advance(until_us)

    def pads(self, down: bool, *seats: int) -> None:
        for seat in seats:
            self.world.pad(seat, self.world.now_us + 1_000, down)
        self.later(0)

    def count(self) -> None:
        self.until("count")
        self.world.keys("#")
        self.later(0)


def test_a_game_that_was_interrupted_in_a_ballot_agrees(tmp_path: Path) -> None:
    first = Sitting(tmp_path, ManualClock(1_000_000))
    first.until("call")
    first.world.keys("#")
    first.later(0)
    first.pads(True, 3, 4)
    first.kit.close()
    again = Sitting(tmp_path, ManualClock(first.clock.now_us() + 5_000_000))
    again.kit.inlets[0].level(again.clock.now_us(), Line("pad", 3), True)
    again.later(0)
    again.pads(False, 3, 4)
    again.until("call")
    again.world.keys("#")
    again.later(0)
    again.pads(True, 3, 4, 5)
    again.count()
    again.kit.close()
    found = recount(again.kit.files[0])
    assert (found.differences, found.missing) == ([], [])
    assert found.ballots == 1


def test_stamps_that_err_are_recounted_with_their_errors(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, ManualClock(1_000_000), counter="")
    inlet = sitting.kit.inlets[0]
    edge = inlet.edge
    inlet.edge = lambda line, ticks_ns, active: edge(line, ticks_ns, active, 2_000)  # type: ignore[method-assign,assignment]
    sitting.until("call")
    sitting.world.keys("#")
    sitting.later(0)
    sitting.pads(True, 3, 4)
    sitting.world.pad(5, sitting.world.now_us + SPEAKER_US - 1_500, True)
    sitting.world.keys("T")
    sitting.later(1_000_000)
    ballot = sitting.kit.runner.table.last_ballot
    assert ballot is not None
    assert (ballot.seats("counted"), ballot.seats("on the line")) == ([3, 4], [5])
    sitting.kit.close()
    assert recount(sitting.kit.files[0]).differences == []


def test_a_game_with_a_lost_release_agrees(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, ManualClock(1_000_000))
    sitting.pads(True, 3)
    sitting.later(1_000_000)
    sitting.kit.inlets[0].level(sitting.clock.now_us(), Line("pad", 3), False)  # its release was lost
    sitting.later(0)
    sitting.until("call")
    sitting.world.keys("#")
    sitting.later(0)
    sitting.pads(True, 3, 5)
    sitting.count()
    sitting.kit.close()
    assert sitting.kit.runner.table.day.stages[0].ballots[0].counted == [3, 5]
    assert recount(sitting.kit.files[0]).differences == []


def edge_of(lines: list[str], seat: int, down: bool, nth: int) -> int:
    """The line of the n-th edge of that pad."""
    wanted = (f'"seat":{seat},', f'"active":{str(down).lower()}', '"kind":"pad"')
    return [number for number, line in enumerate(lines) if all(part in line for part in wanted)][nth]


def test_a_hand_cut_out_of_the_tape_is_missed(copy: Path) -> None:
    def cut(lines: list[str]) -> None:
        del lines[edge_of(lines, seat=2, down=True, nth=0)]

    rewrite(copy.with_suffix(".tape"), cut)
    assert recount(copy).differences == ["day 0 ballot 1: counted [2, 3, 4, 5, 6], the raw edges give [3, 4, 5, 6]"]


def test_a_hand_moved_behind_the_word_is_told(copy: Path) -> None:
    def move(lines: list[str]) -> None:
        number = edge_of(lines, seat=2, down=True, nth=0)
        (ticks,) = re.findall(r'"ticks":(\d+)', lines[number])
        lines[number] = lines[number].replace(ticks, str(int(ticks) + HALF_A_SECOND_NS))

    rewrite(copy.with_suffix(".tape"), move)
    assert recount(copy).differences == ["day 0 ballot 1: counted [2, 3, 4, 5, 6], the raw edges give [3, 4, 5, 6]"]


def test_a_word_that_is_not_on_the_tape_is_told(copy: Path) -> None:
    def cut(lines: list[str]) -> None:
        del lines[next(number for number, line in enumerate(lines) if "WordHeard" in line)]

    rewrite(copy.with_suffix(".tape"), cut)
    (difference,) = recount(copy).differences
    assert re.fullmatch(r"day 0 ballot 1: the tape has no word at \d+ us", difference)


def test_a_changed_journal_breaks_off_at_the_changed_line(copy: Path) -> None:
    def forge(lines: list[str]) -> None:
        number = next(number for number, line in enumerate(lines) if "HandDown" in line)
        lines[number] = lines[number].replace('"seat":2', '"seat":9')

    rewrite(copy, forge)
    (first,) = recount(copy).missing
    assert first.startswith("The journal breaks off after line ")


def test_a_torn_tape_says_so(copy: Path) -> None:
    tape = copy.with_suffix(".tape")
    tape.write_bytes(tape.read_bytes()[:-30])
    assert recount(copy).missing == ["The tape is not complete: what is missing cannot be recounted."]


def test_verify_prints_what_it_did(honest: Path, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(honest)]) == 0
    assert "11 ballots recounted from" in capsys.readouterr().out
    copy.with_suffix(".tape").unlink()
    assert main(["verify", str(copy)]) == 2
    assert capsys.readouterr().err.startswith("KIT304: ")


def test_the_protocol_is_the_same_each_time(honest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        assert main(["protocol", "--language", "en", str(honest)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert "Against 1: 5 (2 3 4 5 6)" in printed[0]
    assert "Red has won, day 3." in printed[0]
