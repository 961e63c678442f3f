"""classic: what a scenario cannot tell of the text: calls and their words, clocks, masks, answers, the remote."""

from collections import Counter

import pytest
from table_talk import SitDown, TableTalk

from tablekit.effects import Say
from tablekit.texts import spoken

CARDS = {"boss": 3, "mafia": (9, 10), "commissar": 6}
MORE = {"lover": 4, "killer": 7, "doctor": 8}
ALL = tuple(range(1, 11))


def classic(sit_down: SitDown, more: dict[str, int] | None = None, **how: object) -> TableTalk:
    return sit_down("classic", held=CARDS | (more or {}), **how)


def calls_of_a_night(table: TableTalk) -> list[str]:
    """What is said in night 1, from the word on, the called numbers left out."""
    table.until("dusk")
    since = len(table.heard)
    table.to("night 1")
    table.until("dawn")
    return [cue for cue in table.cues(since) if cue != "number"]


# -- the first night


def test_seven_red_cards_and_three_black_ones(sit_down: SitDown) -> None:
    table = classic(sit_down, deal="kit")
    cards = Counter(table.runner.table.record.roles.values())
    assert cards == {"citizen": 6, "commissar": 1, "mafia": 2, "boss": 1}


def test_at_the_word_night_all_put_their_masks_on(sit_down: SitDown) -> None:
    table = classic(sit_down, begin="masks")
    assert table.said("night") == [()]
    assert table.scene.music
    table.masked(*ALL[:-1])
    assert str(table.desk.says) == "No mask: (10,)"
    assert table.what == "masks"
    table.masked(10)
    assert table.asked == ("card", 1)


def test_cards_are_drawn_one_by_one(sit_down: SitDown) -> None:
    table = classic(sit_down, begin="card")
    for seat in ALL:
        assert table.asked == ("card", seat)
        assert table.said("card")[-1] == (seat,)
        table.goes_on()
    assert table.what == "deal"


def test_the_called_seat_alone_lifts_its_mask(sit_down: SitDown) -> None:
    table = classic(sit_down, begin="card")
    table.goes_on()
    table.bare(2)
    assert table.night.peeks == []
    assert table.desk.bare == (2,)
    table.masked(2)
    assert table.desk.bare == ()
    table.bare(1)
    assert table.night.peeks == [1]
    table.masked(1)
    table.goes_on()
    table.bare(2)
    assert table.night.peeks == [1, 2]


def test_the_blacks_alone_wake_together(sit_down: SitDown) -> None:
    table = classic(sit_down)
    assert table.said("mafia_wakes") == [()]
    assert table.clock_s == 60
    table.wakes("mafia", 3, 9, 10)
    assert table.night.peeks == []
    table.bare(6)
    assert table.night.peeks == [6]


def test_in_no_later_night_do_they_wake_together(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("night 1")
    table.until("shooting")
    table.bare(3, 9)
    assert table.night.peeks == [3, 9]
    table.until("dawn")
    assert len(table.said("mafia_wakes")) == 1


@pytest.mark.parametrize(("book", "most"), [("classic", 4), ("sport", 3)])
def test_so_many_shots_may_be_planned(sit_down: SitDown, book: str, most: int) -> None:
    table = sit_down(book, held=CARDS) if book == "classic" else sit_down(book)
    for seat in range(1, most + 1):
        table.says("plan", seat)
    assert table.night.plan == list(range(1, most + 1))
    assert table.cannot("plan", 5) == f"{most} are named already."
    assert table.cannot("plan", 11) == "There is no seat 11."


def test_nothing_follows_from_the_plan(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.says("plan", 1)
    table.to("night 1")
    table.shooting({3: 2, 9: 2, 10: 2})
    table.until("dawn")
    table.goes_on()
    assert table.out == [2]


def test_the_boss_then_the_commissar_show_themselves_and_it_is_morning(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    assert table.cues()[-9:-1] == [
        *("mafia_wakes", "mafia_sleeps", "boss_wakes", "boss_sleeps", "commissar_wakes", "commissar_sleeps"),
        *("day", "killed"),
    ]


@pytest.mark.parametrize(("role", "seat", "other"), [("boss", 3, 9), ("commissar", 6, 3)])
def test_he_shows_himself_alone_and_is_asked_nothing(sit_down: SitDown, role: str, seat: int, other: int) -> None:
    table = classic(sit_down)
    table.until(role)
    assert str(table.desk.says) == f"{role}: seat {seat}"
    assert table.desk.keys == ()
    table.wakes(role, seat)
    assert table.night.peeks == []
    table.bare(other)
    assert table.night.peeks == [other]


def test_the_host_sees_who_has_not_put_his_mask_on_again(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.bare(3, 9, 10)
    table.masked(3, 9)
    table.until("boss")
    assert table.desk.bare == (10,)
    table.wakes("boss", 3)
    table.masked(10)
    table.until("commissar")
    assert table.desk.bare == ()


def test_by_day_there_are_neither_masks_nor_music(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    assert not table.scene.music
    table.bare(*ALL)
    assert table.night.peeks == []
    table.masked(5)
    assert table.told("mask") == ["Seat 5 wears a mask in the day."]


# -- the day


def test_everybody_has_a_minute_from_seat_1_on(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    for seat in ALL:
        assert table.asked == ("speech", seat)
        assert table.clock_s == 60
        table.says("thanks")
    assert table.what == "nominees"


def test_when_his_minute_is_over_it_rings_and_thanks_ends_the_speech(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    table.wait(60)
    assert table.cues()[-2:] == ["ten_seconds", "time"]
    assert table.asked == ("speech", 1)
    table.says("thanks")
    assert table.asked == ("speech", 2)


def test_a_nomination_belongs_into_the_speech(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    table.speech(1, nominates=4)
    assert table.runner.table.nominations == [(1, 4)]
    table.until("nominees")
    assert table.cannot("nominate", 5) == "That key does nothing now."


def test_each_nominee_has_thirty_seconds_before_the_vote_and_none_before_the_revote(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    table.put_to_vote(7, 4)
    for seat in (7, 4):
        assert table.asked == ("defence", seat)
        assert table.clock_s == 30
        table.says("thanks")
    table.ballots({7: ALL[:5]})
    assert table.asked == ("call", 7)
    assert table.stage == 2
    assert table.said("defence") == [(7,), (4,)]


def test_after_a_second_split_the_question_is_asked(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    table.put_to_vote(7, 4)
    for _ in range(2):
        table.ballots({7: ALL[:5]})
    table.call(0)
    assert table.cues()[-1] == "raise"
    assert spoken("ru")(Say(0, "raise")) == "Кто за то, чтобы все голосуемые покинули игру?"
    table.thanks()


def test_who_is_voted_out_has_a_minute_and_shows_no_card(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    table.put_to_vote(7, 4)
    table.ballots({7: ALL})
    assert table.asked == ("last word", 7)
    assert table.clock_s == 60
    assert table.scene.shown == {}


def test_so_has_who_was_shot(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until("last word", 4)
    assert table.clock_s == 60
    assert table.scene.shown == {}


def test_a_split_of_four_is_said_to_leave_all_and_night_falls(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 0")
    table.remove(9, 10, 1, 2, 4, 5)
    table.put_to_vote(3, 6)
    table.ballots({3: (6, 7)})
    assert table.said("leave") == [()]
    assert table.what == "dusk"
    since = len(table.heard)
    table.goes_on()
    assert table.cues(since)[0] == "night"


# -- later nights


def test_all_numbers_are_called_every_night_the_dead_too(sit_down: SitDown) -> None:
    table = classic(sit_down)
    for night in ("night 1", "night 2"):
        table.until("dusk")
        since = len(table.heard)
        table.to(night)
        table.shooting({3: 4, 9: 4, 10: 4})
        table.until("boss")
        said = table.lengths(since)
        assert [cue for cue, *_ in said] == ["night", "mafia_shoots", *["number"] * 10, "mafia_lowers", "boss_searches"]
        assert [numbers for cue, numbers, _ in said if cue == "number"] == [(seat,) for seat in ALL]
        assert said[-1][-1] == 15
    assert table.out == [4]


def test_a_miss_is_a_good_morning(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 1")
    assert table.cues()[-3:-1] == ["day", "killed"]
    assert table.said("killed")[-1] == ()
    assert spoken("ru")(Say(0, "killed")) == "Доброе утро, никто не пострадал"


def test_the_boss_then_the_commissar_look_for_each_other(sit_down: SitDown) -> None:
    assert calls_of_a_night(classic(sit_down)) == [
        *("night", "mafia_shoots", "mafia_lowers"),
        *("boss_searches", "boss_sleeps", "commissar_searches", "commissar_sleeps"),
    ]


@pytest.mark.parametrize(
    ("role", "seat", "answer"),
    [
        ("boss", 6, "yes"),
        *[("boss", seat, "no") for seat in (1, 3, 4, 7, 9)],
        *[("commissar", seat, "yes") for seat in (3, 9, 10)],
        *[("commissar", seat, "no") for seat in (1, 4, 6, 7, 8)],
    ],
)
def test_the_host_nods_or_not(sit_down: SitDown, role: str, seat: int, answer: str) -> None:
    table = classic(sit_down, MORE)
    table.to("night 1")
    table.shows(role, seat)
    assert table.told("checks") == [f"{role} checks {seat}: {answer}"]


def test_there_is_one_check_a_night_the_last_number_is_it(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("night 1")
    table.shows("commissar", 1, 9)
    assert table.night.checks == {"commissar": 9}
    table.until("dawn")
    assert table.cannot("number", 3) == "That key does nothing now."


def test_a_commissar_who_was_hit_checks_in_that_night(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("night 1")
    table.shooting({3: 6, 9: 6, 10: 6})
    table.shows("commissar", 9)
    assert table.told("checks") == ["commissar checks 9: yes"]
    table.until("dawn")
    table.goes_on()
    assert table.out == [6]


# -- Doctor, Lover, Killer


def test_without_its_switch_a_role_is_neither_dealt_nor_called(sit_down: SitDown) -> None:
    table = classic(sit_down)
    table.to("day 1")
    assert not {*MORE} & {*table.runner.table.cards}
    assert not {f"{role}_wakes" for role in MORE} & {*table.cues()}


def test_the_lover_wakes_before_the_mafia_and_the_doctor_after_the_killer(sit_down: SitDown) -> None:
    woken = [cue for cue in calls_of_a_night(classic(sit_down, MORE)) if "sleeps" not in cue]
    assert woken == [
        *("night", "lover_wakes", "mafia_shoots", "mafia_lowers", "killer_wakes", "doctor_wakes"),
        *("boss_searches", "commissar_searches"),
    ]


def test_calls_are_made_and_last_the_same_when_their_roles_are_out(sit_down: SitDown) -> None:
    public = []
    for removed in ((4, 7, 8, 6), (1, 2, 5, 6)):
        table = classic(sit_down, MORE, mask_sensors=False)
        table.to("day 0")
        table.remove(*removed[:3])
        table.until("dusk")
        since = len(table.heard)
        table.to("night 1")
        if 4 in removed:
            assert str(table.desk.says) == "lover is out: wait"
            assert table.cannot("number", 1) == "lover is out."
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]
    assert {cue for cue, *_ in public[0]} >= {"lover_wakes", "killer_wakes", "doctor_wakes"}


def test_so_are_those_of_boss_and_commissar(sit_down: SitDown) -> None:
    public = []
    for removed in ((3, 6), (1, 2)):
        table = classic(sit_down, mask_sensors=False)
        table.to("day 0")
        table.remove(*removed)
        table.until("dusk")
        since = len(table.heard)
        table.to("night 1")
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]
    assert {"boss_searches", "commissar_searches"} <= {cue for cue, *_ in public[0]}


def test_the_doctor_may_not_heal_himself_twice(sit_down: SitDown) -> None:
    table = classic(sit_down, MORE)
    table.to("night 1")
    table.shows("doctor", 8)
    table.to("night 2")
    table.until("doctor")
    assert table.cannot("number", 8) == "Himself no more than 1."
    table.says("number", 1)


@pytest.mark.parametrize("role", ["lover", "killer", "doctor"])
def test_each_wakes_alone(sit_down: SitDown, role: str) -> None:
    table = classic(sit_down, MORE)
    table.to("night 1")
    table.wakes(role, MORE[role])
    assert table.night.peeks == []
    table.bare(3)
    assert table.night.peeks == [3]
