"""The last ballot as a time line: each hand where it fell, before or after the word, with its milliseconds."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tablekit.effects import WORD_OF, Say, Text, text
from tablekit.game.record import BallotRecord, HandRecord
from tablekit.texts import Translate
from tablekit.view import colours
from tablekit.view.canvas import Canvas, fitting
from tablekit.view.picture import Table

US_PER_MS = 1_000
EARLIEST_US, LATEST_US = -1_500_000, 400_000
"""What the line shows of the time around the word; hands beyond lie on its ends."""
SCALE = ((-1_500_000, text("−1.5 s")), (-1_000_000, text("−1 s")), (-500_000, text("−0.5 s")))
NEAR_MS = 10
"""So near to the word, microseconds are shown."""
NAME_MOST, MS_WIDTH, AXIS_LEAST = 11, 11, 20


class Verdict(NamedTuple):
    """How a hand that was judged so is written."""

    what: Text
    style: Style


VERDICTS = {
    "counted": Verdict(text("counted"), colours.ON_TIME),
    "late": Verdict(text("LATE"), colours.LATE),
    "on the line": Verdict(text("doubtful"), colours.DOUBT),
    "second": Verdict(text("second"), colours.NO_VOTE),
    "not counted": Verdict(text("no vote"), colours.NO_VOTE),
    "by host": Verdict(text("by host"), colours.DOUBT),
}
MS = text("ms")
LIFTED = Verdict(text("counted, lifted"), colours.DOUBT)


def ms(after_us: int) -> str:
    """Milliseconds after the word with their sign, in a column: near the word to the microsecond."""
    value = after_us / US_PER_MS
    told = f"{value:+.3f}" if abs(value) < NEAR_MS else f"{value:+.1f}  "
    return told.replace("-", "−")


def verdict(hand: HandRecord) -> Verdict:
    """What became of the hand; a counted one that was lifted before the word is a foul as well."""
    lifted = hand.lifted_us is not None and hand.lifted_us < 0
    return LIFTED if hand.judged == "counted" and lifted else VERDICTS[hand.judged]


def in_order(ballot: BallotRecord) -> list[HandRecord]:
    """The hands as they fell; a vote that the host entered has no time."""
    return sorted(ballot.hands, key=lambda hand: (hand.judged == "by host", hand.after_t_us, hand.seat))


def remarks(ballot: BallotRecord) -> list[Text]:
    """What the line does not show. An error of T says nothing where hands and T have one counter."""
    doubted = not ballot.hands or any(hand.err_us for hand in ballot.hands)
    told = [
        (text("held since before the call: {seats}", seats=ballot.held), ballot.held),
        (text("early: {seats}", seats=ballot.early), ballot.early),
        (text("unknown: {seats}", seats=ballot.unknown), ballot.unknown),
        (text("no hand in time, so against the last nominee: {seats}", seats=ballot.by_default), ballot.by_default),
        (text("the word is known to {ms} ms only", ms=ballot.t_err_us / US_PER_MS), ballot.t_err_us and doubted),
    ]
    return [*([ballot.void] if ballot.void else []), *(what for what, told_of in told if told_of)]


class BallotLine:
    """Draws a judged ballot into any width and height; `words` gives what is said at T."""

    def __init__(self, table: Table, translate: Translate, words: Callable[[Say], str]) -> None:
        self.table, self.translate, self.words = table, translate, words

    def title(self, ballot: BallotRecord) -> str:
        """Against whom, and what it came to."""
        about = text("against {seat}", seat=ballot.nominee) if ballot.nominee else text("all of them to leave")
        title = text("{about}: {counted} counted", about=about, counted=len(ballot.counted))
        if ballot.by_default:
            title = text("{title}, {default} by default", title=title, default=len(ballot.by_default))
        if late := len(ballot.seats("late")):
            title = text("{title}, {late} late", title=title, late=late)
        return self.translate(title)

    def draw(self, ballot: BallotRecord, seating: tuple[int, ...], width: int, height: int) -> Canvas:
        """An axis, then a row for each hand; if there is no room for all, the earliest are left out."""
        canvas = Canvas(width, height)
        told, hands = remarks(ballot), in_order(ballot)
        if (hidden := len(hands) - max(1, height - 1 - bool(told))) > 0:
            told.append(text("{count} earlier hands", count=hidden + (not told)))
        notes = "; ".join(self.translate(remark).rstrip(".") for remark in told)
        hands = hands[-max(1, height - 1 - bool(notes)) :]
        words = max(cell_len(self.translate(each.what)) for each in (*VERDICTS.values(), LIFTED))
        name = min(NAME_MOST, max(0, width - 3 - MS_WIDTH - words - AXIS_LEAST))
        axis = Axis(canvas, 3 + name + bool(name), width - 3 - MS_WIDTH - words)
        scale = [(mark_us, self.translate(label)) for mark_us, label in SCALE]
        axis.draw(height - bool(notes), f"«{self.words(Say(0, WORD_OF[ballot.form]))}»", scale)
        unit = self.translate(MS)
        canvas.put(width - words - 3 - len(unit), 0, unit, colours.QUIET)
        for row, hand in enumerate(hands, 1):
            what = verdict(hand)
            canvas.put(0, row, f"{hand.seat:2}", colours.BOLD)
            canvas.put(3, row, fitting(self.table.name(hand.seat, seating), name), what.style)
            axis.hand(row, hand, what.style)
            after = "" if hand.judged == "by host" else ms(hand.after_t_us)
            canvas.put(width - words - 2 - MS_WIDTH, row, f"{after:>{MS_WIDTH}}", what.style)
            canvas.put(width - words, row, self.translate(what.what), what.style)
        canvas.put(0, height - 1, fitting(notes, width) if notes else "", colours.QUIET)
        return canvas


class Axis:
    """The stretch of columns that time is drawn on. What was before the word is left of its column, the rest right."""

    def __init__(self, canvas: Canvas, left: int, right: int) -> None:
        self.canvas, self.left, self.right = canvas, left, right
        self.word = left + round((right - left) * EARLIEST_US / (EARLIEST_US - LATEST_US))

    def column(self, after_us: int) -> int:
        """Where an instant lies, in microseconds after the word."""
        if after_us < 0:
            share = min(1.0, after_us / EARLIEST_US)
            return min(self.word - 1, round(self.word + (self.left - self.word) * share))
        share = min(1.0, after_us / LATEST_US)
        return max(self.word + 1, round(self.word + (self.right - 1 - self.word) * share))

    def draw(self, bottom: int, word: str, scale: Iterable[tuple[int, str]]) -> None:
        """The word's line down to the row `bottom`, its name, and some seconds before it."""
        free = 0
        for mark_us, label in scale:
            column = self.column(mark_us)
            if column - len(label) // 2 >= free:
                self.canvas.centred(column, 0, label, colours.QUIET)
                free = column + len(label)
        for row in range(1, bottom):
            self.canvas.put(self.word, row, "┃", colours.WORD)
        self.canvas.put(self.word - 1, 0, word, colours.WORD)

    def hand(self, row: int, hand: HandRecord, style: Style) -> None:
        """From the contact to the word or the lift."""
        if hand.judged == "by host":
            return
        start = self.column(hand.after_t_us)
        end = self.column(hand.lifted_us) if hand.lifted_us is not None else max(start, self.right - 1)
        for x in range(start, end + 1):
            if x != self.word:
                self.canvas.put(x, row, "━", style)
        self.canvas.put(start, row, "●", style)
        if hand.lifted_us is not None and end > start:
            self.canvas.put(end, row, "╸", style)


def sentence(ballot: BallotRecord, translate: Translate) -> str:
    """The hands on one line, for a transcript."""
    told = [
        f"{hand.seat} {translate(verdict(hand).what)}"
        + ("" if hand.judged == "by host" else f" {ms(hand.after_t_us).strip()} {translate(MS)}")
        for hand in in_order(ballot)
    ]
    return "; ".join([*told, *map(translate, remarks(ballot))])
