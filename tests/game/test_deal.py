"""How the kit learns who holds which card: entered by the host, learned from who wakes, or dealt by the kit."""

import pytest
from table_talk import S, SitDown, TableTalk

ROLES = {3: "don", 6: "sheriff", 9: "mafia", 10: "mafia"}


def cards(table: TableTalk) -> dict[int, str]:
    """All cards but the citizens'."""
    return {seat: role for seat, role in table.runner.table.record.roles.items() if role != "citizen"}


def test_the_kit_deals(sit_down: SitDown) -> None:
    table = sit_down(deal="kit", begin="card")
    for seat in range(1, 11):
        assert table.asked == ("card", seat)
        assert str(table.desk.says) == f"Seat {seat}: {ROLES.get(seat, 'citizen')}"
        table.goes_on()
    assert cards(table) == ROLES
    assert table.what == "mafia"


def test_the_host_enters_each_card(sit_down: SitDown) -> None:
    table = sit_down(begin="deal")
    asked = []
    while table.what == "deal":
        asked.append(str(table.desk.says))
        table.step()
    assert asked == [
        "don 1/1: seat?",
        "mafia 1/2: seat?",
        "mafia 2/2: seat?",
        "sheriff 1/1: seat?",
    ]
    assert cards(table) == ROLES


def waking(sit_down: SitDown) -> TableTalk:
    table: TableTalk = sit_down(deal="wake", begin="mafia")
    assert table.runner.table.roles == {}
    return table


def test_the_cards_are_learned_from_who_wakes(sit_down: SitDown) -> None:
    table = waking(sit_down)
    began_us = table.now_us
    table.bare(3, 9)
    assert str(table.desk.says) == "mafia: (3, 9)?"
    table.masked(9)
    table.bare(9, 10)
    table.until("don")
    assert table.now_us == began_us + 60 * S
    assert table.runner.table.roles == {3: "mafia", 9: "mafia", 10: "mafia"}
    assert str(table.desk.says) == "don: seat?"
    assert table.cannot("number", 4) == "Seat 4 is of the other side."
    assert table.cannot("number", 11) == "There is no seat 11."
    table.says("number", 9)
    assert str(table.desk.says) == "don: (9,)?"
    table.says("number", 3)
    table.says("number", 3)
    table.until("sheriff")
    assert table.runner.table.roles == {3: "don", 9: "mafia", 10: "mafia"}
    assert table.now_us == began_us + 75 * S
    assert table.cannot("number", 3) == "Seat 3 has a card already."
    table.says("number", 4)
    table.says("number", 6)
    table.until("seating")
    assert table.now_us == began_us + 90 * S
    assert cards(table) == ROLES
    assert table.night.peeks == []


def test_the_host_may_say_who_woke(sit_down: SitDown) -> None:
    """Where masks are not wired; a number given twice is taken back."""
    table = waking(sit_down)
    assert table.cannot("number", 11) == "There is no seat 11."
    for seat in (3, 9, 4, 10, 4):
        table.says("number", seat)
    assert str(table.desk.says) == "mafia: (3, 9, 10)?"
    table.until("don")
    assert table.runner.table.roles == {3: "mafia", 9: "mafia", 10: "mafia"}


def test_a_don_and_a_sheriff_who_were_not_entered_in_time_are_asked_for(sit_down: SitDown) -> None:
    table = waking(sit_down)
    table.bare(3, 9, 10)
    table.until("deal")
    assert str(table.desk.says) == "don 1/1: seat?"
    assert table.cannot("number", 4) == "Seat 4 is of the other side."
    assert table.cannot("number", 11) == "There is no seat 11."
    table.says("number", 3)
    assert str(table.desk.says) == "sheriff 1/1: seat?"
    assert table.cannot("number", 9) == "Seat 9 has a card already."
    table.says("number", 6)
    assert table.what == "seating"
    assert cards(table) == ROLES


@pytest.mark.parametrize("woken", [(), (3, 9), (3, 9, 10, 4)])
def test_if_another_number_woke_the_host_is_told_and_enters_them(sit_down: SitDown, woken: tuple[int, ...]) -> None:
    table = waking(sit_down)
    table.bare(*woken)
    table.until("don")
    assert table.notes == [f"mafia: {len(woken)} woke, not 3: enter them."]
    table.says("number", 5)
    table.says("number", 3)
    table.until("sheriff")
    assert table.runner.table.roles == {3: "don"}
    assert table.cannot("number", 3) == "Seat 3 has a card already."
    table.says("number", 6)
    table.until("seating")
    assert cards(table) == ROLES


def test_nothing_is_learned_in_a_pause(sit_down: SitDown) -> None:
    table = waking(sit_down)
    table.pause()
    table.bare(3)
    table.resume()
    assert str(table.desk.says) == "mafia: seat?"
    assert table.night.peeks == []


def test_a_face_in_the_first_night_after_the_meeting_is_a_peek_where_cards_are_missing(sit_down: SitDown) -> None:
    table = waking(sit_down)
    table.until("deal")
    table.bare(4)
    assert table.night.peeks == [4]


def test_seats_are_drawn_by_the_kit_and_by_nobody_else(sit_down: SitDown) -> None:
    table = sit_down(begin="lot of seats")
    assert table.cannot("next") == "That key does nothing now."
    table.wait(1_000)
    assert table.what == "lot of seats"
    table.step()
    assert table.what == "seats"
