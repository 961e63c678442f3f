"""The proof can fail: each planted fault is found, most of them as wrong verdicts."""

from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from ballot_room import Link, Room, Spoil
from evening import Evening
from judge import Judge
from oracle import Rule
from proof import BALLOTS, Figures

from tablekit.events import Event, HandDown, HandUp, LinkLost, WordHeard, WordKey

EVENINGS = 24
TICKS_PER_US = {"pi": 1_000}
HUB_TICKS_PER_US = 2


def figures(evening: Callable[[str], Evening] = Evening, rule: Rule | None = None) -> Figures:
    total = Figures()
    for number in range(EVENINGS):
        for held in Judge(evening(f"planted/{number}"), rule).judge(BALLOTS):
            total.count(held)
    print(total)
    return total


def moved(event: HandDown | WordHeard | WordKey, by_us: int) -> Event:
    """The event with another stamp."""
    ticks = event.ticks + by_us * TICKS_PER_US.get(event.clock, HUB_TICKS_PER_US)
    return msgspec.structs.replace(event, at_us=event.at_us + by_us, ticks=ticks)


# -- faults in what the game is told
def last_bounce(event: Event) -> Event:
    """A hand is stamped when it lies still."""
    return moved(event, event.settled_us - event.at_us) if isinstance(event, HandDown) else event


def at_the_word_too(event: Event) -> Event:
    """A hand at T counts: `<=` for `<`."""
    return moved(event, 1) if isinstance(event, WordHeard | WordKey) else event


def no_bounces(event: Event) -> Event:
    """Bounces on both sides of the word are no doubt."""
    return msgspec.structs.replace(event, settled_us=event.at_us) if isinstance(event, HandDown) else event


def no_errors(event: Event) -> Event:
    """Every clock is believed to be exact."""
    return msgspec.structs.replace(event, err_us=0) if isinstance(event, HandDown | WordHeard) else event


def no_loss(event: Event) -> Event | None:
    """Nobody is told that a link was lost."""
    return None if isinstance(event, LinkLost) else event


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [last_bounce, at_the_word_too, no_bounces, no_errors, no_loss])
def test_a_spoiled_fact_makes_wrong_verdicts(spoil: Spoil) -> None:
    assert figures(partial(Evening, room=partial(Room, spoil=spoil))).wrong > 0


@pytest.mark.slow
def test_a_lift_that_is_not_told_is_missed() -> None:
    deaf = partial(Evening, room=partial(Room, spoil=lambda event: None if isinstance(event, HandUp) else event))
    assert figures(deaf).differences > 0


# -- faults on the way to the game
class Hasty(Room):
    """Promises the present, whatever is still on its way."""

    def _beat(self, link: Link, before_us: int) -> None:
        super()._beat(link, self.now_us)


class OnArrival(Room):
    """T is when the word arrives."""

    def _heard(self, link: Link, heard: WordHeard) -> None:
        counter = link.counter
        late = msgspec.structs.replace(heard, at_us=counter.seen_us(self.now_us), ticks=counter.ticks(self.now_us))
        super()._heard(link, late)


class Unordered(Room):
    """What a link brings is not sorted: each edge is believed when it comes."""

    def _post_promises(self, link: Link, coming: list[tuple[int, int]], beats: list[int]) -> None:
        for arrival_us, true_us in coming:
            self.post(arrival_us, self._beat, link, true_us + 1)
        super()._post_promises(link, coming, beats)


@pytest.mark.slow
@pytest.mark.parametrize("room", [Hasty, OnArrival, Unordered])
def test_a_wrong_way_of_stamps_makes_wrong_verdicts(room: type[Room]) -> None:
    assert figures(partial(Evening, room=room)).wrong > 0


# -- faults in the rule: kit and oracle must read the same one
@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [
        Rule(new_after_us=3_000),
        Rule(new_after_us=8_000),
        Rule(confirm_us=9_000),
        Rule(confirm_us=16_000),
        Rule(release_us=5_000),
        Rule(release_us=90_000),
    ],
    ids=str,
)
def test_another_constant_of_the_rule_is_noticed(rule: Rule) -> None:
    assert figures(rule=rule).differences > 0
