"""The display of the host's remote, 4 lines of 20 columns: what now; the clock; what was told last; the keys."""

from rich.cells import cell_len

from tablekit.effects import Text, text
from tablekit.texts import Translate
from tablekit.view.picture import Picture
from tablekit.view.words import KEYS, LOBBY_KEYS, LOBBY_STEPS, clock, step

COLUMNS, ROWS = 20, 4
LINGER = 4
"""Ticks for which a line that is too long stands still before it moves."""
ROLE_LETTERS = {
    "mafia": "M", "don": "D", "boss": "B", "sheriff": "S", "commissar": "C", "doctor": "H", "lover": "L", "maniac": "X",
    "killer": "K", "avenger": "A", "mirror": "R", "kamikaze": "Z", "traitor": "T", "citizen": "·",
}  # fmt: skip


def display(picture: Picture, told: Text | None, translate: Translate, tick: int) -> list[str]:
    """The four lines; a line that is too long moves by a column with each tick."""
    warning = word(picture) or warned(picture)
    lines = (
        translate(picture.desk.says or step(picture.scene)),
        f"{clock(picture.left_s)} {translate(warning) if warning else ''}".strip(),
        translate(told) if told else "",
        translate(picture.typing) + "_" if picture.typing else keys(picture, translate),
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


def keys(picture: Picture, translate: Translate) -> str:
    """The keys that do something now, as far apart as there is room for."""
    meanings = KEYS | (LOBBY_KEYS if picture.scene.what in LOBBY_STEPS else {})
    named = [translate(meanings[key]) for key in picture.desk.keys]
    line = "  ".join(named)
    return line if cell_len(line) <= COLUMNS else " ".join(named)


def window(line: str, tick: int) -> str:
    """What the display shows of a line at that tick."""
    if len(line) <= COLUMNS:
        return line.ljust(COLUMNS)
    shift = max(0, tick % (len(line) - COLUMNS + 2 * LINGER) - LINGER)
    return line[min(shift, len(line) - COLUMNS) :][:COLUMNS]


def cards(picture: Picture, seats: int) -> list[tuple[int, str]]:
    """Each seat's card as a letter, as far as it is known."""
    return [(seat, ROLE_LETTERS.get(picture.desk.roles.get(seat, ""), "?")) for seat in range(1, seats + 1)]
