"""azerbaijani: what a scenario cannot tell of the text: calls and their words, clocks, lights, cards."""

from collections import Counter

import pytest
from table_talk import SitDown, TableTalk

from tablekit.effects import Say
from tablekit.errors import ConfigError
from tablekit.rulesets import open_book
from tablekit.texts import spoken

CARDS = {"mafia": (2, 5, 9), "commissar": 6, "maniac": 11}
ALL = tuple(range(1, 13))


def twelve(sit_down: SitDown, more: dict[str, int] | None = None, **how: object) -> TableTalk:
    return sit_down("azerbaijani", held=CARDS | (more or {}), **how)


def from_the_night(table: TableTalk, night: str = "night 1") -> int:
    """Go on to that night; returns the length of `heard` before its word."""
    table.until("dusk")
    since = len(table.heard)
    table.to(night)
    return since


# -- the deal and the first night


def test_three_mafia_a_komissar_a_maniac_and_seven_citizens(sit_down: SitDown) -> None:
    cards = Counter(twelve(sit_down, deal="kit").runner.table.record.roles.values())
    assert cards == {"mafia": 3, "commissar": 1, "maniac": 1, "citizen": 7}


def test_fewer_than_twelve_cannot_play() -> None:
    with pytest.raises(ConfigError, match=r"KIT113: azerbaijani cannot be played with 11 seats. It takes 12 to 20"):
        open_book("azerbaijani", {}, 11)


def test_the_game_begins_with_the_cards(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    assert table.cues()[:3] == ["seats", "cards", "night"]


def test_each_seat_gets_a_card_of_its_own_by_lot(sit_down: SitDown) -> None:
    table = twelve(sit_down, deal="kit", one_by_one=True, begin="card")
    told = []
    while table.what == "card":
        told.append(str(table.desk.says))
        table.goes_on()
    held = dict.fromkeys((2, 5, 9), "mafia") | {6: "commissar", 11: "maniac"}
    assert told == [f"Seat {seat}: {held.get(seat, 'citizen')}" for seat in ALL]


def test_all_eyes_are_shut_for_a_minute(sit_down: SitDown) -> None:
    table = twelve(sit_down, begin="sleep")
    assert table.cues()[-2:] == ["night", "sleep"]
    assert table.scene.music
    assert table.clock_s == 60
    table.bare(2)
    assert table.night.peeks == [2]


def test_the_mafia_wakes_together_and_elects_its_don(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.wakes("mafia", 2, 5, 9)
    assert table.night.peeks == []
    assert table.cannot("elect", 1) == "Seat 1 is of the other side."
    table.says("elect", 9)
    table.says("elect", 5)
    assert table.told("don") == ["don: seat 9", "don: seat 5"]
    table.bare(6)
    assert table.night.peeks == [6]
    table.to("day 0")
    assert [seat for seat, role in table.runner.table.record.roles.items() if role == "don"] == [5]


def test_then_komissar_and_maniac_look_round_and_it_is_day(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.to("day 0")
    assert table.cues()[4:] == [
        *("mafia_wakes", "mafia_sleeps", "commissar_wakes", "commissar_sleeps", "maniac_wakes", "maniac_sleeps"),
        *("day", "killed", "talk"),
    ]
    assert table.said("killed") == [()]


@pytest.mark.parametrize(("role", "seat"), [("commissar", 6), ("maniac", 11)])
def test_each_of_them_looks_round_alone(sit_down: SitDown, role: str, seat: int) -> None:
    table = twelve(sit_down)
    table.wakes(role, seat)
    assert table.night.peeks == []
    assert table.desk.keys == ()
    table.bare(2)
    assert table.night.peeks == [2]


def test_by_day_there_are_neither_masks_nor_music(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.to("day 0")
    assert not table.scene.music
    table.bare(*ALL)
    assert table.night.peeks == []


# -- the day


def test_they_talk_for_ten_minutes_and_two_suspects_come_up(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.until("talk")
    assert table.clock_s == 600
    table.says("nominate", 4)
    table.says("nominate", 7)
    assert table.cannot("nominate", 8) == "2 are named already."
    table.says("withdraw", 7)
    table.says("nominate", 8)
    table.says("thanks")
    assert table.day.nominees == [4, 8]
    assert table.said("nominees") == [(4, 8)]


def test_each_suspect_has_a_minute_of_defence(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.put_to_vote(8, 4)
    for seat in (8, 4):
        assert table.asked == ("defence", seat)
        assert table.clock_s == 60
        table.says("thanks")
    assert table.what == "second talk"


def test_then_all_but_the_two_talk_for_six_minutes(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.put_to_vote(8, 4)
    table.until("second talk")
    assert table.clock_s == 360
    assert table.said("second talk") == [(8, 4)]
    assert table.scene.silenced == (4, 8)
    table.says("thanks")
    assert table.scene.silenced == ()
    assert table.asked == ("call", 8)


def test_one_of_the_two_opens_his_card_and_says_no_more(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.put_to_vote(2, 4)
    table.ballots({2: ALL[:7]})
    assert table.cues()[-2:] == ["leave", "card_mafia"]
    assert table.scene.shown == {2: "mafia"}
    assert table.what == "dusk"


def test_in_a_closed_game_no_card_is_opened(sit_down: SitDown) -> None:
    table = twelve(sit_down, cards="closed")
    table.put_to_vote(2, 4)
    table.ballots({2: ALL[:7]})
    table.to("night 1")
    table.acts(mafia=4)
    assert table.out == [2, 4]
    assert table.scene.shown == {}


# -- the night


@pytest.mark.parametrize("shown", [True, False])
def test_the_mafia_chooses_and_sleeps_and_the_komissar_fires_and_sleeps(sit_down: SitDown, shown: bool) -> None:
    table = twelve(sit_down)
    since = from_the_night(table)
    table.until("mafia")
    assert str(table.desk.says) == "mafia (2, 5, 9): whom?"
    table.acts(**({"mafia": 4, "commissar": 2} if shown else {}))
    assert table.cues(since)[:6] == [
        *("night", "mafia_chooses", "mafia_chose", "commissar_wakes", "commissar_fired", "day"),
    ]


def test_they_are_said_in_the_words_of_the_text() -> None:
    said = spoken("az")
    assert said(Say(0, "mafia_chose")) == "Mafiya öz seçimini etdi və yuxuya gedir"
    assert said(Say(0, "commissar_fired")) == "Komissar atəş açdı və yuxuya getdi"
    assert said(Say(0, "commissar_missed")) == "Komissar hədəfi vura bilmədi"


def test_calls_are_made_and_last_the_same_when_their_roles_are_out(sit_down: SitDown) -> None:
    public = []
    for removed in ((6, 11, 3), (1, 3, 4)):
        table = twelve(sit_down, {"doctor": 3}, mask_sensors=False)
        table.to("day 0")
        table.remove(*removed)
        since = from_the_night(table)
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]
    assert [cue for cue, *_ in public[0]] == [
        *(
            "night",
            "mafia_chooses",
            "mafia_chose",
            "commissar_wakes",
            "commissar_fired",
            "doctor_wakes",
            "doctor_sleeps",
        ),
    ]


@pytest.mark.parametrize(
    ("komissar", "shot", "missed"),
    [
        *[("standard", 2, 0), ("standard", 4, 1), ("standard", 11, 1), ("standard", 0, 0)],
        *[("classic", 2, 0), ("classic", 4, 0), ("classic", 0, 0)],
    ],
)
def test_a_komissar_who_hit_nobody_of_the_mafia_is_told_of_in_the_morning(
    sit_down: SitDown, komissar: str, shot: int, missed: int
) -> None:
    table = twelve(sit_down, komissar=komissar)
    table.to("night 1")
    table.shows("commissar", shot) if shot else table.until("commissar")
    table.until("dawn")
    assert table.said("commissar_missed") == []
    table.goes_on()
    assert len(table.said("commissar_missed")) == missed


@pytest.mark.parametrize("komissar", ["standard", "classic"])
def test_nothing_of_his_shot_is_heard_before_the_morning(sit_down: SitDown, komissar: str) -> None:
    public = []
    for shot in (2, 4):
        table = twelve(sit_down, komissar=komissar, mask_sensors=False)
        since = from_the_night(table)
        table.shows("commissar", shot)
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]


def test_the_host_calls_a_maniac_night_at_dusk(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.until("dusk")
    assert str(table.desk.says) == "1#: maniac night"
    assert table.cannot("number", 2) == "Only 1 or nothing."
    since = len(table.heard)
    table.says("number", 1)
    table.acts(maniac=2)
    assert table.cues(since) == [
        *(
            "night",
            "mafia_chooses",
            "mafia_chose",
            "commissar_wakes",
            "commissar_fired",
            "maniac_wakes",
            "maniac_sleeps",
        ),
        *("day", "killed", "card_mafia", "talk"),
    ]
    assert table.out == [2]


def test_in_no_other_night_does_the_maniac_wake(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    since = from_the_night(table)
    table.to("day 1")
    assert "maniac_wakes" not in table.cues(since)


def test_a_maniac_night_sounds_the_same_when_he_is_out(sit_down: SitDown) -> None:
    public = []
    for removed in (11, 1):
        table = twelve(sit_down, mask_sensors=False)
        table.to("day 0")
        table.remove(removed)
        table.until("dusk")
        since = len(table.heard)
        table.says("number", 1)
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]
    assert "maniac_wakes" in [cue for cue, *_ in public[0]]


def test_the_dead_are_named_open_their_cards_and_say_no_more(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.to("night 1")
    table.acts(mafia=6, commissar=2)
    assert table.said("killed")[-1] == (2, 6)
    assert table.cues()[-5:] == ["day", "killed", "card_mafia", "card_commissar", "talk"]
    assert table.scene.shown == {2: "mafia", 6: "commissar"}


# -- Doctor, Kamikaze, Traitor


def test_without_its_switch_a_role_is_neither_dealt_nor_called(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.to("day 1")
    roles = ("doctor", "kamikaze", "traitor")
    assert not {*roles} & {*table.runner.table.cards}
    assert not {f"{role}_wakes" for role in roles} & {*table.cues()}


@pytest.mark.parametrize("role", ["doctor", "kamikaze", "traitor"])
def test_each_of_them_shows_himself_in_the_first_night(sit_down: SitDown, role: str) -> None:
    table = twelve(sit_down, {role: 3})
    table.bare(3)
    assert table.night.peeks == [3]
    table.wakes(role, 3)
    assert table.night.peeks == [3]


def test_everybody_who_is_voted_out_is_asked_whom_he_takes_along(sit_down: SitDown) -> None:
    table = twelve(sit_down, {"kamikaze": 3})
    table.put_to_vote(4, 3)
    table.ballots({4: ALL[:7]})
    assert table.asked == ("parting", 4)
    assert table.desk.keys == ("next",)
    assert table.cannot("take", 1) == "Seat 4 takes nobody."
    table.goes_on()
    assert table.what == "dusk"


def test_the_kamikaze_takes_one_along_and_both_cards_are_opened(sit_down: SitDown) -> None:
    table = twelve(sit_down, {"kamikaze": 3})
    table.put_to_vote(4, 3)
    table.ballots({3: ALL[:7]})
    assert table.asked == ("parting", 3)
    assert table.cannot("take", 3) == "Seat 3 is out."
    table.says("take", 2)
    assert table.cues()[-2:] == ["taken", "card_mafia"]
    assert table.scene.shown == {3: "kamikaze", 2: "mafia"}
    assert table.out == [3, 2]
    assert table.what == "dusk"


def test_without_a_kamikaze_in_the_game_nobody_is_asked(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.put_to_vote(4, 3)
    table.ballots({3: ALL[:7]})
    assert table.what == "dusk"


def test_a_kamikaze_killed_at_night_is_not_asked(sit_down: SitDown) -> None:
    table = twelve(sit_down, {"kamikaze": 3})
    table.to("night 1")
    table.acts(mafia=3)
    assert table.what == "talk"


def test_a_suspect_who_is_removed_in_the_second_talk_is_dark(sit_down: SitDown) -> None:
    table = twelve(sit_down)
    table.put_to_vote(8, 4)
    table.until("second talk")
    table.remove(8)
    assert table.scene.silenced == (4,)
