"""`tablekit doctor ballot`: each hand's own milliseconds, by the ballots of the kit itself."""

import msgspec
from doctor_room import MS, Room, S

from tablekit.config import TableConfig
from tablekit.doctor.practice import hold, practice_book
from tablekit.doctor.simulated import KEY, TABLE
from tablekit.effects import Effect, Say
from tablekit.intake.debounce import Line

BY_WORD = msgspec.structs.replace(TABLE, options={"cutoff": "word"})
T_US = 1_500 * MS
"""From the call to the key."""


def held(hands: dict[int, int], told: TableConfig = TABLE, ballots: int = 1) -> list[str]:
    """What is printed of ballots in which hands came so many microseconds after the key, or after its usual time."""
    book = practice_book(told)
    with Room(told, book) as room:

        def call(effect: Effect) -> None:
            if not isinstance(effect, Say) or effect.cue != "ballot":
                return
            for seat, after_us in hands.items():
                room.drive(Line("pad", seat), True, effect.at_us + T_US + after_us)
                room.drive(Line("pad", seat), False, effect.at_us + 4 * S)
            if book.fields.cutoff == "key":
                room.drive(KEY, True, effect.at_us + T_US)
                room.drive(KEY, False, effect.at_us + T_US + 100 * MS)

        room.bench.kit.listeners.append(call)
        if book.fields.cutoff == "word":
            room.bench.desk = room.desk()
            room.typed("T", 2_500 * MS)
        for number in range(5):
            room.typed("#", S + number * 8 * S)
        room.typed("q", 50 * S)
        printed: list[str] = []
        hold(room.bench, book, printed.append, ballots)
    return printed


def test_each_player_sees_his_own_milliseconds() -> None:
    printed = held({2: -300_250, 5: -1, 7: 1, 9: 12_345})
    assert [line.split() for line in printed if "seat" in line] == [
        ["seat", "2", "−300.2", "ms", "counted"],
        ["seat", "5", "−0.001", "ms", "counted"],
        ["seat", "7", "+0.001", "ms", "LATE"],
        ["seat", "9", "+12.3", "ms", "LATE"],
    ]
    assert "  no hand: 1, 3, 4, 6, 8, 10" in printed
    assert "Milliseconds from the key (− before it, + after it):" in printed


def test_what_is_to_be_done_is_said_at_each_step() -> None:
    printed = held({3: -100 * MS})
    assert printed[:2] == ["Enter calls for hands; q leaves.", "HANDS! Then the host presses the wired key."]


def test_one_after_the_other_and_early_hands_cost_nothing() -> None:
    printed = held({3: -T_US - 500 * MS, 4: -20 * MS}, ballots=3)
    assert sum(line.startswith("Milliseconds") for line in printed) == 3
    assert sum("counted" in line for line in printed) >= 3
    assert not any("is out" in line for line in printed)


def test_a_hand_over_the_key_is_doubtful_and_the_ballot_goes_on() -> None:
    book = practice_book(TABLE)
    with Room(TABLE, book) as room:

        def call(effect: Effect) -> None:
            if isinstance(effect, Say) and effect.cue == "ballot":
                t_us = effect.at_us + T_US
                for at_us, active in ((-1_000, True), (-400, False), (300, True), (500_000, False)):
                    room.drive(Line("pad", 6), active, t_us + at_us)
                room.drive(KEY, True, t_us)
                room.drive(KEY, False, t_us + 100 * MS)

        room.bench.kit.listeners.append(call)
        room.typed("#", S)
        room.typed("q", 10 * S)
        printed: list[str] = []
        assert hold(room.bench, book, printed.append) == 1
    assert any(line.split() == ["seat", "6", "−1.000", "ms", "doubtful"] for line in printed)
    assert "  A hand on the line." in printed
    assert printed[-1] == "Enter calls for hands; q leaves."


def test_the_word_is_played_and_its_onset_is_t() -> None:
    printed = held({2: -900 * MS}, BY_WORD)
    assert "HANDS! Then Space plays the word." in printed
    assert "Milliseconds from the word (− before it, + after it):" in printed
    (line,) = [line for line in printed if "seat" in line]
    assert line.split()[-1] == "counted"


def test_it_may_be_left_before_the_first_ballot() -> None:
    book = practice_book(TABLE)
    with Room(TABLE, book) as room:
        room.typed("q", S)
        assert hold(room.bench, book, lambda line: None) == 0


def test_the_ballots_are_those_of_the_tables_own_rule_book() -> None:
    open_hands = msgspec.structs.replace(TABLE, ruleset="azerbaijani")
    fields = practice_book(open_hands).fields
    assert (fields.ballots, fields.fouls_out, fields.lifted_hand) == ("open", 0, "told")
