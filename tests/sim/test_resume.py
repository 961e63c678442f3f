"""A power cut, kill -9, a cut journal: the game is there as it was, and is played on to an end."""

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import playing
import pytest
from playing import sat
from sitting import BOOKS, S, Sitting
from states import is_as_before

from tablekit.events import Break, Event, Undo
from tablekit.game.runner import Runner
from tablekit.game.scene import desk
from tablekit.intake.debounce import Line
from tablekit.store.archive import Archive
from tablekit.store.journal import read

LATER_US = 20_000 * S
AFTER_A_REBOOT_US = 3 * S


@cache
def undisturbed(book: str, seed: int) -> list[Event]:
    return sat(book, seed).begin().play().kit.runner.log


def events_kept(folder: Path) -> list[Event]:
    (path,) = folder.glob("*.journal")
    return list(read(path).events)


def another_boot(folder: Path) -> None:
    """What the archive remembers is the machine's last boot, not this one."""
    boot = folder / "boot.json"
    boot.write_text(boot.read_text().replace('"id":"', '"id":"before '))


def kill_in_mid_game(folder: Path, book: str, seed: int, moment: int) -> int:
    """Play in a process of its own, killed when it has told `moment` events, or a little later; how many it told."""
    command = [sys.executable, playing.__file__, folder, book, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = 0
        while told < moment and (line := process.stdout.readline()):
            told = int(line)
        process.kill()
        rest = process.stdout.read().splitlines(keepends=True)
    return max([told, *(int(line) for line in rest if line.endswith(b"\n"))])


def is_played_on(folder: Path, kept: list[Event], resumed: Sitting) -> None:
    """The game goes on from a Break after what was kept, comes to an end, and the journal has it all."""
    log = resumed.kit.runner.log
    assert log[: len(kept)] == kept
    if kept:
        pause = log[len(kept)]
        assert isinstance(pause, Break)
        assert (pause.since_us, pause.why) == (kept[-1].at_us, "power cut")
    if not resumed.kit.over:
        resumed.play()
    resumed.kit.close()
    assert events_kept(folder) == log
    assert Archive(folder).unfinished(simulated=True) is None


def resumed(folder: Path, book: str, seed: int, *, reboot: bool = False) -> Sitting:
    if reboot:
        another_boot(folder)
    return sat(book, seed, Archive(folder), AFTER_A_REBOOT_US if reboot else LATER_US).resume()


def kill_and_go_on(folder: Path, seed: int) -> None:
    """Killed once, or twice; what was told is kept, and is what would have happened anyway."""
    chance, book = random.Random(seed), BOOKS[seed % 2]
    whole = undisturbed(book, seed // 4)
    told = kill_in_mid_game(folder, book, seed // 4, chance.randrange(1, len(whole) - 20))
    kept = events_kept(folder)
    assert len(kept) >= told
    assert kept == whole[: len(kept)]
    if seed % 3 == 0:
        told = kill_in_mid_game(folder, book, seed // 4, len(kept) + chance.randint(1, 100))
        once, kept = kept, events_kept(folder)
        assert len(kept) >= told
        assert kept[: len(once)] == once
        assert isinstance(kept[len(once)], Break)
    if Archive(folder).unfinished(simulated=True):
        is_played_on(folder, kept, resumed(folder, book, seed // 4, reboot=bool(seed % 2)))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_kill_9_loses_nothing_and_the_game_goes_on(tmp_path: Path, seed: int) -> None:
    kill_and_go_on(tmp_path, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_kill_9_in_200_moments(tmp_path: Path, seed: int) -> None:
    kill_and_go_on(tmp_path, seed)


# -- a journal that is cut
def kept_game(folder: Path, book: str, seed: int) -> list[bytes]:
    """The lines of a whole game's journal, in the folder."""
    sitting = sat(book, seed, Archive(folder)).begin().play()
    sitting.kit.close()
    (path,) = folder.glob("*.journal")
    return path.read_bytes().splitlines(keepends=True)


def cut(folder: Path, lines: list[bytes], torn: bytes) -> None:
    folder.mkdir()
    (folder / "2026-11-30-game-001.journal").write_bytes(b"".join(lines) + torn)


def resumes_from(folder: Path, book: str, whole: list[Event], lines: list[bytes], torn: bytes) -> Sitting:
    """The cut journal is resumed to its last whole line."""
    cut(folder, lines, torn)
    sitting = sat(book, 1, Archive(folder), LATER_US)
    assert sitting.kit.resume()
    kept = max(0, len(lines) - 2)
    assert sitting.kit.runner.log[:kept] == whole[:kept]
    assert len(sitting.kit.runner.log) == (kept + 1 if kept else 0)
    return sitting


@pytest.mark.parametrize("book", ["sport", pytest.param("fsm", marks=pytest.mark.slow)])
def test_a_cut_journal_is_played_on(tmp_path: Path, book: str) -> None:
    lines, whole, chance = kept_game(tmp_path / "whole", book, 1), undisturbed(book, 1), random.Random(book)
    for end in [1, 2, *chance.sample(range(3, len(lines) - 1), 2)]:
        sitting = resumes_from(tmp_path / str(end), book, whole, lines[:end], lines[end][: chance.randrange(9)])
        sitting.world.advance(sitting.world.now_us)
        is_played_on(tmp_path / str(end), whole[: max(0, end - 2)], sitting)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_journal_cut_at_every_line_is_resumed(tmp_path: Path, book: str) -> None:
    lines, whole = kept_game(tmp_path / "whole", book, 1), undisturbed(book, 1)
    for end in range(1, len(lines)):
        sitting = resumes_from(tmp_path / str(end), book, whole, lines[:end], lines[end][: end % 20])
        if end % 3 == 0:
            sitting.world.advance(sitting.world.now_us)
            is_played_on(tmp_path / str(end), whole[: max(0, end - 2)], sitting)
        sitting.kit.close()


# -- what the power cut does to the table
def interrupted(folder: Path, what: str) -> Sitting:
    """A game that loses its power in that step."""
    sitting = sat("fsm", 2, Archive(folder)).begin().play_to(what)
    sitting.kit.close()
    return sitting


def test_undo_after_a_power_cut(tmp_path: Path) -> None:
    log = interrupted(tmp_path, "speech").kit.runner.log
    back = resumed(tmp_path, "fsm", 2, reboot=True)
    back.world.keys("*")
    back.world.advance(back.world.now_us)
    undo = back.kit.runner.log[-1]
    assert isinstance(undo, Undo)
    before = Runner(back.kit.book, back.kit.seats, log[: undo.line])
    is_as_before(back.kit.runner, log[undo.line], before, back.world.now_us)


def test_a_clock_stands_still_while_the_power_is_cut(tmp_path: Path) -> None:
    cut_off = interrupted(tmp_path, "speech")
    left_us = (cut_off.kit.deadline_us or 0) - cut_off.kit.runner.log[-1].at_us
    back = resumed(tmp_path, "fsm", 2, reboot=True)
    assert left_us > 0
    assert back.kit.deadline_us == AFTER_A_REBOOT_US + left_us


def test_a_power_cut_in_a_pause_is_no_longer_than_the_pause(tmp_path: Path) -> None:
    sitting = sat("fsm", 2, Archive(tmp_path)).begin().play_to("speech")
    left_us = (sitting.kit.deadline_us or 0) - sitting.world.now_us
    sitting.world.keys("DD")
    sitting.world.advance(sitting.world.now_us)
    assert sitting.kit.deadline_us is None
    sitting.kit.close()
    back = resumed(tmp_path, "fsm", 2, reboot=True)
    back.world.keys("DD")
    back.world.advance(back.world.now_us)
    assert back.kit.deadline_us == back.world.now_us + left_us


def test_hands_that_were_going_are_asked_for_again_and_one_that_stayed_is_no_vote(tmp_path: Path) -> None:
    interrupted(tmp_path, "ballot")
    back = resumed(tmp_path, "fsm", 2)
    ask = back.kit.runner.open
    assert ask is not None
    assert ask.what == "call"
    back.kit.inlets[0].source.levels(back.world.now_us, {Line("pad", 3): True, Line("mask", 4): True})
    back.world.advance(back.world.now_us + 1)
    assert back.kit.runner.room.down == {3: None}
    assert desk(back.kit.runner).held == (3,)
    assert 4 in back.kit.runner.room.masked


def test_an_early_hand_is_early_after_a_reboot_too(tmp_path: Path) -> None:
    interrupted(tmp_path, "call")
    back = resumed(tmp_path, "fsm", 2, reboot=True)
    back.world.pad(3, back.world.now_us + S // 10, True)
    ballot = back.play_to("count").kit.runner.table.last_ballot
    assert ballot is not None
    assert ballot.early == [3]


def test_a_lost_link_is_not_lost_any_more_when_the_kit_comes_back(tmp_path: Path) -> None:
    sitting = sat("fsm", 2, Archive(tmp_path)).begin()
    sitting.play(events=60)
    sitting.kit.merge.lose("pads")
    sitting.step()
    assert desk(sitting.kit.runner).lost == ("pads",)
    sitting.kit.close()
    assert desk(resumed(tmp_path, "fsm", 2).kit.runner).lost == ()


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    kept_game(tmp_path, "fsm", 1)
    assert not sat("fsm", 1, Archive(tmp_path), LATER_US).kit.resume()
