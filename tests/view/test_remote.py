from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len

from tablekit.effects import Effect, Tell, Text, text
from tablekit.texts import LANGUAGES, Language, translate
from tablekit.view.picture import Picture
from tablekit.view.remote import COLUMNS, LINGER, ROWS, cards, display, keys, warned, window
from tablekit.view.words import RAISE_STEPS, STEPS

EN = translate("en")
At = Callable[..., Picture]


def test_the_display_always_has_four_lines_of_twenty_columns(game: list[tuple[Picture, list[Effect]]]) -> None:
    for language in ("ru", "en", "az"):
        for shown, effects in game:
            told = next((effect.text for effect in effects if isinstance(effect, Tell)), None)
            lines = display(shown, told, translate(language), tick=3)
            assert [len(line) for line in lines] == [COLUMNS] * ROWS


def test_it_tells_what_now_the_clock_the_last_tell_and_the_keys(at: At) -> None:
    speech = replace(at("speech", lambda shown: not shown.typing), left_s=47)
    lines = [line.strip() for line in display(speech, text("Seat 4: foul 1."), EN, 0)]
    assert lines == [f"Speech: {speech.scene.seat}", "0:47", "Seat 4: foul 1.", keys(speech, EN).strip()]
    assert lines[3].startswith("Thanks")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_goes_on_fits_the_display(language: Language) -> None:
    words = translate(language)
    for step in [*STEPS.values(), *RAISE_STEPS.values()]:
        assert cell_len(words(Text(step.template, {"seat": 10}))) <= COLUMNS


def test_a_disk_that_keeps_nothing_is_told_before_all_else(at: At) -> None:
    assert warned(replace(at("call"), unkept=True)) == text("DISK: not kept")


def test_a_warning_has_the_second_line_beside_the_clock_or_alone(at: At) -> None:
    call, speech = replace(at("call"), unkept=True), replace(at("speech"), unkept=True, left_s=47)
    assert [display(shown, None, EN, 0)[1].strip() for shown in (call, speech)] == [
        "DISK: not kept",
        "0:47 DISK: not kept",
    ]


def test_what_the_host_types_stands_in_place_of_the_keys(at: At) -> None:
    typing = replace(at("speech"), typing=text("{prompt}{typed}", prompt=text("Foul, seat: "), typed="1"))
    assert display(typing, None, EN, 0)[3].startswith("C foul 1_ ")


def test_hands_before_the_call_are_told_before_the_call(at: At) -> None:
    call = at("call")
    assert warned(replace(call, desk=replace(call.desk, held=(3, 7), bare=(), lost=()))) == text(
        "Hands: {seats}", seats=(3, 7)
    )


def test_no_mask_is_told_unless_nobody_wears_one(at: At) -> None:
    night = at("shooting")
    quiet = replace(night.desk, held=(), lost=())
    shown = [replace(night, desk=replace(quiet, bare=bare)) for bare in ((2,), night.scene.living)]
    assert [warned(picture) for picture in shown] == [text("No mask: {seats}", seats=(2,)), None]


def test_a_long_line_moves_until_all_of_it_was_seen_and_begins_anew() -> None:
    line = "Seat 3: late by 0.231 ms, refused."
    seen = [window(line, tick) for tick in range(100)]
    assert seen[:LINGER] == [line[:COLUMNS]] * LINGER
    assert line[-COLUMNS:] in seen
    assert all(part in line for part in seen)
    period = len(line) - COLUMNS + 2 * LINGER
    assert seen[period:] == seen[: 100 - period]


def test_the_cards_are_letters_as_far_as_they_are_known(at: At) -> None:
    desk = replace(at("speech").desk, roles={1: "don", 2: "mafia", 3: "sheriff", 4: "citizen"})
    assert cards(replace(at("speech"), desk=desk), 5) == [(1, "D"), (2, "M"), (3, "S"), (4, "·"), (5, "?")]
