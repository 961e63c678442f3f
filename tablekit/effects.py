"""What the game does: each effect happens once. `Say` is public; `Tell` is for the host's remote only."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence for people: an English template that is translated where it is shown."""

    template: str
    args: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.args)


def text(template: str, /, **args: object) -> Text:
    """A sentence for people, marked for the translators."""
    return Text(template, args)


@dataclass(frozen=True, slots=True)
class Say:
    """Public: a spoken cue of `sounds/cues.toml`, with the numbers in it (seats, counts)."""

    at_us: int
    cue: str
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tell:
    """Private: a line on the host's remote."""

    at_us: int
    text: Text


Effect = Say | Tell

WORD_OF: Mapping[str, str] = {"latched": "thanks", "open": "thanks", "snapshot": "three"}
"""The cue whose onset is T, by the form of the ballots."""
WORDS = frozenset(WORD_OF.values())
