"""Every sentence that people read or hear, in their language; English where it is not translated."""

import gettext
import logging
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from tablekit.effects import Say, Text

log = logging.getLogger(__name__)

Language = Literal["ru", "en", "az"]
LANGUAGES: tuple[Language, ...] = ("ru", "en", "az")

PACKAGE = Path(__file__).parent
CATALOGS = PACKAGE / "locale"
SOUNDS = PACKAGE / "sounds" if (PACKAGE / "sounds").is_dir() else PACKAGE.parent / "sounds"
"""Beside the package in a clone, inside it once installed."""

Translate = Callable[[Text], str]


class Words(msgspec.Struct, frozen=True):
    """A cue's words in each language."""

    ru: str
    en: str
    az: str


class Cue(Words, frozen=True):
    """A cue; `nobody` is said if no number goes with it, `several` if there are more than one."""

    nobody: Words | None = None
    several: Words | None = None

    def said(self, numbers: Collection[int]) -> Words:
        """What is said with these numbers."""
        fitting = self.several if len(numbers) > 1 else None if numbers else self.nobody
        return fitting or self


def translate(language: str, catalogs: Path = CATALOGS) -> Translate:
    """Gives each sentence as the language has it, the sentences within it too."""
    catalog = gettext.translation("tablekit", catalogs, [language], fallback=True)

    def read(what: object) -> object:
        if isinstance(what, Text):
            return sentence(what)
        if isinstance(what, tuple | list):
            return ", ".join(str(read(part)) for part in what)
        return what

    def sentence(what: Text) -> str:
        args = {name: read(arg) for name, arg in what.args.items()}
        template = catalog.gettext(what.template)
        try:
            return template.format(**args)
        except (LookupError, ValueError):  # a slip of the translator must not end a game
            log.warning("the %s translation of %r does not fit: %r", language, what.template, template)
            return what.template.format(**args)

    return sentence


def spoken(language: Language, sounds: Path = SOUNDS) -> Callable[[Say], str]:
    """Gives the words of each cue as the language has them."""
    cues = read_cues(sounds / "cues.toml")

    def words(say: Say) -> str:
        cue = cues.get(say.cue)
        if cue is None:
            log.warning("cues.toml has no words for %s", say.cue)
            return " ".join([say.cue, *map(str, say.numbers)])
        template: str = getattr(cue.said(say.numbers), language)
        return template.format(*say.numbers, all=", ".join(map(str, say.numbers)))

    return words


def read_cues(file: Path) -> Mapping[str, Cue]:
    """The words of every cue, by its id."""
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, Cue])
