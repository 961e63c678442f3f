"""The keys of a pad or keyboard as the remote's, in what the kernel tells of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from usb_pads import KEYBOARD, PAD, press, record

from tablekit.devices import usb_records as codes
from tablekit.devices.usb_records import ERR_US, EVENT, KEYS, Pressed, Records
from tablekit.game import keypad
from tablekit.view import keyboard

SHIFT, VOLUME = 42, 115


def test_each_key_of_the_remote_is_on_a_bare_number_pad() -> None:
    assert sorted(KEYS[code] for code in PAD.values()) == sorted(keypad.KEYS)
    for printed in "0123456789*":
        assert KEYS[PAD[printed]] == printed
    assert {name: KEYS[PAD[name]] for name in ("NumLock", "/", "-", ".", "+", "Enter")} == {
        "NumLock": "A", "/": "B", "-": "C", ".": "D", "+": "T", "Enter": "#",
    }  # fmt: skip


def test_a_keyboard_has_the_keys_that_it_has_at_the_terminal() -> None:
    typed = {char: [*keyboard.keys(char)] for char in KEYBOARD}
    assert {char: [KEYS[code]] if code in KEYS else [] for char, code in KEYBOARD.items()} == typed | {"q": []}


def test_a_record_is_the_kernels() -> None:
    assert EVENT.size in (16, 24)
    assert list(Records().pressed(record(71, at_us=12_345_678_901))) == [Pressed("7", 12_345_678_901, ERR_US)]


def pressed(data: bytes, *, arrows: bool = False) -> str:
    return "".join(key for key, _, _ in Records(arrows=arrows).pressed(data))


def test_only_going_down_is_a_press() -> None:
    held = record(71) + record(71, 2) * 30 + record(71, codes.UP)
    assert pressed(held + press(72)) == "78"
    assert pressed(press(VOLUME) + press(codes.SYN_REPORT)) == ""


@pytest.mark.parametrize("modifier", sorted(codes.MODIFIERS))
def test_with_a_modifier_held_no_key_is_ours(modifier: int) -> None:
    held = record(modifier) + press(KEYBOARD["c"]) + record(modifier, 2) + press(KEYBOARD["3"])
    assert pressed(held + record(modifier, codes.UP) + press(KEYBOARD["d"])) == "D"


def test_a_pad_that_sends_arrows_sends_its_digits_and_a_keyboard_does_not() -> None:
    arrows = b"".join(press(code) for code in codes.PAD_ARROWS)
    assert pressed(arrows, arrows=True) == "0123456789"
    assert pressed(arrows) == "5"


def test_what_follows_a_full_buffer_is_left_out_up_to_the_next_report() -> None:
    dropped = record(codes.SYN_DROPPED, 0, kind=codes.EV_SYN)
    assert pressed(record(SHIFT) + press(71) + dropped + press(72)[: EVENT.size * 3] + press(73)) == "9"


@given(st.lists(st.sampled_from([*KEYS, *codes.MODIFIERS, VOLUME])), st.lists(st.integers(1, 100)))
def test_records_may_come_in_pieces(held: list[int], cuts: list[int]) -> None:
    data = b"".join(press(code, at_us) for at_us, code in enumerate(held))
    records, seen, rest = Records(), list[Pressed](), data
    for cut in cuts:
        piece, rest = rest[:cut], rest[cut:]
        seen += records.pressed(piece)
    assert [*seen, *records.pressed(rest)] == [*Records().pressed(data)]


@given(st.binary())
def test_whatever_is_read_gives_keys_of_the_remote_or_none(data: bytes) -> None:
    assert {key for key, _, _ in Records(arrows=True).pressed(data)} <= set(keypad.KEYS)
