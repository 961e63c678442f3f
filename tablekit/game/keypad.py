"""The remote's keys: what is pressed becomes one host command, or a line that says what to press next."""

from tablekit.effects import Text, text
from tablekit.events import HostSaid, Undo
from tablekit.game.runner import Runner

DIGITS = "0123456789"
THANKS, ENTER, BACK = "T", "#", "*"
KEYS = (*DIGITS, "A", "B", "C", "D", BACK, ENTER, THANKS)
"""The 4x4 keys and the large «Спасибо» key."""

PROMPTS = {
    "A": text("Nominate, seat: "),
    "B": text("Take back, seat: "),
    "C": text("Foul, seat: "),
    "CC": text("Pardon, seat: "),
    "D": text("Remove, seat: "),
    "V": text("Vote of seat: "),
    "R": text("Repeat, reason: "),
}
TAKE_BACK = text("Take back? * again")
COMMANDS = {
    "A": "nominate",
    "B": "withdraw",
    "C": "foul",
    "CC": "pardon",
    "D": "remove",
    "V": "vote",
    "R": "repeat",
    "": "number",
}
COUNTING = {"A": "V", "B": "R"}
"""What these keys mean at the count."""


class Keypad:
    """What has been typed so far; the step that the host saw when he began goes with the command."""

    def __init__(self) -> None:
        self.mode = self.typed = ""
        self._step = -1

    def press(self, key: str, at_us: int, runner: Runner) -> HostSaid | Undo | None:
        """One key, pressed at `at_us`; returns the command that it completes."""
        if self.mode == "U" and key != BACK:
            self.clear()
        if not self.mode and not self.typed:
            self._step = runner.step
        if key in DIGITS:
            self.typed = (self.typed + key)[-2:]
        elif key == BACK:
            return self._back(at_us, runner)
        elif key == THANKS:
            self.clear()
            return HostSaid(at_us, key="thanks", ask=runner.step)
        elif key == ENTER:
            return self._enter(at_us, runner)
        else:
            self._choose(key, runner)
            if self.mode == "DD":
                return self._said(at_us, "pause" if runner.paused_us is None else "resume")
        return None

    def clear(self) -> None:
        """Forget what was typed."""
        self.mode = self.typed = ""

    def line(self) -> Text | None:
        """What the host is typing; None if nothing."""
        if self.mode == "U":
            return TAKE_BACK
        if self.mode:
            return text("{prompt}{typed}", prompt=PROMPTS[self.mode], typed=self.typed)
        return text("{typed}", typed=self.typed) if self.typed else None

    def _choose(self, key: str, runner: Runner) -> None:
        meant = COUNTING.get(key, key)
        counting = runner.open is not None and runner.open.offer(COMMANDS.get(meant, "")) is not None
        self.mode = key * 2 if self.mode == key and key in "CD" else meant if counting else key
        self.typed = ""

    def _back(self, at_us: int, runner: Runner) -> Undo | None:
        """Clear; or take back the last command, asked twice if more than what it began would be lost with it."""
        sure = self.mode == "U" or runner.step <= runner.last_command
        if self.mode != "U" and (self.mode or self.typed):
            self.clear()
            return None
        self.mode = "" if sure else "U"
        return Undo(at_us) if sure else None

    def _enter(self, at_us: int, runner: Runner) -> HostSaid | None:
        if self.typed:
            return self._said(at_us, COMMANDS[self.mode], int(self.typed))
        if self.mode:
            return None
        return self._said(at_us, "next" if runner.paused_us is None else "resume")

    def _said(self, at_us: int, key: str, number: int = 0) -> HostSaid:
        step = self._step
        self.clear()
        return HostSaid(at_us, key=key, number=number, ask=step)
