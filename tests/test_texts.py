"""Sentences and cues in three languages: nothing that the code says is without words."""

import ast
import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tablekit.effects import Say, Text, text
from tablekit.game.procedures.deal import CITIZEN
from tablekit.kit import Kit, Setup
from tablekit.rulesets import BOOKS
from tablekit.sim.improvised import Players
from tablekit.sim.improvised_host import Host
from tablekit.sim.manners import MESSY
from tablekit.sim.scenario_keys import ROLES
from tablekit.sim.world import Edges, World
from tablekit.texts import LANGUAGES, PACKAGE, SOUNDS, read_cues, spoken, translate
from tablekit.timebase import ManualClock

CUES = read_cues(SOUNDS / "cues.toml")
WINNERS = ("red", "black", "draw")


# -- sentences
@pytest.fixture
def catalogs(tmp_path: Path) -> Path:
    catalog = Catalog(locale="ru")
    catalog.add("Seat {seat}: {why}.", "Место {seat}: {why}.")
    catalog.add("a foul", "фол")
    catalog.add("Awake: {seats}", "Не спят: {seat}")
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "tablekit.mo").open("wb") as file:
        write_mo(file, catalog)
    return tmp_path


def test_a_sentence_is_translated_with_the_sentences_in_it(catalogs: Path) -> None:
    said = text("Seat {seat}: {why}.", seat=3, why=text("a foul"))
    assert translate("ru", catalogs)(said) == "Место 3: фол."


def test_what_is_not_translated_is_english(catalogs: Path) -> None:
    assert translate("ru", catalogs)(text("The game is over.")) == "The game is over."
    assert translate("az", catalogs)(text("Seat {seat}: {why}.", seat=3, why=text("a foul"))) == "Seat 3: a foul."


def test_seats_and_sentences_in_a_row_are_listed(catalogs: Path) -> None:
    translated = translate("ru", catalogs)
    assert translated(text("{seats}", seats=(2, 10))) == "2, 10"
    assert translated(text("{seats}", seats=[text("a foul"), 1])) == "фол, 1"
    assert translated(text("{seats}", seats=())) == ""


def test_a_translation_that_does_not_fit_is_told_and_the_game_goes_on(
    catalogs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert translate("ru", catalogs)(text("Awake: {seats}", seats=(4,))) == "Awake: 4"
    assert "'Не спят: {seat}'" in caplog.text


# -- cues
def test_the_words_of_the_rule_book_are_said_as_it_has_them() -> None:
    said = spoken("ru")
    rules = {
        "night": "Ночь",
        "day": "День",
        "mafia_wakes": "Мафия просыпается",
        "mafia_shoots": "Мафия поднимает пистолеты",
        "accepted": "Принято",
        "withdrawn": "Отозвано",
        "thanks": "Спасибо",
        "killed": "Доброе утро, никто не пострадал",
        "raise": "Кто за то, чтобы все голосуемые покинули игру?",
    }
    assert {cue: said(Say(0, cue)) for cue in rules} == rules


def test_numbers_go_into_the_words() -> None:
    assert spoken("en")(Say(0, "count", (4, 6))) == "Votes against number 4: 6"
    assert spoken("az")(Say(0, "nominees", (3, 10, 1))) == "Namizədlər: 3, 10, 1"
    assert spoken("en")(Say(0, "nominees")) == "Nobody is nominated"


def test_an_unknown_cue_is_said_by_its_id(caplog: pytest.LogCaptureFixture) -> None:
    assert spoken("en")(Say(0, "gong", (3,))) == "gong 3"
    assert "gong" in caplog.text


def test_every_cue_has_words_in_every_language() -> None:
    everything = [(cue, words) for cue, words in CUES.items()] + [
        (cue, words.nobody) for cue, words in CUES.items() if words.nobody
    ]
    assert [cue for cue, words in everything for language in LANGUAGES if not getattr(words, language).strip()] == []


def test_a_cue_without_one_of_the_languages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cues.toml").write_text('[day]\nru = "День"\nen = "Day"\n')
    with pytest.raises(msgspec.ValidationError, match="az"):
        read_cues(tmp_path / "cues.toml")


def said_in(source: str) -> Iterator[str]:
    """The ids of cues that the source says; `*` stands for what is only known when it runs."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say":
            for part in (
                (node.args[0].body, node.args[0].orelse) if isinstance(node.args[0], ast.IfExp) else node.args[:1]
            ):
                if isinstance(part, ast.Constant):
                    yield str(part.value)
                elif isinstance(part, ast.JoinedStr):
                    yield "".join(str(bit.value) if isinstance(bit, ast.Constant) else "*" for bit in part.values)


def test_cues_are_found_in_code() -> None:
    source = "table.say('night')\nself.say(f'{role}_wakes')\ntable.say('a' if x else 'b', 3)\ntable.say(what)"
    assert list(said_in(source)) == ["night", "*_wakes", "a", "b"]


def test_every_cue_that_is_written_in_the_rules_has_words() -> None:
    rooms = ("game", "game/procedures", "rulesets")
    said = {cue for room in rooms for file in (PACKAGE / room).glob("*.py") for cue in said_in(file.read_text("utf-8"))}
    fillings = {"*_wakes": ROLES, "*_sleeps": ROLES, "card_*": {*ROLES, CITIZEN}, "won_*": WINNERS}
    assert {cue for cue in said if "*" in cue} == fillings.keys()
    said |= {cue.replace("*", word) for cue, words in fillings.items() for word in words}
    assert {cue for cue in said if "*" not in cue} - CUES.keys() == set()


@pytest.mark.parametrize("book", BOOKS)
def test_every_cue_of_a_game_has_words(book: str) -> None:
    clock = ManualClock(1_000_000)
    kit = Kit(Setup(book, seed=1), clock)
    world = World(kit, clock, Edges(kit))
    players = Players(world, 1, MESSY)
    Host(players, 1, mess=0.2)
    heard: set[str] = set()
    kit.listeners.append(lambda effect: heard.add(effect.cue) if isinstance(effect, Say) else None)
    kit.begin()
    world.run()
    assert len(heard) > 20
    assert heard - CUES.keys() == set()


def test_a_text_is_a_text_whatever_its_arguments() -> None:
    assert translate("en")(Text("{a}", {"a": 0.231})) == "0.231"
