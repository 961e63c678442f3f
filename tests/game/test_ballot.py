"""A ballot from the call to the count: whose hand was before T, what T is, doubts, voids, and the host's own hand."""

import pytest
from table_talk import MOMENT_US, MS, S, SitDown, at_the_call, paragraph

from tablekit.events import CueStarted, HandDown, HostSaid, WordHeard

ALL = tuple(range(1, 11))
HUB = {"clock": "hub", "ticks": 0}


# T−1 counts, T does not


@paragraph("latched: strictly before", "H2", "H3")
@pytest.mark.parametrize("seat", ALL)
def test_a_microsecond_before_the_word_counts_and_the_word_itself_does_not(sit_down: SitDown, seat: int) -> None:
    for at_us, counted in ((-1, True), (0, False), (1, False)):
        table = at_the_call(sit_down)
        table.hand(seat, at_us=at_us)
        table.thanks()
        assert (seat in table.votes(1)) is counted
        assert table.judged(seat) == ("counted" if counted else "late")


@paragraph("latched: late")
def test_late_hands_are_told_with_their_milliseconds_until_the_count(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(7, at_us=0)
    table.hand(8, at_us=1_234)
    table.hand(9, at_us=2 * S)
    table.thanks()
    table.hand(8)
    assert table.told("late") == [
        "Seat 7: late by 0.000 ms, refused.",
        "Seat 8: late by 1.234 ms, refused.",
        "Seat 9: late by 2000.000 ms, refused.",
    ]
    table.count()
    assert [(hand.seat, hand.after_t_us, hand.judged) for hand in table.ballot(1).hands] == [
        (7, 0, "late"),
        (8, 1_234, "late"),
        (9, 2_000_000, "late"),
    ]


@paragraph("latched: late")
def test_who_has_voted_already_is_not_late(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3)
    table.thanks()
    table.count()
    table.call(2)
    table.hand(3, at_us=5)
    table.thanks()
    assert table.judged(3) == "not counted"
    assert table.told("late") == []


@paragraph("H12")
def test_a_hand_that_lies_still_for_long_is_down_all_the_time(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3, at_us=-30 * S)
    table.thanks()
    assert table.votes(1) == {3}
    assert table.scene.hands == (3,)


def test_a_ballot_may_open_and_close_within_twenty_milliseconds(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    at_us = table.now_us
    step = table.runner.step
    table.bring(
        [
            HandDown(at_us + 8 * MS, 3, clock="pi", ticks=(at_us + 8 * MS) * 1_000),
            HostSaid(at_us + 10 * MS, key="thanks", ask=step),
            WordHeard(at_us + 20 * MS, clock="pi", ticks=(at_us + 20 * MS) * 1_000),
            HandDown(at_us + 20 * MS, 4, clock="pi", ticks=(at_us + 20 * MS) * 1_000),
        ]
    )
    table.wait(0.1)
    assert table.votes(1) == {3}
    assert table.what == "count"


# Doubt


@paragraph("latched: on the line")
@pytest.mark.parametrize(("settled_us", "judged"), [(-1, "counted"), (0, "on the line"), (4 * MS, "on the line")])
def test_bounces_on_both_sides_of_the_word_are_on_the_line(sit_down: SitDown, settled_us: int, judged: str) -> None:
    table = at_the_call(sit_down, doubt="drop")
    table.hand(3, at_us=-2 * MS, settled_us=settled_us)
    table.hand(4, at_us=1, settled_us=5 * MS)
    table.thanks()
    assert table.judged(3) == judged
    assert table.judged(4) == "late"
    assert table.told("on the line") == ([] if judged == "counted" else ["Seat 3: on the line, -2.0 ms from the word."])


@paragraph("latched: on the line")
@pytest.mark.parametrize(
    ("at_us", "judged"),
    [(-901, "counted"), (-900, "on the line"), (0, "on the line"), (900, "on the line"), (901, "late")],
)
def test_stamps_of_two_clocks_whose_errors_overlap_are_on_the_line(sit_down: SitDown, at_us: int, judged: str) -> None:
    table = at_the_call(sit_down, doubt="drop")
    table.hand(3, at_us=at_us, **HUB, err_us=300)
    table.thanks(err_us=600)
    assert table.judged(3) == judged
    [hand] = table.ballot(1).hands
    assert (hand.after_t_us, hand.err_us) == (at_us, 900)


@paragraph("latched: on the line")
@pytest.mark.parametrize(("settled_us", "judged"), [(-901, "counted"), (-900, "on the line")])
def test_so_are_bounces_that_come_as_near_to_the_word_as_the_errors(
    sit_down: SitDown, settled_us: int, judged: str
) -> None:
    table = at_the_call(sit_down, doubt="drop")
    table.hand(3, at_us=-5 * MS, settled_us=settled_us, **HUB, err_us=300)
    table.thanks(err_us=600)
    assert table.judged(3) == judged


@paragraph("latched: on the line")
def test_two_stamps_of_one_counter_are_never_in_doubt(sit_down: SitDown) -> None:
    """By ticks, although the map of the clock is in error, and wrong here."""
    table = at_the_call(sit_down)
    table.hand(3, at_us=40, clock="hub", ticks=999, err_us=500)
    table.hand(4, at_us=-40, clock="hub", ticks=1_000, err_us=500)
    table.thanks(clock="hub", ticks=1_000, err_us=500)
    assert table.votes(1) == {3}
    assert [hand.err_us for hand in table.ballot(1).hands] == [0, 0]


@paragraph("latched: on the line")
def test_the_default_is_to_vote_again(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3, 5)
    table.hand(4, at_us=-1, settled_us=1)
    table.thanks()
    assert table.asked == ("call", 1)
    assert str(table.desk.says) == "A hand on the line."
    assert table.said("void") == [()]
    assert [void.counted for void in table.day.stages[0].voids] == [[3, 5]]
    table.call(1)
    table.hand(6)
    table.thanks()
    assert table.votes(1) == {6}
    assert table.ballot().held == [3, 4, 5]
    table.count()
    assert table.fouls == {}


@paragraph("latched: on the line")
@pytest.mark.parametrize(("doubt", "counted"), [("count", {3, 4}), ("drop", {3})])
def test_a_field_counts_or_drops_it(sit_down: SitDown, doubt: str, counted: set[int]) -> None:
    table = at_the_call(sit_down, doubt=doubt)
    table.hand(3)
    table.hand(4, at_us=-1, settled_us=1)
    table.thanks()
    assert table.votes(1) == counted
    assert table.what == "count"
    assert table.judged(4) == ("counted" if doubt == "count" else "on the line")


@paragraph("latched: on the line")
def test_doubt_about_a_seat_that_has_voted_or_is_out_is_none(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, book="sport")
    table.hand(3)
    table.thanks()
    table.count()
    table.call(2)
    table.touch(5)
    table.remove(5)
    table.hand(3, at_us=-1, settled_us=1)
    table.thanks()
    assert table.what == "count"
    assert table.told("on the line") == []


def test_a_lift_in_doubt_is_no_foul(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3, up_us=-500)
    table.thanks(clock="hub", ticks=0, err_us=600)
    table.count()
    assert table.votes(1) == {3}
    assert table.fouls == {}


# What T is


def test_t_is_the_onset_of_the_word_not_the_key(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3, at_us=-1)
    table.thanks()
    ballot = table.ballot()
    assert (ballot.t_by, ballot.t_us, ballot.t_err_us) == ("word", table.t_us, 0)
    assert table.votes(1) == {3}


def test_an_onset_before_the_key_is_not_the_word(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    at_us = table.soon()
    table.bring([WordHeard(at_us, clock="pi", ticks=at_us * 1_000), CueStarted(at_us, cue="thanks")])
    assert table.what == "ballot"
    table.hand(3)
    table.thanks()
    assert table.votes(1) == {3}


def test_without_an_onset_t_is_the_cue_and_its_error(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, doubt="drop")
    table.hand(3, at_us=-3_001)
    table.hand(4, at_us=-3_000)
    table.hand(5, at_us=3_001)
    table.thanks(onset=False, err_us=3_000)
    ballot = table.ballot()
    assert (ballot.t_by, ballot.t_us, ballot.t_err_us) == ("estimate", table.t_us, 3_000)
    assert table.told("not heard") == ["The word was not heard: T is the start of its cue, ± 3.0 ms."]
    assert [table.judged(seat) for seat in (3, 4, 5)] == ["counted", "on the line", "late"]


@pytest.mark.parametrize(("heard_us", "t_by"), [(250 * MS, "word"), (250 * MS + 1, "estimate")])
def test_the_onset_is_awaited_250_ms_from_the_start_of_the_cue(sit_down: SitDown, heard_us: int, t_by: str) -> None:
    table = at_the_call(sit_down)
    table.says("thanks")
    table.wait(0.9)
    cue_us = table.soon()
    table.bring(
        [
            CueStarted(cue_us - 5 * MS, cue="accepted"),
            CueStarted(cue_us, cue="thanks"),
            WordHeard(cue_us + heard_us, clock="pi", ticks=(cue_us + heard_us) * 1_000),
        ]
    )
    assert table.ballot().t_by == t_by
    assert table.ballot().t_us == (cue_us + heard_us if t_by == "word" else cue_us)


def test_if_no_cue_begins_within_a_second_t_is_the_key_and_a_second_in_doubt(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, doubt="drop")
    table.touch(3)
    table.wait(1.5)
    table.touch(4)
    key_us = table.now_us + 10 * MS
    table.says("thanks")
    table.wait(0.999_999)
    assert table.what == "ballot"
    table.wait(0.000_001)
    table.touch(5)
    table.wait(0.1)
    assert table.what == "count"
    ballot = table.ballot()
    assert (ballot.t_by, ballot.t_us, ballot.t_err_us) == ("estimate", key_us, S)
    assert [table.judged(seat) for seat in (3, 4, 5)] == ["counted", "on the line", "late"]


def test_where_t_is_in_doubt_hands_are_awaited_until_it_cannot_matter(sit_down: SitDown) -> None:
    """A stamp of another clock may come in after the word, and yet be of before it."""
    table = at_the_call(sit_down, doubt="drop")
    table.says("thanks")
    t_us = table.soon()
    table.bring([WordHeard(t_us, clock="pi", ticks=t_us * 1_000, err_us=500)])
    assert table.what == "word"
    assert table.scene.ends_us is None
    assert table.scene.hands == ()
    table.bring([HandDown(t_us + 400, 3, clock="hub", ticks=5, err_us=50)])
    assert table.scene.hands == (3,)
    assert table.runner.deadline_us == t_us + 2_500
    pause = HostSaid(t_us + 2_499, key="pause")
    assert str(table.runner.why_not(pause)) == "Hands are going: no pause until the word."
    table.wait(0.0021)
    assert table.what == "count"
    assert table.judged(3) == "on the line"


@paragraph("ballot: void")
def test_a_hand_that_comes_before_the_void_is_heard_is_held_over_without_a_foul(sit_down: SitDown) -> None:
    table = at_the_call(sit_down)
    table.hand(3, at_us=-1, settled_us=1)
    table.hand(4, at_us=5 * MS)
    table.thanks()
    table.bring([HandDown(table.t_us + 999 * MS, 5), HandDown(table.t_us + 1_000 * MS, 6)])
    table.call(1)
    table.thanks()
    assert (table.ballot().held, table.ballot().early) == ([3, 4, 5], [6])


def test_a_wired_key_that_is_dead_for_five_seconds_holds_nobody_up(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, cutoff="key")
    called_us = table.now_us
    table.touch(3)
    table.now_us = called_us + 5 * S - 2 * MOMENT_US
    assert table.cannot("thanks") == "Press the wired key."
    table.says("thanks")
    table.time_is_up()
    table.time_is_up()
    assert (table.what, table.ballot().t_by, table.ballot().counted) == ("count", "estimate", [3])
    assert table.told("not played") == ["The word was not played: T is the host's key, ± 1000.0 ms."]


def test_a_contact_in_the_instant_of_the_call_is_a_vote(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    at_us = table.soon()
    called = HostSaid(at_us, key="next", ask=table.runner.step)
    table.bring([HandDown(at_us, 3, clock="pi", ticks=at_us * 1_000), HandDown(at_us - 1, 4), called])
    table.thanks()
    assert (table.votes(1), table.ballot().early) == ({3}, [4])


def test_while_the_wired_key_may_be_lost_the_remote_s_own_ends_the_ballot(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, cutoff="key")
    table.lost()
    table.call(1)
    table.says("thanks")
    t_us = table.soon()
    table.happens(CueStarted(t_us, cue="thanks"))
    table.time_is_up()
    table.says("vote", 3)
    assert (table.ballot().t_us, table.ballot().t_by, table.votes(1)) == (t_us, "estimate", {3})


def test_the_key_wired_to_the_hands_counter_may_be_t(sit_down: SitDown) -> None:
    table = at_the_call(sit_down, cutoff="key")
    assert table.cannot("thanks") == "Press the wired key."
    table.hand(3, at_us=-1)
    table.hand(4, at_us=0)
    table.thanks()
    assert table.votes(1) == {3}
    assert table.ballot().t_by == "key"
    assert table.said("thanks") == []
