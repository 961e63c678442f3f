"""A small canvas: rectangles, lines and words, in millimetres or any other unit, as SVG."""

from xml.sax.saxutils import escape

FONT = "DejaVu Sans, Verdana, sans-serif"
KINDS = {
    "pad": "#ffe48a",
    "mask": "#f4f1e0",
    "light": "#c3dcff",
    "once": "#ffd6e8",
    "bus": "#cdecec",
    "loop": "#d5dde6",
    "3.3 V": "#d0b8f2",
    "VCC": "#d0b8f2",
    "5 V": "#ff9c94",
    "ground": "#cfcfcf",
    "": "#ffffff",
}
"""What a pin is for: its colour in every picture. None is like a ground of the seats' cables: orange, green, brown."""


class Canvas:
    """Made from above; y grows downwards."""

    def __init__(self, width: float, height: float, unit: str = "") -> None:
        self._size = (width, height, unit)
        self._shapes: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, fill: str = "#ffffff", round_: float = 0) -> None:
        """A rectangle."""
        corner = f' rx="{_n(round_)}"' if round_ else ""
        self._shapes.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{corner} fill="{fill}" '
            f'stroke="#333333" stroke-width="{_n(self._stroke)}"/>'
        )

    def line(self, *points: tuple[float, float], colour: str = "#333333", dashed: bool = False) -> None:
        """A line through the points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dash = f' stroke-dasharray="{_n(4 * self._stroke)}"' if dashed else ""
        self._shapes.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{_n(1.5 * self._stroke)}"{dash}/>'
        )

    def word(
        self,
        x: float,
        y: float,
        told: str,
        size: float,
        at: str = "middle",
        bold: bool = False,
        turned: bool = False,
        colour: str = "#111111",
    ) -> None:
        """Words whose line is at `y`, beginning at `x` (`at="start"`), around it or before it (`"end"`)."""
        weight = ' font-weight="bold"' if bold else ""
        turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if turned else ""
        self._shapes.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{at}"{weight}{turn} '
            f'fill="{colour}">{escape(told)}</text>'
        )

    def text(self) -> str:
        """The SVG."""
        width, height, unit = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}{unit}" height="{_n(height)}{unit}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" font-family="{FONT}">\n'
            f'<rect width="{_n(width)}" height="{_n(height)}" fill="#ffffff"/>\n'
            + "\n".join(self._shapes)
            + "\n</svg>\n"
        )

    @property
    def _stroke(self) -> float:
        return 0.2 if self._size[2] == "mm" else 1


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
