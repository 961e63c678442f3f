"""The page of the manual that shows every screen of the remote; `python -m tablekit.sim.screens_page` writes it."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from tablekit.game.keypad import TAKE_BACK
from tablekit.rulesets import BOOKS
from tablekit.sim.screens import Key, Screen, Screens, collect, games, lobby
from tablekit.texts import LANGUAGES, translate
from tablekit.view.picture import Picture
from tablekit.view.remote import COLUMNS, PAGE, bottom, display, offered, packed, standing
from tablekit.view.words import LOBBY_STEPS, NEW_GAME, RAISE_STEPS, STEPS, WIRED_KEY

TITLES = {
    "lobby": "Before a game",
    "first": "Cards and the first night",
    "day": "Day",
    "night": "Night",
    "finish": "The end",
    "any": "At any moment",
}
SEAT, THANKS = "*seat* `#`", "`Спасибо`"
HOW = {
    "thanks": THANKS,
    "number": "*number* `#`",
    "repeat": "`B` *reason* `#`",
    **dict.fromkeys(("next", "resume"), "`#`"),
    **dict.fromkeys(("nominate", "vote", "take", "elect", "plan"), f"`A` {SEAT}"),
    **dict.fromkeys(("withdraw", "keep", "refuse"), f"`B` {SEAT}"),
    "foul": f"`C` {SEAT}",
    "pardon": f"`C` `C` {SEAT}",
    "remove": f"`D` {SEAT}",
    "reason": "`C` *seat* `C` … `#`",
}
DOES = {
    "foul": "gives a foul",
    "reason": "each further `C` shows the next reason for the foul, where the rules list them (`ghost`)",
    "pardon": "takes the last foul back",
    "remove": "removes from the game",
    "thanks": "ends it",
    "next": "goes on",
    "resume": "goes on",
    "number": "the seat that is asked for or shown; another one corrects it",
    "nominate": "puts the seat to the vote",
    "withdraw": "takes the seat off the vote",
    "vote": "enters the vote of a seat whose pad is dead",
    "repeat": "the hands are called again: 1 a pad, 2 a disturbance, 3 the word, 4 the host's decision",
    "take": "is taken along by the one who leaves",
    "elect": "whom the mafia elects",
    "plan": "the next of the shots that are set now",
    "keep": "stays as the Ghost",
    "refuse": "refuses to move",
}
DOES_AT = {
    **{(what, "thanks"): "begins the game with what is chosen by now" for what in LOBBY_STEPS},
    ("begin", "next"): "begins the game",
    ("rule book", "number"): "chooses the book by its place in the list",
    ("how many seats", "number"): "so many seats",
    ("empty seats", "number"): "nobody sits there; the same number again takes it back",
    ("optional roles", "number"): "1: the role plays, 0: it does not",
    ("mafia cards", "number"): "so many cards",
    ("who plays", "number"): "plays, by the number in the club's list; again: does not",
    ("masks", "next"): "goes on without the masks that are missing",
    ("talk", "number"): "sets the clock anew, in minutes",
    ("second talk", "number"): "sets the clock anew, in minutes",
    ("best move", "number"): "the next seat that is named, three at most",
    ("ballot", "thanks"): "the word is played: hands that are down before it count",
    ("raise", "thanks"): "the word is played: hands that are down before it count",
    ("nomination", "next"): "the seat passes",
    ("call", "next"): "the hands are called",
    ("count", "next"): "the count is told, and stands",
    ("parting", "next"): "takes nobody along",
    ("ghost", "next"): "the Ghost leaves with nobody",
    ("ghost", "number"): "the Ghost leaves with that seat",
    ("dusk", "next"): "the night begins",
    ("dusk", "number"): "1: the night begins, and is one of the Maniac's",
    ("result", "next"): "ends the game",
}
INTRO = """\
# The remote's screens

Made by `python -m tablekit.sim.screens_page` from the questions before a game, and from games that simulated people
have played by each rule book and with its switches: each screen once, in Russian, English and Azerbaijani, in the order
in which they come.

The first line tells what goes on or is asked, the second has the clock and warnings, the third what the host was told
last (a line that is too long moves). **The last line names the keys that do something now**: the key first, then what
it does. If they need more than one line, it turns from one to the next every two seconds; here the further ones stand
under the screen. In between it shows the keys that do something at any moment ([see there](#at-any-moment)); only while
hands go it stands still. While something is typed, the last line shows that, and at its end how to go on.

No two keys are ever pressed together. `0-9` is a number of one or two digits. The same keys on a number pad or a
keyboard: [usb-keys.md](usb-keys.md).
"""


def page(screens: Screens) -> str:
    """The whole page, in Markdown."""
    lines = [INTRO]
    for part, title in TITLES.items():
        lines.append(f"## {title}\n")
        if part == "any":
            lines += _any_moment(screens)
        last = ""
        for key in screens.parts[part]:
            if (heading := _heading(screens.seen[key].shown)) != last:
                lines.append(f"### {heading}\n")
                last = heading
            lines += _screen(key, screens.seen[key])
    return "\n".join(lines)


def _heading(shown: Picture) -> str:
    what, seat = shown.scene.what, shown.scene.seat
    name = RAISE_STEPS[what] if not seat and what in RAISE_STEPS else STEPS[what]
    return translate("en")(replace(name, args={"seat": "N"}))


def _screen(key: Key, screen: Screen) -> Iterator[str]:
    shown = replace(screen.shown, unkept=False)
    columns = []
    for language in LANGUAGES:
        read = translate(language)
        asked = offered(shown) or standing(shown)
        first, *more = packed(read(name) for name in asked) or [""]
        box = _box([*display(shown, None, read, 0)[:-1], first])
        columns.append(box + [line for other in more for line in _box([other])[1:]])
    yield from _side_by_side(columns)
    told = [f"{HOW[command]} {_does(key[0], command)}" for command in shown.desk.keys]
    if key[1] == (NEW_GAME.template,):
        told = ["`#` another game"]
    elif key[1] == (WIRED_KEY.template,):
        told = [f"the wired key is the word; {THANKS} does it five seconds after the call, should that be dead"]
    books = "" if len(screen.books) == len(BOOKS) else f" *({', '.join(sorted(screen.books))})*"
    yield f"{'; '.join(told) or 'nothing is asked'}{books}\n"


def _does(what: str, command: str) -> str:
    return DOES_AT.get((what, command)) or DOES[command]


def _any_moment(screens: Screens) -> Iterator[str]:
    """The standing keys, and what is shown while something is typed."""
    speech = next(screen.shown for (what, _), screen in screens.seen.items() if what == "speech")
    yield "The last line shows these too, on every screen but before and after a game and while hands go:\n"
    yield from _lines([[*packed(translate(language)(name) for name in standing(speech))] for language in LANGUAGES])
    yield (
        "`D` `D` pauses, until `#`. `*` clears what is typed; otherwise it takes back the last command, and is asked "
        "twice if a later step would be lost with it:\n"
    )
    yield from _typed([replace(speech, typing=TAKE_BACK)])
    for command in (command for command in DOES if command in screens.typed):
        does = "whatever the screen asks for" if command == "number" else DOES[command]
        yield f"{HOW[command]} {does}\n"
        yield from _typed(screens.typed[command])


def _typed(typed: Sequence[Picture]) -> Iterator[str]:
    """The last line as it is typed, with each of its endings."""
    yield from _lines(
        [
            [*dict.fromkeys(bottom(shown, read, tick) for shown in typed for tick in range(0, 10 * PAGE, PAGE))]
            for read in map(translate, LANGUAGES)
        ]
    )


def _lines(columns: Sequence[Sequence[str]]) -> Iterator[str]:
    yield from _side_by_side([_box(column) for column in columns])


def _box(lines: Iterable[str]) -> list[str]:
    edge = "─" * COLUMNS
    return [f"┌{edge}┐", *(f"│{line.ljust(COLUMNS)}│" for line in lines), f"└{edge}┘"]


def _side_by_side(columns: Sequence[Sequence[str]]) -> Iterator[str]:
    yield "```"
    for row in zip_longest(*columns, fillvalue=" " * (COLUMNS + 2)):
        yield " ".join(row).rstrip()
    yield "```\n"


if __name__ == "__main__":
    sys.stdout.write(page(collect(map(lobby, BOOKS), games())))
