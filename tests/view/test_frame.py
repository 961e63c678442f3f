from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rowdy_game import NAMES, TABLE

from tablekit.effects import Effect
from tablekit.texts import LANGUAGES, Language, spoken, translate
from tablekit.view.frame import Frame
from tablekit.view.picture import Picture, Table
from tablekit.view.remote import display
from tablekit.view.side import Heard, Spoken

At = Callable[..., Picture]
EN = translate("en")
SAID = (Spoken("Night", cue=True), Spoken("Seat 3: I nominate 4.", cue=False), Spoken("Accepted", cue=True))


def drawn(
    picture: Picture, width: int = 100, height: int = 32, table: Table = TABLE, language: Language = "en"
) -> list[str]:
    """The frame as a terminal of that size would show it, without colours."""
    console = Console(file=StringIO(), width=width, height=height, color_system=None)
    translated = translate(language)
    heard = Heard(SAID, ("Seat 3: late by 0.231 ms, refused.",), display(picture, None, translated, 0))
    frame = Frame(table, translated, spoken(language)).draw(picture, heard, width, height)
    lines = console.render_lines(frame, console.options.update_height(height), pad=False)
    return ["".join(segment.text for segment in line) for line in lines]


def test_a_frame_shows_table_ballot_remote_and_what_is_said(at: At) -> None:
    text = "\n".join(drawn(at("count", lambda shown: shown.desk.ballot and len(shown.desk.ballot.hands) > 3)))
    panels = ("everybody sees", "last ballot, against", "PRIVATE", "said aloud", "your keys")
    assert all(shown in text for shown in (*panels, "«Accepted»", "Seat 3: I nominate 4."))


def test_a_simulation_says_so_at_every_size(at: At) -> None:
    assert all("SIMULATION" in drawn(at("speech"), *size)[0] for size in ((100, 32), (80, 24), (40, 10), (12, 4)))
    assert not any("SIMULATION" in line for line in drawn(at("speech"), table=replace(TABLE, simulated=False)))


def test_before_the_first_ballot_the_rule_is_told(at: At) -> None:
    assert any("before the word counts" in line for line in drawn(at("deal")))


def test_counts_stand_beside_the_nominees(at: At) -> None:
    counted = at("call", lambda shown: len(shown.scene.votes) > 1)
    nominee, votes = next(iter(counted.scene.votes.items()))
    assert any(f" {nominee} ({votes})" in line and "nominees in order" in line for line in drawn(counted, 140, 32))


def test_who_hosts_is_told_the_keys_and_who_watches_the_signs(at: At) -> None:
    watching = replace(TABLE, hosted=False)
    assert [any("your keys" in line for line in drawn(at("speech"), table=table)) for table in (TABLE, watching)] == [
        True,
        False,
    ]
    assert "Space «thanks»" in drawn(at("speech"), 80, 24)[-1]
    assert "Space" not in drawn(at("speech"), 80, 24, watching)[-1]


def test_after_the_game_the_next_key_is_told(at: At) -> None:
    over = replace(at("result"), scene=replace(at("result").scene, what="over"))
    assert "Enter: another game" in drawn(over)[-1]
    assert "another game" not in drawn(over, table=replace(TABLE, hosted=False))[-1]


def test_cards_are_only_in_the_private_panel(at: At) -> None:
    speech = at("speech")
    other = replace(speech, desk=replace(speech.desk, roles=dict.fromkeys(range(1, 11), "don")))
    before, after = drawn(speech), drawn(other)
    top = next(number for number, line in enumerate(before) if "PRIVATE" in line)
    bottom = next(number for number, line in enumerate(before) if "┛" in line)
    left = before[top].index("┏")
    assert before != after
    for number, (line, changed) in enumerate(zip(before, after, strict=True)):
        private = top < number <= bottom
        assert (line[:left] if private else line) == (changed[:left] if private else changed)


def test_before_the_deal_no_card_is_shown(at: At) -> None:
    assert not any("?" in line for line in drawn(at("seats")))


def test_no_frame_of_a_game_is_wider_or_higher_than_the_terminal(game: list[tuple[Picture, list[Effect]]]) -> None:
    for number, (shown, _) in enumerate(game[::24]):
        for width, height in ((100, 32), (80, 24)):
            lines = drawn(shown, width, height, language=LANGUAGES[number % 3])
            assert len(lines) == height
            assert {cell_len(line) for line in lines[:-1]} == {width}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["deal", "speech", "count", "shooting", "result"])
@settings(max_examples=25)
@given(width=st.integers(1, 200), height=st.integers(1, 60), seats=st.integers(7, 20), hosted=st.booleans())
def test_it_is_drawn_at_any_size(at: At, what: str, width: int, height: int, seats: int, hosted: bool) -> None:
    lines = drawn(at(what), width, height, Table("sport", seats, NAMES, hosted=hosted))
    assert len(lines) <= height
    assert all(cell_len(line) <= width for line in lines)
