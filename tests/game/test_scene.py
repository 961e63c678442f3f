"""What the table sees and what the host sees, derived from the state; deadlines, never seconds left."""

from table_talk import S, SitDown, paragraph

from tablekit.events import MaskUnproven

ALL = tuple(range(1, 11))


@paragraph("common: night and day")
def test_loud_music_by_night_and_none_by_day(sit_down: SitDown) -> None:
    table = sit_down()
    assert (table.scene.night, table.scene.music, table.scene.period) == (True, True, "night 0")
    table.until("dawn")
    assert table.scene.music
    table.goes_on()
    assert (table.scene.night, table.scene.music, table.scene.period) == (False, False, "day 0")
    table.until("dusk")
    assert not table.scene.night
    table.goes_on()
    assert (table.scene.night, table.scene.music, table.scene.period) == (True, True, "night 1")
    table.pause()
    assert (table.scene.night, table.scene.music) == (True, False)


@paragraph("common: night and day")
def test_the_hosts_key_begins_each(sit_down: SitDown) -> None:
    table = sit_down()
    table.until("dawn")
    table.wait(1_000)
    assert table.what == "dawn"
    assert table.said("day") == []
    table.goes_on()
    assert table.said("day") == [()]
    table.until("dusk")
    table.wait(1_000)
    assert table.said("night") == [()]
    table.goes_on()
    assert table.said("night") == [(), ()]


@paragraph("common: words")
def test_the_words_of_a_night_and_a_day_are_cues(sit_down: SitDown) -> None:
    table = sit_down(begin="seats")
    table.to("day 1")
    assert [cue for cue in table.cues() if cue not in ("speech", "number", "card")] == [
        *("seats", "night", "cards", "mafia_wakes", "mafia_sleeps", "don_wakes", "don_sleeps"),
        *("sheriff_wakes", "sheriff_sleeps", "seating", "day", "killed", "nominees", "leave"),
        *("night", "mafia_shoots", "mafia_sleeps", "don_wakes", "don_sleeps", "sheriff_wakes", "sheriff_sleeps"),
        *("best_move", "day", "killed"),
    ]


@paragraph("common: out")
def test_pads_light_up_only_while_hands_go_and_only_for_the_living(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(8)
    table.to("day 1")
    living = tuple(seat for seat in ALL if seat != 8)
    table.touch(3)
    assert (table.scene.reflex, table.scene.hands) == ((), ())
    table.put_to_vote(1, 2)
    assert table.scene.reflex == ()
    table.call(1)
    assert (table.scene.reflex, table.scene.hands) == (living, (3,))
    table.touch(4)
    assert table.scene.hands == (3, 4)
    table.thanks()
    assert table.scene.reflex == living
    table.count()
    assert (table.scene.reflex, table.scene.hands) == ((), ())


def test_the_step_of_the_script_is_shown_with_its_seat_and_stage(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.speech(1, nominates=4)
    assert (table.scene.what, table.scene.seat, table.scene.stage) == ("speech", 2, 0)
    assert table.scene.nominees == (4,)
    table.put_to_vote(5)
    assert (table.scene.what, table.scene.seat, table.scene.stage) == ("call", 4, 1)
    table.ballots({4: (1, 2, 3, 4, 5)})
    assert table.scene.votes == {4: 5, 5: 5}
    table.until("call")
    assert (table.scene.seat, table.scene.stage, table.scene.votes) == (4, 2, {})
    table.vote(4, (1, 2, 3))
    assert table.scene.votes == {4: 3}
    table.to("night 1")
    assert (table.scene.nominees, table.scene.votes) == ((), {})


def test_the_calls_of_the_shooting_and_open_ballots_show_no_clock(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.call(1)
    assert table.scene.ends_us is None
    table.says("thanks")
    assert table.runner.deadline_us is not None
    assert table.scene.ends_us is None
    table.to("night 1")
    assert table.what == "shooting"
    assert table.runner.deadline_us is not None
    assert table.scene.ends_us is None
    table.until("don")
    assert table.scene.ends_us == table.now_us + 10 * S


def test_clocks_are_told_in_table_time_also_after_a_pause(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    ends_us = table.scene.ends_us
    assert ends_us is not None
    table.pause()
    paused_us = table.now_us
    assert (table.scene.what, table.scene.seat, table.scene.paused_at_us) == ("paused", 1, paused_us)
    table.wait(100)
    assert table.scene.ends_us == ends_us
    table.resume()
    assert table.scene.ends_us == ends_us + table.now_us - paused_us
    assert table.scene.paused_at_us is None
    table.says("thanks")
    assert table.clock_s == 60
    table.wait(60)
    assert table.said("time") == [(2,)]


def test_when_the_game_is_over_nothing_is_asked(sit_down: SitDown) -> None:
    table = sit_down()
    table.remove(3, 9, 10)
    table.goes_on()
    scene = table.scene
    assert (scene.what, scene.seat, scene.stage, scene.ends_us, scene.winner) == ("over", 0, 0, None, "red")
    assert (table.desk.says, table.desk.keys, table.desk.held) == (None, (), ())


def test_the_host_sees_the_keys_the_cards_and_the_bare_faces(sit_down: SitDown) -> None:
    table = sit_down()
    table.masked(*ALL)
    assert table.desk.bare == ()
    table.bare(3, 9)
    assert table.desk.bare == (3, 9)
    assert table.desk.roles[3] == "don"
    table.happens(MaskUnproven(table.soon(), 9, worn=True))
    table.happens(MaskUnproven(table.soon(), 4, worn=False))
    assert table.desk.bare == (3, 4)
    assert table.notes[-1] == "Seat 4: the mask sensor is uncertain."
    assert 4 not in table.night.peeks
    table.to("day 0")
    assert table.desk.bare == ()
    assert table.desk.keys == ("thanks", "nominate")
    assert table.desk.step == table.runner.step
    table.pause()
    assert table.desk.keys == ("resume",)


def test_hands_on_pads_are_held_only_where_hands_are_about_to_be_asked_for(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.touch(8, 3)
    table.remove(8)
    assert table.desk.held == ()
    table.speech(1, nominates=1)
    table.until("nominees")
    assert table.desk.held == (3,)


def test_the_last_ballot_stays_before_the_host(sit_down: SitDown) -> None:
    table = sit_down()
    assert table.desk.ballot is None
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.vote(1, (3,))
    assert table.desk.ballot is table.ballot(1)
    table.call(2)
    assert table.desk.ballot is table.ballot(1)


def test_nothing_public_changes_with_a_private_answer(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("night 1")
    table.until("don")
    public, cues = table.scene, table.cues()
    table.says("number", 6)
    assert (table.scene, table.cues()) == (public, cues)
