"""The Pi's link to a simulated remote: each press once or never, and what the host saw."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from remote_table import KEY, NEXT_SCREEN, REMOTE, SCREEN, S, air, frames_to, joined, link

from tablekit.sim.radio_air import CALM, Weather
from tablekit.sim.radio_remote import RadioRemote
from tablekit.wire.codec import decode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.glyphs import NO_LINK
from tablekit.wire.messages import Call, Pair
from tablekit.wire.remote_display import SCREENS_KEPT
from tablekit.wire.remote_link import ALIVE_US, FRAME_US, RemoteLink, pairing
from tablekit.wire.seal import NO_TAG, seal


def test_a_remote_calls_and_is_shown_the_screen_within_a_second() -> None:
    both = air()
    assert both.remote.lines == NO_LINK
    both.run(600_000)
    assert both.remote.lines == SCREEN
    assert both.link.battery_mv == 4_200
    assert not both.link.refused


def test_keys_come_once_in_order_with_the_step_that_the_host_saw() -> None:
    both = joined()
    both.press("12#T")
    assert [(press.key, press.step) for press in both.presses] == [("1", 1), ("2", 1), ("#", 1), ("T", 1)]
    assert not both.remote.busy
    assert not both.remote.failed


def test_a_press_belongs_to_the_screen_that_was_shown_not_to_the_one_under_way() -> None:
    both = joined()
    both.link.show(NEXT_SCREEN, 2)
    both.run(100_000)
    assert both.remote.lines == SCREEN
    assert not both.link.shown
    both.press("T")
    assert both.remote.lines == NEXT_SCREEN
    assert both.link.shown
    both.press("T")
    assert [press.step for press in both.presses] == [1, 2]


def test_the_same_lines_of_another_step_are_another_screen() -> None:
    both = joined()
    both.link.show(SCREEN, 2)
    both.run(500_000)
    both.press("T")
    assert [press.step for press in both.presses] == [2]
    assert len(frames_to(both, "remote", 0x32)) == 4


def test_only_rows_that_changed_are_sent() -> None:
    both = joined()
    both.link.show(NEXT_SCREEN, 2)
    both.run(500_000)
    assert both.remote.lines == NEXT_SCREEN
    assert len(frames_to(both, "remote", 0x32)) == 4 + 2


def test_a_press_that_the_kit_has_not_kept_is_said_again_then_given_up_with_all_behind_it() -> None:
    both = joined()
    both.keeps = False
    both.press("12")
    both.run(1_000_000)
    assert both.remote.busy
    assert not both.remote.failed
    assert both.keys == "1"
    both.run(1_000_000)
    assert not both.remote.busy
    assert both.remote.failed
    both.keeps = True
    both.press("3")
    assert both.keys == "13"
    assert not both.remote.failed


def test_a_late_acknowledgement_of_a_former_session_says_nothing() -> None:
    both = joined()
    both.keeps = False
    both.press("1")
    both.remote = RadioRemote(KEY, REMOTE, 2, both.now_us)
    both.run(1 * S)
    both.press("2")
    both.link.acknowledge(1)
    both.run(500_000)
    assert both.remote.busy
    both.link.acknowledge(2)
    both.run(500_000)
    assert not both.remote.busy
    assert not both.remote.failed


def test_a_kit_that_restarts_is_found_again_and_takes_no_press_twice() -> None:
    for after_us in range(0, 1_200_000, 100_000):
        both = joined()
        both.run(after_us)
        both.press("1")
        both.remote.press("2", both.now_us)
        both.link = link(b"nonce: 2")
        both.run(1_500_000)
        assert both.link.alive(both.now_us), after_us
        both.run(300_000)
        assert both.remote.lines == SCREEN
        assert both.keys in ("1", "12")
        both.press("3")
        assert both.keys[-1] == "3"
        assert both.presses[-1].step == 1
        assert not both.link.refused


def test_what_was_typed_for_a_kit_that_restarts_is_dropped_and_what_follows_is_of_no_screen_yet() -> None:
    """The screens of both kits have the same numbers."""
    both = joined()
    both.keeps = False
    both.press("1")
    both.keeps = True
    both.presses.clear()
    both.link = RemoteLink(KEY, REMOTE, b"nonce: 2")
    both.link.show(NEXT_SCREEN, 7)
    while not both.link.alive(both.now_us):
        both.run(5_000)
    assert both.remote.failed
    both.press("23", 100_000)
    both.run(1 * S)
    both.press("4")
    assert [(press.key, press.step) for press in both.presses] == [("2", None), ("3", None), ("4", 7)]


def test_a_remote_that_restarts_is_in_session_again_at_once() -> None:
    for after_us in range(0, 1_200_000, 100_000):
        both = joined()
        both.run(after_us)
        both.remote = RadioRemote(KEY, REMOTE, 2, both.now_us)
        both.run(800_000)
        assert both.remote.lines == SCREEN
        both.press("T")
        assert both.keys == "T"
        assert not both.link.refused


def test_silence_is_told_on_both_sides_and_ends_by_itself() -> None:
    both = joined()
    both.weather = Weather(lost=1)
    both.run(4 * S)
    assert both.remote.lines == NO_LINK
    assert not both.link.alive(both.now_us)
    sent = len(frames_to(both, "remote", 0x31, 0x32, 0x33, 0x34, 0x35))
    both.run(10 * S)
    assert len(frames_to(both, "remote", 0x31, 0x32, 0x33, 0x34, 0x35)) == sent
    assert both.link.due_us is None
    both.weather = CALM
    both.run(1_500_000)
    assert both.remote.lines == SCREEN
    assert both.link.alive(both.now_us)


def test_the_radio_is_never_given_frames_faster_than_it_sends_them() -> None:
    both = joined()
    both.weather = Weather(lost=0.3, late_us=100_000)
    times = []
    for number in range(200):
        both.link.show((f"{number}", f"{number + 1}", "", ""), number)
        before = len(both.heard)
        both.run(20_000)
        times += [both.now_us] * sum(whom == "remote" for whom, _ in both.heard[before:])
    assert all(later - earlier >= FRAME_US - 20_000 for earlier, later in pairwise(times))
    assert len(times) <= 200 * 20_000 // FRAME_US + 1


def test_screens_that_change_faster_than_the_radio_are_shown_all_the_same() -> None:
    both = joined()
    seen = set()
    for number in range(100):
        both.link.show([f"{number}"] * 4, number)
        both.run(50_000)
        seen.add(both.remote.lines)
    assert len(seen) >= 10
    assert all(len(set(lines)) == 1 for lines in seen - {SCREEN})


def test_letters_that_the_display_has_not_lose_their_accent_or_are_asked_about() -> None:
    both = joined()
    both.link.show(("éñ 漢 Ёйİı", "«№»–…±", "x" * 30, ""), 2)
    both.run(1 * S)
    assert both.remote.lines == ("en ? Ёйİı", "«№»–…±", "x" * 20, "")


def test_due_tells_when_there_is_something_to_send() -> None:
    """Between two frames `to_send` has nothing before its own word."""
    both = joined()
    assert both.link.due_us is None
    both.link.show(NEXT_SCREEN, 2)
    due_us = both.link.due_us
    assert due_us is not None
    assert both.link.to_send(due_us - 1) == []
    assert len(both.link.to_send(max(due_us, both.now_us))) == 1
    assert both.link.due_us == max(due_us, both.now_us) + FRAME_US


def test_another_version_is_told_and_not_answered() -> None:
    both = air()
    call = frame(seal(KEY, Call(2, 0x0100, REMOTE, b"8 bytes.", NO_TAG)))
    both.link.received(call, 0)
    assert both.link.other_version == 2
    assert both.link.due_us is None
    both.run(1 * S)
    assert both.link.other_version is None


def test_the_pairing_frame_carries_the_key() -> None:
    (payload,) = Frames().feed(pairing(KEY, REMOTE, 21))
    assert decode(payload) == Pair(REMOTE, KEY, 21)


def test_a_call_that_a_stalled_kit_finds_too_late_is_not_answered() -> None:
    both = joined()
    (call,) = RadioRemote(KEY, REMOTE, 2).to_send(0)
    both.link.received(call, both.now_us)
    (status,) = both.remote.to_send(both.now_us + 4 * S)
    both.link.received(status, both.now_us + 4 * S)
    assert both.link.to_send(both.now_us + 4 * S) == []


def test_a_screen_that_was_long_ago_has_no_step() -> None:
    both = joined()
    both.weather = Weather(lost=1)
    for step in range(2, 2 + SCREENS_KEPT):
        both.link.show(SCREEN, step)
    both.weather = CALM
    both.remote.press("T", both.now_us)
    both.run(300_000)
    assert [press.step for press in both.presses] == [None]


def test_the_numbers_of_presses_may_wrap() -> None:
    both = joined()
    assert isinstance(both.remote, RadioRemote)
    both.press("1")
    both.remote._pressed = both.link._last_press = both.link._kept_press = 0xFFFE
    both.press("234")
    assert both.keys == "1234"
    assert not both.remote.busy


weathers = st.builds(
    Weather, lost=st.floats(0, 0.4), doubled=st.floats(0, 0.5), late_us=st.integers(0, 2 * S), in_order=st.booleans()
)


@given(weathers, st.integers(0, 1_000), st.integers(50_000, 500_000))
def test_in_any_weather_a_press_acts_once_or_never(weather: Weather, seed: int, every_us: int) -> None:
    """The keys differ, so that a double or a change of order shows; so do the screens."""
    both = air(weather, seed)
    keys = "0123456789ABCD*#T"
    seen = {}
    for step, key in enumerate(keys):
        both.link.show((f"screen {step}", *SCREEN[1:]), step)
        seen[key] = both.remote.lines[0]
        both.press(key, every_us)
    both.run(6 * S)
    rest = iter(keys)
    assert all(key in rest for key in both.keys)
    assert all(seen[press.key] == f"screen {press.step}" for press in both.presses if press.step is not None)
    assert not {*both.link.refused} - {"doubled", "by the remote"}


@pytest.mark.slow
@given(weathers, st.integers(0, 1_000))
def test_in_any_weather_that_ends_the_screen_is_shown_at_last(weather: Weather, seed: int) -> None:
    both = air(weather, seed)
    both.run(3 * S)
    both.link.show(NEXT_SCREEN, 2)
    both.run(3 * S)
    both.weather = CALM
    both.run(ALIVE_US + 4 * S)
    assert both.remote.lines == NEXT_SCREEN
    both.press("T")
    assert both.presses[-1].step == 2


@pytest.mark.slow
@given(st.floats(0, 0.3), st.integers(0, 1_000))
def test_with_a_fair_radio_no_press_is_lost(lost: float, seed: int) -> None:
    """25 tries within the 2 s: a press lost for good at 30 % would be a fault of the protocol."""
    both = joined(Weather(lost=0), seed)
    both.weather = Weather(lost=lost)
    both.press("0123456789ABCD*#T", 400_000)
    both.run(2 * S)
    assert both.keys == "0123456789ABCD*#T"
