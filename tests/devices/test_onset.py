"""Which onset on the speaker line is the word's: not that of a cue that still sounded when the word was asked for."""

from tablekit.devices.onset import LISTENS_US, Onset
from tablekit.events import WordHeard

MS = 1_000


def heard(at_ms: int) -> WordHeard:
    return WordHeard(at_ms * MS, err_us=100, clock="hub", ticks=at_ms * 2_000)


def armed(at_ms: int) -> Onset:
    onset = Onset()
    onset.arm(at_ms * MS)
    return onset


def test_the_word_s_own_onset_whichever_is_known_first() -> None:
    onset = armed(1_000)
    assert onset.begins(1_010 * MS) is None
    assert onset.hears(heard(1_020)) == heard(1_020)
    assert not onset.listens
    onset.arm(3_000 * MS)
    assert onset.hears(heard(3_020)) is None
    assert onset.holds_us == 3_020 * MS
    assert onset.begins(3_010 * MS) == heard(3_020)
    assert onset.holds_us is None


def test_another_cue_s_onset_is_passed_over_and_the_word_s_still_heard() -> None:
    onset = armed(1_000)
    assert onset.hears(heard(1_005)) is None
    assert onset.begins(1_240 * MS) is None
    assert (onset.listens, onset.holds_us) == (True, None)
    assert onset.hears(heard(1_250)) == heard(1_250)
    assert onset.hears(heard(1_300)) is None


def test_an_onset_within_its_error_of_the_beginning_is_the_word_s() -> None:
    onset = armed(1_000)
    onset.begins(1_020 * MS + 100)
    assert onset.hears(heard(1_020)) == heard(1_020)


def test_nobody_is_held_up_by_a_word_that_never_begins() -> None:
    onset = armed(1_000)
    onset.hears(heard(1_005))
    onset.tire(1_000 * MS + LISTENS_US)
    assert onset.holds_us == 1_005 * MS
    onset.tire(1_001 * MS + LISTENS_US)
    assert (onset.listens, onset.holds_us) == (False, None)
    assert onset.hears(heard(9_000)) is None
    assert onset.holds_us is None
