"""The hub's lines: their numbers, what each is wired to, and what a line of its log says of one."""

from tablekit.events import HandDown, HandUp, MaskOff, MaskOn, Rejected, Stamped, WordHeard, WordKey
from tablekit.intake.debounce import Evidence, Line
from tablekit.wire.hub_link import TICK_US, What
from tablekit.wire.messages import LINE_KEY, LINE_MASKS, LINE_PADS, LINE_WORD, Edge


def line_of(number: int, first: int = 1) -> Line | None:
    """What a line of the hub is wired to, whose places begin with the seat `first`; None: there is no such line."""
    if LINE_PADS <= number < LINE_MASKS:
        return Line("pad", number - LINE_PADS + first)
    if LINE_MASKS <= number < LINE_KEY:
        return Line("mask", number - LINE_MASKS + first)
    return {LINE_KEY: Line("key", 0), LINE_WORD: Line("word", 0)}.get(number)


def number_of(line: Line) -> int:
    """The hub's own number of a line."""
    match line.kind:
        case "pad":
            return LINE_PADS + line.seat - 1
        case "mask":
            return LINE_MASKS + line.seat - 1
        case "key":
            return LINE_KEY
        case "word":
            return LINE_WORD


class HubEvidence(Evidence):
    """What stands behind a stamp of the hub."""

    grain_ticks: int


def fact_of(edge: Edge, line: Line, at_us: int, evidence: HubEvidence) -> Stamped | None:
    """The event that the log's line is; None if it is none."""
    extent_us = edge.extent_ticks // TICK_US
    match line.kind, edge.what:
        case ("pad" | "mask" | "key") as kind, What.REJECTED:
            return Rejected(at_us, line.seat, line=kind, lasted_us=extent_us, **evidence)
        case "pad", What.PRESS:
            settled_ticks = evidence["ticks"] + edge.extent_ticks
            return HandDown(at_us, line.seat, settled_us=at_us + extent_us, settled_ticks=settled_ticks, **evidence)
        case "pad", What.RELEASE:
            return HandUp(at_us, line.seat, **evidence)
        case "mask", What.PRESS:
            return MaskOn(at_us, line.seat, **evidence)
        case "mask", What.RELEASE:
            return MaskOff(at_us, line.seat, **evidence)
        case "key", What.PRESS:
            return WordKey(at_us, **evidence)
        case "word", What.ONSET:
            return WordHeard(at_us, **evidence)
    return None
