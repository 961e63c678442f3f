"""No check keeps another from its turn, and what was found is told to people and to programs."""

import json
import threading
from collections.abc import Iterator

from tablekit.doctor.findings import Check, Finding, as_json, examine, ok, shown, verdict
from tablekit.errors import DeviceError


def well() -> Iterator[Finding]:
    yield ok("second", "All is there.")


def test_a_check_that_hangs_is_left_behind() -> None:
    hangs = threading.Event()

    def hang() -> Iterator[Finding]:
        yield ok("first", "So far.")
        hangs.wait()

    found = list(examine([Check("first", hang), Check("second", well)], longest_s=0.05))
    hangs.set()
    assert [(finding.check, finding.state) for finding in found] == [
        ("first", "OK"),
        ("first", "FAULT"),
        ("second", "OK"),
    ]
    assert found[1].what.startswith("KIT468: the check of first has said nothing for 0.05 s")


def test_a_check_that_fails_is_a_fault_and_the_next_one_is_made() -> None:
    def raises() -> Iterator[Finding]:
        raise DeviceError(411, "no hub is plugged in", "Plug it in")
        yield

    def breaks() -> Iterator[Finding]:
        raise ZeroDivisionError("by the author")
        yield

    found = list(examine([Check("hub", raises), Check("power", breaks), Check("second", well)]))
    assert [finding.what.split(".")[0] for finding in found] == [
        "KIT411: no hub is plugged in",
        "KIT469: the check of power itself failed: ZeroDivisionError: by the author",
        "All is there",
    ]


def test_for_programs_it_is_a_list_of_checks() -> None:
    told = json.loads(as_json([ok("Pi", "A Pi."), Finding("hub", "FAULT", "Gone.")], simulated=True, zero=False))
    assert (told["ok"], told["simulated"], told["zero"]) == (False, True, False)
    assert told["checks"][1] == {"check": "hub", "state": "FAULT", "what": "Gone."}


def test_the_last_line_says_whether_a_game_can_be_played() -> None:
    fine, doubtful, bad = ok("a", ""), Finding("a", "WARNING", ""), Finding("a", "FAULT", "")
    assert verdict([fine]) == "All is well."
    assert verdict([fine, doubtful]) == "No fault, 1 warning: a game can be played."
    assert verdict([bad, bad, doubtful]) == "2 faults, 1 warning: mend the faults before a game."


def test_on_a_terminal_no_word_is_cut() -> None:
    lines = shown(Finding("hub", "FAULT", "word " * 40), width=70).splitlines()
    assert len(lines) > 3
    assert all(len(line) <= 70 and line.rstrip().endswith(("word", "FAULT")) for line in lines)
    assert lines[1].startswith(" " * 22 + "word")
