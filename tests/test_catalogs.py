"""The catalogs: every sentence of the code in every language, and no other."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from rich.cells import cell_len

from tablekit.effects import Text, text
from tablekit.events import Break
from tablekit.game import keypad
from tablekit.game.ballot import INTERRUPTIONS
from tablekit.game.procedures.deal import CITIZEN
from tablekit.game.runner import STANDING
from tablekit.sim.scenario_keys import ROLES
from tablekit.texts import CATALOGS, LANGUAGES, PACKAGE, translate
from tablekit.view import words
from tablekit.view.remote import COLUMNS

TRANSLATED = sorted(set(LANGUAGES) - {"en"})
MOST_SEATS = 20
CURSOR = "_"
IMPORTS_TEXT = re.compile(r"^from tablekit\.effects import .*\btext\b", re.MULTILINE)

in_each_language = pytest.mark.parametrize("language", TRANSLATED)


@cache
def extracted() -> frozenset[str]:
    """The sentences that `make texts` finds in the code."""
    found = extract_from_dir(PACKAGE, keywords={"text": None})
    return frozenset(str(sentence) for _, _, sentence, _, _ in found)


@cache
def catalog(language: str) -> Catalog:
    with (CATALOGS / language / "LC_MESSAGES" / "tablekit.po").open("rb") as file:
        return read_po(file, locale=language, domain="tablekit", abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalog(language) if message.id]


def translations(language: str) -> list[tuple[str, str]]:
    return [(message.id, message.string) for message in messages(language) if message.string]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All catalogs as the table reads them."""
    folder = tmp_path_factory.mktemp("locale")
    for language in TRANSLATED:
        inner = folder / language / "LC_MESSAGES"
        inner.mkdir(parents=True)
        with (inner / "tablekit.mo").open("wb") as file:
            write_mo(file, catalog(language))
    return folder


# -- the catalogs and the code
def test_each_language_but_english_has_a_catalog() -> None:
    assert sorted(folder.name for folder in CATALOGS.iterdir()) == TRANSLATED


@in_each_language
def test_a_catalog_has_the_sentences_of_the_code_and_no_others(language: str) -> None:
    known = {message.id for message in messages(language)}
    assert (extracted() - known, known - extracted()) == (set(), set()), "run `make texts`, then translate"
    assert not catalog(language).obsolete


@in_each_language
def test_every_sentence_is_translated(language: str) -> None:
    assert [message.id for message in messages(language) if not message.string or message.fuzzy] == []


def marked(source: str) -> Iterator[str | None]:
    """What each `text(...)` of the source marks for the translators; None if that is only known when it runs."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
            sentence = node.args[0]
            yield str(sentence.value) if isinstance(sentence, ast.Constant) else None


def test_a_sentence_that_is_put_together_is_not_marked() -> None:
    source = "text('a {b}', b=text(b)); text('a' 'b'); text(f'{a}'); text('a' if b else 'c'); self.text(a)"
    assert Counter(marked(source)) == Counter(["a {b}", "ab", None, None, None])


def test_the_code_marks_whole_sentences_only() -> None:
    sources = {str(file.relative_to(PACKAGE)): file.read_text("utf-8") for file in PACKAGE.rglob("*.py")}
    sentences = {name: [*marked(source)] for name, source in sources.items() if IMPORTS_TEXT.search(source)}
    assert [name for name, found in sentences.items() if None in found] == [], "Text(...) for what is marked elsewhere"
    assert {sentence for found in sentences.values() for sentence in found} == extracted(), "f-strings hide a sentence"


def test_words_that_are_only_known_when_the_game_runs_are_marked() -> None:
    cards = {*ROLES, CITIZEN}
    keys = {*keypad.PROMPTS, *STANDING, "next", "thanks"}
    assert (cards | keys) - extracted() == set()
    assert INTERRUPTIONS.keys() | {"next game"} == set(get_args(get_type_hints(Break)["why"]))


# -- translations
def fields(template: str) -> Counter[tuple[str, str, str]]:
    parts = Formatter().parse(template)
    return Counter((name, spec or "", conversion or "") for _, name, spec, conversion in parts if name is not None)


def edges(template: str) -> tuple[str, str]:
    return template[: -len(template.lstrip())], template[len(template.rstrip()) :]


@in_each_language
def test_a_translation_has_the_same_fields_and_the_same_spaces_around(language: str) -> None:
    differing = [
        (sentence, translated)
        for sentence, translated in translations(language)
        if fields(sentence) != fields(translated) or edges(sentence) != edges(translated)
    ]
    assert differing == []


@in_each_language
def test_every_translation_can_be_filled_in(language: str, compiled: Path, caplog: pytest.LogCaptureFixture) -> None:
    read = translate(language, compiled)
    for sentence, translated in translations(language):
        args = dict.fromkeys((name for name, _, _ in fields(sentence)), "7")
        assert read(Text(sentence, args)) == translated.format(**args)
    assert not caplog.records


def test_a_sentence_and_the_words_in_it_are_read_in_the_language(compiled: Path) -> None:
    who = text("{role}: seat {seat}", role=Text("sheriff"), seat=3)
    assert {language: translate(language, compiled)(who) for language in TRANSLATED} == {
        "az": "şerif: yer 3",
        "ru": "шериф: место 3",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_remote_shows_at_every_step_has_room_in_a_line(language: str, compiled: Path) -> None:
    read = translate(language, compiled)
    steps = [*words.STEPS.values(), *words.RAISE_STEPS.values()]
    lines = [read(Text(step.template, {"seat": MOST_SEATS})) for step in steps]
    lines += [read(key) for key in words.KEYS.values()]
    lines += [f"{read(prompt)}{MOST_SEATS}{CURSOR}" for prompt in keypad.PROMPTS.values()]
    assert [line for line in lines if cell_len(line) > COLUMNS] == []
