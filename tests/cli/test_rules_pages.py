"""The pages of the rule books are those of the code."""

from pathlib import Path

import pytest

from tablekit.cli import main
from tablekit.rulesets import BOOKS
from tablekit.sim.flow import Flow

PAGES = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_page_is_up_to_date(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", book, "--page"]) == 0
    assert (PAGES / f"{book}.md").read_text(encoding="utf-8") == capsys.readouterr().out, "run `make rules`"


def test_a_diagram_has_its_steps_and_what_leads_on() -> None:
    flow = Flow()
    flow.nodes |= {("day", "call"): "Call", ("day", "count"): "Count", ("finish", "result"): "The result"}
    flow.edges[("day", "call"), ("day", "count")] = {"": None}
    flow.edges[("day", "count"), ("finish", "result")] = {"b": None, "": None, "a": None}
    assert [line.strip() for line in flow.mermaid().splitlines() if "-->" in line] == [
        "day_call --> day_count",
        'day_count -->|"a<br>or b"| finish_result',
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_every_step_of_a_page_is_led_to(book: str) -> None:
    lines = (PAGES / f"{book}.md").read_text(encoding="utf-8").splitlines()
    steps = {line.split("[")[0].strip() for line in lines if line.startswith("    ")}
    led_to = {line.split()[-1] for line in lines if "-->" in line}
    assert len(steps) > 20
    assert steps - led_to <= {"first_seats", "first_lot_of_seats"}, "where a game begins"
