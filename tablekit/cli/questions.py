"""Questions at the terminal: Enter takes the answer in brackets, and what cannot be is asked again."""

from collections.abc import Callable, Collection, Mapping

from tablekit.effects import Text, text
from tablekit.texts import Translate

YES, NO = text("yes"), text("no")


class Questions:
    """`read` shows the question and brings what was typed; it may raise EOFError and KeyboardInterrupt."""

    def __init__(self, translated: Translate, read: Callable[[str], str] = input) -> None:
        self._translated, self._read = translated, read

    def choice(self, question: Text, choices: Mapping[str, Text | str], default: str) -> str:
        """One of the choices, by its number or its name."""
        names = list(choices)
        lines = [self._translated(question)]
        for number, (name, what) in enumerate(choices.items(), 1):
            told = self._translated(what) if isinstance(what, Text) else what
            lines.append(f"  {number}  {name}  {told}")
        lines.append(f"[{names.index(default) + 1}]: ")
        while answer := self._answer("\n".join(lines)):
            if answer in names:
                return answer
            if answer.isdecimal() and 1 <= int(answer) <= len(names):
                return names[int(answer) - 1]
            self.say(text("Write a number from {low} to {high}.", low=1, high=len(names)))
        return default

    def number(self, question: Text, allowed: Collection[int], default: int) -> int:
        """A number that is allowed."""
        low, high = min(allowed), max(allowed)
        while answer := self._answer(f"{self._translated(question)}, {low}-{high} [{default}]: "):
            if answer.isdecimal() and int(answer) in allowed:
                return int(answer)
            self.say(text("Write a number from {low} to {high}.", low=low, high=high))
        return default

    def agreed(self, question: Text, default: bool) -> bool:
        """Yes or no, or how the word begins."""
        words = {self._translated(YES): True, self._translated(NO): False, "yes": True, "no": False}
        while answer := self._answer(f"{self._translated(question)} [{self._translated(YES if default else NO)}]: "):
            for word, agreed in words.items():
                if word.startswith(answer.casefold()):
                    return agreed
            self.say(text("Write {yes} or {no}.", yes=YES, no=NO))
        return default

    def line(self, question: Text) -> str:
        """What was typed, or nothing."""
        return self._answer(f"{self._translated(question)} []: ")

    def say(self, *sentences: Text) -> None:
        """A line each."""
        for sentence in sentences:
            print(self._translated(sentence), flush=True)

    def _answer(self, prompt: str) -> str:
        return self._read(prompt).strip()
