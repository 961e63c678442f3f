"""The scenario file: every key is read once, and every fault is one plain sentence."""

import contextlib
import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablekit.errors import ScenarioError
from tablekit.sim.moment import DAY_MOMENTS, NIGHT_MOMENTS, Moment, moment
from tablekit.sim.scenario import (
    BallotExpect,
    BallotHands,
    Breach,
    DayExpect,
    GameExpect,
    NightExpect,
    Nomination,
    Scenario,
    Shot,
)
from tablekit.sim.scenario_file import TableSize, load

GOLDEN = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
SIZES = {"fsm": TableSize(10, 10, 10), "ghost": TableSize(8, 20)}

EVERY_KEY = """\
ruleset = "fsm"
seats = 10
seed = 7
title = "free text"
[options]
raise_whole_table = false
speech_s = 45
number_s = 1.25
cards = "open"
[roles]
don = 3
mafia = [9, 10]
sheriff = [6]
[[night]]
peeks = [1]
[[day]]
[[night]]
shots = [[3, 4], [9, 4], [9, 4.5]]
checks = {don = 6, sheriff = 3}
acts = {doctor = 4, lover = 2, maniac = 7, commissar = 5, killer = 1}
refuse = [8, 1]
best_move = [3, 9, 1]
peeks = [2]
fouls = [[7, "sheriff"], [7, "best move"]]
removals = [[7, "sheriff"]]
[night.expect]
killed = [4]
best_move = true
[[day]]
nominations = [[3, 1], [10, 2], [10, -2]]
fouls = [[7, "speech 3"], [7, "ballot 1"], [7, "ballot 1/2"], [7, "last word 2"], [1, "night word"]]
removals = [[6, "after ballot 2"]]
suspects = [4, 8]
talk_s = 300
raise = [1, 3, 4]
raise_at_ms = [[8, 0.0]]
ghost_keeps = 4
ghost_picks = 7
avenger_takes = [5, "morning"]
kamikaze_takes = 6
host_votes = [[4, 9]]
[[day.ballot]]
nominee = 1
stage = 2
hands = [2, 3, 4]
at_ms = [[5, -0.001], [6, 0], [7, 37.0], [7, 137.123]]
lift_ms = [[4, -20.0]]
[day.ballot.expect]
counted = [2, 3, 4, 5]
late = [6, 7]
lifted = [4]
[[day.ballot]]
nominee = 2
[day.expect]
left = [2, 1]
votes = {1 = 5, 2 = 0}
held = true
raised = "asked"
fouls = {4 = 1}
silent = [7]
nominees = [2, 1]
[[night]]
kill = 4
[expect]
winner = "black"
ended = "day 3"
out = [4, 1, 2]
"""

SMALL = """\
ruleset = "fsm"
[roles]
don = 3
mafia = [9, 10]
[[night]]
[[day]]
[[day.ballot]]
nominee = 5
"""


def told(tmp_path: Path, content: str | bytes, sizes: dict[str, TableSize] = SIZES) -> Scenario:
    file = tmp_path / "game.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return load(file, sizes)


def fault(tmp_path: Path, content: str | bytes) -> str:
    """The sentence, with the file's folder cut off."""
    with pytest.raises(ScenarioError) as caught:
        told(tmp_path, content)
    return str(caught.value).replace(f"{tmp_path}/", "")


# -- what is read


def test_every_key_is_read(tmp_path):
    game = told(tmp_path, EVERY_KEY)
    assert (game.ruleset, game.seats, game.seed, game.title) == ("fsm", 10, 7, "free text")
    assert game.options == {"raise_whole_table": False, "speech_s": 45, "number_s": 1.25, "cards": "open"}
    assert game.roles == {3: "don", 9: "mafia", 10: "mafia", 6: "sheriff"}
    assert game.holders("mafia") == (9, 10)
    assert game.holders("doctor") == ()
    assert game.expect == GameExpect("black", "day 3", (4, 1, 2))
    assert game.nights[2].kill == 4

    night = game.nights[1]
    assert night.shots == (Shot(3, 4), Shot(9, 4), Shot(9, 4, between=True))
    assert night.kill is None
    assert night.checks == {"don": 6, "sheriff": 3}
    assert night.acts == {"doctor": 4, "lover": 2, "maniac": 7, "commissar": 5, "killer": 1}
    assert (night.refuse, night.best_move, night.peeks) == ((8, 1), (3, 9, 1), (2,))
    assert night.fouls == (Breach(7, Moment("sheriff")), Breach(7, Moment("best move")))
    assert night.removals == (Breach(7, Moment("sheriff")),)
    assert night.expect == NightExpect((4,), best_move=True)

    day = game.days[1]
    assert day.nominations == (Nomination(3, 1), Nomination(10, 2), Nomination(10, 2, withdrawn=True))
    assert [foul.moment for foul in day.fouls] == [
        Moment("speech", 3),
        Moment("ballot", 1, 1),
        Moment("ballot", 1, 2),
        Moment("last word", 2),
        Moment("night word"),
    ]
    assert day.removals == (Breach(6, Moment("after ballot", 2, 1)),)
    assert (day.suspects, day.talk_s) == ((4, 8), 300)
    assert (day.raise_hands, day.raise_contacts) == ((1, 3, 4), ((8, 0),))
    assert (day.ghost_keeps, day.ghost_picks, day.kamikaze_takes) == (4, 7, 6)
    assert day.avenger_takes == (5, "morning")
    assert day.host_votes == ((4, 9),)
    assert day.expect == DayExpect((2, 1), {1: 5, 2: 0}, True, True, {4: 1}, (7,), (2, 1))
    first, second = day.ballots
    assert first == BallotHands(
        nominee=1,
        stage=2,
        hands=(2, 3, 4),
        contacts=((5, -1), (6, 0), (7, 37_000), (7, 137_123)),
        lifts=((4, -20_000),),
        expect=BallotExpect((2, 3, 4, 5), (6, 7), (4,)),
    )
    assert second == BallotHands(nominee=2, stage=1)


def test_a_ballot_is_found_by_nominee_and_stage_and_has_no_hands_if_it_is_not_told(tmp_path):
    day = told(tmp_path, EVERY_KEY).days[1]
    assert day.ballot(1, 2).hands == (2, 3, 4)
    assert day.ballot(1, 1) == BallotHands(1, 1)


def test_not_expected_is_not_the_same_as_expected_empty(tmp_path):
    day = told(tmp_path, SMALL + "[day.ballot.expect]\ncounted = []\n[day.expect]\nleft = []\nvotes = {}\n").days[0]
    assert (day.expect.left, day.expect.votes, day.ballots[0].expect.counted) == ((), {}, ())
    assert (day.expect.held, day.expect.nominees, day.ballots[0].expect.late) == (None, None, None)


def test_seats_come_from_the_file_else_from_the_book_and_are_unknown_else(tmp_path):
    assert told(tmp_path, SMALL).seats == 10
    assert told(tmp_path, SMALL, sizes={}).seats is None
    assert told(tmp_path, "seats = 12\n" + SMALL, sizes={}).seats == 12


@pytest.mark.parametrize("name", ["classic", "city", "sport", "azerbaijani", "ghost", "fsm"])
def test_six_books_have_names_whether_written_or_not(tmp_path, name):
    assert told(tmp_path, SMALL.replace("fsm", name), sizes={}).ruleset == name


@pytest.mark.parametrize("first_night", ["kill = 4", "checks = {sheriff = 2}", "acts = {doctor = 2}", "refuse = [1]"])
def test_ghost_kills_in_the_first_night(tmp_path, first_night):
    told(tmp_path, f'ruleset = "ghost"\nseats = 8\n[[night]]\n{first_night}\n')


def test_one_night_more_than_days_is_right(tmp_path):
    assert len(told(tmp_path, SMALL + "[[night]]\n").nights) == 2


@pytest.mark.parametrize(
    ("ms", "us"), [("-0.001", -1), ("0.001", 1), ("0", 0), ("-500", -500_000), ("123.457", 123_457), ("-0.0", 0)]
)
def test_milliseconds_are_exact_to_the_microsecond(tmp_path, ms, us):
    assert told(tmp_path, SMALL + f"at_ms = [[5, {ms}]]\n").days[0].ballots[0].contacts == ((5, us),)


@given(us=st.integers(-600_000_000, 600_000_000))
def test_every_microsecond_survives_the_file(tmp_path_factory, us):
    whole, rest = divmod(abs(us), 1_000)
    file = tmp_path_factory.getbasetemp() / "microsecond.toml"
    file.write_text(SMALL + f"at_ms = [[5, {'-' if us < 0 else ''}{whole}.{rest:03}]]\n")
    assert load(file).days[0].ballots[0].contacts == ((5, us),)


def test_windows_files_are_read(tmp_path):
    assert told(tmp_path, b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode()) == told(tmp_path, SMALL)


def test_a_seat_may_touch_lift_and_touch_again(tmp_path):
    ballot = "hands = [2]\nat_ms = [[7, -400.0], [7, -50.0]]\nlift_ms = [[7, -100.0], [7, 10.0], [2, -499.999]]\n"
    assert len(told(tmp_path, SMALL + ballot).days[0].ballots[0].lifts) == 3


@pytest.mark.parametrize("form", DAY_MOMENTS + NIGHT_MOMENTS)
def test_every_moment_is_known_and_says_its_own_name(form):
    phrase = form.replace("N", "3")
    assert str(moment(phrase, DAY_MOMENTS + NIGHT_MOMENTS)) == phrase


@pytest.mark.parametrize("phrase", ["speech", "speech 0", "speech 03", "speech 3/2", "raise 3", "ballot", "ballot 1/0"])
def test_a_moment_has_a_seat_or_stage_only_where_its_kind_has(phrase):
    assert moment(phrase, DAY_MOMENTS) is None


def test_every_golden_scenario_loads():
    assert len(GOLDEN) > 400
    assert [path.stem for path in GOLDEN if not load(path, SIZES).nights] == []


# -- faults: what stands in the file, and the sentence

DAY = "[[night]]\n[[day]]\n"
BALLOT = DAY + "[[day.ballot]]\nnominee = 5\n"
NIGHT_1 = DAY + "[[night]]\n"

FAULTS = {
    # 202: not TOML
    "an equals sign is missing": (
        "[[night]]\npeeks [2]\n",
        "KIT202: game.toml, line 3, column 7: Expected '=' after a key in a key/value pair. "
        "A scenario is a TOML file in UTF-8.",
    ),
    "a key twice": ("seed = 1\nseed = 2\n", "KIT202: game.toml, line 3, column 9: Cannot overwrite a value."),
    "cut off": ('title = "abc', "KIT202: game.toml, end of document: "),
    "too deep": ("seed = " + "[" * 9_000, "KIT202: game.toml: lists too deep or a number too long to read."),
    "too long": ("seed = " + "1" * 5_000, "KIT202: game.toml: lists too deep or a number too long to read."),
    # 203: unknown keys, with the nearest right one
    "key of the file": ("seat = 10\n", 'KIT203: game.toml has no key "seat". The nearest is seats. Allowed: ruleset, '),
    "key of a night": (
        "[[night]]\nshot = []\n",
        'KIT203: game.toml, night 0 has no key "shot". The nearest is shots. Allowed: shots, kill, checks, acts, '
        "refuse, best_move, peeks, fouls, removals, expect.",
    ),
    "key of a day": (DAY + "hands = [1]\n", 'KIT203: game.toml, day 0 has no key "hands". '),
    "key of a ballot": (
        BALLOT + "hand = [1]\n",
        'KIT203: game.toml, day 0 ballot 5 has no key "hand". The nearest is hands. '
        "Allowed: nominee, stage, hands, at_ms, lift_ms, expect.",
    ),
    "key of a revote": (BALLOT + "stage = 2\nhand = [1]\n", "KIT203: game.toml, day 0 ballot 5/2 has no key"),
    "key expected of a ballot": (
        BALLOT + "[day.ballot.expect]\nlat = []\n",
        'KIT203: game.toml, day 0 ballot 5 expect has no key "lat". The nearest is late. '
        "Allowed: counted, late, lifted.",
    ),
    "key expected of a day": (
        DAY + "[day.expect]\nnominee = [1]\n",
        'KIT203: game.toml, day 0 expect has no key "nominee". The nearest is nominees. ',
    ),
    "key expected of a night": ("[[night]]\n[night.expect]\nkill = [1]\n", "The nearest is killed. "),
    "key expected of the game": ("[expect]\nwiner = 'red'\n", 'KIT203: game.toml, expect has no key "winer". '),
    "role": ("[roles]\nshariff = 3\n", 'KIT203: game.toml, roles has no key "shariff". The nearest is sheriff. '),
    "citizen is no card to tell": ("[roles]\ncitizen = 3\n", 'KIT203: game.toml, roles has no key "citizen". '),
    "who checks": (NIGHT_1 + "checks = {dom = 3}\n", 'KIT203: game.toml, night 1 checks has no key "dom". '),
    "who acts": (NIGHT_1 + "acts = {mafia = 3}\n", 'KIT203: game.toml, night 1 acts has no key "mafia". '),
    "votes by name": (DAY + "[day.expect]\nvotes = {one = 5}\n", 'day 0 expect votes has no key "one". '),
    "votes of seat 01": (DAY + "[day.expect]\nvotes = {01 = 5}\n", 'day 0 expect votes has no key "01". '),
    "a key with a line break": ('"a\\nb" = 1\n', 'KIT203: game.toml has no key "a\\nb". '),
    # 204: missing keys
    "a ballot against nobody": (
        DAY + "[[day.ballot]]\nhands = [1]\n",
        "KIT204: game.toml, day 0 [[day.ballot]] number 1: nominee is missing. Write the seat that is voted against.",
    ),
    # 205: values
    "seats in words": ('seats = "ten"\n', 'KIT205: game.toml: seats is "ten". Allowed: 10 with fsm.'),
    "eleven seats": ("seats = 11\n", "KIT205: game.toml: seats is 11. Allowed: 10 with fsm."),
    "seed": ("seed = 1.5\n", "KIT205: game.toml: seed is 1.5. Allowed: a whole number from 0 up."),
    "seed beyond 64 bits": ("seed = 0x" + "F" * 9_999, "KIT205: game.toml: seed is a number beyond 64 bits. "),
    "title": ("title = 5\n", "KIT205: game.toml: title is 5. Allowed: a text in quotes"),
    "options": ("options = 3\n", "KIT205: game.toml: options is 3. Allowed: a table."),
    "a list as an option": (
        "[options]\ndoctor = [1, 2, 3, 4, 5]\n",
        "KIT205: game.toml, options: doctor is [1, 2, 3, 4, …]. Allowed: one number, text, true or false.",
    ),
    "an option beyond 64 bits": ("[options]\nmafia = 9223372036854775808\n", "mafia is a number beyond 64 bits. "),
    "nan as an option": ("[options]\nspeech_s = nan\n", "KIT205: game.toml, options: speech_s is nan. "),
    "a date as an option": ("[options]\nspeech_s = 2024-03-30\n", 'speech_s is "2024-03-30". '),
    "one bracket for night": ("[night]\n", "KIT205: game.toml: night is a table. Allowed: tables that begin with"),
    "a ballot before the day": ("[[day.ballot]]\n", "KIT205: game.toml: day is a table. Allowed: tables that begin"),
    "one bracket for ballot": (DAY + "[day.ballot]\n", "KIT205: game.toml, day 0: ballot is a table. Allowed: tables"),
    "days of numbers": ("day = [1]\n", "KIT205: game.toml, day 0 is 1. Allowed: a table."),
    "hands in words": (
        BALLOT + 'hands = "all"\n',
        'KIT205: game.toml, day 0 ballot 5: hands is "all". Allowed: a list of seats such as [2, 3, 4].',
    ),
    "a long text": (BALLOT + f'hands = "{"x" * 99}"\n', f'hands is "{"x" * 59}…. Allowed: '),
    "true is no seat": (BALLOT + "hands = [true]\n", "day 0 ballot 5: hands is true. Allowed: a seat, 1 to 10."),
    "half a seat": (NIGHT_1 + "kill = 4.0\n", "KIT205: game.toml, night 1: kill is 4.0. Allowed: a seat, 1 to 10."),
    "stage 0": (BALLOT + "stage = 0\n", "[[day.ballot]] number 1: stage is 0. Allowed: a whole number from 1 to 20."),
    "a hand without its time": (
        BALLOT + "at_ms = [[5]]\n",
        "KIT205: game.toml, day 0 ballot 5: at_ms is [5]. Allowed: [seat, ms], such as [5, -0.001].",
    ),
    "half a microsecond": (
        BALLOT + "at_ms = [[5, -0.0004]]\n",
        "at_ms is -0.0004. Allowed: milliseconds from -600000 to 600000 in steps of 0.001.",
    ),
    "at nan": (BALLOT + "at_ms = [[5, nan]]\n", "day 0 ballot 5: at_ms is nan. Allowed: milliseconds from"),
    "at minus infinity": (BALLOT + "lift_ms = [[5, -inf]]\n", "day 0 ballot 5: lift_ms is -inf. Allowed: milliseconds"),
    "at true": (BALLOT + "at_ms = [[5, true]]\n", "day 0 ballot 5: at_ms is true. Allowed: milliseconds from"),
    "a shot at three numbers": (NIGHT_1 + "shots = [[3, 4, 5]]\n", "shots is [3, 4, 5]. Allowed: [black, number]"),
    "a shot at a quarter": (NIGHT_1 + "shots = [[3, 4.25]]\n", "shots is 4.25. Allowed: a called number, 1 to 10, or"),
    "a shot after the last": (NIGHT_1 + "shots = [[3, 10.5]]\n", "shots is 10.5. Allowed: a called number"),
    "a shot before the first": (NIGHT_1 + "shots = [[3, 0.5]]\n", "shots is 0.5. Allowed: a called number"),
    "four in the best move": (NIGHT_1 + "best_move = [1, 2, 3, 4]\n", "best_move is [1, 2, 3, 4]. Allowed: up to 3 "),
    "a nominee in words": (DAY + 'nominations = [[3, "x"]]\n', 'nominations is "x". Allowed: a nominee, 1 to 10, neg'),
    "a moment misspelled": (
        DAY + 'fouls = [[7, "speach 3"]]\n',
        'KIT205: game.toml, day 0: fouls is "speach 3". The nearest is speech N. Allowed: morning, talk, speech N, '
        "nominations, defence N, ballot N, ballot N/2, after ballot N, after ballot N/2, raise, last word N, night "
        "word.",
    ),
    "a night's moment by day": (DAY + 'removals = [[7, "sheriff"]]\n', 'removals is "sheriff". Allowed: morning'),
    "a day's moment by night": ("[[night]]\nfouls = [[7, 'speech 3']]\n", 'fouls is "speech 3". Allowed: deal, mafia'),
    "a moment by number": (DAY + "fouls = [[7, 3]]\n", "KIT205: game.toml, day 0: fouls is 3. Allowed: morning"),
    "talk in minutes": (DAY + "talk_s = 0.5\n", "talk_s is 0.5. Allowed: whole seconds from 1 to 86400."),
    "when the avenger takes": (DAY + 'avenger_takes = [5, "night"]\n', 'avenger_takes is "night". Allowed: morning, '),
    "whom the avenger takes": (DAY + "avenger_takes = 5\n", 'avenger_takes is 5. Allowed: [seat, "morning"] or [seat'),
    "raised in other words": (DAY + '[day.expect]\nraised = "no"\n', 'raised is "no". Allowed: asked, not asked.'),
    "held in words": (DAY + '[day.expect]\nheld = "yes"\n', 'held is "yes". Allowed: true or false.'),
    "less than no votes": (DAY + "[day.expect]\nvotes = {1 = -1}\n", "day 0 expect votes: 1 is -1. Allowed: a whole"),
    "winner": ('[expect]\nwinner = "blue"\n', 'expect: winner is "blue". Allowed: red, black, maniac, draw, none.'),
    "ended": ('[expect]\nended = "day two"\n', 'ended is "day two". Allowed: "day N" or "night N", numbered from 0.'),
    # 206: nobody sits there
    "seat 11": (
        BALLOT + "hands = [2, 11]\n",
        "KIT206: game.toml, day 0 ballot 5: hands names seat 11. Allowed: 1 to 10.",
    ),
    "seat 0": ("[roles]\ndon = 0\n", "KIT206: game.toml, roles: don names seat 0. Allowed: 1 to 10."),
    "a withdrawal of seat 11": (DAY + "nominations = [[1, -11]]\n", "day 0: nominations names seat 11. Allowed: 1 to"),
    "a nominee 0": (DAY + "nominations = [[1, 0]]\n", "day 0: nominations names seat 0. Allowed: 1 to 10."),
    "the speech of seat 11": (DAY + 'fouls = [[1, "speech 11"]]\n', "day 0: fouls names seat 11. Allowed: 1 to 10."),
    "a vote against seat 11": (DAY + "[day.expect]\nvotes = {11 = 0}\n", "day 0 expect: votes names seat 11. "),
    "a ballot against seat 11": (DAY + "[[day.ballot]]\nnominee = 11\n", "number 1: nominee names seat 11. "),
    "a shot at seat 11": (NIGHT_1 + "shots = [[3, 11]]\n", "night 1: shots names seat 11. Allowed: 1 to 10."),
    # 207: contradictions
    "one hand twice": (
        BALLOT + "hands = [2, 3, 2]\n",
        "KIT207: game.toml, day 0 ballot 5: hands names seat 2 twice. Name each seat once.",
    ),
    "in good time and by time": (
        BALLOT + "hands = [2]\nat_ms = [[2, 5.0]]\n",
        "KIT207: game.toml, day 0 ballot 5: at_ms names seat 2, who is in hands too. "
        "Write the seat in hands or in at_ms.",
    ),
    "raised in good time and by time": (
        DAY + "raise = [2]\nraise_at_ms = [[2, 5.0]]\n",
        "KIT207: game.toml, day 0: raise_at_ms names seat 2, who is in raise too. ",
    ),
    "one contact twice": (BALLOT + "at_ms = [[2, 5], [2, 5.0]]\n", "at_ms tells one contact of seat 2 twice. Tell it"),
    "a lift without a hand": (
        BALLOT + "hands = [2]\nlift_ms = [[3, -20.0]]\n",
        "KIT207: game.toml, day 0 ballot 5: lift_ms lifts seat 3 at -20 ms, when it has no hand down. "
        "Hands in good time touch at -500 ms, others at their at_ms.",
    ),
    "a lift before the hand": (BALLOT + "hands = [2]\nlift_ms = [[2, -500.0]]\n", "lifts seat 2 at -500 ms, when it"),
    "two lifts of one hand": (BALLOT + "hands = [2]\nlift_ms = [[2, 1], [2, 2]]\n", "lifts seat 2 at 2 ms, when it"),
    "a ballot twice": (
        BALLOT + "[[day.ballot]]\nnominee = 5\nstage = 1\n",
        "KIT207: game.toml, day 0 ballot 5 is told twice. Write one [[day.ballot]] for each nominee and stage.",
    ),
    "shots and a kill": (NIGHT_1 + "shots = [[3, 4]]\nkill = 4\n", "night 1: kill is told beside shots. Write one of"),
    # 208: roles
    "two dons": (
        "[roles]\ndon = [3, 4]\n",
        "KIT208: game.toml, roles: don is held by 3, 4. Only one seat holds this card; write don = 3.",
    ),
    "no don in a list": ("[roles]\ndon = []\n", "KIT208: game.toml, roles: don is held by nobody. "),
    "two cards": (
        "[roles]\ndon = 3\nmafia = [9, 3]\n",
        "KIT208: game.toml, roles: mafia is seat 3, who is don too. One card a seat.",
    ),
    # 209: nights and days
    "nothing happens": ("", "KIT209: game.toml tells 0 nights and 0 days. The game starts with a [[night]], and each "),
    "more days": ("[[night]]\n[[day]]\n[[day]]\n", "KIT209: game.toml tells 1 nights and 2 days. "),
    "two nights more": ("[[night]]\n[[night]]\n", "KIT209: game.toml tells 2 nights and 0 days. "),
}


@pytest.mark.parametrize(("content", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_plain_sentence(tmp_path, content, sentence):
    said = fault(tmp_path, f'ruleset = "fsm"\n{content}')
    assert sentence in said
    assert "\n" not in said
    assert re.fullmatch(r"KIT2\d\d: game\.toml.*\.", said)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            "[[night]]\n",
            "KIT204: game.toml: ruleset is missing. Write one of azerbaijani, city, classic, fsm, ghost, sport",
        ),
        (
            'ruleset = "fms"\n',
            'KIT205: game.toml: ruleset is "fms". The nearest is fsm. Allowed: azerbaijani, city, classic',
        ),
        ('rulset = "fsm"\n', 'KIT203: game.toml has no key "rulset". The nearest is ruleset. '),
        ("ruleset = 5\n", "KIT205: game.toml: ruleset is 5. Allowed: azerbaijani, "),
        ('ruleset = "ghost"\n', "KIT204: game.toml: seats is missing. Write how many play, 8 to 20 with ghost."),
        ('ruleset = "ghost"\nseats = 7\n', "KIT205: game.toml: seats is 7. Allowed: 8 to 20 with ghost."),
        ('ruleset = "city"\nseats = 21\n', "KIT205: game.toml: seats is 21. Allowed: 1 to 20."),
        (b'ruleset = "fsm"\ntitle = "\xff"\n', "KIT202: game.toml, line 2: a byte that is not UTF-8. "),
        (b"\xef\xbb\xbf\n\n\xff", "KIT202: game.toml, line 3: a byte that is not UTF-8. "),
    ],
)
def test_a_fault_at_the_head_of_the_file(tmp_path, content, sentence):
    assert fault(tmp_path, content).startswith(sentence)


@pytest.mark.parametrize("name", ["missing.toml", ".", "a\0b"])
def test_a_file_that_cannot_be_read(tmp_path, name):
    with pytest.raises(ScenarioError, match=r"KIT201: .* cannot be read: .*\. Name a scenario file that exists\."):
        load(tmp_path / name)


# -- whatever the file holds, it is a scenario or a ScenarioError

VALUES = [
    "0", "-1", "3", "11", "2.5", "nan", "-inf", "1e400", "true", '""', '"ballot 1/2"', "[]", "[[]]", "[[1, 2]]", "{}",
    "[1, [2, [3]]]", "{x = 1}", "{1 = 1}", "2024-03-30", "07:30:00", "0xFFFFFFFFFFFFFFFFFFFF", "1_0", "[3, 3]",
    "'night 0'",
]  # fmt: skip


def load_or_refuse(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with contextlib.suppress(ScenarioError):
        load(file, SIZES)


def slow(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.slow
@slow(300)
@given(seed=st.integers(0, 2**32), times=st.integers(1, 4))
def test_bytes_changed_at_random(tmp_path, seed, times):
    lots, content = random.Random(seed), bytearray(EVERY_KEY.encode())
    for _ in range(times):
        start = lots.randrange(len(content))
        piece = bytes(lots.choices(b'[]{}"=,.\n-0123456789abz \xc3\xff\x00#', k=lots.randrange(4)))
        content[start : start + lots.choice([0, 1, 1, 5, 40])] = piece
    load_or_refuse(tmp_path / "fuzz.toml", bytes(content))


@pytest.mark.slow
@slow(300)
@given(seed=st.integers(0, 2**32))
def test_values_changed_at_random(tmp_path, seed):
    lots, lines = random.Random(seed), EVERY_KEY.splitlines()
    for i in lots.sample(range(len(lines)), 2):
        tokens = list(re.finditer(r'-?\d+(?:\.\d+)?|"[^"]*"|true|false|(?<== ).+', lines[i]))
        if tokens:
            token = lots.choice(tokens)
            lines[i] = lines[i][: token.start()] + lots.choice(VALUES) + lines[i][token.end() :]
    load_or_refuse(tmp_path / "fuzz.toml", "\n".join(lines).encode())


@slow(200)
@given(content=st.binary(max_size=200))
def test_any_bytes(tmp_path, content):
    load_or_refuse(tmp_path / "fuzz.toml", content)
