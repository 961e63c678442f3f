"""The round table from above, the host at its foot, the seats clockwise from his left. It draws public facts only."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tablekit.effects import text
from tablekit.game.scene import Scene
from tablekit.texts import Translate
from tablekit.view import colours
from tablekit.view.canvas import Canvas, fitting, in_two_lines
from tablekit.view.digits import large
from tablekit.view.picture import Table
from tablekit.view.words import clock, period_name, step

SPEAKING = ("speech", "silent", "defence", "last word")
CARD_MOST, CARD_LEAST = 15, 6
TWO_ROWS = 15
"""A canvas of this height has two rows for each seat: the name, and what is the matter with it."""
PAD_ACROSS, PAD_DOWN = 3, 1
"""How far from the rim a pad lies."""
RIM_GAP, SIDE_GAP = 0.6, 2
"""Cells between the rim and the seats at head and foot, and those at the sides."""
HURRY_S = 10
BARE_KEPT = 4


class Oval(NamedTuple):
    """The table's place on the canvas, in cells."""

    x: float
    y: float
    across: float
    down: float

    def within(self, across: float, down: float) -> "Oval":
        """The same, so many cells smaller on each side."""
        return self._replace(across=max(0.5, self.across - across), down=max(0.5, self.down - down))

    def at(self, turn: float) -> tuple[float, float]:
        """The point on its edge at `turn`: 0 = the host, a half = opposite."""
        angle = 2 * math.pi * turn
        return self.x - math.sin(angle) * self.across, self.y + math.cos(angle) * self.down

    def room(self, below: float) -> int:
        """The cells between the pads in the row so far below the middle."""
        share = 1 - (below / self.down) ** 2
        return int(2 * (self.across - PAD_ACROSS - 1) * math.sqrt(max(0.0, share))) - 1

    def reach(self, x: float, y: float) -> float:
        """How many radii from the middle a point is."""
        return math.hypot((x - self.x) / self.across, (y - self.y) / self.down)


class Mark(NamedTuple):
    """A piece of what is written at a seat."""

    text: str
    style: Style


class RoundTable:
    """Draws the table into a canvas of any size."""

    def __init__(self, table: Table, translate: Translate) -> None:
        self.table, self.translate = table, translate
        self._bare: dict[tuple[Oval, bool], Canvas] = {}

    def draw(self, scene: Scene, left_s: int | None, said: str, width: int, height: int) -> Canvas:
        """The table as it is, and in its middle what was said last."""
        rows = 2 if height >= TWO_ROWS else 1
        card = min(CARD_MOST, max(CARD_LEAST, width * 22 // 100))
        oval = Oval(
            (width - 1) / 2, (height - 1) / 2, max(1.0, (width - 2 * card - 3) / 2), max(1.0, height / 2 - rows - 0.5)
        )
        canvas = self._bare_table(width, height, oval, scene.night)
        self._middle(canvas, oval, scene, left_s, said)
        turn = 1 / (self.table.seats + 1)
        self._card(canvas, oval, 0, rows, [Mark(self.translate(text("host")), colours.QUIET)], [])
        for seat in range(1, self.table.seats + 1):
            self._pad(canvas, oval, seat * turn, seat, scene)
            name, marks = self._seat(scene, seat, card, rows)
            self._card(canvas, oval, seat * turn, rows, name, marks)
        return canvas

    # -- the table itself
    def _bare_table(self, width: int, height: int, oval: Oval, night: bool) -> Canvas:
        """The last few are kept: most frames need the same."""
        if (oval, night) not in self._bare:
            if len(self._bare) > BARE_KEPT:
                self._bare.clear()
            self._bare[oval, night] = Canvas(width, height)
            self._felt(self._bare[oval, night], oval, night)
        return self._bare[oval, night].copy()

    def _felt(self, canvas: Canvas, oval: Oval, night: bool) -> None:
        """Half a cell is as high as a cell is wide: the upper and the lower half are coloured each for itself."""
        felt = colours.FELT_BY_NIGHT if night else colours.FELT_BY_DAY
        inner = oval.within(1, 0.5)
        for y in range(canvas.height):
            for x in range(canvas.width):
                upper, lower = (self._ground(oval, inner, felt, x, y + half) for half in (-0.25, 0.25))
                if upper == lower == felt:
                    canvas.put(x, y, " ", felt)
                elif upper == lower and upper is not None:
                    canvas.put(x, y, "█", Style(color=upper.color))
                elif upper == colours.RIM:
                    canvas.put(x, y, "▀", colours.RIM + Style(bgcolor=lower.bgcolor if lower else None))
                elif lower == colours.RIM:
                    canvas.put(x, y, "▄", colours.RIM + Style(bgcolor=upper.bgcolor if upper else None))

    @staticmethod
    def _ground(oval: Oval, inner: Oval, felt: Style, x: float, y: float) -> Style | None:
        if inner.reach(x, y) <= 1:
            return felt
        return colours.RIM if oval.reach(x, y) <= 1 else None

    def _middle(self, canvas: Canvas, oval: Oval, scene: Scene, left_s: int | None, said: str) -> None:
        """Night or day, the step, the clock, the host's last words: what has room."""
        sky = "☾" if scene.night else "☀"
        music = " ♪" if scene.music else ""
        hurry = left_s is not None and left_s <= HURRY_S
        digits = large(clock(left_s)) if oval.down >= 5 else [clock(left_s)]
        lines = [Mark(f"{sky} {self.translate(period_name(scene.period))}{music}", colours.QUIET)]
        lines.append(Mark(self.translate(step(scene)), colours.BOLD))
        if left_s is not None:
            lines += [Mark(row, colours.HURRY if hurry else colours.CLOCK) for row in digits]
        room = oval.room((len(lines) + 1) / 2)
        lines += [Mark(line, colours.QUIET) for line in in_two_lines(f"«{said}»", room) if said]
        lines = lines[: max(1, int(oval.down * 2) - 2)]
        top = round(oval.y - (len(lines) - 1) / 2)
        for y, line in enumerate(lines, top):
            canvas.centred(round(oval.x), y, fitting(line.text, oval.room(y - oval.y)), line.style)

    # -- the seats
    def _pad(self, canvas: Canvas, oval: Oval, turn: float, seat: int, scene: Scene) -> None:
        """The pad lies on the table before its seat; its lamp is lit while a hand is on it."""
        x, y = oval.within(PAD_ACROSS, PAD_DOWN).at(turn)
        if seat in scene.hands:
            canvas.centred(round(x), round(y), " ● ", colours.LAMP)
        elif seat in scene.living:
            canvas.centred(round(x), round(y), "○", colours.PAD)

    def _seat(self, scene: Scene, seat: int, width: int, rows: int) -> tuple[list[Mark], list[Mark]]:
        """Number and name, then what is the matter with the seat."""
        number = f" {seat} "
        speaking = scene.what in SPEAKING and scene.seat == seat
        marks = self._marks(scene, seat)
        if rows == 1:
            marks = [Mark(mark.text.split(" ")[0], mark.style) for mark in marks]
        room = width - len(number) - 1 - (0 if rows == 2 else sum(cell_len(mark.text) + 1 for mark in marks))
        name = fitting(self.table.name(seat, scene.seating), room) if room > 1 else ""
        if seat not in scene.living and not speaking:
            head = [Mark(number, colours.OUT), Mark(name, colours.OUT)]
        elif speaking:
            head = [Mark(number, colours.SPEAKER), Mark(name, colours.SPEAKER_NAME)]
        else:
            head = [Mark(number, colours.SEAT), Mark(name, Style())]
        head = [mark for mark in head if mark.text]
        return (head, marks) if rows == 2 else (head + marks, [])

    def _marks(self, scene: Scene, seat: int) -> list[Mark]:
        fouls = Mark("!" * scene.fouls.get(seat, 0), colours.FOUL)
        marks = []
        if scene.what in SPEAKING and scene.seat == seat:
            marks.append(Mark("❝ " + self.translate(text("speaks")), colours.SPEAKER_NAME))
        if seat not in scene.living:
            return [*marks, Mark("✕ " + self.translate(text("out")), colours.OUT_MARK)]
        if seat in scene.nominees:
            marks.append(Mark("▲ " + self.translate(text("nominee")), colours.NOMINEE))
        if seat in scene.silenced:
            marks.append(Mark("⊘ " + self.translate(text("silent")), colours.FOUL))
        return [*marks, fouls] if fouls.text else marks

    def _card(
        self, canvas: Canvas, oval: Oval, turn: float, rows: int, head: Sequence[Mark], marks: Sequence[Mark]
    ) -> None:
        """Written outside of the rim: from it to the right, to it from the left (mirrored), or above and below."""
        side, foot = -math.sin(2 * math.pi * turn), math.cos(2 * math.pi * turn)
        x = oval.x + (oval.across + SIDE_GAP) * side
        top = round(oval.y + (oval.down + RIM_GAP + rows / 2) * foot - (rows - 1) / 2)
        mirrored = side < -0.5
        for row, line in enumerate((head, marks)):
            line = line[::-1] if mirrored else line
            width = sum(cell_len(mark.text) for mark in line) + max(0, len(line) - 1)
            left = round(x - width * (1 - side) / 2)
            for mark in line:
                canvas.put(left, top + row, mark.text, mark.style)
                left += cell_len(mark.text) + 1
