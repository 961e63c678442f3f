"""What the proof has found, each in its smallest form."""

from ballot_room import Game
from counters import HubCounter
from evening import Evening
from judge import Judge
from pad_wires import MS

from tablekit.events import HandDown, HandUp, HostSaid, LinkLost, TimeReached, Unproven, WordHeard
from tablekit.game.ballot import Contact, Window
from tablekit.game.fields import Fields
from tablekit.intake.debounce import Line
from tablekit.intake.linkclock import PiClock
from tablekit.intake.merge import Merge
from tablekit.intake.source import Source

T_US = 1_000 * MS
WORD = WordHeard(T_US, clock="pi", ticks=T_US * 1_000)


def called(game: Game) -> None:
    """A ballot in which the word is about to sound."""
    for at_us, key in ((T_US - 500 * MS, "next"), (T_US - 200 * MS, "thanks")):
        game.feed(HostSaid(at_us, key=key, ask=game.runner.step))


def step(game: Game) -> str:
    return game.runner.ask.what if game.runner.ask else "over"


def test_a_link_that_is_lost_before_a_contact_is_confirmed_is_lost_before_it() -> None:
    game, pads = Game(Fields(), 10), Source("pads", PiClock())
    merge = Merge([pads, Source("remote", PiClock(), arrival=True)])
    called(game)
    pads.edge((T_US - 3 * MS) * 1_000, Line("pad", 4), True)
    pads.fact(WORD)
    pads.promise(T_US + 2 * MS)
    merge.pump(game)
    merge.lose("pads")
    merge.pump(game)
    assert LinkLost(T_US - 3 * MS - 1, source="pads") in game.runner.log
    assert (step(game), len(game.book.voids)) == ("call", 1)


def test_an_exact_word_waits_for_a_hand_of_an_inexact_counter() -> None:
    game, hub = Game(Fields(), 10), HubCounter("hub", 40)
    game.feed(HandDown(1 * MS, 4, clock="hub", ticks=hub.ticks(1 * MS), err_us=40))
    game.feed(HandUp(9 * MS, 4, clock="hub", ticks=hub.ticks(9 * MS), err_us=40))
    called(game)
    game.feed(WORD)
    assert step(game) == "word"
    game.feed(HandDown(T_US + 20, 4, clock="hub", ticks=hub.ticks(T_US - 10), err_us=40, settled_us=T_US + 20))
    game.feed(TimeReached(T_US + 2 * MS))
    assert str(game.book.voids[-1].void) == "A hand on the line."


def test_the_bounce_after_a_spike_may_be_as_late_as_the_errors_allow() -> None:
    spike_us = T_US - 3 * MS
    for settled_us, on_time in ((T_US - 41, True), (T_US - 40, None), (T_US - 1, None)):
        down = HandDown(spike_us, 4, clock="hub", ticks=2 * spike_us, err_us=40, settled_us=settled_us)
        assert Contact(down).before(WORD) is on_time


def test_a_clean_contact_one_tick_before_the_word_is_on_time() -> None:
    down = HandDown(T_US, 4, clock="pi", ticks=T_US * 1_000, settled_us=T_US)
    assert Contact(down).before(WordHeard(T_US, clock="pi", ticks=T_US * 1_000 + 1)) is True


def test_a_lift_after_a_press_that_was_not_seen_is_not_the_lift_of_the_hand_before() -> None:
    window = Window()
    lifts = [HandUp(at_us, 4, clock="pi", ticks=at_us * 1_000) for at_us in (T_US - 50, T_US + 50)]
    window.take(HandDown(T_US - 90, 4, clock="pi", ticks=(T_US - 90) * 1_000))
    window.take(lifts[0])
    window.take(Unproven(T_US - 10, 4, down=True))
    window.take(lifts[1])
    assert window.contacts[4][0].up == lifts[0]
    assert window.lifted_early(WORD, {4}) == {4}


def test_a_level_read_about_an_edge_that_changes_nothing_leaves_no_pad_down() -> None:
    for held in Judge(Evening("78/364")).judge(25):
        assert (held.wrong, held.differences) == ([], [])
