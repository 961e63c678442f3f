from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console
from rowdy_game import TABLE

from tablekit.effects import Say, Tell, text
from tablekit.timebase import US_PER_S, ManualClock
from tablekit.view.picture import Picture
from tablekit.view.remote import window
from tablekit.view.screen import Screen
from tablekit.view.told import TICK_US, TOLD_US
from tablekit.view.view import View

At = Callable[..., Picture]
REMOTES_THIRD_LINE = 4
TAKE, GIVE_BACK = "\x1b[?1049h", "\x1b[?1049l"


class Terminal:
    """A screen on a terminal that keeps all that is written to it."""

    def __init__(self) -> None:
        self.out = StringIO()
        self.clock = ManualClock()
        console = Console(file=self.out, force_terminal=True, color_system=None, width=100, height=32, _environ={})
        self.screen = Screen(TABLE, "en", console, self.clock)

    def written(self) -> str:
        """What was written since the last time."""
        text = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        return text


@pytest.fixture
def terminal() -> Terminal:
    return Terminal()


def test_the_terminal_is_given_back_whatever_happens(terminal: Terminal) -> None:
    view: View = terminal.screen

    def crash() -> None:
        with view:
            assert TAKE in terminal.written()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        crash()
    assert GIVE_BACK in terminal.written()


def test_nothing_is_drawn_unless_something_has_changed(terminal: Terminal, at: At) -> None:
    speech = replace(at("speech"), left_s=50)
    with terminal.screen as screen:
        screen.show(speech)
        assert "everybody sees" in terminal.written()
        for _ in range(20):
            terminal.clock.jump(terminal.clock.now_us() + US_PER_S // 10)
            screen.show(replace(speech))
        assert terminal.written() == ""
        screen.show(replace(speech, left_s=49))
        assert terminal.written() != ""
        screen.hear(Say(0, "accepted", (4,)))
        screen.show(replace(speech, left_s=49))
        assert "«Accepted»" in terminal.written()
        screen.overhear(0, text("Seat {seat}: Pass.", seat=4))
        screen.show(replace(speech, left_s=49))
        assert "Seat 4: Pass." in terminal.written()


def test_what_was_told_stays_for_a_while_and_through_its_step(terminal: Terminal, at: At) -> None:
    speech = replace(at("speech", lambda shown: not shown.desk.says), left_s=50)
    later = replace(speech, desk=replace(speech.desk, step=speech.desk.step + 1))

    def shown(picture: Picture) -> bool:
        screen.show(replace(picture, left_s=terminal.clock.now_us() // US_PER_S))
        return "Told once." in terminal.written().splitlines()[REMOTES_THIRD_LINE]

    with terminal.screen as screen:
        screen.hear(Tell(0, text("Told once.")))
        assert shown(speech)
        terminal.clock.jump(2 * TOLD_US)
        assert shown(speech)
        assert not shown(later)
        screen.hear(Tell(0, text("Told once.")))
        assert shown(later)
        terminal.clock.jump(terminal.clock.now_us() + TOLD_US)
        assert shown(speech)


def test_a_long_line_moves(terminal: Terminal, at: At) -> None:
    line = "Seat 3: late by 0.231 ms, refused."
    with terminal.screen as screen:
        screen.hear(Tell(0, text(line)))
        screen.show(at("speech"))
        terminal.written()
        terminal.clock.jump(10 * TICK_US)
        screen.show(at("speech"))
        assert window(line, 10) in terminal.written()
