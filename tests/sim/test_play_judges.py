"""What differs from what a scenario expects, and what cannot be played: one line, or one sentence."""

from pathlib import Path

import pytest
from told_games import DAY, FSM, VOTE, played

from tablekit.errors import KitError


def fault(tmp_path: Path, content: str) -> str:
    """The sentence, with the file's folder cut off."""
    with pytest.raises(KitError) as caught:
        played(tmp_path, content)
    return str(caught.value).replace(f"{tmp_path}/", "")


# -- differences: what is added to a game, and all the lines

MISS = VOTE + "[[night]]\nshots = [[3, 4], [9, 4]]\nbest_move = [1]\n"
SHORT = DAY + 'removals = [[3, "speech 1"], [9, "speech 2"], [10, "speech 4"]]\n'
BROKEN_OFF = VOTE.replace("nominations", "removals = [[7, 'ballot 1']]\nnominations") + (
    "[[day.ballot]]\nnominee = 2\nhands = [1]\n"
)
SEVEN = """\
ruleset = "sport"
seats = 7
[roles]
don = 3
mafia = [5, 6]
sheriff = 7
[[night]]
[[day]]
[[night]]
shots = [[3, 1], [5, 1], [6, 1]]
"""
DIFFERENCES = {
    "counted": (
        VOTE + "[day.ballot.expect]\ncounted = [2, 3, 4]\n",
        ["day 0 ballot 1: counted [2, 3, 4, 5], expected [2, 3, 4]"],
    ),
    "late": (VOTE + "[day.ballot.expect]\nlate = []\n", ["day 0 ballot 1: late [6], expected []"]),
    "lifted": (VOTE + "[day.ballot.expect]\nlifted = [2, 3]\n", ["day 0 ballot 1: lifted [4], expected [2, 3]"]),
    "sets in any order": (VOTE + "[day.ballot.expect]\ncounted = [5, 4, 3, 2]\n", []),
    "left": (VOTE + "[day.expect]\nleft = []\n", ["day 0: left [2], expected []"]),
    "votes": (VOTE + "[day.expect]\nvotes = {2 = 6}\n", ["day 0: votes {1 = 4, 2 = 6}, expected {2 = 6}"]),
    "votes in any order": (VOTE + "[day.expect]\nvotes = {2 = 6, 1 = 4}\n", []),
    "held": (VOTE + "[day.expect]\nheld = false\n", ["day 0: held true, expected false"]),
    "raised": (VOTE + "[day.expect]\nraised = 'asked'\n", ["day 0: raised not asked, expected asked"]),
    "fouls of those named": (
        VOTE + "[day.expect]\nfouls = {4 = 2, 5 = 0}\n",
        ["day 0: fouls {4 = 1, 5 = 0}, expected {4 = 2, 5 = 0}"],
    ),
    "silent": (VOTE + "[day.expect]\nsilent = [4]\n", ["day 0: silent [], expected [4]"]),
    "nominees in order": (VOTE + "[day.expect]\nnominees = [2, 1]\n", ["day 0: nominees [1, 2], expected [2, 1]"]),
    "killed": (MISS + "[night.expect]\nkilled = [4]\n", ["night 1: killed [], expected [4]"]),
    "best move": (MISS + "[night.expect]\nbest_move = true\n", ["night 1: best_move false, expected true"]),
    "winner": (VOTE + "[expect]\nwinner = 'red'\n", ["game: winner none, expected red"]),
    "ended": (SHORT + "[expect]\nended = 'night 0'\n", ["game: ended day 0, expected night 0"]),
    "out in order": (SHORT + "[expect]\nout = [9, 3, 10]\n", ["game: out [3, 9, 10], expected [9, 3, 10]"]),
    "out in one night, in any order": (
        DAY + "[[night]]\nshots = [[3, 4], [9, 4]]\nremovals = [[10, 'shooting']]\n[expect]\nout = [4, 10]\n",
        [],
    ),
    "several": (
        MISS + "[night.expect]\nkilled = [4]\n[expect]\nout = [2, 4]\n",
        ["night 1: killed [], expected [4]", "game: out [2], expected [2, 4]"],
    ),
    "a ballot against one who is not nominated": (
        VOTE + "[[day.ballot]]\nnominee = 5\n",
        ["day 0 ballot 5: never held"],
    ),
    "a revote that did not come": (
        VOTE + "[[day.ballot]]\nnominee = 1\nstage = 2\n",
        ["day 0 ballot 1/2: never held"],
    ),
    "a ballot on a day without a vote": (DAY + "[[day.ballot]]\nnominee = 5\n", ["day 0 ballot 5: never held"]),
    "a ballot of a vote that was broken off": (BROKEN_OFF, []),
    "what is expected of it": (
        BROKEN_OFF + "[day.ballot.expect]\ncounted = [1]\n",
        ["day 0 ballot 2: broken off"],
    ),
    "a vote of the host without its ballot": (
        VOTE.replace("nominations", "host_votes = [[7, 5]]\nnominations"),
        ["day 0: no ballot against 5 was held, in which the host enters seat 7"],
    ),
    "days and nights after the end": (
        SHORT + "[[night]]\n[[day]]\n",
        ["night 1: never came", "day 1: never came"],
    ),
    "a day after the kill that decided": (
        SEVEN + "[[day]]\nnominations = [[1, 2]]\n[[night]]\n",
        ["day 1: never came", "night 2: never came"],
    ),
    "what was left to do on the last day": (
        SHORT.replace("[[3", "[[4, 'last word 2'], [3") + "nominations = [[1, 2], [5, 1], [3, 6]]\n",
        [
            'day 0: the removal of seat 4 at "last word 2" never came',
            "day 0: the nomination [5, 1] never came",
        ],
    ),
}


@pytest.mark.parametrize(("content", "lines"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_a_difference_is_one_line(tmp_path, content, lines):
    assert played(tmp_path, content).differences == lines


# -- faults: what stands in the file, and the sentence

SPORT = FSM.replace("fsm", "sport")
NIGHT = DAY + "[[night]]\n"
DEALT_BY_KIT = "[options]\ndeal = 'kit'\n"
FAULTS = {
    # 110-114: options and seats
    "an option that no book has": (
        DAY + "[options]\nspeech = 60\n",
        'KIT110: "speech" is no field of the rule book fsm. Did you mean "speech_s"?',
    ),
    "an option of another kind": (
        DAY + "[options]\nraise_whole_table = 1\n",
        "KIT111: raise_whole_table = 1 in fsm's options is wrong. Write true or false.",
    ),
    "more cards than seats": (
        'ruleset = "fsm"\n[options]\ndeal = "kit"\nmafia = 12\n[[night]]\n',
        "KIT114: fsm cannot be dealt. 14 cards for 10. Write other [options], or seat more.",
    ),
    "eleven seats": ("seats = 11\n" + FSM, "KIT205: game.toml: seats is 11. Allowed: 10 with fsm."),
    "six in sport": ("seats = 6\n" + SPORT, "KIT205: game.toml: seats is 6. Allowed: 7 to 20 with sport."),
    # 212: cards
    "no roles": (
        'ruleset = "fsm"\n[[night]]\n',
        "KIT212: game.toml, roles: don is held by nobody. fsm deals 1 of it.",
    ),
    "two dons": (FSM.replace("don = 3", "don = [3, 4]"), "KIT208: game.toml, roles: don is held by 3, 4. Only one"),
    "one of the mafia": (
        FSM.replace("[9, 10]", "9"),
        "KIT212: game.toml, roles: mafia is held by 9. fsm deals 2 of it.",
    ),
    "three of the mafia": (
        FSM.replace("[9, 10]", "[8, 9, 10]"),
        "roles: mafia is held by 8, 9, 10. fsm deals 2 of it.",
    ),
    "a card of another book": (
        FSM.replace("[roles]", "[roles]\ndoctor = 1"),
        "KIT212: game.toml, roles: fsm has no doctor. Allowed: don, mafia, sheriff.",
    ),
    "roles though the kit deals": (
        FSM.replace("[roles]", DEALT_BY_KIT + "[roles]"),
        "KIT212: game.toml: roles are told, though the kit deals the cards. Leave [roles] out, or write deal = ",
    ),
    # 213: keys of other books
    "an open kill": (
        NIGHT + "kill = 4\n",
        "KIT213: game.toml, night 1: fsm has no kill. Allowed: shots, checks, best_move, peeks, fouls, removals, "
        "expect.",
    ),
    "blind shots though the host enters them": (
        NIGHT.replace("[roles]", "[options]\nshooting = 'host'\n[roles]") + "shots = [[3, 4]]\n",
        "KIT213: game.toml, night 1: fsm has no shots. Allowed: kill, checks, best_move, peeks, fouls, removals,",
    ),
    "acts": (NIGHT + "acts = {doctor = 4}\n", "KIT213: game.toml, night 1: fsm has no acts. Allowed: shots, "),
    "refusals": (NIGHT + "refuse = [4]\n", "KIT213: game.toml, night 1: fsm has no refuse. Allowed: shots, "),
    "the boss checks": (
        NIGHT + "checks = {boss = 4}\n",
        "KIT213: game.toml, night 1: fsm has no boss. Allowed: don, mafia, sheriff.",
    ),
    "a ghost": (
        DAY + "ghost_keeps = 4\n",
        "KIT213: game.toml, day 0: fsm has no ghost_keeps. Allowed: nominations, raise, raise_at_ms, fouls, "
        "removals, host_votes, ballot, expect.",
    ),
    "whom the ghost picks": (DAY + "ghost_picks = 4\n", "day 0: fsm has no ghost_picks. Allowed: nominations, "),
    "suspects": (DAY + "suspects = [4, 5]\n", "KIT213: game.toml, day 0: fsm has no suspects. Allowed: nomi"),
    "free talk": (DAY + "talk_s = 60\n", "KIT213: game.toml, day 0: fsm has no talk_s. Allowed: nominations, "),
    "an avenger": (DAY + "avenger_takes = [5, 'talk']\n", "day 0: fsm has no avenger_takes. Allowed: nominatio"),
    "a kamikaze": (DAY + "kamikaze_takes = 5\n", "day 0: fsm has no kamikaze_takes. Allowed: nominations, "),
    # 220: moments that never come
    "the last word of one who stays": (
        DAY + 'fouls = [[7, "last word 7"]]\n',
        'KIT220: day 0: the moment "last word 7" for seat 7 never comes. Name a moment that this night or day has.',
    ),
    "free talk in a book without": (DAY + 'fouls = [[7, "talk"]]\n', 'KIT220: day 0: the moment "talk" for seat 7 '),
    "a ballot that is not held": (DAY + 'fouls = [[7, "ballot 2"]]\n', 'KIT220: day 0: the moment "ballot 2" for seat'),
    "a revote that is not held": (
        VOTE.replace("nominations", "removals = [[7, 'after ballot 1/2']]\nnominations"),
        'KIT220: day 0: the moment "after ballot 1/2" for seat 7 never comes. ',
    ),
    "the raise that is not asked": (DAY + 'removals = [[7, "raise"]]\n', 'day 0: the moment "raise" for seat 7 never'),
    "a call of another book": (NIGHT + 'fouls = [[7, "doctor"]]\n', 'night 1: the moment "doctor" for seat 7 never'),
    "the best move of the second night": (
        NIGHT + '[[day]]\n[[night]]\nfouls = [[7, "best move"]]\n',
        'KIT220: night 2: the moment "best move" for seat 7 never comes. ',
    ),
    "the deal of the second night": (NIGHT + 'fouls = [[7, "deal"]]\n', 'night 1: the moment "deal" for seat 7 never'),
    "the speech of one who is out": (
        DAY + 'removals = [[4, "speech 1"], [7, "speech 4"]]\n',
        'KIT220: day 0: the moment "speech 4" for seat 7 never comes. ',
    ),
    # 221: seats that are out
    "a foul of a seat that is out": (
        DAY + 'fouls = [[4, "speech 2"]]\nremovals = [[4, "speech 1"]]\n',
        'KIT221: day 0: seat 4 is out at "speech 2". Only a seat in the game can be given a foul or be removed.',
    ),
    "a fifth foul": (
        DAY + "fouls = [" + "[4, 'speech 1'], " * 5 + "]\n",
        'KIT221: day 0: seat 4 is out at "speech 1". ',
    ),
}


@pytest.mark.parametrize(("content", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_plain_sentence(tmp_path, content, sentence):
    said = fault(tmp_path, content)
    assert sentence in said
    assert "\n" not in said
