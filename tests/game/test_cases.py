"""Situations from recorded tournament games and rule disputes (tests/cases/rules.json), each played to its end."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from table_talk import MS, SitDown, TableTalk, at_the_call

FILE = Path(__file__).parent.parent / "cases" / "rules.json"
FACTS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
ALL = tuple(range(1, 11))
BOOKS = ("fsm", "sport")


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in FACTS["cases"] if kind in case]


def numbered(seats: Mapping[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in seats.items()}


def votes_of(case: Mapping[str, Any]) -> list[dict[int, tuple[int, ...]]]:
    """Each stage as the voters against each nominee; where only counts are known, voters that fit them."""
    stages = []
    for stage in case.get("stages", ()):
        against = numbered(stage)
        stages.append({who: tuple(by for by in against if against[by] == who) for who in against.values()})
    for counts in case.get("counts", ()):
        voters = iter(case["alive"])
        stages.append({who: tuple(next(voters) for _ in range(many)) for who, many in numbered(counts).items()})
    return stages


def nominations_of(case: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Speaker and nominee; where only the counts are known, each speaker in turn names one."""
    if "nominations" in case:
        return [(nomination["by"], nomination["who"]) for nomination in case["nominations"]]
    nominees = list(numbered(case["counts"][0]))
    speakers = [*case["alive"][1:], case["alive"][0]]
    return list(zip(speakers, nominees, strict=False))


def sit(sit_down: SitDown, case: Mapping[str, Any], book: str) -> TableTalk:
    """The table of the case on the morning of its day: the dead have left on the day before."""
    alive = case.get("alive", ALL)
    dead = [seat for seat in ALL if seat not in alive]
    blacks = [*case.get("blacks_alive", alive[-min(3, (len(alive) - 1) // 2) :])]
    blacks += [seat for seat in dead if seat not in blacks][: 3 - len(blacks)]
    reds = [seat for seat in ALL if seat not in blacks]
    table = sit_down(book, don=blacks[0], mafia=blacks[1:], sheriff=reds[0], three_rounds_draw=False)
    day = case.get("round", case.get("day", 1))
    table.to(f"day {max(day - 1, 0)}")
    table.remove(*sorted(dead, key=lambda seat: seat not in blacks))
    table.to(f"day {day}")
    assert table.living == sorted(alive)
    assert table.asked[1] == case.get("first_speaker", table.asked[1])
    return table


def vote(table: TableTalk, case: Mapping[str, Any]) -> None:
    """The speeches and all stages of the case, up to the raise or the last word."""
    for speaker, nominee in nominations_of(case):
        table.speech(speaker, nominates=nominee)
    table.until("nominees")
    assert table.day.nominations == nominations_of(case)
    table.goes_on()
    for against in votes_of(case):
        table.go_on(lambda: table.what in ("call", "last word", "dusk"), "the end of a stage")
        if table.asked == ("call", 0) or table.what != "call":
            break
        table.ballots(against)


# The day


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("case", [*cases("nominations"), *cases("counts")])
def test_the_vote_of_a_day(sit_down: SitDown, case: Mapping[str, Any], book: str) -> None:
    expect = case["expect"]
    for raising, left in raises(case):
        table = sit(sit_down, case, book)
        vote(table, case)
        if table.asked == ("call", 0):
            table.raises(*raising)
        table.until("dusk")
        assert set(table.day.left) == left
        without_a_vote = book == "sport" and len(case.get("nominations", ())) == 1
        assert table.day.held == (expect.get("vote_held", True) and not without_a_vote)
        if table.day.held:
            check_stages(table, case)


def raises(case: Mapping[str, Any]) -> Iterable[tuple[tuple[int, ...], set[int]]]:
    """Who raises, and who leaves then."""
    expect = case["expect"]
    if "yes4" in expect:
        return [(ALL[:many], set(expect[f"yes{many}"])) for many in (4, 5, 6)]
    everybody = ALL if case.get("raise_answer") == "yes" else tuple(case.get("raise_yes", ()))
    return [(everybody, set(expect.get("leave", ())))]


def check_stages(table: TableTalk, case: Mapping[str, Any]) -> None:
    expect = case["expect"]
    stages = table.day.stages
    for record, against in zip(stages, votes_of(case), strict=False):
        counts = Counter({who: len(by) for who, by in against.items()})
        assert record.votes == {nominee: counts[nominee] for nominee in record.nominees}
    if "stage0_tie" in expect:
        assert stages[1].nominees == expect["stage0_tie"]
    if "candidates_after" in expect:
        assert [stage.nominees for stage in stages[1:]] == expect["candidates_after"][: len(stages) - 1]
    ours = case.get("variants", {}).get("FSM 4.4.12.3", expect)
    if "raise_question_after_stage" in ours:
        assert table.day.question is not None
        assert len(stages) == ours["raise_question_after_stage"] + 1
    if "raise_question" in expect:
        assert (table.day.question is not None) == expect["raise_question"]


# The night


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("case", cases("shots"))
def test_the_shots_of_a_night(sit_down: SitDown, case: Mapping[str, Any], book: str) -> None:
    shots = numbered(case["shots"])
    blacks = case.get("blacks_alive", list(shots))
    gone = [seat for seat in ALL if seat not in blacks][: 3 - len(blacks)]
    [sheriff, *_] = [seat for seat in ALL if seat not in (*blacks, *gone)]
    table = sit_down(book, don=blacks[0], mafia=[*blacks[1:], *gone], sheriff=sheriff)
    table.to("day 0")
    table.remove(*gone)
    table.to(f"night {case['night']}")
    table.night_over(shots)
    assert table.runner.table.record.nights[-1].killed == case["expect"]["killed"]


def test_every_case_is_played() -> None:
    played = [case.id for kind in ("nominations", "counts", "shots") for case in cases(kind)]
    assert sorted(case["id"] for case in FACTS["cases"]) == sorted(played)
    assert {case["id"] for case in FACTS["hand_cases"]} == HANDS.keys()


# Hands


def h1(sit_down: SitDown, book: str) -> None:
    """Hand already down when the candidate is called."""
    table = sit_down(book)
    table.to("day 0")
    table.put_to_vote(1, 2)
    table.touch(3, 4)
    table.call(1)
    table.lifts(4, at_us=-300 * MS)
    table.hand(4, at_us=-200 * MS)
    table.thanks()
    assert table.votes(1) == {4}
    assert len(table.told("early hand, no vote until lifted")) == 2


def h2(sit_down: SitDown, book: str) -> None:
    """After the call, before the word."""
    table = at_the_call(sit_down, book=book)
    table.hand(3, at_us=-1_499_999)
    table.hand(4, at_us=-1)
    table.thanks()
    assert table.votes(1) == {3, 4}


def h3(sit_down: SitDown, book: str) -> None:
    """On or after the word."""
    table = at_the_call(sit_down, 1, 2, 5, book=book)
    table.hand(3, at_us=0)
    table.hand(4, at_us=1)
    table.thanks()
    table.count()
    assert table.votes(1) == set()
    table.vote(2, (3,))
    assert table.votes(2) == {3}


def h4(sit_down: SitDown, book: str) -> None:
    """Lifted before the word."""
    table = at_the_call(sit_down, book=book)
    table.hand(3, up_us=-1)
    table.thanks()
    table.count()
    assert table.votes(1) == {3}
    assert table.fouls == {3: 1}


def h5(sit_down: SitDown, book: str) -> None:
    """Lifted after the word, before the count."""
    table = at_the_call(sit_down, book=book)
    table.hand(3, up_us=1)
    table.thanks()
    table.count()
    assert table.votes(1) == {3}
    assert table.told("lifted") == ["Seat 3: lifted before the count."]
    assert table.fouls == {}


def h6(sit_down: SitDown, book: str) -> None:
    """A second hand for a second candidate."""
    table = at_the_call(sit_down, book=book)
    table.hand(3)
    table.thanks()
    table.count()
    table.vote(2, (3,))
    assert table.votes(1) == {3}
    assert table.votes(2) == set()
    assert len(table.told("a hand for a second nominee")) == 1
    assert table.day.votes == {1: 1, 2: 9}


def h7(sit_down: SitDown, book: str) -> None:
    """Never put a hand down."""
    table = at_the_call(sit_down, book=book)
    table.hand(1, 2, 3)
    table.thanks()
    table.count()
    table.vote(2, (4, 5, 6, 8, 9, 10))
    assert table.ballot(2).by_default == [7]
    assert table.day.votes == {1: 3, 2: 7}


def h8(sit_down: SitDown, book: str) -> None:
    """Removed while hands are being put."""
    table = at_the_call(sit_down, book=book)
    table.touch(3)
    table.remove(3)
    table.until("dusk")
    if book == "sport":
        assert table.votes(1) == set()
    assert table.day.votes == ({1: 0, 2: 9} if book == "sport" else {})


def h9(sit_down: SitDown, book: str) -> None:
    """Removed while later candidates are called."""
    table = at_the_call(sit_down, book=book)
    table.hand(3, 4, 5, 6, 7, 8)
    table.thanks()
    table.count()
    table.call(2)
    table.remove(3)
    table.until("dusk")
    assert table.votes(1) == {3, 4, 5, 6, 7, 8}
    assert table.day.votes == {1: 6, 2: 4}


def h10(sit_down: SitDown, book: str) -> None:
    """Removed after the result is known, not being the one who leaves."""
    table = at_the_call(sit_down, book=book)
    table.hand(3, 4, 5, 6, 7, 8)
    table.thanks()
    table.remove(7)
    table.until("dusk")
    assert table.day.left == [7, 1]
    table.to("day 1")
    table.put_to_vote(2, 4)
    assert table.what == ("dusk" if book == "fsm" else "call")


def h11(sit_down: SitDown, book: str) -> None:
    """Dead or removed."""
    table = sit_down(book)
    table.to("night 1")
    table.night_over({3: 7, 9: 7, 10: 7})
    table.put_to_vote(1, 2)
    table.call(1)
    table.hand(7, 8)
    table.thanks()
    table.count()
    assert table.votes(1) == {8}
    assert table.told("Refused") == ["Refused: a hand. Seat 7 is out."]


def h12(sit_down: SitDown, book: str) -> None:
    """Held still for half a minute."""
    table = at_the_call(sit_down, book=book)
    table.hand(3, at_us=-30_000 * MS)
    table.thanks()
    table.count()
    assert table.votes(1) == {3}
    assert table.fouls == {}


def h13(sit_down: SitDown, book: str) -> None:
    """Changes his hand after his place was counted."""
    table = at_the_call(sit_down, 1, 2, 5, book=book)
    table.hand(3)
    table.thanks()
    table.count()
    table.call(2)
    table.hand(3)
    table.thanks()
    assert table.votes(1, stage=1) == {3}
    assert table.judged(3) == "second"


def h14(sit_down: SitDown, book: str) -> None:
    """Pad or link drops out while voting is open."""
    table = at_the_call(sit_down, book=book)
    table.unproven(3, down=False)
    table.thanks()
    assert table.ballot().unknown == [3]
    table.says("repeat", 1)
    table.call(1)
    table.lost()
    assert table.asked == ("call", 1)
    table.call(1)
    assert len(table.told("enter the votes of its pads")) == 1
    table.thanks()
    table.says("vote", 3)
    assert table.votes(1) == {3}


HANDS = {f"H{number}": hand for number, hand in enumerate((h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12), start=1)}
HANDS |= {"H13": h13, "H14": h14}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in FACTS["hand_cases"]])
def test_a_hand(sit_down: SitDown, case: Mapping[str, str], book: str) -> None:
    HANDS[case["id"]](sit_down, book)
