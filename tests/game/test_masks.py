"""Masks: the night waits for them, tells the host who woke, and takes nothing from a sensor that is in doubt."""

import pytest
from table_talk import MS, S, SitDown, TableTalk, paragraph

from tablekit.events import MaskOff, MaskOn, MaskUnproven

ALL = tuple(range(1, 11))


@pytest.fixture
def dusk(sit_down: SitDown) -> TableTalk:
    """The word «Ночь» of night 1 has just been said, and nobody has his mask on."""
    table: TableTalk = sit_down()
    table.until("dusk")
    table.bare(*ALL)
    table.goes_on()
    return table


@paragraph("common: masks")
def test_the_host_is_told_who_has_no_mask_on_and_the_night_begins_when_all_have(dusk: TableTalk) -> None:
    assert dusk.what == "masks"
    dusk.masked(*ALL[:7])
    assert str(dusk.desk.says) == "No mask: (8, 9, 10)"
    dusk.masked(8, 9)
    assert (dusk.what, str(dusk.desk.says)) == ("masks", "No mask: (10,)")
    dusk.masked(10)
    assert dusk.what == "shooting"


@paragraph("common: masks")
def test_a_mask_that_is_lifted_again_in_time_is_no_peek(dusk: TableTalk) -> None:
    dusk.masked(*ALL[:9])
    dusk.bare(4)
    assert str(dusk.desk.says) == "No mask: (4, 10)"
    assert dusk.night.peeks == []


@paragraph("common: masks")
def test_the_host_may_go_on_without_a_mask(dusk: TableTalk) -> None:
    dusk.masked(*ALL[:9])
    dusk.goes_on()
    assert dusk.what == "shooting"
    assert dusk.notes[-1] == "The night goes on without the masks of (10,)."


@paragraph("common: masks")
def test_nobody_waits_for_the_dead(sit_down: SitDown) -> None:
    table = sit_down()
    table.to("day 0")
    table.remove(4)
    table.until("dusk")
    table.bare(*ALL)
    table.goes_on()
    table.masked(*(seat for seat in ALL if seat != 4))
    assert table.what == "shooting"


@paragraph("common: masks")
def test_a_table_without_sensors_waits_for_no_mask(sit_down: SitDown) -> None:
    table = sit_down(begin="seats", mask_sensors=False)
    table.goes_on()
    assert table.asked == ("card", 1)


@paragraph("common: masks")
def test_a_sensor_in_doubt_is_never_on(dusk: TableTalk) -> None:
    dusk.masked(*ALL)
    assert dusk.what == "shooting"
    dusk.until("dusk")
    dusk.happens(MaskUnproven(dusk.soon(), 6, worn=True))
    dusk.goes_on()
    assert str(dusk.desk.says) == "No mask: (6,)"
    assert dusk.desk.uncertain == (6,)
    dusk.wait(2)
    dusk.bare(6)
    dusk.masked(6)
    assert dusk.what == "shooting"


@paragraph("common: masks")
def test_a_lost_link_leaves_no_mask_sure(dusk: TableTalk) -> None:
    dusk.lost()
    dusk.masked(*ALL)
    assert dusk.what == "masks"
    dusk.back()
    assert dusk.what == "shooting"


@paragraph("common: masks", "6.7.5")
def test_a_chattering_sensor_neither_peeks_nor_comes_out_of_doubt(sit_down: SitDown) -> None:
    table = sit_down(peek_removes=True)
    table.to("night 1")
    table.until("shooting")
    at_us = table.soon()
    table.happens(MaskUnproven(at_us, 4, worn=True))
    for n in range(1, 20):
        kind = MaskOff if n % 2 else MaskOn
        table.happens(kind(at_us + n * 90 * MS, 4))
    assert (table.out, table.night.peeks, table.desk.uncertain) == ([], [], (4,))
    table.happens(MaskOn(at_us + 20 * S, 4))
    assert table.desk.uncertain == ()


@paragraph("common: masks")
def test_a_sensor_in_doubt_teaches_no_card(sit_down: SitDown) -> None:
    table = sit_down(deal="wake")
    table.happens(MaskUnproven(table.soon(), 9, worn=True))
    table.bare(3, 9, 10)
    assert str(table.desk.says) == "mafia: (3, 10)?"
    assert table.night.peeks == []


@paragraph("common: masks")
def test_the_host_is_told_who_was_called_and_did_not_wake(sit_down: SitDown) -> None:
    table = sit_down()
    table.bare(3, 9)
    assert table.desk.asleep == (10,)
    table.until("don")
    assert table.told("did not wake") == ["Seat 10 did not wake."]


@paragraph("common: masks", "4.2.2")
def test_nobody_is_asleep_where_the_mask_stays_on(sit_down: SitDown) -> None:
    table = sit_down()
    table.bare(3, 9, 10)
    table.masked(3, 9, 10)
    table.until("seating")
    assert table.told("did not wake") == []


@paragraph("common: masks")
def test_a_face_that_is_not_called_is_a_peek_with_its_stamp(sit_down: SitDown) -> None:
    table = sit_down()
    at_us = table.soon()
    table.happens(MaskOff(at_us, 2))
    assert table.night.peeks == [2]
    assert table.runner.table.record.notes[-1][0] == at_us
    assert table.told("peeked") == ["Seat 2 peeked."]


@paragraph("common: masks")
def test_the_seat_that_is_called_to_the_cards_alone_lifts_its_mask(sit_down: SitDown) -> None:
    table = sit_down(begin="card")
    table.bare(1)
    table.masked(1)
    table.goes_on()
    table.bare(5)
    assert (table.asked, table.night.peeks) == (("card", 2), [5])
