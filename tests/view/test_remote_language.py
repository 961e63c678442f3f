"""Every question of every rule book can be answered with the remote's seventeen keys, as its display says."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablekit.effects import text
from tablekit.events import HostSaid
from tablekit.game.ask import COMMANDS, Ask
from tablekit.game.keypad import KEYS, PROMPTS, TAKE_BACK, Keypad
from tablekit.kit import Kit
from tablekit.rulesets import BOOKS
from tablekit.sim.screens import Onlooker, Screens, collect, game, games, lobby, roles
from tablekit.sim.screens_page import page
from tablekit.sim.world import World
from tablekit.texts import LANGUAGES, Language, translate
from tablekit.view.picture import Picture, picture
from tablekit.view.remote import (
    COLUMNS,
    GLYPHS,
    PAGE,
    ROWS,
    SEALED,
    bottom,
    display,
    drawable,
    offered,
    packed,
    pages,
    standing,
)
from tablekit.view.words import CLEAR, GOES_ON, KEYS_AT, LOBBY_STEPS, NEW_GAME, OK, WIRED_KEY, key
from tablekit.view.words import KEYS as KEY_NAMES
from tablekit.wire.glyphs import CODES

MANUAL = Path(__file__).parents[2] / "docs" / "remote-screens.md"
LONG = text("Seat {seat}: its pad works, its hand was not in time.", seat=10)
READ = {language: translate(language) for language in LANGUAGES}
EACH_PAGE = range(0, 12 * PAGE, PAGE)


# -- what is true of every screen
class Host:
    """Looks at each new screen as a host does, in three languages, and tries every key that it names."""

    def __init__(self, seen: set[tuple[str, tuple[str, ...]]]) -> None:
        self.seen = seen
        self.asked: Ask | None = None

    def look(self, kit: Kit) -> None:
        """Judge the screen, unless it was seen."""
        if kit.runner.open is self.asked:
            return
        self.asked = kit.runner.open
        shown = picture(kit.runner, kit.clock.now_us())
        screen = shown.scene.what, shown.desk.keys
        if screen in self.seen:
            return
        self.seen.add(screen)
        for language in LANGUAGES:
            self.fits(shown, language)
            self.names_every_key(shown, language)
            for command, name in self.named(shown, language):
                self.answers(kit, command, name, language)
        self.stands(kit, shown)

    def fits(self, shown: Picture, language: Language) -> None:
        """Four lines of twenty columns, in letters that the display has, on every page."""
        for tick in EACH_PAGE:
            lines = display(shown, LONG, READ[language], tick)
            assert [len(line) for line in lines] == [COLUMNS] * ROWS
            assert set("".join(lines)) <= GLYPHS

    def names_every_key(self, shown: Picture, language: Language) -> None:
        """The pages of the last line are whole names, each key's and no other's; what is asked comes first."""
        read = READ[language]
        names = [read(name) for name in (*offered(shown), *standing(shown))]
        seen = [bottom(shown, read, tick).rstrip() for tick in EACH_PAGE]
        assert all(any(name in shown_page for shown_page in seen) for name in names)
        rest = seen
        for name in sorted(names, key=len, reverse=True):
            rest = [part.replace(name, "") for part in rest]
        assert "".join(rest).strip() == ""
        assert not offered(shown) or seen[0].startswith(read(offered(shown)[0]))

    def named(self, shown: Picture, language: Language) -> Iterator[tuple[str, str]]:
        """The commands that do something, as they are named here; no two begin with one key."""
        named = [(command, READ[language](key(command, shown.scene.what))) for command in shown.desk.keys]
        assert len({name.split()[0] for _, name in named}) == len(named)
        yield from named

    def answers(self, kit: Kit, command: str, name: str, language: Language) -> None:
        """The keys that the name tells, one after another, are a command that acts."""
        offer = kit.runner.open and kit.runner.open.offer(command)
        assert offer
        acting = (number for number in range(100) if offer.why_not is None or offer.why_not(number) is None)
        first = name.split()[0].removesuffix(":")
        if first == READ[language](text("Thanks")):
            typed = "T"
        elif first == "#":
            typed = "#"
        elif first in ("A", "B"):
            typed = f"{first}{next(number for number in acting if number)}#"
        else:
            assert re.fullmatch(r"0-9 # \w.*|1 # \w.*", name)
            typed = f"{next(number for number in acting if number or name[0] == '0')}#"
        assert self.acts(kit, typed) == command, (name, typed)

    def stands(self, kit: Kit, shown: Picture) -> None:
        """A foul, a removal and a pause do what the last line says; while it does not name them, hands go."""
        if shown.scene.what in (*LOBBY_STEPS, "over"):
            return
        seat = shown.scene.living[-1]
        assert self.acts(kit, f"C{seat}#") == "foul"
        assert self.acts(kit, f"D{seat}#") == "remove"
        assert bool(standing(shown)) == (shown.scene.what not in SEALED)
        if standing(shown):
            assert self.acts(kit, "DD") == ("resume" if shown.scene.what == "paused" else "pause")

    def acts(self, kit: Kit, typed: str) -> str:
        """The command that comes of the keys and would not be refused."""
        keypad = Keypad()
        *before, said = [keypad.press(pressed, kit.clock.now_us(), kit.runner) for pressed in typed]
        assert set(typed) <= set(KEYS)
        assert not any(before)
        assert isinstance(said, HostSaid)
        assert kit.runner.why_not(said) is None
        return said.key


def watched(worlds: Iterator[World], seen: set[tuple[str, tuple[str, ...]]]) -> Iterator[World]:
    """The same games, at which a host looks."""
    for world in worlds:
        kit, host = world.kit, Host(seen)
        world.onlookers.append(lambda kit=kit, host=host: host.look(kit))
        yield world


@pytest.mark.parametrize("book", BOOKS)
def test_every_screen_before_and_in_a_game_says_how_it_is_answered(book: str) -> None:
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for kit in lobby(book):
        Host(seen).look(kit)
    for world in watched(iter([game(book, 1, roles(book))]), seen):
        world.run()
    assert len(seen) > 20


@pytest.mark.slow
def test_so_does_every_screen_of_many_games_and_the_manual_shows_them() -> None:
    seen: set[tuple[str, tuple[str, ...]]] = set()
    screens = collect(map(lobby, BOOKS), watched(games(), seen))
    answering = {command.template for command in COMMANDS} - {"foul", "pardon", "remove", "pause"}
    assert {command for _, commands in seen for command in commands} == answering
    assert MANUAL.read_text(encoding="utf-8") == page(screens), "python -m tablekit.sim.screens_page writes it anew"


def test_the_manual_shows_what_a_host_sees() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    screens = collect([lobby("ghost")], [game("ghost", 1, roles("ghost"))])
    for screen in screens.seen.values():
        first, *_ = packed(READ["ru"](name) for name in offered(screen.shown) or standing(screen.shown)) or [""]
        assert f"│{first.ljust(COLUMNS)}│" in manual


# -- pages
@pytest.fixture(scope="module")
def speech() -> Picture:
    world, screens = game("sport", 1, {}), Screens()
    world.onlookers.append(Onlooker(world.kit, screens).look)
    world.run()
    return next(screen.shown for (what, _), screen in screens.seen.items() if what == "speech")


def test_what_is_asked_stands_first_and_again_between_the_other_keys(speech: Picture) -> None:
    assert pages(speech, READ["en"]) == [
        "Thanks  A nominate", "C foul  D remove", "Thanks  A nominate", "* undo  DD pause",
    ]  # fmt: skip
    assert [bottom(speech, READ["en"], tick) for tick in (0, PAGE - 1, PAGE, 2 * PAGE)] == [
        "Thanks  A nominate", "Thanks  A nominate", "C foul  D remove", "Thanks  A nominate",
    ]  # fmt: skip


def test_names_share_a_page_if_there_is_room_and_none_is_cut() -> None:
    assert packed([]) == []
    assert packed(["A" * 9, "B" * 9]) == ["AAAAAAAAA  BBBBBBBBB"]
    assert packed(["A" * 10, "B" * 9]) == ["AAAAAAAAAA BBBBBBBBB"]
    assert packed(["A" * 10, "B" * 10, "C"]) == ["AAAAAAAAAA", "BBBBBBBBBB  C"]


def test_while_hands_go_the_last_line_stands_still(speech: Picture) -> None:
    hands = replace(
        speech, scene=replace(speech.scene, what="ballot"), desk=replace(speech.desk, keys=("thanks",)), word_in_s=1.0
    )
    assert {bottom(hands, READ["en"], tick) for tick in range(100)} == {"Thanks: the word"}
    unheard = replace(hands, desk=replace(hands.desk, keys=()))
    assert bottom(unheard, READ["en"], 0) == "Press the wired key"
    assert bottom(replace(unheard, word_in_s=None), READ["en"], 0) == ""


def test_the_clock_stands_still_beside_a_warning_that_moves(speech: Picture) -> None:
    night = replace(speech, left_s=47, desk=replace(speech.desk, held=tuple(range(1, 11))))
    seen = {display(night, None, READ["en"], tick)[1] for tick in range(60)}
    assert len(seen) > 5
    assert {line[:5] for line in seen} == {"0:47 "}


# -- typing
def typing(shown: Picture, mode: str, typed: str) -> Picture:
    line = text("{prompt}{typed}", prompt=PROMPTS[mode], typed=typed) if mode else text("{typed}", typed=typed)
    keys = () if mode in ("foul", "pardon", "remove") else (mode or "number",)
    return replace(shown, desk=replace(shown.desk, keys=keys), typing=line)


def endings(shown: Picture, language: Language) -> list[str]:
    """What the last line says at its end, one after another."""
    lines = [bottom(shown, READ[language], tick) for tick in EACH_PAGE]
    assert max(map(len, lines)) <= COLUMNS
    return [*dict.fromkeys(line.partition("_")[2].strip() for line in lines)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["", *PROMPTS])
def test_a_command_tells_how_it_goes_on_and_ends(speech: Picture, mode: str, language: Language) -> None:
    read = READ[language]
    more = [read(hint) for hint in GOES_ON.get(mode, ())]
    assert not mode or endings(typing(speech, mode, ""), language) == [*more, read(CLEAR)]
    assert read(OK) in endings(typing(speech, mode, "10"), language)
    assert "10_" in bottom(typing(speech, mode, "10"), read, 0)


def test_pardon_pause_and_the_reasons_of_a_repeat_can_be_found(speech: Picture) -> None:
    assert endings(typing(speech, "foul", ""), "en") == ["C pardon", "* back"]
    assert endings(typing(speech, "remove", ""), "en") == ["D pause", "* back"]
    assert endings(typing(speech, "repeat", ""), "en") == ["1 pad", "2 noise", "3 word", "4 host", "* back"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_nothing_now_can_only_be_cleared(speech: Picture, language: Language) -> None:
    elect = replace(typing(speech, "elect", "10"), desk=replace(speech.desk, keys=("thanks",)))
    assert set(endings(elect, language)) <= {READ[language](CLEAR), ""}
    lobby_foul = replace(typing(speech, "foul", ""), scene=replace(speech.scene, what="begin"))
    assert endings(lobby_foul, language) == [READ[language](CLEAR)]


@pytest.mark.parametrize("what", ["paused", *sorted(SEALED)])
def test_where_no_pause_is_possible_the_second_d_is_not_named(speech: Picture, what: str) -> None:
    shown = typing(replace(speech, scene=replace(speech.scene, what=what)), "remove", "")
    assert endings(shown, "en") == ["* back"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_undo_is_asked_in_one_line(speech: Picture, language: Language) -> None:
    assert bottom(replace(speech, typing=TAKE_BACK), READ[language], 0) == READ[language](TAKE_BACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_for_a_foul_can_be_read_on_the_line(speech: Picture, language: Language) -> None:
    for reason in BOOKS["ghost"](BOOKS["ghost"].fields_type()).reasons():
        shown = replace(speech, typing=text("{seat}: {reason}", seat="9", reason=reason))
        assert {len(bottom(shown, READ[language], tick)) for tick in EACH_PAGE} <= set(range(COLUMNS + 1))
        assert bottom(shown, READ[language], 0).startswith(f"9: {READ[language](reason)}")


# -- letters
def test_the_display_of_the_remote_has_every_letter_that_is_shown_on_it() -> None:
    assert set(CODES) >= GLYPHS


def test_names_from_anywhere_are_shown_as_well_as_can_be() -> None:
    assert drawable("Cəmilə, Фёдор, Йозеф, Ş") == "Cəmilə, Фёдор, Йозеф, Ş"
    assert drawable("José − “貓” ﬁ\x1b[1m\u200d") == "Jose - «?» f[1m"
    assert drawable("e\u0301\u0301") == "e"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_keys_need_no_other_letter(language: Language) -> None:
    names = [READ[language](name) for name in (*KEYS_AT.values(), *KEY_NAMES.values(), OK, CLEAR, NEW_GAME, WIRED_KEY)]
    assert [name for name in names if drawable(name) != name or len(name) > COLUMNS] == []
