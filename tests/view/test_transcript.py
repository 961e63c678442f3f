from io import StringIO

from rowdy_game import playing

from tablekit.effects import Say, Tell, text
from tablekit.game.record import BallotRecord, HandRecord
from tablekit.texts import translate
from tablekit.view.summary import summary
from tablekit.view.transcript import Transcript

S = 1_000_000


def test_each_event_worth_telling_is_a_line_with_its_time() -> None:
    out = StringIO()
    with Transcript("en", out, lambda: None) as transcript:
        transcript.hear(Say(7 * S, "night"))
        transcript.hear(Say(8 * S, "number", (1,)))
        transcript.overhear(9 * S, text("Seat {seat}: Pass.", seat=4))
        transcript.hear(Tell(68 * S + 250_000, text("Seat {seat} peeked.", seat=1)))
    assert out.getvalue().splitlines() == [
        "  0:00.0  «Night»",
        "  0:02.0  Seat 4: Pass.",
        "  1:01.2  to the host: Seat 1 peeked.",
    ]


def test_each_ballots_hands_are_told_once_with_their_milliseconds() -> None:
    out = StringIO()
    hands = [HandRecord(3, -812_000, 0, "counted"), HandRecord(7, 231, 0, "late")]
    ballot = BallotRecord(4, called_us=0, t_us=5 * S, hands=hands, counted=[3])
    transcript = Transcript("en", out, lambda: ballot)
    transcript.hear(Say(0, "ballot", (4,)))
    transcript.hear(Say(S, "count", (4, 1)))
    transcript.hear(Say(2 * S, "count", (4, 1)))
    assert out.getvalue().count("hands: 3 counted −812.0 ms; 7 LATE +0.231 ms") == 1
    assert out.getvalue().index("hands:") < out.getvalue().index("«Votes against number 4: 1»")


def test_a_whole_game_is_told_and_summed_up() -> None:
    out = StringIO()
    last: list[BallotRecord | None] = [None]
    transcript = Transcript("ru", out, lambda: last[0])
    for kit, _, effects in playing(2):
        last[0] = kit.runner.table.last_ballot
        for effect in effects:
            transcript.hear(effect)
    assert "«Мафия просыпается»" in out.getvalue()
    record = kit.runner.table.record
    lines = [translate("en")(line) for line in summary(record)]
    assert lines[0].startswith({"red": "The red side", "black": "The black side", "draw": "A draw"}[record.winner])
    assert lines[1] == f"Out, in order: {', '.join(map(str, record.out))}"
    stages = [stage for day in record.days for stage in day.stages if stage.votes]
    assert sum("votes:" in line for line in lines) == len(stages)
    late = [hand for stage in stages for ballot in stage.ballots for hand in ballot.hands if hand.judged == "late"]
    assert sum(line.count(" ms") for line in lines if "refused as late" in line) >= len(late)
