"""Every numbered paragraph of fsm, and every sentence that two books share or that is sport's own, has its test."""

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent

FSM = (
    *("1.1", "1.4", "4.1.1", "4.2.1", "4.2.2", "4.2.3", "4.3.2", "4.3.6", "4.4.2", "4.4.3", "4.4.5", "4.4.6", "4.4.7"),
    *("4.4.8", "4.4.9", "4.4.10", "4.4.12", "4.4.12.3", "4.4.13", "4.5.3", "4.5.5", "4.5.6", "4.5.7", "4.5.8", "4.5.9"),
    *("6.4", "6.5", "6.6.8", "6.7.5", "6.7.9", "7.1", "7.2", "7.5", "7.6", "7.7", "7.8", "7.9", "7.10", "8.3.4"),
)

SENTENCES = {
    "common: night and day": "Night: loud music, masks on. Day: music off, masks off. The host's remote starts each.",
    "common: equal calls": "A night call is made every night and lasts equally long whether or not its role is alive.",
    "common: masks": "Night begins when all have masks on; called seats lift them; any other lifted mask is a peek.",
    "common: out": "Nobody out votes, speaks, is nominated or lit; a hand on such a pad is ignored and logged.",
    "common: fields": "Every number is a field, by these names, with this default.",
    "common: words": "The words that the host says are cues.",
    "common: a dead target": "A check or a shot may name a seat that is out: nothing happens.",
    "common: missing acts": "A missing act is no effect.",
    "common: plurality": "The most votes decide, not more than half.",
    "common: the clock of a speech": "Time-up in a speech rings; a key moves on; a field may make it automatic.",
    "ballot: one vote": "One vote per seat per stage: the first valid contact.",
    "ballot: itself": "A seat may be voted against by itself.",
    "ballot: fouls after T": "Automatic fouls act after that ballot's T.",
    "ballot: order of leaving": "Those who leave together leave in nomination order.",
    "ballot: non-voters": "Their votes go to the last nominee.",
    "ballot: void": "Before T an undo, a power cut or a lost link voids it: repeat from the call, no fouls.",
    "ballot: repeated by the host": "The host has a recorded «repeat this ballot» with a reason.",
    "ballot: entered by the host": "The host may enter the vote of a seat whose pad is dead, marked so.",
    "ballot: forms": "Latched, snapshot and open ballots: what makes a vote at T in each.",
    "latched: strictly before": "A hand counts if its first contact is strictly before T.",
    "latched: late": "At T or after: not counted, recorded as late with its milliseconds.",
    "latched: on the line": "A hand whose stamps do not tell is in doubt: repeat, count or drop.",
    "latched: lifted before": "A hand lifted before the word still counts, and its owner gets a foul.",
    "latched: lifted after": "Lifted between the word and the count: counts, the host is told.",
    "latched: second hand": "A second hand for a later nominee is ignored and told; fsm: a foul, or a removal.",
    "latched: held": "A hand already down at the call is not a vote until lifted and put down again; the host is told.",
    "latched: early": "A new contact before the call is an early hand; fsm: a foul.",
    "sport: ten seats by lot": "10 seats, numbers by lot before the game.",
    "sport: three blacks and a Sheriff": "3 blacks with the Don, Sheriff among 7 reds.",
    "sport: the first night": "Cards; blacks meet and plan; Don, then Sheriff show themselves to the host.",
    "sport: a minute": "Exactly one minute each.",
    "sport: accepted": "«Выставляю игрока номер…» → «Принято».",
    "sport: the last correct one counts": "Several in one speech: the last correct one counts.",
    "sport: withdrawn": "«Отзываю…» → «Отозвано».",
    "sport: withdrawing leaves none": "That speaker then has none until a new one.",
    "sport: withdrawing a replaced name": "Withdrawing a name that was already replaced changes nothing.",
    "sport: an incorrect name replaces nothing": "Naming somebody already nominated or out replaces nothing.",
    "sport: a withdrawn name is free": "A name that was withdrawn is free again.",
    "sport: one nominee": "First round no vote; every later round he leaves without a vote.",
    "sport: announced twice": "The host announces the nominees twice in order, then the latched ballots.",
    "sport: the count is announced": "The count is announced after each.",
    "sport: removed in his own ballot": "Removed while its own ballot is open or before: its vote is not counted.",
    "sport: removed while a following nominee is voted": "Its vote stands.",
    "sport: the ballots go on": "The ballots go on.",
    "sport: no default vote": "A removed seat that had not voted gives no default vote.",
    "sport: a removed nominee voids the vote": "If the removed seat is itself a nominee, the vote is void.",
    "sport: a removal outside the ballots": "No effect on the vote.",
    "sport: otherwise as fsm": "Split, night, last words, best move, fouls, end: as fsm where not said here.",
}  # fmt: skip

HANDS = {f"H{number}" for number in (2, 3, 11, 12, 14)}
"""Of the hand cases, those that have tests besides test_cases.py."""


@cache
def named() -> dict[str, list[str]]:
    """For each paragraph the tests that name it."""
    found: dict[str, list[str]] = {}
    for file in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "paragraph":
                    for number in mark.args:
                        found.setdefault(ast.literal_eval(number), []).append(node.name)
    return found


@pytest.mark.parametrize("paragraph", [*FSM, *SENTENCES])
def test_it_has_a_test(paragraph: str) -> None:
    assert named().get(paragraph), f"no test names {paragraph}: {SENTENCES.get(paragraph, '')}"


def test_no_test_names_what_the_rules_do_not_have() -> None:
    assert named().keys() == {*FSM, *SENTENCES, *HANDS}
