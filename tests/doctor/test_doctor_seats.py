"""`tablekit doctor seats`: each pad, mask and key as the kit's own intake judges it."""

from io import StringIO

from doctor_room import MS, Room, S, wired
from rich.console import Console

from tablekit.config import Pins
from tablekit.doctor.seats import Tries
from tablekit.doctor.seats_page import page, watch
from tablekit.doctor.zero import rows
from tablekit.events import LinkBack, LinkLost
from tablekit.intake.debounce import Line

PAD3, MASK3 = Line("pad", 3), Line("mask", 3)
TWO = wired(pads=(4, 5), masks=(14, 15), word=None)


def shown(tries: Tries, width: int = 80) -> list[str]:
    """The page as text."""
    console = Console(file=StringIO(), width=width)
    console.print(page(tries, simulated=False))
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def followed(room: Room, us: int) -> tuple[Tries, list[str], list[str]]:
    """What the page knows after so long, when the user leaves; what it printed; what it says is missing."""
    room.typed("q", us)
    tries, console = Tries(room.told), Console(file=StringIO(), width=200)
    missing = watch(room.bench, tries, console, simulated=False)
    assert isinstance(console.file, StringIO)
    return tries, console.file.getvalue().splitlines(), [str(why) for why in missing]


def test_a_pad_that_is_pressed_is_ok_with_its_milliseconds() -> None:
    with Room() as room:
        room.press("pad", 3, 500 * MS, lasts_us=213 * MS)
        tries, printed, missing = followed(room, 2 * S)
    assert (tries.tried[PAD3].state, tries.tried[PAD3].last_us) == ("OK", 213 * MS)
    assert "Seat 3: its pad is OK 213 ms." in printed
    assert not any("Seat 3: its pad" in why for why in missing)
    assert any(why.startswith("KIT458: Seat 4: its pad has not been pressed") for why in missing)


def test_it_ends_by_itself_when_all_are_ok() -> None:
    with Room(TWO) as room:
        for seat in (1, 2):
            room.press("pad", seat, seat * 100 * MS)
            room.press("mask", seat, seat * 100 * MS)
        room.press("key", 0, 100 * MS)
        began_us = room.now_us
        tries, _, missing = followed(room, 60 * S)
        assert room.now_us - began_us < S
    assert missing == []
    assert shown(tries)[-1] == "All are OK."
    tries.take(LinkLost(room.now_us, source="pads"))
    assert not tries.done
    tries.take(LinkBack(room.now_us, source="pads"))
    assert tries.done
    tries.awaited = ["pads"]
    assert not tries.done
    assert shown(tries)[-1] == "Wait: pads is not ready yet."


def test_a_mask_must_come_back_to_its_dock() -> None:
    with Room() as room:
        room.press("mask", 3, 100 * MS, lasts_us=9 * S)
        tries, _, missing = followed(room, 2 * S)
    assert "lifted" in next(line for line in shown(tries) if line.startswith("  3"))
    assert any("Seat 3: its mask is out of its dock. Put it back; " in why for why in missing)


def test_a_mask_that_lay_about_before_is_not_stuck_and_must_be_lifted_once_more() -> None:
    with Room(TWO) as room:
        room.drive(Line("mask", 1), True, 0)
        room.wait(0)
        room.drive(Line("mask", 1), False, room.now_us + 20 * S)
        _, printed, missing = followed(room, 15 * S)
        assert not any("stuck" in line for line in printed)
        assert any("Seat 1: its mask is out of its dock." in why for why in missing)
    with Room(TWO) as room:
        room.drive(Line("mask", 1), True, 0)
        room.wait(0)
        room.drive(Line("mask", 1), False, room.now_us + 2 * S)
        tries, _, missing = followed(room, 3 * S)
    assert tries.tried[Line("mask", 1)].state == "untested"
    assert any("Seat 1: its mask has not been lifted and put back" in why for why in missing)


def test_a_pad_that_is_down_from_the_start_is_stuck_and_its_release_is_no_press() -> None:
    with Room(faulty=True) as room:
        _, printed, missing = followed(room, 4 * S)
    assert "Seat 4: its pad is stuck." in printed
    assert any("Seat 4: its pad is active all the time" in why for why in missing)
    with Room(faulty=True) as room:
        room.drive(Line("pad", 4), False, room.now_us + 4 * S)
        tries, printed, _ = followed(room, 5 * S)
    assert "Seat 4: its pad is stuck." in printed
    assert tries.tried[Line("pad", 4)].state == "untested"


def test_a_hand_that_stays_is_stuck_until_it_is_lifted() -> None:
    with Room() as room:
        room.press("pad", 3, 100 * MS, lasts_us=95 * S)
        _, printed, _ = followed(room, 97 * S)
    about = [line for line in printed if line.startswith("Seat 3")]
    assert about == ["Seat 3: its pad is held.", "Seat 3: its pad is stuck.", "Seat 3: its pad is OK 95000 ms."]


def test_a_mask_sensor_that_chatters_is_told() -> None:
    with Room() as room:
        for number in range(20):
            room.drive(MASK3, number % 2 == 0, room.now_us + 100 * MS + number * 40 * MS)
        tries, _, missing = followed(room, 2 * S)
    assert tries.tried[MASK3].state == "chattering"
    assert any("Seat 3: its mask opens and closes faster than a hand can" in why for why in missing)


def test_a_pad_with_contacts_that_no_hand_makes_is_noisy() -> None:
    with Room() as room:
        for number in range(25):
            at_us = room.now_us + 100 * MS + number * 50 * MS
            room.drive(PAD3, True, at_us)
            room.drive(PAD3, False, at_us + 4 * MS)
        room.press("pad", 3, 1_500 * MS)
        tries, _, _ = followed(room, 2 * S)
    tried = tries.tried[PAD3]
    assert (tried.state, tried.rejected, tried.presses) == ("noisy", 25, 1)
    assert "noisy, 25 bad" in next(line for line in shown(tries) if line.startswith("  3"))


def test_a_few_rejected_contacts_are_shown_and_cost_nothing() -> None:
    with Room() as room:
        room.drive(PAD3, True, room.now_us + 100 * MS)
        room.drive(PAD3, False, room.now_us + 102 * MS)
        room.press("pad", 3, 500 * MS)
        tries, _, _ = followed(room, 2 * S)
    assert "OK 200 ms, 1 bad" in next(line for line in shown(tries) if line.startswith("  3"))


def test_enter_begins_anew_and_forgets_the_noise() -> None:
    with Room(TWO) as room:
        for number in range(25):
            at_us = room.now_us + number * 50 * MS
            room.drive(Line("pad", 1), True, at_us)
            room.drive(Line("pad", 1), False, at_us + 4 * MS)
        room.typed("#", 2 * S)
        room.press("pad", 1, 3 * S)
        tries, printed, _ = followed(room, 4 * S)
    assert any("Seat 1: its pad is noisy" in line for line in printed)
    assert tries.tried[Line("pad", 1)].state == "OK"


def test_noise_that_goes_on_is_told_again_after_enter() -> None:
    with Room(TWO) as room:
        for number in range(60):
            at_us = room.now_us + number * 50 * MS
            room.drive(Line("pad", 1), True, at_us)
            room.drive(Line("pad", 1), False, at_us + 4 * MS)
        room.typed("#", 1_500 * MS)
        tries, printed, _ = followed(room, 4 * S)
    assert sum("Seat 1: its pad is noisy" in line for line in printed) == 2
    assert tries.tried[Line("pad", 1)].state == "noisy"


def test_the_key_and_the_onset_are_tried_too() -> None:
    with Room() as room:
        room.bench.desk = room.desk()
        room.press("key", 0, 300 * MS)
        room.typed("T", 500 * MS)
        tries, printed, _ = followed(room, 2 * S)
    assert {"The wired key is OK.", "The onset input is OK."} <= set(printed)
    assert shown(tries)[-3:-1] == ["wired key: OK", "onset input: OK"]


def test_a_loop_that_is_off_is_no_answer_from_the_pads() -> None:
    with Room() as room:
        room.cut_the_loop()
        tries, _, missing = followed(room, 3 * S)
    assert missing[0].startswith("KIT457: no answer from pads")
    assert not tries.done
    assert "No answer from pads." in shown(tries)


def test_twenty_seats_stand_in_two_columns_that_fit_a_small_terminal() -> None:
    pads, masks = tuple(range(4, 24)), tuple(range(24, 44))
    whole = shown(Tries(wired(pads=pads, masks=masks, word=None, key=None, loop=None)))
    assert next(line.split() for line in whole if line.startswith("  1")) == [
        *("1", "untested", "untested"),
        *("11", "untested", "untested"),
    ]
    assert max(map(len, whole)) <= 80
    assert len(whole) < 24
    bare = shown(Tries(wired(pads=pads, masks=(), word=None, key=None, loop=None)))
    assert next(line.split() for line in bare if line.startswith("  1")) == ["1", "untested", "11", "untested"]
    assert bare[-1] == "20 still to do."


def test_every_line_of_the_table_is_there() -> None:
    assert [*Tries(TWO).tried] == [
        *(Line("pad", 1), Line("pad", 2), Line("mask", 1), Line("mask", 2)),
        Line("key", 0),
    ]
    assert isinstance(TWO.inputs[0], Pins)


def test_the_seats_of_a_part_that_does_not_answer_are_not_blamed_nor_called_free() -> None:
    tries = Tries(TWO, ["pads"])
    tries.take(LinkLost(0, source="pads"))
    assert [str(why)[:6] for why in tries.missing()] == ["KIT457"]
    assert all("unknown" in line for line in list(rows(tries))[1:])
    tries.take(LinkBack(1, source="pads"))
    assert len(tries.missing()) == len(list(tries.needed()))
    assert not any("unknown" in line for line in rows(tries))
