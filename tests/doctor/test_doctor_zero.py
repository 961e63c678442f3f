"""`tablekit doctor zero`: a tape that is only called zero if it is."""

from doctor_room import MS, Room, S, wired

from tablekit.doctor.zero import Zero, take
from tablekit.intake.debounce import Line


def tape(room: Room) -> tuple[Zero, str]:
    taken = take(room.bench, room.told)
    return taken, taken.text(room.told, simulated=False)


def test_a_table_at_rest_is_zero_and_has_a_line_to_sign() -> None:
    with Room() as room:
        taken, text = tape(room)
    assert taken.is_zero
    assert text.splitlines()[0] == "ZERO TAPE"
    assert "sport, 10 seats (pins: 10 pads and masks)" in text
    assert "   7  free           0         0   docked         0         0" in text.splitlines()
    assert "pads: 0 edges missed, 0 too late." in text
    assert text.splitlines()[-1].startswith("Referee     ____")
    assert max(map(len, text.splitlines())) <= 80


def test_a_pad_that_is_down_is_no_zero() -> None:
    with Room(faulty=True) as room:
        taken, text = tape(room)
    assert not taken.is_zero
    assert "Seat 4: its pad is down." in text
    assert "   4  DOWN " in text
    assert "THIS IS NOT ZERO" in text
    assert "Referee" not in text


def test_a_hand_that_came_and_went_is_counted_and_is_zero() -> None:
    with Room() as room:
        room.press("pad", 3, S)
        taken, text = tape(room)
    assert taken.is_zero
    assert "   3  free           1         0 " in text


def test_a_noisy_pad_is_no_zero() -> None:
    with Room() as room:
        for number in range(25):
            at_us = room.now_us + number * 50 * MS
            room.drive(Line("pad", 9), True, at_us)
            room.drive(Line("pad", 9), False, at_us + 4 * MS)
        taken, text = tape(room)
    assert not taken.is_zero
    assert "Seat 9: its pad is noisy." in text


def test_a_mask_that_chatters_is_no_zero_and_one_that_lies_about_is_told() -> None:
    with Room() as room:
        for number in range(20):
            room.drive(Line("mask", 7), number % 2 == 0, room.now_us + number * 40 * MS)
        assert not tape(room)[0].is_zero
    with Room() as room:
        room.press("mask", 2, S, lasts_us=60 * S)
        taken, text = tape(room)
    assert taken.is_zero
    assert "Not in their docks: 2." in text


def test_a_key_that_is_pressed_is_no_zero() -> None:
    with Room() as room:
        room.press("key", 0, S, lasts_us=60 * S)
        taken, text = tape(room)
    assert not taken.is_zero
    assert "The wired key is down." in text


def test_pads_that_do_not_answer_are_no_zero() -> None:
    with Room() as room:
        room.cut_the_loop()
        taken, text = tape(room)
    assert not taken.is_zero
    assert "No answer from pads." in text


def test_without_masks_and_loop_it_is_taken_too() -> None:
    with Room(wired(masks=(), loop=None)) as room:
        taken, text = tape(room)
    assert taken.is_zero
    assert "   7  free           0         0   -" in text.splitlines()


def test_a_tape_of_a_simulation_says_so() -> None:
    with Room() as room:
        assert take(room.bench, room.told).text(room.told, simulated=True).startswith("ZERO TAPE OF A SIMULATED TABLE")
