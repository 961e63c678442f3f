"""The zero tape: before a game, that every line is at rest and every counter known, for the referee to sign."""

import platform
import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablekit import __version__
from tablekit.config import TableConfig
from tablekit.devices.hub import UNSURE_US
from tablekit.doctor.bench import Bench
from tablekit.doctor.findings import Finding, doubt, ok, refusal
from tablekit.doctor.parts import described
from tablekit.doctor.seats import Tried, Tries
from tablekit.intake.debounce import Line
from tablekit.timebase import US_PER_S, wall_time
from tablekit.wire.messages import LINE_KEY
from tablekit.wired.header import HeaderPart
from tablekit.wired.hub import COMES_US, HubPart
from tablekit.wired.table import Part

WATCH_US = 5 * US_PER_S
"""Everybody takes the hands away for so long."""
WIDTH = 72
RULE = "-" * WIDTH


class Zero(NamedTuple):
    """What the watch has found: text to print, and whether it may be called zero."""

    findings: list[Finding]
    lines: list[str]

    @property
    def is_zero(self) -> bool:
        """Is all at rest?"""
        return all(finding.state != "FAULT" for finding in self.findings)

    def text(self, told: TableConfig, *, simulated: bool) -> str:
        """The tape."""
        head = [
            "ZERO TAPE" + (" OF A SIMULATED TABLE: WORTH NOTHING" if simulated else ""),
            RULE,
            f"Date        {wall_time()}",
            f"Table       {told.ruleset}, {told.places} seats ({described(told.inputs)})",
            f"Kit         tablekit {__version__}, Python {platform.python_version()}, Linux {platform.release()}",
        ]
        body = [_wrapped(finding) for finding in self.findings]
        if self.is_zero:
            end = ["ZERO: no hand on a pad, nothing noisy, every clock known.", "", "", "Referee     " + "_" * 40]
        else:
            end = ["THIS IS NOT ZERO. Mend what is named above and take it again; do not sign."]
        return "\n".join([*head, RULE, *self.lines, RULE, *body, RULE, *end]) + "\n"


def _wrapped(finding: Finding) -> str:
    return textwrap.fill(f"{finding.check:<11} {finding.what}", WIDTH, subsequent_indent=" " * 12)


def take(bench: Bench, told: TableConfig, watch_us: int = WATCH_US) -> Zero:
    """Watch the table for a while, once it is there."""
    tries = Tries(told, [inlet.name for inlet in bench.kit.inlets])
    bench.listeners.append(tries.take)
    hubs = [part for part in bench.table.parts if isinstance(part, HubPart)]
    bench.run(lambda: all(hub.seats.hub.attached for hub in hubs), COMES_US)
    bench.run(lambda: False, watch_us)
    tries.mind(bench.now_us, bench.noisy)
    for line in _keys(bench.table.parts):
        tries.tried[line].down_us = bench.now_us
    return Zero([*_judged(tries, bench)], [*rows(tries)])


def _keys(parts: Sequence[Part]) -> Iterator[Line]:
    """The wired key, if it is pressed now: of a key no release is told."""
    key = Line("key", 0)
    for part in parts:
        if isinstance(part, HeaderPart) and key in part.inputs.lines and part.inputs.active(key):
            yield key
        elif isinstance(part, HubPart):
            beat = part.seats.hub.link.beat
            if beat is not None and beat.down[LINE_KEY // 8] >> LINE_KEY % 8 & 1:
                yield key


def rows(tries: Tries) -> Iterator[str]:
    """Every line: its state, how often it was touched, what was rejected."""
    yield f"{'seat':>4}  {'pad':<8}{'contacts':>8}{'rejected':>10}   {'mask':<8}{'changes':>8}{'rejected':>10}"
    for line, pad in tries.tried.items():
        if line.kind == "pad":
            mask = tries.tried.get(Line("mask", line.seat))
            docked = _counted(tries, mask, "worn", "docked") if mask else "-"
            yield f"{line.seat:>4}  {_counted(tries, pad, 'DOWN', 'free')}   {docked}"
        elif line.kind == "key":
            yield f" key  {_counted(tries, pad, 'DOWN', 'free')}"


def _counted(tries: Tries, tried: Tried, active: str, inactive: str) -> str:
    if tries.unknown(tried.line):
        return f"{'unknown':<8}{'-':>8}{'-':>10}"
    return f"{active if tried.down_us is not None else inactive:<8}{tried.presses:>8}{tried.rejected:>10}"


def _judged(tries: Tries, bench: Bench) -> Iterator[Finding]:
    for tried in tries.tried.values():
        if tried.line.kind in ("pad", "key") and tried.down_us is not None:
            yield refusal("line", f"{tried.name} is down", "Take the hand away; if nobody touches it, it is stuck")
        if tried.noisy or tried.chattering or tried.uncertain:
            state = "noisy" if tried.noisy else tried.state
            yield refusal("line", f"{tried.name} is {state}", "Check its plug; `tablekit doctor seats`")
    worn = [str(line.seat) for line, tried in tries.tried.items() if line.kind == "mask" and tried.down_us is not None]
    if worn:
        yield doubt("masks", f"Not in their docks: {', '.join(worn)}", "That is no vote, but odd before a game")
    for inlet in bench.kit.inlets:
        source = inlet.source
        if source.lost or source.promised_us < bench.now_us - US_PER_S:
            yield refusal("part", f"No answer from {source.name}", "`tablekit doctor` says why")
            continue
        missed = sum(source.missed.values())
        told = f"{source.name}: {missed} edges missed, {source.stale_count} too late"
        yield ok("part", f"{told}.")
    for part in bench.table.parts:
        if isinstance(part, HubPart) and part.seats.hub.hello is not None:
            yield from _clock(part, bench.now_us)


def _clock(part: HubPart, now_us: int) -> Iterator[Finding]:
    hub = part.seats.hub
    clock, beat, hello = hub.clock, hub.link.beat, hub.hello
    if clock is None or beat is None or hello is None or clock.settled(now_us) > UNSURE_US:
        yield refusal("clock", f"The clock of {part.inlet.name} is not known", "Wait a minute and take it again")
        return
    yield ok(
        "clock", f"{clock.name} (firmware {hello.firmware >> 8}.{hello.firmware & 255}): ± {clock.settled(now_us)} us."
    )
    counters = f"lost {beat.lost}, unlogged {beat.unlogged}, missed scans {beat.missed_scans}"
    yield ok("counters", f"{counters}, bad frames {beat.bad_frames} and {hub.link.bad}, resent {beat.resent}.")
