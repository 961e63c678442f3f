"""What a check has found, one sentence each; and the run of all checks, of which none keeps another from its turn."""

import json
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Literal, NamedTuple

from tablekit import __version__
from tablekit.errors import DeviceError, KitError

State = Literal["OK", "WARNING", "FAULT"]
LONGEST_S = 15.0
"""A check that takes longer hangs."""


INDENT, LEAST_WIDTH = 22, 60


class Finding(NamedTuple):
    """One line of the doctor: what was looked at, how it is, and the sentence, with the remedy if it needs one."""

    check: str
    state: State
    what: str

    def __str__(self) -> str:
        return f"{self.state:<8} {self.check:<12} {self.what}"


class Check(NamedTuple):
    """Something to look at. `look` may raise a KitError, which is a fault, and may hang."""

    name: str
    look: Callable[[], Iterable[Finding]]


def shown(finding: Finding, width: int | None = None) -> str:
    """For a terminal: no word is cut; None: on one line."""
    if width is None:
        return str(finding)
    return textwrap.fill(str(finding), max(width, LEAST_WIDTH), subsequent_indent=" " * INDENT)


def ok(check: str, what: str) -> Finding:
    """It is as it should be."""
    return Finding(check, "OK", what)


def warning(check: str, why: KitError) -> Finding:
    """A game can be played, but somebody should know."""
    return Finding(check, "WARNING", str(why))


def fault(check: str, why: KitError) -> Finding:
    """With this no game should begin."""
    return Finding(check, "FAULT", str(why))


def doubt(check: str, what: str, remedy: str) -> Finding:
    """A warning that needs no number to look it up by."""
    return Finding(check, "WARNING", f"{what}. {remedy}.")


def refusal(check: str, what: str, remedy: str) -> Finding:
    """A fault that needs none."""
    return Finding(check, "FAULT", f"{what}. {remedy}.")


def examine(checks: Iterable[Check], longest_s: float = LONGEST_S) -> Iterator[Finding]:
    """The findings of one check after the other, as they come. One that hangs is left behind after `longest_s`."""
    for check in checks:
        found: SimpleQueue[Finding | None] = SimpleQueue()
        threading.Thread(target=_look, args=(check, found), name=f"check of {check.name}", daemon=True).start()
        try:
            while (finding := found.get(timeout=longest_s)) is not None:
                yield finding
        except Empty:
            hangs = DeviceError(
                468,
                f"the check of {check.name} has said nothing for {longest_s:g} s: its device or driver hangs",
                "Pull that device out and plug it in again; if that does not help, switch the Pi off and on",
            )
            yield fault(check.name, hangs)


def _look(check: Check, found: "SimpleQueue[Finding | None]") -> None:
    try:
        for finding in check.look():
            found.put(finding)
    except KitError as error:
        found.put(fault(check.name, error))
    except Exception as error:
        broken = DeviceError(
            469,
            f"the check of {check.name} itself failed: {type(error).__name__}: {error}",
            "The other checks hold; report this sentence to whoever looks after the kit",
        )
        found.put(fault(check.name, broken))
    found.put(None)


def well(findings: Iterable[Finding]) -> bool:
    """Is there no fault among them?"""
    return all(finding.state != "FAULT" for finding in findings)


def as_json(findings: Iterable[Finding], *, simulated: bool, **more: object) -> str:
    """The same for programs: `ok`, and a list of `checks`."""
    found = list(findings)
    told = {"tablekit": __version__, "simulated": simulated, "ok": well(found), **more}
    return json.dumps(told | {"checks": [finding._asdict() for finding in found]}, ensure_ascii=False, indent=1)


def verdict(findings: Iterable[Finding]) -> str:
    """The last line."""
    states = [finding.state for finding in findings]
    faults, warnings = states.count("FAULT"), states.count("WARNING")
    if faults:
        return f"{_count(faults, 'fault')}, {_count(warnings, 'warning')}: mend the faults before a game."
    if warnings:
        return f"No fault, {_count(warnings, 'warning')}: a game can be played."
    return "All is well."


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
