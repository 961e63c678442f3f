"""What people do in one ballot, and when: the word first, then the hands about it."""

from dataclasses import dataclass
from random import Random
from typing import Literal

from pad_wires import MS, Wire

SPREAD_US = 20 * MS
NEAR_US = (-1, 0, 1)


@dataclass(frozen=True, slots=True)
class Habits:
    """How one evening goes."""

    cutoff: Literal["word", "key"]
    doubt: Literal["repeat", "count", "drop"]
    loses_edges: bool
    call_gap_us: int
    """No first contact so near to the call: the remote's stamp and an uncertain clock's do not order them."""


@dataclass(frozen=True, slots=True)
class Times:
    """One ballot's instants, in true time. `thanks`: the host's key; `t`: the word, or the wired key."""

    begins: int
    call: int
    thanks: int
    t: int
    count: int
    ends: int


def times(begins_us: int, chance: Random, *, slow: bool) -> Times:
    """Far enough apart for whatever is under way to be decided; `slow`: the word may have to be waited for in vain."""
    call = begins_us + 220 * MS + int(40 * MS * chance.random())
    thanks = call + 260 * MS + int(40 * MS * chance.random())
    t = thanks + 220 * MS + int(40 * MS * chance.random())
    count = t + (600 if slow else 300) * MS + int(40 * MS * chance.random())
    return Times(begins_us, call, thanks, t, count, count + 120 * MS)


def seat_plays(wire: Wire, at: Times, habits: Habits) -> None:
    """One seat's part."""
    _before_the_call(wire, at, habits)
    _before_the_word(wire, at)
    _about_the_word(wire, at)
    _after_the_word(wire, at)


def key_plays(wire: Wire, at: Times) -> None:
    """The wired key: a spike long before the word sometimes, and the press that is the word."""
    if wire.chance.random() < 0.2:
        wire.spike(at.call + wire.between(-100 * MS, 300 * MS))
    wire.press(at.t)
    wire.lift(at.t + wire.between(80 * MS, 200 * MS))


def _before_the_call(wire: Wire, at: Times, habits: Habits) -> None:
    dice = wire.chance.random()
    if wire.down:
        if dice < 0.75:
            wire.lift(at.begins + wire.between(20 * MS, 100 * MS))
    elif dice < 0.05:
        wire.press(at.call - wire.between(habits.call_gap_us, 60 * MS))
        return
    elif dice < 0.08:
        wire.press(at.begins + wire.between(20 * MS, 60 * MS))
        wire.lift(wire.free_us + wire.between(13 * MS, 40 * MS))
    if not wire.down and wire.chance.random() < 0.1:
        wire.spike(at.begins + wire.between(130 * MS, 200 * MS))


def _before_the_word(wire: Wire, at: Times) -> None:
    dice = wire.chance.random()
    if wire.down:
        if dice < 0.5:
            wire.lift(at.call + wire.between(40 * MS, 120 * MS))
    elif dice < 0.06:
        wire.spike(at.call + wire.between(20 * MS, 280 * MS))
    elif dice < 0.09:
        wire.press(at.call + wire.between(20 * MS, 150 * MS))
        if wire.chance.random() < 0.7:
            wire.lift(wire.free_us + wire.between(13 * MS, 100 * MS))


def _about_the_word(wire: Wire, at: Times) -> None:
    if wire.down:
        if wire.chance.random() < 0.3:
            wire.lift(at.t + wire.between(-15 * MS, 5 * MS))
        return
    dice = wire.chance.random()
    if dice < 0.1:
        wire.spike(at.t + wire.between(-4 * MS, 2 * MS))
    elif dice < 0.13:
        wire.brush(at.t + wire.between(-15 * MS, 5 * MS))
    elif dice < 0.17:
        wire.press(at.t - wire.between(35 * MS, 80 * MS))
        wire.lift(at.t + wire.between(-18 * MS, 5 * MS))
    elif dice < 0.85:
        near = wire.chance.random()
        if near < 0.06:
            first_us = at.t + wire.chance.choice(NEAR_US)
        elif near < 0.12:
            first_us = at.t + wire.between(-MS, MS)
        else:
            first_us = at.t + wire.between(-SPREAD_US, SPREAD_US)
        if wire.chance.random() < 0.15:
            wire.spike_before(first_us)
        wire.press(first_us)


def _after_the_word(wire: Wire, at: Times) -> None:
    dice = wire.chance.random()
    if not wire.down:
        if dice < 0.05:
            wire.press(at.t + wire.between(80 * MS, 150 * MS))
        elif dice < 0.1:
            wire.spike(at.t + wire.between(40 * MS, 200 * MS))
        return
    if dice < 0.05:
        wire.pulse(at.t + wire.between(50 * MS, 60 * MS), wire.between(100, 3 * MS))
    if dice < 0.4:
        wire.lift(at.t + wire.between(70 * MS, 200 * MS))
    elif dice < 0.75:
        wire.lift(at.count + wire.between(MS, 60 * MS))


def lose_edges(wire: Wire, first: int) -> None:
    """Of what changed since that place, an edge is lost sometimes: a press, a release or a bounce."""
    new = range(first, len(wire.changes))
    if new and wire.chance.random() < 0.3:
        wire.lost.add(wire.chance.choice(new))
