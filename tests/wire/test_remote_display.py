"""What the remote's display is sent, and what it can show."""

import re
from pathlib import Path

import pytest

from tablekit.wire.glyphs import CODES, LETTERS
from tablekit.wire.messages import Row, Screen
from tablekit.wire.remote_display import ASK_AGAIN_US, CROSSED_US, NUMBERS, SCREENS_KEPT, RemoteDisplay, codes

LOCALE = Path(__file__).parents[2] / "tablekit" / "locale"
ONE, TWO = ("a", "b", "c", "d"), ("a", "B", "c", "D")


def sent(display: RemoteDisplay, now_us: int = 0) -> list[Row | Screen]:
    """All that is due now."""
    messages: list[Row | Screen] = []
    while display.due_us is not None and display.due_us <= now_us:
        messages.append(display.next(len(messages) + 1, now_us))
    return messages


def shown(display: RemoteDisplay) -> int:
    """The number of the screen, after all of it was sent and heard of."""
    *_, screen = sent(display)
    assert isinstance(screen, Screen)
    display.heard(screen.screen, 0)
    assert display.due_us is None
    return screen.screen


def rows_of(messages: list[Row | Screen]) -> list[int]:
    """The rows among them."""
    return [message.row for message in messages if isinstance(message, Row)]


@pytest.fixture
def display() -> RemoteDisplay:
    """A display that shows the first screen."""
    display = RemoteDisplay()
    display.show(ONE, 1)
    shown(display)
    return display


def test_it_is_asked_again_until_it_says_that_it_shows_the_screen(display: RemoteDisplay) -> None:
    assert display.shown
    display.show(TWO, 2)
    assert not display.shown
    assert rows_of(sent(display)) == [1, 3]
    assert sent(display, ASK_AGAIN_US - 1) == []
    for times in range(1, 4):
        (again,) = sent(display, times * ASK_AGAIN_US)
        assert isinstance(again, Screen)
    display.heard(again.screen, 4 * ASK_AGAIN_US)
    assert display.due_us is None


def test_rows_that_were_lost_are_sent_again_and_no_others(display: RemoteDisplay) -> None:
    display.show(TWO, 2)
    sent(display)
    display.heard(2, CROSSED_US)
    assert rows_of(sent(display, CROSSED_US)) == [1, 3]


def test_a_status_that_was_on_its_way_is_no_reason_to_send_again(display: RemoteDisplay) -> None:
    display.show(TWO, 2)
    sent(display)
    display.heard(2, CROSSED_US - 1)
    assert sent(display, CROSSED_US) == []


def test_a_row_that_came_back_to_what_it_was_is_not_trusted(display: RemoteDisplay) -> None:
    display.show(TWO, 2)
    sent(display)
    display.show(ONE, 3)
    assert rows_of(sent(display)) == [1, 3]
    display.heard(2, CROSSED_US)
    assert rows_of(sent(display, CROSSED_US)) == [1, 3]


def test_a_display_that_has_forgotten_everything_is_sent_everything(display: RemoteDisplay) -> None:
    display.heard(0, 0)
    (screen,) = sent(display, ASK_AGAIN_US)
    assert isinstance(screen, Screen)
    display.heard(0, 2 * ASK_AGAIN_US)
    assert rows_of(sent(display, 2 * ASK_AGAIN_US)) == [0, 1, 2, 3]


def test_a_screen_is_sent_to_its_end_before_the_next_one_is_begun(display: RemoteDisplay) -> None:
    display.show(TWO, 2)
    first = display.next(1, 0)
    display.show(("x", "y", "z", "!"), 3)
    messages = [first, *sent(display)]
    assert [type(message).__name__ for message in messages] == ["Row"] * 2 + ["Screen"] + ["Row"] * 4 + ["Screen"]


def test_what_is_shown_already_is_not_sent(display: RemoteDisplay) -> None:
    display.show(ONE, 1)
    assert display.due_us is None


def test_screens_are_numbered_round_and_only_the_last_are_known(display: RemoteDisplay) -> None:
    display._newest = NUMBERS - 1
    numbers = []
    for step in range(2, 5):
        display.show(TWO, step)
        numbers.append(shown(display))
        assert display.step_of(numbers[-1]) == step
    assert numbers == [NUMBERS, 1, 2]
    for step in range(5, 5 + SCREENS_KEPT):
        display.show(TWO, step)
    assert [display.step_of(number) for number in (0, NUMBERS, 2, 3)] == [None, None, None, 5]


def test_a_line_is_twenty_codes() -> None:
    assert codes("") == b" " * 20
    assert codes("abc") == b"abc" + b" " * 17
    assert codes("x" * 21) == b"x" * 20


def test_a_letter_has_one_code_and_ascii_is_itself() -> None:
    assert len(LETTERS) == len(CODES)
    assert all(codes(letter)[0] == ord(letter) for letter in map(chr, range(32, 127)))
    assert max(LETTERS) < 0x100


def test_an_accent_may_come_apart_or_be_missing() -> None:
    assert codes("и\u0306") == codes("й") != codes("и")
    assert codes("é") == codes("e")


def test_every_letter_of_the_catalogs_can_be_shown() -> None:
    letters = {
        letter
        for catalog in LOCALE.rglob("*.po")
        for text in re.findall(r'"(.*)"$', catalog.read_text(encoding="utf-8"), re.MULTILINE)
        for letter in text
    }
    assert not {letter for letter in letters if letter not in CODES}
