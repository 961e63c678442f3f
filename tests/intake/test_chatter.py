"""A mask sensor that chatters is in doubt: it is told once, and again when it begins anew."""

from tablekit.events import MaskOff, MaskOn, MaskUnproven
from tablekit.intake.chatter import CHANGES_MOST, Chatter
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.source import Source

MS, S = 1_000, 1_000_000


def begins(*edges_us: int) -> list[int]:
    chatter = Chatter()
    return [at_us for at_us in edges_us if chatter.begins(at_us)]


def test_a_hand_is_not_so_fast() -> None:
    assert begins(*(n * 200 * MS for n in range(60))) == []


def test_bounces_of_one_contact_are_one_change() -> None:
    assert begins(*(n * 400 * MS + bounce * MS for n in range(20) for bounce in range(5))) == []


def test_it_is_told_when_it_begins() -> None:
    edges_us = [n * 40 * MS for n in range(100)]
    assert begins(*edges_us) == [edges_us[CHANGES_MOST]]


def test_after_a_calm_it_is_told_anew() -> None:
    first = [n * 40 * MS for n in range(20)]
    assert len(begins(*first, *(at_us + 5 * S for at_us in first))) == 2


def test_exactly_a_second_is_chatter_and_a_microsecond_more_is_not() -> None:
    even = [n * 166_666 for n in range(CHANGES_MOST)]
    assert begins(*even, S) == [S]
    assert begins(*even, S + 1) == []


def test_of_a_mask_the_game_is_told_and_of_a_pad_it_is_not() -> None:
    source = Source("pads", PiClock())
    for n in range(40):
        for kind in ("pad", "mask"):
            source.edge((S + n * 20 * MS) * 1_000, Line(kind, 3), n % 2 == 0)  # type: ignore[arg-type]
    source.promise(5 * S)
    told = source.take()
    assert [event.at_us for event in told if isinstance(event, MaskUnproven)] == [S + CHANGES_MOST * 20 * MS]


def test_a_mask_that_is_put_on_and_lifted_is_sure() -> None:
    source = Source("pads", PiClock())
    for at_us, worn in ((S, True), (9 * S, False), (10 * S, True)):
        source.edge(at_us * 1_000, Line("mask", 3), worn)
    source.promise(20 * S)
    assert [type(event) for event in sorted(source.take(), key=lambda event: event.at_us)] == [MaskOn, MaskOff, MaskOn]
