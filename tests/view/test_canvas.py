from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tablekit.view.canvas import Canvas, fitting, in_two_lines, printable

RED = Style(color="red")
FELT = Style(bgcolor="green")


def test_what_is_written_stands_where_it_was_put() -> None:
    canvas = Canvas(6, 2)
    canvas.put(1, 0, "abc")
    canvas.centred(3, 1, "xyz")
    assert canvas.lines() == [" abc  ", "  xyz "]


def test_what_falls_outside_is_cut() -> None:
    canvas = Canvas(4, 1)
    canvas.put(-2, 0, "abcd")
    canvas.put(3, 0, "xyz")
    canvas.put(0, 1, "below")
    canvas.put(0, -1, "above")
    assert canvas.lines() == ["cd x"]


def test_a_wide_character_takes_two_cells_and_half_of_it_never_stays() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "貓咪a")
    assert canvas.lines() == ["貓咪a "]
    canvas.put(1, 0, "x")
    assert canvas.lines() == [" x咪a "]
    canvas.put(2, 0, "y")
    assert canvas.lines() == [" xy a "]
    canvas.put(5, 0, "貓")
    assert canvas.lines() == [" xy a "]


def test_the_background_stays_under_what_is_written() -> None:
    canvas = Canvas(1, 1)
    canvas.put(0, 0, " ", FELT)
    canvas.put(0, 0, "x", RED)
    (segment, _) = canvas.__rich_console__(None, None)  # type: ignore[arg-type]
    assert segment.text == "x"
    assert segment.style == Style(color="red", bgcolor="green")


def test_a_copy_is_drawn_on_by_itself() -> None:
    canvas = Canvas(2, 1)
    twin = canvas.copy()
    twin.put(0, 0, "ab")
    assert (canvas.lines(), twin.lines()) == (["  "], ["ab"])


@given(st.integers(0, 8), st.integers(0, 3), st.lists(st.tuples(st.integers(-9, 9), st.integers(-1, 3), st.text())))
def test_every_row_keeps_its_width(width: int, height: int, puts: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(width, height)
    for x, y, text in puts:
        canvas.put(x, y, text)
    assert [sum(map(cell_len, line)) for line in canvas.lines()] == [width] * height


@given(st.text(), st.integers(-1, 9))
def test_what_fits_is_whole_and_the_rest_ends_in_dots(text: str, width: int) -> None:
    fitted, whole = fitting(text, width), printable(text)
    assert cell_len(fitted) <= max(0, width)
    assert fitted == whole or fitted[-1:] in ("…", "")


def test_control_characters_are_not_written() -> None:
    assert fitting("a\x07b\x1b[31m\n", 9) == "ab[31m"
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "a\x1bb")
    assert canvas.lines() == ["ab "]


def test_a_line_is_broken_once_and_cut_if_that_is_not_enough() -> None:
    assert in_two_lines("one two three", 20) == ["one two three"]
    assert in_two_lines("one two three four", 8) == ["one two", "three f…"]
