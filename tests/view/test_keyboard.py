import os
import pty
import termios
import tty
from collections.abc import Iterator
from queue import Empty, SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekit.game.keypad import KEYS
from tablekit.view.keyboard import QUIT, Keyboard, keys

SOON_S = 10.0


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The two ends of a terminal: where one types, and where the program reads."""
    ends = pty.openpty()
    yield ends
    for end in ends:
        os.close(end)


def test_the_keyboard_has_all_keys_of_the_remote() -> None:
    typed = "".join({"T": " ", "#": "\r", "*": "\x7f"}.get(key, key) for key in KEYS)
    assert tuple(keys(typed)) == KEYS
    assert list(keys("\n#*\bq")) == ["#", "#", "*", "*", QUIT]


def test_a_russian_layout_has_the_same_keys_in_the_same_places() -> None:
    assert list(keys("фисвй ФИСВЙ")) == [*"ABCD", QUIT, "T", *"ABCD", QUIT]


def test_other_keys_mean_nothing() -> None:
    assert list(keys("xyz!?ə\t\x00")) == []


def test_arrows_and_function_keys_are_no_letters() -> None:
    arrows = "\x1b[A\x1b[B\x1b[C\x1b[D\x1bOA\x1bOP\x1b[3~\x1b[1;5C\x1ba"
    assert list(keys(arrows + "a")) == ["A"]
    assert list(keys("\x1b")) == []


@given(st.text())
def test_whatever_is_typed_gives_keys_of_the_remote_or_none(typed: str) -> None:
    assert set(keys(typed)) <= {*KEYS, QUIT}


def test_keys_come_at_once_and_unseen(terminal: tuple[int, int]) -> None:
    mine, its = terminal
    put: SimpleQueue[str] = SimpleQueue()
    with Keyboard(put.put, its):
        os.write(mine, "4ф".encode())
        assert [put.get(timeout=SOON_S), put.get(timeout=SOON_S)] == ["4", "A"]
        assert not termios.tcgetattr(its)[3] & (termios.ECHO | termios.ICANON)


def test_a_letter_that_comes_in_two_halves_is_one_letter(terminal: tuple[int, int]) -> None:
    mine, its = terminal
    put: SimpleQueue[str] = SimpleQueue()
    with Keyboard(put.put, its):
        first, second = "ф".encode()[:1], "ф".encode()[1:]
        os.write(mine, b"1" + first)
        assert put.get(timeout=SOON_S) == "1"
        os.write(mine, second + b"2")
        assert [put.get(timeout=SOON_S), put.get(timeout=SOON_S)] == ["A", "2"]


def test_the_terminal_is_as_it_was_whatever_happens(terminal: tuple[int, int]) -> None:
    before = termios.tcgetattr(terminal[1])

    def crash() -> None:
        with Keyboard(lambda _: None, terminal[1]):
            assert termios.tcgetattr(terminal[1]) != before
            raise RuntimeError

    with pytest.raises(RuntimeError):
        crash()
    assert termios.tcgetattr(terminal[1]) == before


def test_nothing_is_put_after_its_end(terminal: tuple[int, int]) -> None:
    mine, its = terminal
    put: SimpleQueue[str] = SimpleQueue()
    with Keyboard(put.put, its):
        pass
    tty.setraw(its)
    os.write(mine, b"1")
    with pytest.raises(Empty):
        put.get_nowait()


def test_at_the_end_of_a_pipe_the_host_leaves() -> None:
    reading, writing = os.pipe()
    put: SimpleQueue[str] = SimpleQueue()
    os.write(writing, b"# ")
    os.close(writing)
    with Keyboard(put.put, reading):
        assert [put.get(timeout=SOON_S) for _ in range(3)] == ["#", "T", QUIT]
    os.close(reading)
