"""The lines of a journal: header, labels, events, end; each `crc32hex {json}`, its checksum chained over all before.

Header, Label and End are no events: the game never sees them.
"""

import zlib
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from tablekit.effects import Text, text
from tablekit.errors import JournalError
from tablekit.events import AnyEvent

LINE = b"%08x %b\n"  # checksum chained over all bodies so far, body
FORMAT = 1  # goes up with every line or event that an older kit could not read
UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)

encode = msgspec.json.Encoder().encode
T = TypeVar("T")


class Header(msgspec.Struct, frozen=True, tag_field="e", tag=True, kw_only=True):
    """First line: what is played and by whom. `started` is wall time, `game` counts the games of this evening.

    `seats` are places; at those that are `empty` nobody plays.
    """

    format: int = FORMAT
    version: str
    book: str
    options: dict[str, bool | int | float | str]
    seats: int
    names: tuple[str, ...]
    seed: int
    boot: int
    started: str
    simulated: bool
    game: int
    empty: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return self.seats - len(self.empty)


class Label(msgspec.Struct, frozen=True, tag_field="e", tag=True):
    """At `at_us` of table time in boot `boot`, the wall clock showed `wall`. The lines that follow are of that boot."""

    at_us: int
    boot: int
    wall: str


class End(msgspec.Struct, frozen=True, tag_field="e", tag=True):
    """The game is over: who won, and the wall time."""

    winner: str
    ended: str


Line = AnyEvent | Label | End


@dataclass(frozen=True, slots=True)
class Reading:
    """A journal up to its last good line. `torn` is what follows it: no line of it may be believed."""

    header: Header
    events: tuple[AnyEvent, ...]
    labels: tuple[tuple[int, Label], ...]  # each with the number of events before it
    end: End | None  # None also if the game went on after it
    torn: bytes
    lines: int
    chain: int  # the checksum of the last good line

    @property
    def breaks_off(self) -> Text | None:
        """What people must know of a journal that is not whole."""
        if not self.torn:
            return None
        return text(
            "The journal breaks off after line {line}: {count} bytes that follow are not its own.",
            line=self.lines,
            count=len(self.torn),
        )


class _Format(msgspec.Struct, tag_field="e", tag="Header"):
    format: int


_header = msgspec.json.Decoder(Header)
_format = msgspec.json.Decoder(_Format)
_line: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def parse(data: bytes, name: str) -> Reading:
    """Whatever is good of a journal's bytes; JournalError (301, 302) only if the header is not."""
    whole = data.split(b"\n")[:-1] or [b""]  # what no newline ends was cut while it was written
    header, chain = _parse_header(whole[0], name)
    events: list[AnyEvent] = []
    labels: list[tuple[int, Label]] = []
    end: End | None = None
    lines, good = 1, len(whole[0]) + 1
    for told in whole[1:]:
        said = _said(_line, told, chain)
        if said is None:
            break
        line, chain = said
        lines, good = lines + 1, good + len(told) + 1
        if isinstance(line, Label):
            labels.append((len(events), line))
        elif isinstance(line, End):
            end = line
        else:
            end = None
            events.append(line)
    return Reading(header, tuple(events), tuple(labels), end, data[good:], lines, chain)


def _parse_header(text: bytes, name: str) -> tuple[Header, int]:
    form = _said(_format, text, 0)
    if form is not None and form[0].format > FORMAT:
        raise JournalError(
            302,
            f"{name} is a journal of format {form[0].format}, this kit reads formats up to {FORMAT}",
            "Open it with the version of the kit that wrote it, or a newer one",
        )
    header = _said(_header, text, 0)
    if header is None:
        raise JournalError(
            301,
            f"{name} is not a game's journal, or its first line is damaged",
            "Choose another game; the file is left as it is",
        )
    return header


def _said(decoder: msgspec.json.Decoder[T], line: bytes, chain: int) -> tuple[T, int] | None:
    """What a line says and its checksum, if that follows `chain`."""
    body = line[9:]
    chain = zlib.crc32(body, chain)
    if line[:9] != b"%08x " % chain:
        return None
    try:
        return decoder.decode(body), chain
    except UNREADABLE:
        return None
