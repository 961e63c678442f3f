"""ghost: what a scenario cannot tell of the text: calls and clocks, last words, cards, reasons, Avenger and Ghost."""

import dataclasses
from collections import Counter

import pytest
from table_talk import SitDown, TableTalk

from tablekit.game.keypad import Keypad
from tablekit.rulesets import open_book

CARDS: dict[str, int | tuple[int, ...]] = {"mafia": (1, 2), "sheriff": 3, "doctor": 4, "maniac": 5}
ELEVEN = {"avenger": 6}
REASONS = (
    *("Bad language", "An insult", "Talk out of turn", "An oath or bet"),
    *("A bribe", "Prompting", "Arguing with host"),
)


def ghost(sit_down: SitDown, more: dict[str, int] | None = None, **how: object) -> TableTalk:
    """Ten seats; eleven with the Avenger."""
    held = CARDS | (more or {})
    return sit_down("ghost", **({"held": held, "seats": 10 + len(held) - len(CARDS)} | how))


def morning(sit_down: SitDown, *killed: int, **how: object) -> TableTalk:
    """The mafia has killed one in the first night, and the Maniac another; the host goes on after the best moves."""
    table = ghost(sit_down, **how)
    table.acts(**dict(zip(("mafia", "maniac"), killed, strict=False)))
    table.until("morning")
    return table


def two_splits(table: TableTalk, first: int, second: int) -> None:
    """These two are put to the vote, and have equal votes twice."""
    table.put_to_vote(first, second)
    for _ in range(2):
        table.until("call")
        assert len(table.living) % 2 == 0
        table.ballots({first: table.living[: len(table.living) // 2]})


# -- the cards


@pytest.mark.parametrize(
    ("seats", "cards"),
    [
        (8, {"mafia": 2, "sheriff": 1}),
        (9, {"mafia": 2, "sheriff": 1, "doctor": 1}),
        (10, {"mafia": 2, "sheriff": 1, "doctor": 1, "maniac": 1}),
        (11, {"mafia": 2, "sheriff": 1, "doctor": 1, "maniac": 1, "avenger": 1}),
        (12, {"mafia": 3, "sheriff": 1, "doctor": 1, "maniac": 1, "avenger": 1}),
        (13, {"mafia": 3, "sheriff": 1, "doctor": 1, "maniac": 1, "avenger": 1, "mirror": 1}),
        (20, {"mafia": 5, "sheriff": 1, "doctor": 1, "maniac": 1, "avenger": 1, "mirror": 1}),
    ],
)
def test_a_quarter_is_mafia_and_roles_come_with_the_seats(seats: int, cards: dict[str, int]) -> None:
    assert open_book("ghost", {}, seats)[0].cards(seats) == cards


# -- the night


def test_the_roles_wake_one_after_another_fifteen_seconds_each(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    calls = ("mafia", "maniac", "sheriff", "doctor")
    for call in calls:
        assert table.what == call
        assert table.clock_s == 15
        table.time_is_up()
    woken = [cue.partition("_")[0] for cue in table.cues() if cue.endswith(("_wakes", "_chooses"))]
    assert woken == [*calls]


@pytest.mark.parametrize(("call", "seats"), [("mafia", (1, 2)), ("maniac", (5,)), ("sheriff", (3,)), ("doctor", (4,))])
def test_each_wakes_alone(sit_down: SitDown, call: str, seats: tuple[int, ...]) -> None:
    table = ghost(sit_down)
    table.wakes(call, *seats)
    assert table.night.peeks == []
    table.bare(10)
    assert table.night.peeks == [10]


def test_calls_are_made_and_last_the_same_when_their_roles_are_out(sit_down: SitDown) -> None:
    public = []
    for removed in ((3, 4, 5), (7, 8, 9)):
        table = ghost(sit_down, mask_sensors=False)
        table.to("day 0")
        table.remove(*removed)
        table.until("dusk")
        since = len(table.heard)
        table.to("night 1")
        table.until("dawn")
        public.append(table.lengths(since))
    assert public[0] == public[1]
    assert len(public[0]) == 9


def test_a_choice_counts_when_the_host_has_confirmed_it_and_may_be_corrected(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    assert table.desk.keys == ("number", "refuse")
    table.time_is_up()
    table.shows("maniac", 7, 8)
    table.shows("sheriff", 9, 1)
    table.acts()
    assert table.out == [8]
    assert table.told("sheriff checks") == ["sheriff checks 9: no", "sheriff checks 1: yes"]
    assert table.runner.table.record.nights[0].checks == {"sheriff": 1}


@pytest.mark.parametrize(("seat", "answer"), [(1, "yes"), (2, "yes"), (5, "no"), (4, "no"), (8, "no")])
def test_the_sheriff_learns_who_is_of_the_mafia(sit_down: SitDown, seat: int, answer: str) -> None:
    table = ghost(sit_down)
    table.shows("sheriff", seat)
    assert table.told("checks") == [f"sheriff checks {seat}: {answer}"]


def test_the_doctor_may_not_heal_himself_twice(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.shows("doctor", 4)
    table.to("night 1")
    table.until("doctor")
    assert table.cannot("number", 4) == "Himself no more than 1."


@pytest.mark.parametrize("cards", ["open", "closed"])
def test_who_refuses_to_move_turns_his_card_over_and_leaves_without_a_word(sit_down: SitDown, cards: str) -> None:
    table = ghost(sit_down, cards=cards)
    table.until("sheriff")
    assert table.cannot("refuse", 4) == "Seat 4 is not called."
    table.says("refuse", 3)
    table.says("refuse", 3)
    assert table.cannot("number", 1) == "sheriff has refused."
    assert table.living == [*range(1, 11)]
    table.acts()
    assert table.out == [3]
    assert table.scene.shown == {3: "sheriff"}
    table.until("talk")
    assert table.said("last word") == []


# -- the morning


def test_the_table_hears_who_is_dead_and_not_by_whom_or_who_was_healed(sit_down: SitDown) -> None:
    for mafia, maniac in ((9, 8), (8, 9)):
        table = ghost(sit_down)
        table.acts(mafia=mafia, maniac=maniac, sheriff=1, doctor=10)
        assert table.cues()[-4:] == ["doctor_sleeps", "day", "killed", "best_move"]
        assert table.said("killed") == [(8, 9)]
    table = ghost(sit_down)
    table.acts(mafia=9, doctor=9)
    assert table.cues()[-2:] == ["day", "killed"]
    assert table.said("killed") == [()]


def test_each_of_the_dead_has_a_minute_then_opens_his_card(sit_down: SitDown) -> None:
    table = morning(sit_down, 9, 8)
    table.goes_on()
    for seat in (8, 9):
        assert table.asked == ("last word", seat)
        assert table.clock_s == 60
        assert seat not in table.scene.shown
        table.says("thanks")
        assert table.scene.shown[seat] == "citizen"
    assert table.what == "talk"


@pytest.mark.parametrize(("speaks", "asked"), [(False, [(9,)]), (True, [(3,), (9,)])])
def test_the_sheriff_alone_has_none(sit_down: SitDown, speaks: bool, asked: list[tuple[int]]) -> None:
    table = morning(sit_down, 3, 9, sheriff_last_word=speaks)
    table.until("talk")
    assert table.said("last word") == asked
    assert table.scene.shown == {3: "sheriff", 9: "citizen"}


def test_all_of_the_first_dead_make_the_best_move(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.acts(mafia=3, maniac=9)
    for seat in (3, 9):
        assert table.asked == ("best move", seat)
        assert table.clock_s == 20
        for named in (1, 2, 5):
            table.says("number", named)
        assert table.cannot("number", 6) == "Three are named."
        table.goes_on()
    assert table.what == "morning"
    table.to("night 1")
    table.acts(mafia=8)
    assert table.what == "morning"
    assert len(table.said("best_move")) == 2


def test_the_avenger_takes_one_along_in_the_morning(sit_down: SitDown) -> None:
    table = morning(sit_down, 6, more=ELEVEN)
    assert table.cannot("take", 6) == "Seat 6 is out."
    table.says("take", 1)
    assert table.said("taken") == [(1,)]
    assert table.scene.shown == {1: "mafia"}
    assert table.cannot("take", 2) == "No Avenger was killed."
    table.until("talk")
    assert table.cannot("take", 2) == "No Avenger was killed."
    assert table.said("last word") == [(6,)]


def test_or_in_the_talk(sit_down: SitDown) -> None:
    table = morning(sit_down, 6, more=ELEVEN)
    table.until("talk")
    table.says("take", 1)
    assert table.out == [6, 1]
    assert table.cannot("take", 2) == "No Avenger was killed."
    table.until("nomination")
    assert table.cannot("take", 2) == "That key does nothing now."


def test_his_key_is_shown_to_the_host_if_he_was_killed_and_the_step_is_the_same(sit_down: SitDown) -> None:
    keys, steps = [], []
    for killed in (6, 9):
        table = morning(sit_down, killed, more=ELEVEN)
        keys.append(table.desk.keys)
        steps.append(dataclasses.replace(table.scene, living=(), said=None, shown={}))
    assert steps[0] == steps[1]
    assert sorted(keys) == [("next", "keep"), ("next", "take", "keep")]
    assert table.cannot("take", 1) == "No Avenger was killed."


# -- the day


def test_they_talk_for_five_minutes(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.until("talk")
    assert table.clock_s == 300


def test_each_in_turn_nominates_one_or_passes(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.to("day 0")
    table.remove(1)
    table.until("nomination")
    asked = []
    while table.what != "nominees":
        asked.append(table.asked[1])
        if asked[-1] == 3:
            table.says("nominate", 8)
            table.says("thanks")
            continue
        if asked[-1] == 4:
            assert table.cannot("nominate", 8) == "Seat 8 is nominated already."
            assert table.cannot("nominate", 1) == "Seat 1 is out."
        table.goes_on()
    assert asked == [*range(2, 11)]
    assert table.runner.table.nominations == [(3, 8)]


def test_a_new_nominee_has_his_minute_at_once(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.until("nomination")
    table.says("nominate", 8)
    assert table.asked == ("monologue", 8)
    assert table.clock_s == 60
    table.says("thanks")
    assert table.asked == ("nomination", 2)
    table.goes_on()
    assert table.asked == ("nomination", 3)


def test_the_list_is_read_out_in_order_and_hands_go_at_three(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.put_to_vote(8, 7)
    assert table.said("nominees") == [(8, 7)]
    table.call(8)
    table.hand(1, at_us=0)
    table.hand(2, at_us=1)
    table.hand(3, up_us=-1)
    table.hand(4, up_us=0)
    table.thanks()
    assert table.cues()[-1] == "three"
    assert table.votes(8) == {1, 4}
    table.count()


def test_who_is_executed_is_told_opens_his_card_and_says_no_more(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.put_to_vote(8, 7)
    table.ballots({8: range(1, 7)})
    assert table.cues()[-2:] == ["leave", "card_citizen"]
    assert table.said("leave") == [(8,)]
    assert table.what == "dusk"


@pytest.mark.parametrize(("cards", "shown"), [("open", [2, 5, 8, 9]), ("closed", [])])
def test_cards_are_opened_but_in_closed_games(sit_down: SitDown, cards: str, shown: list[int]) -> None:
    table = morning(sit_down, 9, 5, cards=cards)
    table.until("talk")
    table.remove(2)
    table.put_to_vote(8, 7)
    table.ballots({8: table.living})
    assert table.out == [5, 9, 2, 8]
    assert [*table.scene.shown] == shown


def test_the_dead_are_dark_and_their_hands_are_refused(sit_down: SitDown) -> None:
    table = morning(sit_down, 9)
    table.put_to_vote(8, 7)
    table.call(8)
    assert 9 not in table.scene.reflex
    table.touch(9)
    assert table.notes[-1] == "Refused: a hand. Seat 9 is out."
    table.thanks()


# -- fouls


def test_the_third_foul_is_out_and_the_second_costs_no_speech(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.to("day 0")
    table.foul(8, times=2)
    assert table.scene.silenced == ()
    assert table.out == []
    table.foul(8)
    assert table.out == [8]
    assert table.said("removed") == [(8,)]


@pytest.mark.parametrize(("why", "reason"), [*enumerate(REASONS, 1), (0, "by the host"), (8, "by the host")])
def test_a_foul_is_given_for_one_of_the_reasons_of_the_text(sit_down: SitDown, why: int, reason: str) -> None:
    table = ghost(sit_down)
    table.to("day 0")
    table.foul(8, why=why)
    assert table.notes == [f"Seat 8: foul 1, {reason}."]


def test_the_remote_lists_them(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.to("day 0")
    keypad, shown = Keypad(), []
    for key in "C8" + "C" * 8:
        keypad.press(key, table.now_us, table.runner)
        shown.append(str(keypad.line()))
    assert shown[1:] == ["Foul, seat: 8", *(f"8: {reason}" for reason in (*REASONS, REASONS[0]))]


# -- splits and the Ghost


def test_a_split_has_a_minute_more_each_and_one_revote(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    table.put_to_vote(8, 7)
    table.ballots({8: range(1, 6)})
    for seat in (8, 7):
        assert table.asked == ("defence", seat)
        assert table.clock_s == 60
        table.says("thanks")
    assert (table.asked, table.stage) == (("call", 8), 2)


def with_ghost(sit_down: SitDown, **how: object) -> TableTalk:
    """8 and 9 are dead; 9 stays as the Ghost. Eight are left."""
    table = morning(sit_down, 9, 8, **how)
    table.says("keep", 9)
    return table


def test_a_dead_citizen_may_be_kept_as_the_ghost(sit_down: SitDown) -> None:
    table = morning(sit_down, 9, 8)
    assert table.cannot("keep", 7) == "Seat 7 cannot stay."
    table.says("keep", 9)
    assert table.said("ghost") == [(9,)]
    assert table.cannot("keep", 8) == "Seat 9 is the Ghost."


@pytest.mark.parametrize(("killed", "may"), [((2, 5), ()), ((3, 4), (3, 4))])
def test_of_the_citizens_side_alone(sit_down: SitDown, killed: tuple[int, ...], may: tuple[int, ...]) -> None:
    table = morning(sit_down, *killed)
    for seat in killed:
        if seat in may:
            table.says("keep", seat)
            table.undo()
        else:
            assert table.cannot("keep", seat) == f"Seat {seat} cannot stay."


def test_none_of_an_earlier_night(sit_down: SitDown) -> None:
    table = morning(sit_down, 9)
    table.to("night 1")
    table.acts(mafia=8)
    assert table.cannot("keep", 9) == "Seat 9 cannot stay."
    table.says("keep", 8)


def test_the_ghost_only_watches_and_leaves_at_the_end_of_the_day(sit_down: SitDown) -> None:
    table = with_ghost(sit_down)
    table.until("talk")
    assert table.scene.shown == {8: "citizen"}
    table.until("nomination")
    assert table.cannot("nominate", 9) == "Seat 9 is out."
    table.put_to_vote(7, 10)
    table.call(7)
    assert 9 not in table.scene.reflex
    table.touch(9)
    assert table.notes[-1] == "Refused: a hand. Seat 9 is out."
    table.thanks()
    table.until("dusk")
    assert ("nominates", (9,)) not in [(cue, numbers) for cue, numbers, _ in table.lengths(0)]
    assert table.cues()[-2:] == ["ghost_leaves", "card_citizen"]
    assert table.scene.shown[9] == "citizen"


def test_after_a_second_split_the_ghost_picks_with_whom_he_leaves(sit_down: SitDown) -> None:
    table = with_ghost(sit_down)
    two_splits(table, 7, 10)
    assert table.asked == ("ghost", 9)
    assert table.cannot("number", 3) == "Seat 3 is no leader."
    table.says("number", 10)
    assert table.said("leave") == [(10,)]
    assert table.said("ghost_leaves") == [(9,)]
    assert table.out == [8, 9, 10]
    table.to("night 1")
    table.acts(mafia=7)
    assert table.out == [8, 9, 10, 7]


def test_without_a_ghost_nobody_leaves_and_nobody_dies_in_the_night(sit_down: SitDown) -> None:
    table = ghost(sit_down)
    two_splits(table, 7, 10)
    assert table.said("leave") == [()]
    assert table.what == "dusk"
    table.to("night 1")
    table.acts(mafia=8, maniac=9)
    assert table.said("killed")[-1] == ()
    table.to("night 2")
    table.acts(mafia=8)
    assert table.out == [8]


def test_a_quiet_night_sounds_like_any_other(sit_down: SitDown) -> None:
    public = []
    for quiet in (True, False):
        table = ghost(sit_down, quiet_night=quiet, mask_sensors=False)
        two_splits(table, 7, 10)
        since = len(table.heard)
        table.to("night 1")
        table.shows("mafia", 8)
        table.until("dawn")
        public.append(table.lengths(since))
        table.goes_on()
        assert table.said("killed")[-1] == (() if quiet else (8,))
    assert public[0] == public[1]


def test_the_dealt_cards_are_those_of_the_seats(sit_down: SitDown) -> None:
    cards = Counter(ghost(sit_down, ELEVEN, deal="kit").runner.table.record.roles.values())
    assert cards == {"mafia": 2, "sheriff": 1, "doctor": 1, "maniac": 1, "avenger": 1, "citizen": 5}


def test_where_cards_are_learned_the_roles_show_themselves_in_the_order_of_the_night(sit_down: SitDown) -> None:
    table = ghost(sit_down, deal="wake")
    table.until("dawn")
    woken = [cue.removesuffix("_wakes") for cue in table.cues() if cue.endswith("_wakes")]
    assert woken == [*("mafia", "sheriff", "doctor", "maniac"), *("maniac", "sheriff", "doctor")]
