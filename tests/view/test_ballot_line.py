import pytest
from hypothesis import given
from hypothesis import strategies as st
from rowdy_game import TABLE

from tablekit.effects import text
from tablekit.game.record import BallotRecord, HandRecord
from tablekit.texts import translate
from tablekit.view.ballot_line import BallotLine, ms, remarks, sentence

EN = translate("en")
LINE = BallotLine(TABLE, EN, lambda say: {"thanks": "Thank you", "three": "Three"}[say.cue])
SEATING = tuple(range(1, 11))
BALLOT = BallotRecord(
    4,
    called_us=0,
    t_us=5_000_000,
    hands=[
        HandRecord(3, 0, 0, "late"),
        HandRecord(1, -1_234_567, 0, "counted"),
        HandRecord(2, -1, 0, "counted"),
        HandRecord(6, -700_000, 0, "counted", lifted_us=-200_000),
        HandRecord(9, 231, 0, "late"),
        HandRecord(8, 0, 0, "by host"),
        HandRecord(10, -400_000, 0, "second"),
    ],
    counted=[1, 2, 6, 8],
    held=[5],
    by_default=[7],
)


def rows(ballot: BallotRecord = BALLOT, width: int = 66, height: int = 12) -> list[str]:
    return LINE.draw(ballot, SEATING, width, height).lines()


def test_near_the_word_milliseconds_are_told_to_the_microsecond() -> None:
    told = {-1_234_567: "−1234.6  ", -9_999: "−9.999", -1: "−0.001", 0: "+0.000", 231: "+0.231", 87_023: "+87.0  "}
    assert {after_us: ms(after_us) for after_us in told} == told


def test_hands_stand_in_the_order_in_which_they_fell() -> None:
    assert [row[:2].strip() for row in rows()[1:8]] == ["1", "6", "10", "2", "3", "9", "8"]


def test_each_hand_lies_before_or_after_the_word_as_it_fell() -> None:
    drawn = rows()
    word = drawn[8].index("┃")
    places = {int(row[:2]): row.index("●") for row in drawn[1:7]}
    assert all((places[seat] < word) == (seat in (1, 2, 6, 10)) for seat in places)
    assert places[2] == word - 1
    assert places[3] == places[9] == word + 1


def test_a_hand_that_was_lifted_ends_there() -> None:
    drawn = rows()
    lifted = next(row for row in drawn if row.startswith(" 6"))
    assert lifted.index("╸") < drawn[8].index("┃")
    assert lifted.rstrip().endswith("lifted")


def test_late_hands_are_told_with_their_milliseconds() -> None:
    late = next(row for row in rows() if row.startswith(" 9"))
    assert late.split()[-2:] == ["+0.231", "LATE"]


def test_what_the_line_cannot_show_stands_below() -> None:
    assert (
        rows(width=80)[-1].strip() == "held since before the call: 5; no hand in time, so against the last nominee: 7"
    )
    void = BallotRecord(0, 0, void=text("A hand on the line."), early=[2], unknown=[3], t_err_us=48_000)
    assert [EN(remark) for remark in remarks(void)] == [
        "A hand on the line.",
        "early: 2",
        "unknown: 3",
        "the word is known to 48.0 ms only",
    ]


def test_where_there_is_no_room_the_earliest_hands_are_left_out() -> None:
    assert [row[:2].strip() for row in rows(height=4)[1:3]] == ["9", "8"]


def test_the_title_tells_what_it_came_to() -> None:
    assert LINE.title(BALLOT) == "against 4: 4 counted, 1 by default, 2 late"
    assert LINE.title(BallotRecord(0, 0)) == "all of them to leave: 0 counted"


def test_a_transcript_has_the_hands_on_one_line() -> None:
    counted = "1 counted −1234.6 ms; 6 counted, lifted −700.0 ms; 10 second −400.0 ms; 2 counted −0.001 ms"
    assert sentence(BALLOT, EN).startswith(counted)
    assert "9 LATE +0.231 ms; 8 by host; held since" in sentence(BALLOT, EN)


@pytest.mark.parametrize("language", ["ru", "en", "az"])
@given(width=st.integers(0, 120), height=st.integers(0, 14))
def test_it_is_drawn_at_any_size(language: str, width: int, height: int) -> None:
    drawn = BallotLine(TABLE, translate(language), lambda _: "Təşəkkürlər").draw(BALLOT, SEATING, width, height)
    assert len(drawn.lines()) == height
