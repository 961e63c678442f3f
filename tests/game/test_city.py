"""city: what a scenario cannot tell of the text: calls and their words, clocks, masks, answers, cards, lights."""

from collections import Counter

import pytest
from table_talk import SitDown, TableTalk

from tablekit.rulesets import open_book
from tablekit.rulesets.city import City

CARDS = {"mafia": (2, 5, 9), "commissar": 6}
MORE = {"doctor": 7, "lover": 8, "maniac": 10}
ALL = tuple(range(1, 11))


def city(sit_down: SitDown, more: dict[str, int] | None = None, **how: object) -> TableTalk:
    """The host knows the cards, unless `deal` has it otherwise."""
    return sit_down("city", held=CARDS | (more or {}), **({"deal": "host"} | how))


def extended(sit_down: SitDown, **how: object) -> TableTalk:
    return city(sit_down, MORE, **how)


# -- seats and cards


@pytest.mark.parametrize(("seats", "mafia"), [(7, 2), (8, 2), (9, 3), (11, 3), (12, 4), (15, 4), (16, 4)])
def test_a_third_of_the_seats_is_mafia_but_no_more_than_four(seats: int, mafia: int) -> None:
    book, _ = open_book("city", {}, seats)
    assert book.cards(seats) == {"mafia": mafia, "commissar": 1}


def test_eight_to_fifteen_are_advised_and_others_play_too() -> None:
    assert City.advised_seats == range(8, 16)
    assert set(City.advised_seats) < set(City.seats)


def test_who_has_no_other_card_is_a_citizen(sit_down: SitDown) -> None:
    cards = Counter(extended(sit_down).runner.table.record.roles.values())
    assert cards == {"mafia": 3, "commissar": 1, "doctor": 1, "lover": 1, "maniac": 1, "citizen": 3}


def test_a_look_at_ones_card_tells_the_others_nothing(sit_down: SitDown) -> None:
    table = city(sit_down, deal="wake", begin="cards")
    table.bare(*ALL)
    assert table.told("peeked") == []
    assert table.cues() == ["seats", "cards"]
    assert table.scene.shown == {}


# -- the first night


def test_all_masks_are_on_before_the_first_call(sit_down: SitDown) -> None:
    table = city(sit_down, begin="masks")
    table.masked(*ALL[1:])
    assert str(table.desk.says) == "No mask: (1,)"
    assert table.said("mafia_wakes") == []
    table.masked(1)
    assert table.what == "mafia"


def test_the_mafia_alone_wakes_and_chooses_nobody(sit_down: SitDown) -> None:
    table = city(sit_down)
    table.wakes("mafia", 2, 5, 9)
    assert table.night.peeks == []
    assert table.desk.keys == ()
    table.bare(6)
    assert table.night.peeks == [6]
    table.to("day 0")
    assert table.said("killed") == [()]


def test_then_commissar_doctor_lover_and_maniac_wake_one_by_one(sit_down: SitDown) -> None:
    table = extended(sit_down)
    table.to("day 0")
    woken = [cue.removesuffix("_wakes") for cue in table.cues() if cue.endswith("_wakes")]
    assert woken == ["mafia", "commissar", "doctor", "lover", "maniac"]
    assert table.cues()[-4:] == ["maniac_sleeps", "day", "killed", "talk"]


@pytest.mark.parametrize(("role", "seat"), [("commissar", 6), *MORE.items()])
def test_each_of_them_wakes_alone(sit_down: SitDown, role: str, seat: int) -> None:
    table = extended(sit_down)
    table.wakes(role, seat)
    assert table.night.peeks == []
    table.bare(1)
    assert table.night.peeks == [1]


def test_so_the_host_learns_all_of_them(sit_down: SitDown) -> None:
    table = extended(sit_down, deal="wake")
    assert table.desk.roles == {}
    table.wakes("mafia", 2, 5, 9)
    for role, seat in {"commissar": 6, **MORE}.items():
        table.wakes(role, seat)
    table.until("dawn")
    known = {seat: role for seat, role in table.desk.roles.items() if role != "citizen"}
    assert known == {2: "mafia", 5: "mafia", 6: "commissar", 7: "doctor", 8: "lover", 9: "mafia", 10: "maniac"}
    assert table.night.peeks == []


# -- the day


def test_by_day_there_are_neither_masks_nor_music(sit_down: SitDown) -> None:
    table = city(sit_down)
    assert table.scene.music
    table.to("day 0")
    assert not table.scene.music
    table.bare(*ALL)
    assert table.night.peeks == []


def test_they_talk_for_ten_minutes_or_as_long_as_the_host_says(sit_down: SitDown) -> None:
    table = city(sit_down)
    table.until("talk")
    assert table.clock_s == 600
    assert table.cannot("number", 0) == "Give minutes: 1 to 99."
    table.says("number", 5)
    assert table.clock_s == 300
    table.wait(300)
    assert table.cues()[-1] == "time"
    table.says("thanks")
    assert table.what == "nominees"


def test_who_is_voted_out_opens_his_card_and_says_no_more(sit_down: SitDown) -> None:
    table = city(sit_down)
    table.put_to_vote(2, 4)
    since = len(table.heard)
    table.ballots({2: ALL[:6]})
    assert table.cues(since)[-2:] == ["leave", "card_mafia"]
    assert table.said("card_mafia") == [(2,)]
    assert table.scene.shown == {2: "mafia"}
    assert table.what == "dusk"


def test_in_a_closed_game_no_card_is_opened(sit_down: SitDown) -> None:
    table = city(sit_down, cards="closed")
    table.put_to_vote(2)
    table.ballots({2: ALL[:6]})
    table.to("night 1")
    table.acts(mafia=4)
    assert table.out == [2, 4]
    assert table.scene.shown == {}


# -- the night


def night(table: TableTalk) -> list[str]:
    """What is said in night 1."""
    table.until("dusk")
    since = len(table.heard)
    table.to("night 1")
    table.until("dawn")
    return table.cues(since)


def test_the_mafia_is_said_to_have_chosen_and_the_commissar_wakes(sit_down: SitDown) -> None:
    for kill in (0, 4):
        table = city(sit_down)
        table.to("night 1")
        since = len(table.heard) - 1
        table.until("mafia")
        assert str(table.desk.says) == "mafia (2, 5, 9): whom?"
        if kill:
            table.says("number", kill)
        table.until("dawn")
        assert table.cues(since)[-4:] == ["mafia_chooses", "mafia_chose", "commissar_wakes", "commissar_sleeps"]


def test_the_lover_wakes_first_and_the_doctor_last(sit_down: SitDown) -> None:
    woken = [cue.partition("_")[0] for cue in night(extended(sit_down)) if cue.endswith(("_wakes", "_chooses"))]
    assert woken == ["lover", "mafia", "commissar", "maniac", "doctor"]


def test_without_its_switch_a_role_is_neither_dealt_nor_called(sit_down: SitDown) -> None:
    table = city(sit_down)
    said = night(table)
    assert not {*MORE} & {*table.runner.table.cards}
    assert not {f"{role}_wakes" for role in MORE} & {*said}


def test_calls_are_made_and_last_the_same_when_their_roles_are_out(sit_down: SitDown) -> None:
    public = []
    for removed in ((6, 7, 8, 10), (1, 3, 4)):
        table = extended(sit_down, mask_sensors=False)
        table.to("day 0")
        table.remove(*removed)
        table.until("dusk")
        since = len(table.heard)
        table.to("night 1")
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]


def test_there_is_one_check_a_night_the_last_number_is_it(sit_down: SitDown) -> None:
    table = city(sit_down)
    table.to("night 1")
    table.shows("commissar", 1, 9)
    assert table.night.checks == {"commissar": 9}
    table.until("dawn")
    assert table.cannot("number", 3) == "That key does nothing now."


@pytest.mark.parametrize(
    ("seat", "answer"), [*[(seat, "yes") for seat in (2, 5, 9)], *[(seat, "no") for seat in (1, 6, 7, 8, 10)]]
)
def test_the_host_nods_for_mafia_and_for_nobody_else(sit_down: SitDown, seat: int, answer: str) -> None:
    table = extended(sit_down)
    table.to("night 1")
    table.shows("commissar", seat)
    assert table.told("checks") == [f"commissar checks {seat}: {answer}"]


@pytest.mark.parametrize("healed", [1, 6])
def test_a_commissar_who_was_chosen_sees_crossed_arms(sit_down: SitDown, healed: int) -> None:
    table = extended(sit_down)
    table.to("night 1")
    table.shows("mafia", 6)
    table.until("commissar")
    assert str(table.desk.says) == "Cross your arms!"
    assert table.cannot("number", 2) == "Crossed arms: no check."
    assert table.told("checks") == []
    table.acts(doctor=healed)
    assert table.runner.table.record.nights[1].checks == {}
    assert table.out == ([] if healed == 6 else [6])


def test_the_table_does_not_hear_crossed_arms(sit_down: SitDown) -> None:
    public = []
    for chosen in (6, 4):
        table = extended(sit_down, mask_sensors=False)
        table.until("dusk")
        since = len(table.heard)
        table.to("night 1")
        table.shows("mafia", chosen)
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]


def test_the_maniac_alone_crosses_no_arms(sit_down: SitDown) -> None:
    table = extended(sit_down)
    table.to("night 1")
    table.shows("commissar", 2)
    table.shows("maniac", 6)
    assert table.night.checks == {"commissar": 2}


def test_the_doctor_may_not_heal_himself_a_third_time(sit_down: SitDown) -> None:
    table = extended(sit_down)
    for night_number in (1, 2):
        table.to(f"night {night_number}")
        table.shows("doctor", 7)
    table.to("night 3")
    table.until("doctor")
    assert table.cannot("number", 7) == "Himself no more than 2."


# -- frozen


def frozen(sit_down: SitDown, seat: int) -> TableTalk:
    """The Lover has frozen the seat in night 1."""
    table = extended(sit_down)
    table.to("night 1")
    table.shows("lover", seat)
    return table


def test_a_frozen_commissar_checks_nobody(sit_down: SitDown) -> None:
    table = frozen(sit_down, 6)
    table.until("commissar")
    assert str(table.desk.says) == "commissar is frozen: wait"
    assert table.cannot("number", 2) == "commissar is frozen."


def test_by_day_a_frozen_seat_is_silent_and_dark(sit_down: SitDown) -> None:
    table = frozen(sit_down, 4)
    assert table.scene.silenced == ()
    table.to("day 1")
    assert table.said("frozen") == [(4,)]
    assert table.scene.silenced == (4,)
    table.put_to_vote(2, 3)
    table.call(2)
    assert 4 not in table.scene.reflex
    table.touch(4)
    assert table.notes[-1] == "Refused: a hand. Seat 4 is frozen."
    table.thanks()
    assert table.cannot("vote", 4) == "Seat 4 is frozen."


def test_only_until_the_next_night(sit_down: SitDown) -> None:
    table = frozen(sit_down, 4)
    table.to("night 2")
    table.to("day 2")
    assert table.scene.silenced == ()
    table.put_to_vote(2, 3)
    table.call(2)
    assert 4 in table.scene.reflex
    table.thanks()


# -- the morning


def test_victims_and_their_cards_are_told_and_they_say_no_more(sit_down: SitDown) -> None:
    table = extended(sit_down)
    table.to("night 1")
    table.acts(mafia=7, maniac=4)
    assert table.said("killed")[-1] == (4, 7)
    assert table.cues()[-5:] == ["day", "killed", "card_citizen", "card_doctor", "talk"]
    assert table.scene.shown == {4: "citizen", 7: "doctor"}
    assert table.what == "talk"


def test_a_card_that_nobody_knows_yet_is_opened_when_it_is_known(sit_down: SitDown) -> None:
    table = city(sit_down, deal="wake")
    table.wakes("mafia", 2, 5, 9)
    table.until("commissar")
    table.remove(6)
    assert table.scene.shown == {}
    table.until("dawn")
    assert table.scene.shown == {6: "commissar"}
