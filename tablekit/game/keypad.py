"""The remote's keys: what is pressed becomes one host command, or a line that says what to press next."""

from tablekit.effects import Text, text
from tablekit.events import HostSaid, Undo
from tablekit.game.runner import Runner

DIGITS = "0123456789"
THANKS, ENTER, BACK = "T", "#", "*"
KEYS = (*DIGITS, "A", "B", "C", "D", BACK, ENTER, THANKS)
"""The 4x4 keys and the large «Спасибо» key."""

PROMPTS = {
    "nominate": text("Nominate, seat: "),
    "vote": text("Vote of seat: "),
    "take": text("Takes, seat: "),
    "elect": text("Elected, seat: "),
    "plan": text("Next shot, seat: "),
    "withdraw": text("Take back, seat: "),
    "repeat": text("Repeat, reason: "),
    "keep": text("Stays, seat: "),
    "refuse": text("Refuses, seat: "),
    "foul": text("Foul, seat: "),
    "pardon": text("Pardon, seat: "),
    "remove": text("Remove, seat: "),
}
"""By command."""
MEANINGS = {
    "A": ("nominate", "vote", "take", "elect", "plan"),
    "B": ("withdraw", "repeat", "keep", "refuse"),
    "C": ("foul",),
    "CC": ("pardon",),
    "D": ("remove",),
}
"""The commands that a key may begin: the first that is open now, or the first."""
TAKE_BACK = text("Take back? * again")


class Keypad:
    """What has been typed so far; the step that the host saw when he began goes with the command."""

    def __init__(self) -> None:
        self.mode = self.typed = ""
        """The command that is typed, or `undo` that waits for its second key."""
        self._why = 0
        self._reason: Text | None = None
        self._step = -1

    def press(self, key: str, at_us: int, runner: Runner, seen: int | None = None) -> HostSaid | Undo | None:
        """One key, pressed at `at_us`; returns the command that it completes.

        `seen`: the step whose screen the host had before him, if it may have been an earlier one than this.
        """
        seen = runner.step if seen is None else seen
        if self.mode == "undo" and key != BACK:
            self.clear()
        if not self.mode and not self.typed:
            self._step = seen
        if key in DIGITS:
            self.typed = (self.typed + key)[-2:]
        elif key == BACK:
            return self._back(at_us, runner)
        elif key == THANKS:
            self.clear()
            return HostSaid(at_us, key="thanks", ask=seen)
        elif key == ENTER:
            return self._enter(at_us, runner)
        elif key == "D" and self.mode == "remove" and not self.typed:
            return self._said(at_us, "pause" if runner.paused_us is None else "resume")
        else:
            self._choose(key, runner)
        return None

    def clear(self) -> None:
        """Forget what was typed."""
        self.mode = self.typed = ""
        self._why, self._reason = 0, None

    def line(self) -> Text | None:
        """What the host is typing; None if nothing."""
        if self.mode == "undo":
            return TAKE_BACK
        if self._reason is not None:
            return text("{seat}: {reason}", seat=self.typed, reason=self._reason)
        if self.mode:
            return text("{prompt}{typed}", prompt=PROMPTS[self.mode], typed=self.typed)
        return text("{typed}", typed=self.typed) if self.typed else None

    def _choose(self, key: str, runner: Runner) -> None:
        """A command; a foul whose seat is typed already goes through the book's reasons for one."""
        reasons = runner.book.reasons()
        if key == "C" and self.mode == "foul" and self.typed and reasons:
            self._why = self._why % len(reasons) + 1
            self._reason = reasons[self._why - 1]
            return
        pardons = key == "C" and self.mode == "foul" and not self.typed
        self.clear()
        meanings = MEANINGS["CC" if pardons else key]
        ask = runner.open
        self.mode = next((name for name in meanings if ask is not None and ask.offer(name)), meanings[0])

    def _back(self, at_us: int, runner: Runner) -> Undo | None:
        """Clear; or take back the last command, asked twice if more than what it began would be lost with it."""
        sure = self.mode == "undo" or runner.step <= runner.last_command or runner.why_not(Undo(at_us)) is not None
        if self.mode != "undo" and (self.mode or self.typed):
            self.clear()
            return None
        self.mode = "" if sure else "undo"
        return Undo(at_us) if sure else None

    def _enter(self, at_us: int, runner: Runner) -> HostSaid | None:
        if self.typed:
            return self._said(at_us, self.mode or "number", int(self.typed))
        if self.mode:
            return None
        return self._said(at_us, "next" if runner.paused_us is None else "resume")

    def _said(self, at_us: int, key: str, number: int = 0) -> HostSaid:
        step, why = self._step, self._why
        self.clear()
        return HostSaid(at_us, key=key, number=number, ask=step, why=why)
