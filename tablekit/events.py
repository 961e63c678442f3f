"""What happened: one frozen class a fact, each with the stamp of where it happened.

`at_us` is table time; `err_us` bounds its error; `clock` and `ticks` are the counter that stamped it, so that
two stamps of one counter compare exactly (`before`). Everything that flows into the game is one of these, in
the order of `order`, and the journal is their list.
"""

from typing import ClassVar, Literal

import msgspec

FACT, WORD, DEADLINE = 0, 1, 2  # at one stamp: facts, then words and keys, then deadlines


class Event(msgspec.Struct, frozen=True, tag_field="e", tag=True, omit_defaults=True, gc=False):
    """Something that happened at `at_us`."""

    rank: ClassVar[int] = WORD
    at_us: int


class Stamped(Event, frozen=True, kw_only=True, gc=False):
    """An event with the evidence behind its stamp."""

    err_us: int = 0
    clock: str = ""
    ticks: int = 0
    grain_ticks: int = 0
    """Another stamp of the same counter that is nearer than this is not told apart from it."""


class Fact(Stamped, frozen=True, gc=False):
    """What a sensor at a seat saw."""

    rank: ClassVar[int] = FACT
    seat: int


class HandDown(Fact, frozen=True, kw_only=True, gc=False):
    """A confirmed contact; the stamp is its first edge. `settled_us`: the last active edge of its confirmation.

    `settled_ticks`: that edge by the counter, where `settled_us` is only as good as the map; 0: it is exact.
    """

    settled_us: int = 0
    settled_ticks: int = 0


class HandUp(Fact, frozen=True, gc=False):
    """A confirmed release; the stamp is its first edge."""


class MaskOff(Fact, frozen=True, gc=False):
    """The seat's face is bare; the stamp is the first edge."""


class MaskOn(Fact, frozen=True, gc=False):
    """The seat wears its mask."""


class Rejected(Fact, frozen=True, kw_only=True, gc=False):
    """A contact of the seat's `line` (seat 0: the wired key) that came to nothing: it lasted `lasted_us`."""

    line: Literal["pad", "mask", "key"] = "pad"
    lasted_us: int = 0


class Unproven(Fact, frozen=True, kw_only=True, gc=False):
    """The pad's level is `down` although no edge was seen: never a vote by itself, never "no hand"."""

    down: bool = False


class MaskUnproven(Fact, frozen=True, kw_only=True, gc=False):
    """The mask's level is `worn` although no edge was seen."""

    worn: bool = False


class WordHeard(Stamped, frozen=True, gc=False):
    """The onset of the word on the speaker line: T."""


class WordKey(Stamped, frozen=True, gc=False):
    """First contact of the «Спасибо» key that is wired to the hands' own counter: T where `cutoff = "key"`."""


class CueStarted(Stamped, frozen=True, kw_only=True, gc=False):
    """The sound desk has begun the cue; its first sample leaves the speaker at the stamp ± `err_us`."""

    cue: str = ""


class HostSaid(Event, frozen=True, kw_only=True, gc=False):
    """One host command, composed from key presses. `ask`: the number of the Ask that the host saw.

    `why`: of a foul, which of the book's reasons (1 is the first); 0: none is given.
    """

    key: str
    number: int = 0
    ask: int = -1
    why: int = 0


class Drawn(Event, frozen=True, kw_only=True, gc=False):
    """A lot: what was drawn, and the seats in the order of drawing. Randomness enters only here."""

    lot: str
    order: tuple[int, ...]


class TimeReached(Event, frozen=True, gc=False):
    """The deadline of the open Ask."""

    rank: ClassVar[int] = DEADLINE


class LinkLost(Event, frozen=True, kw_only=True, gc=False):
    """A source of events has gone silent; what it brings later is stale evidence."""

    source: str


class LinkBack(Event, frozen=True, kw_only=True, gc=False):
    """A lost source answers again; its levels have been read anew."""

    source: str


class ClockUnsure(Event, frozen=True, kw_only=True, gc=False):
    """What the counter of `source` says is known only to `err_us`, too little for a ballot; 0: it is good again."""

    source: str
    err_us: int


class Break(Event, frozen=True, kw_only=True, gc=False):
    """Game time stood still from `since_us` to now, and the pads, masks and links are as they are now."""

    since_us: int
    why: Literal["undo", "power cut", "next game"]
    down: tuple[int, ...] = ()
    masked: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()


class Undo(Event, frozen=True, kw_only=True, gc=False):
    """The host takes back his last command that still stands: the one in line `line` of the log (-1: none).

    `counting`: hands are being counted, and what they did since that command stays.
    """

    line: int = -1
    counting: bool = False


AnyEvent = (
    HandDown | HandUp | MaskOff | MaskOn | Rejected | Unproven | MaskUnproven | WordHeard | WordKey | CueStarted
    | HostSaid | Drawn | TimeReached | LinkLost | LinkBack | ClockUnsure | Break | Undo
)  # fmt: skip


def order(event: Event) -> tuple[int, int, int, str, str]:
    """The one order of the stream: by stamp; then facts, words and keys, deadlines; then seat, name, line."""
    line = event.line if type(event) is Rejected else ""  # pad and mask of one seat
    return event.at_us, event.rank, getattr(event, "seat", 0), type(event).__name__, line


def delayed(event: Event, at_us: int) -> Event:
    """The event as it is known only by a later stamp; one that states its error has that much more of it."""
    if isinstance(event, Stamped):
        return msgspec.structs.replace(event, at_us=at_us, err_us=event.err_us + at_us - event.at_us)
    return msgspec.structs.replace(event, at_us=at_us)


def before(first: Stamped, second: Stamped) -> bool | None:
    """Was `first` strictly before `second`? By ticks if one counter stamped both; None if they are not told apart."""
    if first.clock and first.clock == second.clock:
        apart_ticks = second.ticks - first.ticks
        grain_ticks = max(first.grain_ticks, second.grain_ticks)
        return apart_ticks > 0 if abs(apart_ticks) >= grain_ticks else None
    doubt_us = first.err_us + second.err_us
    apart_us = second.at_us - first.at_us
    if apart_us > doubt_us:
        return True
    if apart_us < -doubt_us or (not doubt_us and not apart_us):
        return False
    return None
