"""One frame of the terminal view: the table and its last ballot at the left, what is told and said at the right."""

from collections.abc import Callable

from rich.align import Align
from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel
from rich.text import Text as Line

from tablekit.effects import Say, text
from tablekit.texts import Translate
from tablekit.view import colours
from tablekit.view.ballot_line import BallotLine
from tablekit.view.canvas import fitting
from tablekit.view.picture import Picture, Table
from tablekit.view.round_table import RoundTable
from tablekit.view.side import EDGES, PADDED_EDGES, Heard, Side
from tablekit.view.words import clock, period_name, step

LEAST_WIDTH, LEAST_HEIGHT = 62, 20
"""Below this there is no room for a table: a few lines tell the most needed."""
SIDE_LEAST, SIDE_MOST = 26, 34
BALLOT_LEAST, BALLOT_MOST = 7, 14
TITLE_MARGIN = 8
RULE = text(
    "No ballot yet. A hand that is on its pad before the word counts;\n"
    "one that comes with it, or a microsecond later, does not."
)
KEYS_IN_SHORT = text("Space «thanks»  Enter #  Bksp *  0-9  A B C D  q: leave")
SIGNS = (
    ("○", colours.PAD, text("pad")),
    (" ● ", colours.LAMP, text("hand on it")),
    ("▲", colours.NOMINEE, text("nominee")),
    ("!", colours.FOUL, text("foul")),
    ("✕", colours.OUT_MARK, text("out")),
)


class Frame:
    """Draws frames of any size; the smaller, the less is in them."""

    def __init__(self, table: Table, translate: Translate, words: Callable[[Say], str]) -> None:
        self.table, self.translate, self._words = table, translate, words
        self._round = RoundTable(table, translate)
        self._ballot = BallotLine(table, translate, words)
        self._side = Side(table, translate)

    def draw(self, picture: Picture, heard: Heard, width: int, height: int) -> RenderableType:
        """The whole frame."""
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            return self._brief(picture, heard, width, height)
        side, body = max(SIDE_LEAST, min(SIDE_MOST, width * 28 // 100)), height - 2
        ballot = max(BALLOT_LEAST, min(BALLOT_MOST, body * 2 // 5))
        cue = self._words(picture.scene.said) if picture.scene.said else ""
        left, right, middle, whole = Layout(), Layout(size=side), Layout(), Layout()
        left.split_column(
            Layout(self._seats(picture, cue, width - side, body - ballot), size=body - ballot),
            Layout(self._last_ballot(picture, width - side, ballot), size=ballot),
        )
        right.split_column(*self._side.layouts(picture, heard, side, body))
        middle.split_row(left, right)
        whole.split_column(
            Layout(self._title(width), size=1), middle, Layout(self._legend(picture, width, body), size=1)
        )
        return whole

    def _title(self, width: int) -> Line:
        line = Line(f" tablekit · {self.table.book} ", colours.TITLE, no_wrap=True, end="")
        if self.table.simulated:
            warning = self.translate(text("SIMULATION: no real people play"))
            line.append(f" {warning} ", colours.SIMULATION)
        line.append(" " * max(0, width - line.cell_len), colours.TITLE)
        line.truncate(width)
        return line

    def _seats(self, picture: Picture, cue: str, width: int, height: int) -> Panel:
        canvas = self._round.draw(picture.scene, picture.left_s, cue, width - PADDED_EDGES, height - EDGES)
        nominees = fitting(self._nominees(picture), width - TITLE_MARGIN)
        return Panel(
            canvas,
            box=ROUNDED,
            border_style=colours.PUBLIC,
            title=Line(self.translate(text("everybody sees")), colours.PUBLIC),
            title_align="left",
            subtitle=Line(nominees, colours.NOMINEE) if nominees else None,
        )

    def _nominees(self, picture: Picture) -> str:
        scene = picture.scene
        if not scene.nominees:
            return ""
        votes = tuple(f"{seat} ({scene.votes[seat]})" if seat in scene.votes else seat for seat in scene.nominees)
        return "▲ " + self.translate(text("nominees in order (votes): {seats}", seats=votes))

    def _last_ballot(self, picture: Picture, width: int, height: int) -> Panel:
        ballot = picture.desk.ballot
        inside: RenderableType
        if ballot is None:
            title = self.translate(text("last ballot"))
            inside = Align.center(Line(self.translate(RULE), colours.QUIET, justify="center"), vertical="middle")
        else:
            title = self.translate(text("last ballot, {title}", title=self._ballot.title(ballot)))
            inside = self._ballot.draw(ballot, picture.scene.seating, width - PADDED_EDGES, height - EDGES)
        name = Line(fitting(title, width - TITLE_MARGIN), colours.BOLD)
        return Panel(inside, box=ROUNDED, border_style=colours.PUBLIC, title=name, title_align="left")

    def _legend(self, picture: Picture, width: int, body: int) -> Line:
        """What one may do; and the signs, unless the keys have found no other place."""
        line = Line(" ", no_wrap=True, end="")
        if self.table.hosted and picture.scene.what == "over":
            line.append(self.translate(text("Enter: another game   q: leave")), colours.BOLD)
        elif self.table.hosted and not self._side.shows_keys(body):
            line.append(self.translate(KEYS_IN_SHORT), colours.BOLD)
        else:
            line.append(self.translate(text("q: leave")), colours.BOLD)
        for sign, style, meaning in SIGNS:
            line.append("   ").append(sign, style).append(f" {self.translate(meaning)}", colours.QUIET)
        line.truncate(width)
        return line

    def _brief(self, picture: Picture, heard: Heard, width: int, height: int) -> RenderableType:
        """As many lines as there is room for, the most needed first."""
        scene = picture.scene
        lines = [
            self.translate(text("SIMULATION")) if self.table.simulated else "",
            f"{self.translate(period_name(scene.period))} · {self.translate(step(scene))} {clock(picture.left_s)}",
            *heard.display,
            " ".join(f"{seat}●" if seat in scene.hands else str(seat) for seat in scene.living),
            self._nominees(picture),
            *(spoken.words for spoken in heard.aloud[-height:]),
        ]
        shown = [Line(fitting(line, width), no_wrap=True) for line in lines if line.strip()]
        return Group(*shown[: max(1, height)])
