"""fsm: the deal, the first night, and the nights of shooting (1.1, 4.1, 4.2, 4.5, 7.10, 8.3.4)."""

from collections import Counter

import pytest
from table_talk import S, SitDown, paragraph

from tablekit.effects import Say
from tablekit.errors import ConfigError
from tablekit.events import HandDown
from tablekit.game.procedures.night import best_move_points
from tablekit.rulesets import open_book


@paragraph("1.1")
def test_ten_play_two_mafia_a_don_and_a_sheriff(sit_down: SitDown) -> None:
    table = sit_down(don=3, mafia=(9, 10), sheriff=6)
    roles = table.runner.table.record.roles
    assert Counter(roles.values()) == {"citizen": 6, "sheriff": 1, "mafia": 2, "don": 1}
    assert [roles[seat] for seat in (3, 6, 9, 10)] == ["don", "sheriff", "mafia", "mafia"]


@paragraph("1.1")
@pytest.mark.parametrize("seats", [9, 11])
def test_no_other_number_plays(seats: int) -> None:
    with pytest.raises(ConfigError, match=rf"KIT113: fsm cannot be played with {seats} seats. It takes 10 seats."):
        open_book("fsm", {}, seats)


@paragraph("1.1")
def test_a_seat_has_one_card(sit_down: SitDown) -> None:
    table = sit_down(begin="deal")
    table.step()
    assert table.roles["don"] == (3,)
    assert table.cannot("number", 3) == "Seat 3 has a card already."
    assert table.cannot("number", 11) == "There is no seat 11."


@paragraph("4.1.1")
def test_seats_are_drawn_by_lot_before_the_game(sit_down: SitDown) -> None:
    table = sit_down(begin="seats")
    assert table.said("seats") == [(3, 9, 10, 6, 1, 2, 4, 5, 7, 8)] == [tuple(table.runner.table.record.seating)]


@paragraph("4.2.1")
def test_the_blacks_meet_for_a_minute(sit_down: SitDown) -> None:
    table = sit_down()
    started_us = table.now_us
    assert table.said("mafia_wakes")
    assert table.scene.ends_us == started_us + 60 * S
    table.bare(3, 9, 10)
    table.masked(3, 9, 10)
    assert table.night.peeks == []
    table.until("don")
    assert table.now_us == started_us + 60 * S


@paragraph("4.2.1")
def test_a_red_face_at_the_meeting_is_a_peek(sit_down: SitDown) -> None:
    table = sit_down()
    table.bare(4)
    assert table.night.peeks == [4]
    assert table.told("Seat 4 peeked.")


@paragraph("4.2.2")
def test_the_don_then_the_sheriff_show_themselves_with_the_mask_on(sit_down: SitDown) -> None:
    table = sit_down()
    table.until("don")
    assert str(table.desk.says) == "don: seat 3"
    table.bare(3)
    table.until("sheriff")
    assert str(table.desk.says) == "sheriff: seat 6"
    table.bare(6)
    assert table.night.peeks == [3, 6]


@paragraph("4.2.3")
def test_forty_seconds_of_free_seating(sit_down: SitDown) -> None:
    table = sit_down()
    table.until("seating")
    started_us = table.now_us
    table.until("dawn")
    assert table.now_us == started_us + 40 * S


@paragraph("4.5.3")
def test_all_ten_numbers_are_called_every_night_the_dead_too(sit_down: SitDown) -> None:
    table = sit_down()
    for night in ("night 1", "night 2"):
        table.to(night)
        began_us, since = table.now_us, len(table.heard) - 1
        table.shooting({3: 4, 9: 4, 10: 4})
        table.until("don")
        called = [effect for effect in table.heard[since:] if isinstance(effect, Say) and effect.cue == "number"]
        assert [say.numbers for say in called] == [(number,) for number in range(1, 11)]
        assert [say.at_us for say in called] == [began_us + nth * 1_500_000 for nth in range(10)]
        assert table.now_us == began_us + 15 * S
    assert table.out == [4]


@paragraph("4.5.5")
@pytest.mark.parametrize(
    ("shots", "killed"),
    [
        ([(3, 4), (9, 4), (10, 4)], [4]),
        ([(3, 1), (9, 1), (10, 1)], [1]),
        ([(3, 10), (9, 10), (10, 10)], [10]),
        ([(3, 4), (9, 4), (10, 5)], []),
        ([(3, 4), (9, 4)], []),
        ([], []),
        ([(3, 4), (9, 4), (10, 4.5)], []),
        ([(3, 4.5), (9, 4.5), (10, 4.5)], []),
        ([(3, 4), (9, 4), (10, 4), (10, 7)], []),
        ([(3, 4), (9, 4), (10, 4), (10, 4)], []),
    ],
    ids=[
        *["one number", "first", "last, a black", "other number", "no shot", "nobody", "between", "all between"],
        *["two numbers", "twice on one"],
    ],
)
def test_a_kill_needs_every_living_black_on_one_number_once(
    sit_down: SitDown, shots: list[tuple[int, float]], killed: list[int]
) -> None:
    table = sit_down()
    table.to("night 1")
    table.shooting(shots)
    table.until("dawn")
    assert table.night.shots == shots
    assert table.night.killed == []
    assert table.living == list(range(1, 11))
    table.goes_on()
    assert table.runner.table.record.nights[1].killed == killed == table.out
    assert table.said("killed")[-1] == tuple(killed)


@paragraph("4.5.5")
def test_blacks_who_are_left_kill_without_the_one_who_is_out(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(9)
    table.to("night 1")
    table.night_over({3: 4, 10: 4})
    assert table.out == [9, 4]


@paragraph("4.5.5")
def test_the_shot_of_a_black_removed_in_the_shooting_is_ignored(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.shooting({9: 2, 3: 4})
    table.remove(9)
    table.shooting({10: 4})
    table.until("dawn")
    table.goes_on()
    assert table.out == [4, 9]


@paragraph("7.1", "4.5.5")
@pytest.mark.parametrize(("shot_at", "held"), [(4, True), (5, False)])
def test_who_is_shot_and_removed_in_one_shooting_costs_nobody_a_vote(
    sit_down: SitDown, shot_at: int, held: bool
) -> None:
    table = sit_down()
    table.to("night 1")
    table.number(1)
    table.remove(4)
    table.shooting({3: shot_at, 9: shot_at, 10: shot_at})
    table.to("day 1")
    table.put_to_vote(1, 2)
    assert (table.what == "call") is held


@paragraph("4.5.5")
def test_a_red_hand_in_the_shooting_is_no_shot_of_the_blacks(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.night_over({1: 2, 3: 4, 9: 4, 10: 4})
    assert table.out == [4]


@paragraph("4.5.5", "common: a dead target")
def test_a_number_of_the_dead_can_be_shot_and_nothing_happens(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(4)
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until("don")
    assert table.told("A miss.")
    table.until("dawn")
    table.goes_on()
    assert table.out == [4]


@paragraph("4.5.5")
@pytest.mark.parametrize(("before_us", "number"), [(500_001, 4), (500_000, 4.5), (1, 4.5), (0, 4.5), (-1, 5)])
def test_the_end_of_a_numbers_time_is_between_two_numbers(sit_down: SitDown, before_us: int, number: float) -> None:
    table = sit_down()
    table.to("night 1")
    table.number(4)
    due_us = table.runner.deadline_us
    assert due_us is not None
    table.bring([HandDown(due_us - before_us, 3)])
    assert table.night.shots == [(3, number)]


@paragraph("4.5.5")
def test_the_host_alone_is_told_of_a_hit(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until("don")
    assert table.told("hit") == ["Seat 4 is hit."]


@paragraph("4.5.5")
def test_if_the_host_enters_no_target_it_is_a_miss(sit_down: SitDown) -> None:
    table = sit_down(shooting="host")
    table.to("night 1")
    table.night_over()
    assert table.told("A miss.")
    assert table.out == []


@paragraph("4.5.5")
@pytest.mark.parametrize(("number", "killed"), [(4, [4]), (0, [])])
def test_the_host_may_enter_the_target_instead(sit_down: SitDown, number: int, killed: list[int]) -> None:
    table = sit_down(shooting="host")
    table.to("night 1")
    table.until("shooting")
    table.touch(3)
    table.says("number", 7)
    table.time_is_up()
    table.says("number", number)
    assert str(table.desk.says) == f"Target: {number}"
    table.night_over()
    assert table.out == killed
    table.to("night 2")
    table.until("shooting")
    if killed:
        assert table.cannot("number", 4) == "Seat 4 is out."


@paragraph("4.5.6")
def test_the_don_then_the_sheriff_check_ten_seconds_each(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    for role in ("don", "sheriff"):
        table.until(role)
        began_us = table.now_us
        assert table.scene.ends_us == began_us + 10 * S
        table.wait(9.999_999)
        assert table.what == role
        table.wait(0.000_001)
        assert table.what != role
    assert table.cues()[-5:] == ["don_wakes", "don_sleeps", "sheriff_wakes", "sheriff_sleeps", "best_move"]


@paragraph("4.5.7")
@pytest.mark.parametrize(("seat", "answer"), [(6, "yes"), (9, "no"), (1, "no")])
def test_the_don_looks_for_the_sheriff(sit_down: SitDown, seat: int, answer: str) -> None:
    table = sit_down()
    table.to("night 1")
    table.night_over(don=seat)
    assert table.told("don checks") == [f"don checks {seat}: {answer}"]
    assert table.runner.table.record.nights[1].checks == {"don": seat}


@paragraph("4.5.8")
@pytest.mark.parametrize(("seat", "answer"), [(3, "yes"), (9, "yes"), (6, "no"), (1, "no")])
def test_the_sheriff_looks_for_blacks(sit_down: SitDown, seat: int, answer: str) -> None:
    table = sit_down()
    table.to("night 1")
    table.night_over(sheriff=seat)
    assert table.told("sheriff checks") == [f"sheriff checks {seat}: {answer}"]


@paragraph("4.5.8", "common: a dead target")
def test_a_check_may_name_the_dead_and_may_be_corrected(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(9)
    table.to("night 1")
    table.until("sheriff")
    assert table.cannot("number", 11) == "There is no seat 11."
    table.says("number", 1)
    table.says("number", 9)
    assert table.night.checks == {"sheriff": 9}
    assert table.told("sheriff checks") == ["sheriff checks 1: no", "sheriff checks 9: yes"]


@paragraph("4.5.6")
@pytest.mark.parametrize("don", [1, 3])
def test_who_checks_may_lift_his_mask_and_nobody_else(sit_down: SitDown, don: int) -> None:
    table = sit_down(don=don)
    table.to("night 1")
    table.until("don")
    table.bare(don, 6)
    table.until("sheriff")
    table.bare(6, don)
    assert table.night.peeks == [6, don]


@paragraph("4.5.6", "common: equal calls")
def test_a_call_lasts_the_same_when_its_role_is_out(sit_down: SitDown) -> None:
    public = []
    for removed in ((3, 6), (1, 2)):
        table = sit_down()
        table.to("day 0")
        table.remove(*removed)
        table.to("night 1")
        table.until("don")
        began_us, since = table.now_us, len(table.heard)
        if 3 in removed:
            assert str(table.desk.says) == "don is out: wait"
            assert table.cannot("number", 1) == "don is out."
        table.until("dawn")
        public.append([(say.at_us - began_us, say.cue) for say in table.heard[since:] if isinstance(say, Say)])
    assert public[0] == public[1]


@paragraph("common: missing acts")
def test_a_missing_shot_and_missing_checks_are_no_effect(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.to("day 1")
    assert table.runner.table.record.nights[1].checks == {}
    assert table.out == []


@paragraph("4.5.9")
def test_the_victim_of_the_first_shooting_night_names_up_to_three(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until("best move")
    began_us = table.now_us
    assert table.scene.ends_us == began_us + 20 * S
    assert str(table.desk.says) == "Best move of 4"
    table.bare(4)
    assert table.night.peeks == [4]
    table.says("number", 3)
    assert table.cannot("number", 3) == "Seat 3 is named already."
    assert table.cannot("number", 11) == "There is no seat 11."
    table.says("number", 9)
    table.says("number", 1)
    assert table.cannot("number", 2) == "Three are named."
    assert table.night.best_move == [3, 9, 1]
    table.until("dawn")
    assert table.now_us == began_us + 20 * S


@paragraph("4.5.9")
def test_without_a_victim_the_time_passes_all_the_same(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.until("best move")
    began_us = table.now_us
    assert str(table.desk.says) == "Nobody hit: wait"
    assert table.cannot("number", 3) == "Nobody was hit."
    table.until("dawn")
    assert table.now_us == began_us + 20 * S


@paragraph("4.5.9")
def test_there_is_none_in_the_second_shooting_night(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 2")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until("sheriff")
    table.time_is_up()
    assert table.what == "dawn"


@paragraph("7.10", "4.5.9")
@pytest.mark.parametrize(("voted_out", "asked"), [(1, "best move"), (2, "dawn")])
def test_there_is_none_if_two_were_voted_out_on_day_0(sit_down: SitDown, voted_out: int, asked: str) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    if voted_out == 1:
        table.ballots({1: (3, 4, 5, 6, 7, 8)})
    else:
        table.ballots({1: (3, 4, 5, 6, 7)})
        table.ballots({1: (3, 4, 5, 6, 7)})
        table.raises(1, 2, 3, 4, 5, 6)
    table.to("night 1")
    table.shooting({3: 4, 9: 4, 10: 4})
    table.until("sheriff")
    table.time_is_up()
    assert table.what == asked
    assert len(table.out) == voted_out


@paragraph("7.10")
def test_removals_of_day_0_do_not_cost_the_best_move(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(1, 2)
    table.to("night 1")
    table.until("best move")


@paragraph("8.3.4")
@pytest.mark.parametrize(
    ("victim", "named", "points"),
    [
        (4, (3, 9, 10), 0.5),
        (4, (3, 9, 1), 0.25),
        (4, (9, 10), 0.25),
        (4, (3, 1, 2), 0),
        (4, (1, 2, 5), 0),
        (4, (), 0),
        (6, (3, 9, 10), 0.5),
        (9, (3, 9, 10), 0),
        (3, (3, 9, 1), 0),
    ],
)
def test_the_best_move_of_a_red_earns_points(victim: int, named: tuple[int, ...], points: float) -> None:
    roles = dict.fromkeys(range(1, 11), "citizen") | {3: "don", 9: "mafia", 10: "mafia", 6: "sheriff"}
    assert best_move_points(roles, victim, named) == points
