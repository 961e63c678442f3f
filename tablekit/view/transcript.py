"""A view for a pipe or a log: a line for each event worth telling, and each ballot's hands with their milliseconds."""

from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from tablekit.effects import Effect, Say, Tell, Text, text
from tablekit.game.record import BallotRecord
from tablekit.texts import Language, spoken, translate
from tablekit.timebase import US_PER_S
from tablekit.view.ballot_line import sentence
from tablekit.view.picture import Picture, Table
from tablekit.view.remote import keys
from tablekit.view.words import step

PASSED_OVER = frozenset({"number", "ten_seconds", "time"})
JUDGED = frozenset({"count", "raised", "void"})
"""The cues with which a ballot is over."""


class Transcript:
    """Writes as it hears. `ballot` gives the last ballot that was judged; who is `hosting` is told what is asked."""

    def __init__(
        self, language: Language, out: TextIO, ballot: Callable[[], BallotRecord | None], *, hosting: bool = False
    ) -> None:
        self._translate, self._words = translate(language), spoken(language)
        self._out, self._ballot = out, ballot
        self._told: BallotRecord | None = None
        self._began_us: int | None = None
        self._hosting, self._asked = hosting, ""

    def __enter__(self) -> "Transcript":
        """Nothing to take."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing to give back."""

    def begin(self, table: Table) -> None:
        """Its time begins anew."""
        self._began_us = None

    def hear(self, effect: Effect) -> None:
        """A line for what was said, or told to the host."""
        if isinstance(effect, Tell):
            self._line(effect.at_us, self._translate(text("to the host: {what}", what=effect.text)))
        elif effect.cue not in PASSED_OVER:
            if effect.cue in JUDGED:
                self._hands(effect)
            self._line(effect.at_us, f"«{self._words(effect)}»")

    def overhear(self, at_us: int, sentence: Text) -> None:
        """A line for what a player said."""
        self._line(at_us, self._translate(sentence))

    def show(self, picture: Picture) -> None:
        """What the host is asked and may press, and what he types, whenever it is another line."""
        if not self._hosting:
            return
        now = self._translate(picture.desk.says or step(picture.scene))
        asked = f"[{now}]  {self._translate(picture.typing) if picture.typing else keys(picture, self._translate)}"
        if asked != self._asked:
            self._asked = asked
            print(asked, file=self._out, flush=True)

    def _hands(self, effect: Say) -> None:
        ballot = self._ballot()
        if ballot is not None and ballot is not self._told:
            self._told = ballot
            hands = sentence(ballot, self._translate) or self._translate(text("no hands"))
            self._line(effect.at_us, self._translate(text("hands: {hands}", hands=hands)))

    def _line(self, at_us: int, words: str) -> None:
        self._began_us = at_us if self._began_us is None else self._began_us
        seconds, rest_us = divmod(at_us - self._began_us, US_PER_S)
        print(f"{seconds // 60:3}:{seconds % 60:02}.{rest_us // 100_000}  {words}", file=self._out, flush=True)
