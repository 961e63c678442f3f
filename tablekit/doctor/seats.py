"""Each pad, each mask and the key, as the intake has judged what was done there: the live part of the doctor."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tablekit.config import Pins, SeatHub, TableConfig
from tablekit.errors import DeviceError
from tablekit.events import (
    Event,
    HandDown,
    HandUp,
    LinkBack,
    LinkLost,
    MaskOff,
    MaskOn,
    MaskUnproven,
    Rejected,
    Unproven,
    WordHeard,
    WordKey,
)
from tablekit.intake.debounce import Line
from tablekit.intake.noise import FAULTS_MOST
from tablekit.timebase import US_PER_MS, US_PER_S

STUCK_US, STUCK_AT_START_US = 90 * US_PER_S, 3 * US_PER_S
"""A hand may lie on its pad for a minute to try it; but one that was there before it was asked is no hand."""
State = Literal["untested", "held", "OK", "stuck", "chattering", "noisy", "uncertain"]
KEY, WORD = Line("key", 0), Line("word", 0)
PRESS, LIFT = (HandDown, MaskOn), (HandUp, MaskOff)

REMEDIES: dict[State, tuple[str, str]] = {
    "untested": (
        "has not been pressed, or nothing of it arrives",
        "Press it; if it stays so, check its plug and its cable, then the pin in table.toml",
    ),
    "held": ("has not been let go", "Lift the hand; if nobody touches it, it is stuck"),
    "stuck": (
        "is active all the time",
        "Lift hand or mask, then pull its plug: still active is a short in the cable, otherwise it is the switch",
    ),
    "chattering": (
        "opens and closes faster than a hand can",
        "Put its magnet nearer to its sensor, check the plug for a loose wire",
    ),
    "noisy": (
        "has contacts that no hand makes",
        "Check its plug and the cable's screen, and keep the cable away from lamps and speakers",
    ),
    "uncertain": (
        "changed without an edge: edges were lost",
        "Press it again; if it happens again, check its plug for a loose wire",
    ),
}

OF_MASKS: dict[State, tuple[str, str]] = {
    "untested": (
        "has not been lifted and put back, or nothing of it arrives",
        "Do so; if it stays so, check its magnet, its plug and its cable, then the pin in table.toml",
    ),
    "held": (
        "is out of its dock",
        "Put it back; if it is there, its magnet is too far from the sensor, or a wire is off",
    ),
}
OF_THE_WORD = "has heard nothing", "Let `tablekit doctor sound` play the word"


@dataclass
class Tried:
    """What was seen of one line since the start."""

    line: Line
    presses: int = 0
    """Whole ones: down and up again."""
    rejected: int = 0
    """Contacts that came to nothing."""
    last_us: int | None = None
    """How long the last press lasted."""
    down_us: int | None = None
    """Since when it is active; None: it is not."""
    stuck: bool = False
    chattering: bool = False
    noisy: bool = False
    uncertain: bool = False
    from_start: bool = False
    """It was active before anybody could press it."""
    heard: bool = False
    """Has anything been heard of it?"""

    @property
    def state(self) -> State:
        """As the page shows it; what is wrong stays, until it is tried anew."""
        if self.stuck:
            return "stuck"
        if self.chattering:
            return "chattering"
        if self.noisy:
            return "noisy"
        if self.uncertain:
            return "uncertain"
        if self.down_us is not None:
            return "held"
        return "OK" if self.presses else "untested"

    @property
    def name(self) -> str:
        """For a sentence."""
        return f"Seat {self.line.seat}: its {self.line.kind}" if self.line.seat else f"The {NAMES[self.line.kind]}"


NAMES = {"key": "wired key", "word": "onset input"}


class Tries:
    """All lines of a table. Give it every event, and what the intake has found noisy."""

    def __init__(self, told: TableConfig, names: Sequence[str] = ()) -> None:
        self._told = told
        self._names = names
        """Of the parts, one after the other."""
        self.tried: dict[Line, Tried] = {}
        self.lost: set[str] = set()
        """Parts that do not answer."""
        self.awaited: list[str] = []
        """Parts that have not answered yet: what is pressed there does not count."""
        self.begin(0)

    def begin(self, now_us: int) -> None:
        """Forget what was tried."""
        active = {line for line, tried in self.tried.items() if tried.down_us is not None}
        self.tried = {line: Tried(line) for line in lines(self._told)}
        for line in active & self.tried.keys():
            self.tried[line].down_us, self.tried[line].from_start = now_us, True

    def take(self, event: Event) -> None:
        """What has happened."""
        match event:
            case HandDown(seat=seat) | HandUp(seat=seat) | Unproven(seat=seat):
                line = Line("pad", seat)
            case MaskOn(seat=seat) | MaskOff(seat=seat) | MaskUnproven(seat=seat):
                line = Line("mask", seat)
            case Rejected(line=kind, seat=seat):
                line = Line(kind, seat)
            case WordKey():
                line = KEY
            case WordHeard():
                line = WORD
            case LinkLost(source=source):
                self.lost.add(source)
                return
            case LinkBack(source=source):
                self.lost.discard(source)
                return
            case _:
                return
        if (tried := self.tried.get(line)) is not None:
            _follow(tried, event)

    def mind(self, now_us: int, noisy: Iterable[Line]) -> None:
        """What time alone tells, and the intake's word on noise."""
        for line in noisy:
            if line in self.tried:
                self.tried[line].noisy = True
        for tried in self.tried.values():
            tried.noisy |= tried.rejected > FAULTS_MOST  # the intake tells once of noise that goes on
            if tried.line.kind != "mask":  # a mask may lie anywhere
                longest_us = STUCK_AT_START_US if tried.from_start else STUCK_US
                tried.stuck = tried.down_us is not None and now_us - tried.down_us > longest_us

    @property
    def done(self) -> bool:
        """Is all that has to be tried OK?"""
        return not self.lost and not self.awaited and all(tried.state == "OK" for tried in self.needed())

    def unknown(self, line: Line) -> bool:
        """Does no part answer that has it?"""
        having = [name for name, has in zip(self._names, lines_of(self._told), strict=False) if line in has]
        return bool(having) and self.lost.issuperset(having)

    def needed(self) -> Iterator[Tried]:
        """Those without which the table is not whole. A hub always has an onset input, which may be free."""
        word = any(isinstance(part, Pins) and part.word is not None for part in self._told.inputs)
        key = self._told.options.get("cutoff") == "key" or any(
            isinstance(part, Pins) and part.key is not None for part in self._told.inputs
        )
        needs = {"word": word, "key": key}
        return (tried for line, tried in self.tried.items() if needs.get(line.kind, True))

    def missing(self) -> list[DeviceError]:
        """What is not OK, a sentence each, with the remedy."""
        told = [
            DeviceError(
                457, f"no answer from {source}: its seats cannot be tried", "Check its cable; `tablekit doctor`"
            )
            for source in sorted(self.lost)
        ]
        for tried in self.needed():
            if tried.state != "OK" and not self.unknown(tried.line):
                what, remedy = _advice(tried)
                told.append(DeviceError(458, f"{tried.name} {what}", remedy))
        return told


def _advice(tried: Tried) -> tuple[str, str]:
    """What is the matter with a line that is not OK, and what to do."""
    if tried.line.kind == "mask" and tried.state in OF_MASKS:
        return OF_MASKS[tried.state]
    return OF_THE_WORD if tried.line == WORD else REMEDIES[tried.state]


def _follow(tried: Tried, event: Event) -> None:
    if isinstance(event, Rejected):
        tried.rejected += 1
    elif isinstance(event, PRESS):
        tried.down_us = event.at_us
    elif isinstance(event, LIFT):
        if tried.down_us is not None and not tried.from_start:
            tried.presses += 1
            tried.last_us = event.at_us - tried.down_us
        tried.down_us, tried.from_start = None, False
    elif isinstance(event, Unproven | MaskUnproven):
        active = event.down if isinstance(event, Unproven) else event.worn
        tried.from_start = active and not tried.heard
        if tried.heard:
            tried.uncertain |= tried.line.kind == "pad"
            tried.chattering |= tried.line.kind == "mask"
        tried.down_us = event.at_us if active else None
    else:
        tried.presses += 1
    tried.heard = True


def lines(told: TableConfig) -> list[Line]:
    """Every line that is wired, seat by seat; then key and word."""
    wired = dict.fromkeys(line for part in lines_of(told) for line in part)
    return sorted(wired, key=lambda line: (("pad", "mask", "key", "word").index(line.kind), line.seat))


def lines_of(told: TableConfig) -> Iterator[list[Line]]:
    """Those of each part, one part after the other. A hub always has a key and an onset input."""
    first = 1
    for part in told.inputs:
        seats = range(first, first + part.places)
        first += part.places
        word = isinstance(part, SeatHub) or (isinstance(part, Pins) and part.word is not None)
        yield [
            *(Line("pad", seat) for seat in seats),
            *(Line("mask", seat) for seat in seats if part.has_masks),
            *([KEY] if part.has_key else []),
            *([WORD] if word else []),
        ]


def ms(us: int | None) -> str:
    """Whole milliseconds."""
    return "" if us is None else f"{us / US_PER_MS:.0f} ms"
