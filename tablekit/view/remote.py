"""The display of the host's remote, 4 lines of 20 columns: what now; the clock; what was told last; the keys.

The last line names every key that does something now, a page after another if there are too many for one, and between
them those that do something at any moment. While something is typed it shows that, and how to go on.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from tablekit.effects import Text, text
from tablekit.game.keypad import PROMPTS
from tablekit.texts import Translate
from tablekit.view import words
from tablekit.view.picture import Picture
from tablekit.view.words import clock, step

COLUMNS, ROWS = 20, 4
LINGER = 4
"""Ticks for which a line that is too long stands still before it moves."""
PAGE = 7
"""Ticks for which a page of keys stands."""
SEALED = frozenset({"ballot", "raise", "word"})
"""Hands are going: the last line stands still, and shows nothing but the key for the word."""
CURSOR = "_"
MODES = {prompt.template: mode for mode, prompt in PROMPTS.items()}
"""The command that is typed, by its prompt."""
GLYPHS = frozenset(
    "".join(map(chr, range(ord(" "), ord("~") + 1)))
    + "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
    + "əƏğĞıİöÖüÜçÇşŞ·«»–…±"
)
"""What the display's page of characters has."""
ALIKE = {"−": "-", "—": "–", "’": "'", "“": "«", "”": "»", "„": "«"}
ROLE_LETTERS = {
    "mafia": "M", "don": "D", "boss": "B", "sheriff": "S", "commissar": "C", "doctor": "H", "lover": "L", "maniac": "X",
    "killer": "K", "avenger": "A", "mirror": "R", "kamikaze": "Z", "traitor": "T", "citizen": "·",
}  # fmt: skip


def display(picture: Picture, told: Text | None, translate: Translate, tick: int) -> list[str]:
    """The four lines; one that is too long moves by a column with each tick, and the keys turn their pages."""
    warning, time = word(picture) or warned(picture), clock(picture.left_s)
    beside = COLUMNS - len(time) - 1 if time else COLUMNS
    warns = window(translate(warning) if warning else "", tick, beside)
    lines = (
        window(translate(picture.desk.says or step(picture.scene)), tick),
        f"{time} {warns}" if time else warns,
        window(translate(told) if told else "", tick),
        bottom(picture, translate, tick),
    )
    return [window(line, tick) for line in lines]


def word(picture: Picture) -> Text | None:
    """When the word is usually said; the host's own ear is right."""
    if picture.word_in_s is None:
        return None
    return text("The word in {seconds}", seconds=picture.word_in_s) if picture.word_in_s > 0 else text("The word: now")


def warned(picture: Picture) -> Text | None:
    """What the host must see before he goes on."""
    desk, living = picture.desk, picture.scene.living
    if picture.unkept:
        return text("DISK: not kept")
    if desk.lost:
        return text("No answer: {sources}", sources=desk.lost)
    if desk.held:
        return text("Hands: {seats}", seats=desk.held)
    if desk.asleep:
        return text("Asleep: {seats}", seats=desk.asleep)
    if desk.uncertain and picture.scene.night:
        return text("Mask unsure: {seats}", seats=desk.uncertain)
    if 0 < len(desk.bare) < len(living):
        return text("No mask: {seats}", seats=desk.bare)
    return None


# -- the keys
def offered(picture: Picture) -> list[Text]:
    """Each key that answers what is asked now."""
    what = picture.scene.what
    if what == "over":
        return [words.NEW_GAME]
    if what in SEALED and not picture.desk.keys and picture.word_in_s is not None:
        return [words.WIRED_KEY]
    commands = picture.desk.keys
    return [words.key(command, what) for command in (commands[::-1] if what in words.LOBBY_STEPS else commands)]


def standing(picture: Picture) -> list[Text]:
    """Each key that does something besides."""
    what = picture.scene.what
    if what == "over" or what in SEALED:
        return []
    if what in words.LOBBY_STEPS:
        return [words.KEYS["undo"]]
    return [words.KEYS[command] for command in words.STANDING if command != "pause" or what != "paused"]


def pages(picture: Picture, translate: Translate) -> list[str]:
    """The last line while nothing is typed: what is asked first, and again between the pages of the standing keys."""
    asked = packed(translate(name) for name in offered(picture))
    return [page for other in packed(translate(name) for name in standing(picture)) for page in (*asked, other)] or (
        asked or [""]
    )


def packed(names: Iterable[str]) -> list[str]:
    """As many names a page as there is room for, as far apart; none is cut."""
    rows: list[list[str]] = []
    for name in names:
        if rows and len(" ".join([*rows[-1], name])) <= COLUMNS:
            rows[-1].append(name)
        else:
            rows.append([name])
    return [wide if len(wide := "  ".join(row)) <= COLUMNS else " ".join(row) for row in rows]


def keys(picture: Picture, translate: Translate) -> str:
    """All keys that answer what is asked now, for a line that has room for them."""
    return "  ".join(translate(name) for name in offered(picture))


def bottom(picture: Picture, translate: Translate, tick: int) -> str:
    """The last line at that tick."""
    if picture.typing is None:
        return _turned(pages(picture, translate), tick)
    line = typed(picture.typing, picture.scene.what, translate)
    room = COLUMNS - len(line) - 1
    hints = [hint for hint in map(translate, going_on(picture, picture.typing)) if len(hint) <= room]
    return f"{line} {_turned(hints, tick):>{room}}" if hints else line


def command_of(typing: Text) -> str:
    """The command that is typed; `undo`: it waits for its second key."""
    if isinstance(prompt := typing.args.get("prompt"), Text):
        return MODES[prompt.template]
    if "reason" in typing.args:
        return "foul"
    return "number" if typing.args else "undo"


def typed(typing: Text, what: str, translate: Translate) -> str:
    """The command as its key is named, with the number so far."""
    if "prompt" in typing.args:
        return f"{translate(words.key(command_of(typing), what))} {typing.args['typed']}{CURSOR}"
    return translate(typing) + (CURSOR if "typed" in typing.args else "")


def going_on(picture: Picture, typing: Text) -> tuple[Text, ...]:
    """How what is typed is gone on with, ended or cleared. What does nothing now can only be cleared."""
    command, what = command_of(typing), picture.scene.what
    if command == "undo":
        return ()
    stands = command in ("foul", "pardon", "remove") and what not in words.LOBBY_STEPS
    if not (stands or command in picture.desk.keys):
        return (words.CLEAR,)
    if typing.args.get("typed") != "":
        return (words.OK, words.CLEAR)
    pauses = command != "remove" or what not in {*SEALED, "paused"}
    return (*(words.GOES_ON.get(command, ()) if pauses else ()), words.CLEAR)


def _turned(sheets: Sequence[str], tick: int) -> str:
    return sheets[tick // PAGE % len(sheets)]


# -- lines and letters
def window(line: str, tick: int, columns: int = COLUMNS) -> str:
    """What so many columns of the display show of a line at that tick."""
    line = drawable(line)
    if len(line) <= columns:
        return line.ljust(columns)
    shift = max(0, tick % (len(line) - columns + 2 * LINGER) - LINGER)
    return line[min(shift, len(line) - columns) :][:columns]


def drawable(line: str) -> str:
    """The line in characters that the display has: an accent is left out, and what is in no page is a question mark."""
    return "".join(map(_glyph, unicodedata.normalize("NFC", line)))


def _glyph(char: str) -> str:
    if char in GLYPHS:
        return char
    bare = ALIKE.get(char) or unicodedata.normalize("NFKD", char)[0]
    if bare in GLYPHS:
        return bare
    return "" if unicodedata.category(char)[0] in "CM" else "?"


def cards(picture: Picture, seats: int) -> list[tuple[int, str]]:
    """Each seat's card as a letter, as far as it is known."""
    return [(seat, ROLE_LETTERS.get(picture.desk.roles.get(seat, ""), "?")) for seat in range(1, seats + 1)]
