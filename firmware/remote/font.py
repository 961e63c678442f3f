"""Makes both sides of font.txt: the pixels for the display, and the codes for the Pi; and the remote's own words."""

import sys
from collections.abc import Iterator
from pathlib import Path

REMOTE = Path(__file__).parent
TABLE = REMOTE / "font.txt"
HEADER = REMOTE / "font.h"
OWN_WORDS = REMOTE / "words.h"
CODES = REMOTE.parent.parent / "tablekit" / "wire" / "glyphs.py"
WIDTH, HEIGHT = 6, 13
ABOVE = 2
"""Empty pixels above a letter in its line of 16."""
COLUMNS = 20
WORDS = {
    "NO_LINK": ("Нет связи", "No link", "Əlaqə yoxdur", ""),
    "NOT_PAIRED": ("Нет ключа: кабель", "Not paired: cable", "Açar yoxdur: kabel", ""),
}
"""What the remote says by itself, to a host whose language it does not know."""
MADE = "Made from firmware/remote/font.txt by firmware/remote/font.py."

Glyph = list[str]
"""Rows of pixels, `#` is lit."""


def glyphs() -> dict[int, tuple[str, Glyph]]:
    """By code: the letter and its pixels; ValueError if the table is not what its head says."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith(";")]
    found: dict[int, tuple[str, Glyph]] = {}
    for at in range(0, len(lines), HEIGHT + 1):
        first, *letters = lines[at].split()
        rows = [line.split(" ") for line in lines[at + 1 : at + 1 + HEIGHT]]
        for number, letter in enumerate(letters):
            glyph = [row[number] for row in rows]
            if len(glyph) != HEIGHT or any(len(row) != WIDTH or set(row) - {".", "#"} for row in glyph):
                raise ValueError(f"the pixels of {letter}")
            found[int(first, 16) + number] = (" " if letter == "SP" else letter, glyph)
    return found


def columns(glyph: Glyph) -> list[int]:
    """The glyph as the display takes it: bytes of eight pixels downwards, the upper half of the line first."""
    lit = [sum(1 << (ABOVE + y) for y in range(HEIGHT) if glyph[y][x] == "#") for x in range(WIDTH)]
    return [column & 0xFF for column in lit] + [column >> 8 for column in lit]


def runs(codes: list[int]) -> Iterator[tuple[int, int]]:
    """First and last of the codes that follow each other."""
    start = codes[0]
    for code, following in zip(codes, [*codes[1:], -1], strict=True):
        if following != code + 1:
            yield start, code
            start = following


def header() -> Iterator[str]:
    """The lines of the C header: `glyphs` holds 0x20 to 0x7e, and from 0x80 on."""
    table = glyphs()
    (first, last), (first_more, last_more) = runs(sorted(table))
    yield f"/* The letters of the display. {MADE} */"
    yield from ["#ifndef FONT_H", "#define FONT_H", "", "#include <avr/pgmspace.h>", "#include <stdint.h>", ""]
    for name, value in ("FIRST", first), ("LAST", last), ("FIRST_MORE", first_more), ("LAST_MORE", last_more):
        yield f"#define GLYPH_{name} 0x{value:02x}"
    yield f"#define GLYPH_WIDTH {WIDTH}"
    yield ""
    yield "/* The upper half's columns, then the lower half's; the lowest bit is the uppermost pixel. */"
    yield "static const uint8_t glyphs[][2 * GLYPH_WIDTH] PROGMEM = {"
    for code, (letter, glyph) in sorted(table.items()):
        pixels = ", ".join(f"0x{byte:02x}" for byte in columns(glyph))
        yield f"    {{{pixels}}}, /* 0x{code:02x} {'backslash' if letter == chr(92) else letter} */"
    yield "};"
    yield from ["", "#endif"]


def own_words() -> Iterator[str]:
    """The lines of the C header with what the remote says by itself."""
    codes = {letter: code for code, (letter, _) in glyphs().items()}
    yield f"/* The remote's own words, four lines each. {MADE} */"
    yield from ["#ifndef WORDS_H", "#define WORDS_H", "", "#include <avr/pgmspace.h>", "#include <stdint.h>"]
    for name, lines in WORDS.items():
        yield from ["", f"static const uint8_t {name.lower()}[] PROGMEM = {{"]
        for line in lines:
            row = [f"0x{codes[letter]:02x}" for letter in line.ljust(COLUMNS)]
            yield f"    {', '.join(row[:10])}, /* {line or 'nothing'} */"
            yield f"    {', '.join(row[10:])},"
        yield "};"
    yield from ["", "#endif"]


def module() -> Iterator[str]:
    """The lines of the Python module."""
    table = glyphs()
    yield f'"""The code set of the remote\'s display. {MADE}"""'
    yield ""
    for name, (first, last) in zip(("ASCII", "MORE"), runs(sorted(table)), strict=True):
        letters = "".join(table[code][0] for code in range(first, last + 1))
        yield f"_{name} = {quoted(letters)}"
    yield ""
    yield "CODES = {letter: 0x20 + at for at, letter in enumerate(_ASCII)}"
    yield "CODES |= {letter: 0x80 + at for at, letter in enumerate(_MORE)}"
    yield '"""By letter: its code."""'
    yield "LETTERS = {code: letter for letter, code in CODES.items()}"
    yield '"""By code: its letter."""'
    yield ""
    for name, lines in WORDS.items():
        yield f"{name} = ({', '.join(map(quoted, lines))})"
    yield '"""What the remote says by itself."""'


def quoted(letters: str) -> str:
    """The letters as a string literal in double quotes."""
    return '"' + letters.replace("\\", "\\\\").replace('"', '\\"') + '"'


def made() -> dict[Path, str]:
    """What each file should be."""
    files = {HEADER: header(), OWN_WORDS: own_words(), CODES: module()}
    return {path: "\n".join(lines) + "\n" for path, lines in files.items()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(REMOTE.parent.parent)}\n")
