"""fsm: speeches, nominations, masks and silence in the day (4.3, 4.4.2-3, 6.4, 7.5, 7.6)."""

import pytest
from table_talk import S, SitDown, TableTalk, paragraph

from tablekit.effects import Say


def speakers(table: TableTalk) -> list[int]:
    """Who has the word today, in order; the day's speeches are over then."""
    heard = []
    while table.what in ("speech", "silent"):
        heard.append(table.asked[1])
        table.step()
    return heard


@paragraph("4.3.2")
def test_day_0_begins_with_seat_1_and_each_later_day_with_the_next(sit_down: SitDown) -> None:
    table = sit_down()
    for day in range(3):
        table.to(f"day {day}")
        assert speakers(table) == [(day + place) % 10 + 1 for place in range(10)]


@paragraph("4.3.2")
def test_the_next_living_seat_begins(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(2, 3)
    table.to("day 1")
    assert speakers(table) == [4, 5, 6, 7, 8, 9, 10, 1]
    table.to("day 2")
    assert speakers(table)[0] == 5


@paragraph("4.3.2")
def test_seat_1_may_be_out_on_day_0(sit_down: SitDown) -> None:
    table = sit_down()
    table.remove(1)
    table.to("day 0")
    assert speakers(table) == list(range(2, 11))
    table.to("day 1")
    assert speakers(table)[0] == 3


@paragraph("4.3.2")
def test_the_day_after_seat_10_begins_with_seat_1(sit_down: SitDown) -> None:
    table = sit_down(three_rounds_draw=False)
    table.to("day 9")
    assert speakers(table)[0] == 10
    table.to("day 10")
    assert speakers(table)[0] == 1


@paragraph("4.3.2")
def test_who_leaves_before_his_turn_does_not_speak(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.turn_of(4)
    table.remove(5, 7, 2)
    assert speakers(table) == [4, 6, 8, 9, 10]


@paragraph("common: the clock of a speech", "sport: a minute")
@pytest.mark.parametrize("book", ["fsm", "sport"])
def test_a_minute_rings_and_the_host_ends_it(sit_down: SitDown, book: str) -> None:
    table = sit_down(book)
    table.to("day 0")
    assert table.asked == ("speech", 1)
    began_us = table.now_us
    assert table.scene.ends_us == began_us + 60 * S
    table.wait(49.999_999)
    assert table.said("ten_seconds") == []
    table.wait(0.000_001)
    assert table.said("ten_seconds") == [(1,)]
    table.wait(9.999_999)
    assert table.said("time") == []
    table.wait(0.000_001)
    assert table.said("time") == [(1,)]
    table.wait(100)
    assert table.asked == ("speech", 1)
    assert table.scene.ends_us == began_us + 60 * S
    table.says("thanks")
    assert table.asked == ("speech", 2)


@paragraph("common: the clock of a speech")
def test_pass_ends_a_speech_early(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.says("thanks")
    assert table.asked == ("speech", 2)
    assert table.said("time") == []


@paragraph("common: the clock of a speech")
def test_a_field_lets_a_speech_end_by_itself(sit_down: SitDown) -> None:
    table = sit_down(auto_next=True)
    table.to("day 0")
    table.wait(60)
    assert table.asked == ("speech", 2)
    assert table.said("time") == [(1,)]


@paragraph("common: the clock of a speech")
@pytest.mark.parametrize(("seconds", "warned"), [(10, []), (10.5, [(1,)])])
def test_a_very_short_speech_has_no_warning(sit_down: SitDown, seconds: float, warned: list[tuple[int]]) -> None:
    table = sit_down(speech_s=seconds)
    table.to("day 0")
    table.wait(seconds)
    assert table.said("ten_seconds") == warned
    assert table.said("time") == [(1,)]


@paragraph("4.3.6")
def test_a_mask_in_the_day_is_told_to_the_host(sit_down: SitDown) -> None:
    table = sit_down()
    table.masked(5)
    assert table.notes == []
    table.to("day 0")
    public = len(table.heard)
    table.masked(5)
    assert table.notes == ["Seat 5 wears a mask in the day."]
    assert table.cues(public) == []
    table.bare(5)
    assert len(table.notes) == 1
    assert table.fouls == {}


@paragraph("4.4.2")
def test_a_speaker_nominates_once(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.turn_of(2)
    table.says("nominate", 5)
    assert table.cannot("nominate", 6) == "Seat 2 has nominated already."
    assert table.cannot("withdraw", 5) == "That key does nothing now."
    assert table.runner.table.nominations == [(2, 5)]
    assert table.scene.nominees == (5,)


@paragraph("4.4.2")
def test_nobody_is_nominated_twice_nor_when_he_is_out(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(9)
    table.speech(1, nominates=5)
    table.turn_of(2)
    assert table.cannot("nominate", 5) == "Seat 5 is nominated already."
    assert table.cannot("nominate", 9) == "Seat 9 is out."
    assert table.cannot("nominate", 11) == "There is no seat 11."
    table.says("nominate", 2)
    table.until("nominees")
    assert table.day.nominations == [(1, 5), (2, 2)]
    assert table.said("nominees") == [(5, 2)]


@paragraph("4.4.2")
def test_nominations_end_with_the_speech(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(4, 5)
    assert table.what == "call"
    assert table.cannot("nominate", 6) == "That key does nothing now."


@paragraph("4.4.3")
def test_the_host_says_accepted(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.turn_of(3)
    assert [effect for effect in table.says("nominate", 8) if isinstance(effect, Say)] == [
        Say(table.now_us, "accepted", (8,))
    ]


@paragraph("6.4")
def test_three_fouls_cost_the_next_minute_but_not_the_nomination(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.turn_of(5)
    table.foul(5, times=3)
    assert table.asked == ("speech", 5)
    assert table.scene.silenced == (5,)
    table.to("day 1")
    table.turn_of(5)
    assert table.asked == ("silent", 5)
    assert table.said("silent") == [(5,)]
    assert table.scene.ends_us is None
    table.says("nominate", 2)
    assert table.cannot("nominate", 3) == "Seat 5 has nominated already."
    table.says("thanks")
    assert table.asked == ("speech", 6)
    assert table.day.silent == [5]
    assert table.runner.table.nominations == [(5, 2)]
    assert table.scene.silenced == ()
    table.to("day 2")
    table.turn_of(5)
    assert table.asked == ("speech", 5)


@paragraph("6.4")
@pytest.mark.parametrize("fouls", [1, 2])
def test_fewer_cost_nothing(sit_down: SitDown, fouls: int) -> None:
    table = sit_down()
    table.to("day 0")
    table.foul(5, times=fouls)
    assert table.said("foul") == [(5, count) for count in range(1, fouls + 1)]
    table.turn_of(5)
    assert table.what == "speech"
    assert table.day.silent == []


@paragraph("6.4")
def test_a_pardon_gives_the_minute_back(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.foul(5, times=3)
    table.pardon(5)
    assert table.said("pardon") == [(5, 2)]
    table.turn_of(5)
    assert table.what == "speech"
    table.foul(5)
    assert table.scene.silenced == (5,)


@paragraph("6.4")
def test_a_pardon_of_an_earlier_foul_gives_nothing_back(sit_down: SitDown) -> None:
    table = sit_down(fouls_out=5)
    table.to("day 0")
    table.foul(5, times=4)
    table.pardon(5)
    assert table.scene.silenced == (5,)


@paragraph("6.4")
def test_the_silent_one_may_be_removed(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.foul(1, times=3)
    table.to("day 1")
    table.turn_of(1)
    assert table.what == "silent"
    table.foul(1)
    assert table.what == "nominees"
    assert table.out == [1]


@paragraph("7.5", "6.4")
def test_who_lost_his_minute_still_speaks_in_a_revote(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.foul(1, times=3)
    table.ballots({1: (3, 4, 5, 6, 7)})
    assert table.asked == ("defence", 1)
    assert table.scene.silenced == (1,)
    table.until("defence", 2)


@paragraph("7.6")
@pytest.mark.parametrize(("gone", "what", "seconds"), [(5, "silent", None), (6, "speech", 30), (7, "speech", 30)])
def test_at_a_short_table_the_silent_one_has_half_a_minute(
    sit_down: SitDown, gone: int, what: str, seconds: int | None
) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(*(9, 10, 8, 7, 2, 4, 6)[:gone])
    table.foul(5, times=3)
    table.turn_of(5)
    assert len(table.living) == 10 - gone
    assert table.what == what
    assert table.scene.ends_us == (None if seconds is None else table.now_us + seconds * S)
    assert table.day.silent == ([] if seconds else [5])
    table.says("nominate", 1)
    table.says("thanks")
    table.to("day 1")
    table.turn_of(5)
    assert table.scene.ends_us == table.now_us + 60 * S
