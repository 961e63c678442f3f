"""The people of a scenario: a host and players who do what the file says, at the kit's own device end."""

from collections.abc import Callable, Iterable

from tablekit.effects import Effect, Say, Text
from tablekit.errors import ScenarioError
from tablekit.game.ask import Ask
from tablekit.game.scene import scene
from tablekit.game.table import BLACK
from tablekit.sim.hands import Hands, contacts
from tablekit.sim.moment import Moment
from tablekit.sim.scenario import IN_GOOD_TIME_US, Breach, Day, Night, Scenario
from tablekit.sim.world import SPEAKER_US, World

MS, S = 1_000, 1_000_000
CALL_US = -1_500 * MS
"""The call, relative to T."""
BREACH_US = -250 * MS
"""A foul or a removal while hands are going, relative to T."""
HANDS = ("call", "ballot", "raise", "word", "count")
"""The steps of a ballot."""


class Told:
    """Looks at what the kit asks, as the people at the table see it, and plans what they do about it."""

    def __init__(self, world: World, scenario: Scenario) -> None:
        self.world, self.kit, self.scenario = world, world.kit, scenario
        self.done = False
        """The file has nothing more to tell."""
        self._hands = Hands(world)
        self._step: tuple[int, str] | None = None
        self._period = ""
        self._night, self._day = Night(), Day()
        self._breaches: list[tuple[str, Breach]] = []
        self._host_votes: list[tuple[int, int]] = []
        self._cards = {role: list(scenario.holders(role)) for role in set(scenario.roles.values())}
        self._t_us: int | None = None
        self._counted = Moment("")
        world.onlookers.append(self._look)
        world.kit.listeners.append(self._hear)

    # -- looking
    def _look(self) -> None:
        ask = self.kit.runner.open
        step = (self.kit.runner.step, ask.what if ask else "")
        if ask is None or self.done or step == self._step:
            return
        self._step = step
        self._turn_page()
        if self.done:
            return
        if ask.what not in HANDS:
            self._hands.lift()
        after, self._counted = self._counted, Moment("")
        self._commit(after, 100 * MS)
        STEPS.get(ask.what, Told._press_on)(self, ask)

    def _turn_page(self) -> None:
        """A new night or day of the file, once the kit has begun it."""
        period = scene(self.kit.runner).period
        if period == self._period or period == "deal":
            return
        self.nothing_left()
        self._period = period
        kind, number = period.split()
        told = self.scenario.nights if kind == "night" else self.scenario.days
        if int(number) >= len(told):
            self.done = True
            return
        page = told[int(number)]
        if isinstance(page, Night):
            self._night = page
        else:
            self._day, self._host_votes = page, list(page.host_votes)
        self._breaches = [("C", foul) for foul in page.fouls] + [("D", removal) for removal in page.removals]

    def nothing_left(self) -> None:
        """ScenarioError 220 if a foul or removal of this night or day had no moment."""
        for _, breach in self._breaches:
            raise ScenarioError(
                220,
                f'{self._period}: the moment "{breach.moment}" for seat {breach.seat} never comes',
                "Name a moment that this night or day has",
            )

    def _hear(self, effect: Effect) -> None:
        if not isinstance(effect, Say):
            return
        self._turn_page()
        now_us = self.world.now_us
        if effect.cue in ("night", "day"):
            for seat in scene(self.kit.runner).living:
                self.world.mask(seat, now_us + 500 * MS, effect.cue == "night")
        elif effect.cue == "number" and self.kit.deadline_us is not None:
            slot_us = self.kit.deadline_us - now_us
            for shot in self._night.shots:
                if shot.number == effect.numbers[0]:
                    self._shoot(shot.seat, now_us + (slot_us * 5 // 6 if shot.between else slot_us // 5))

    def _shoot(self, seat: int, at_us: int) -> None:
        self.world.pad(seat, at_us, True)
        self.world.pad(seat, at_us + 150 * MS, False)

    # -- acting
    def _soon(self, delay_us: int, do: Callable[[], None]) -> None:
        """Do it after the delay, unless the step is over by then."""
        step = self._step

        def still() -> None:
            ask = self.kit.runner.open
            if ask is not None and step == (self.kit.runner.step, ask.what):
                do()

        self.world.after(delay_us, still)

    def _press(self, delay_us: int, keys: str) -> None:
        self._soon(delay_us, lambda: self.world.keys(keys))

    def _press_on(self, ask: Ask) -> None:
        """A step that only waits for the host."""
        self._commit(Moment(ask.what, ask.seat), S)
        if ask.offer("next") is not None:
            self._press(2 * S, "#")

    def _commit(self, moment: Moment, delay_us: int) -> None:
        """The fouls and removals of that moment: fouls first, a millisecond apart."""
        due = [(key, breach) for key, breach in self._breaches if breach.moment == moment]
        for nth, (key, breach) in enumerate(due):
            self._breaches.remove((key, breach))
            self.world.after(delay_us + nth * MS, lambda key=key, breach=breach: self._punish(key, breach))  # type: ignore[misc]

    def _punish(self, key: str, breach: Breach) -> None:
        if not self.kit.runner.table.present(breach.seat):
            raise ScenarioError(
                221,
                f'{self._period}: seat {breach.seat} is out at "{breach.moment}"',
                "Only a seat in the game can be given a foul or be removed",
            )
        self.world.keys(f"{key}{breach.seat}#")

    # -- the deal and the night
    def _deal(self, ask: Ask) -> None:
        self._commit(Moment("deal"), 100 * MS)
        assert ask.host is not None
        role = ask.host.args["role"]
        assert isinstance(role, Text)
        self._press(S, f"{self._cards[role.template].pop(0)}#")

    def _called(self, ask: Ask) -> None:
        """A night call: who may, lifts his mask; the host enters what he is shown; others may peek."""
        runner = self.kit.runner
        assert runner.deadline_us is not None
        lasts_us = runner.deadline_us - self.world.now_us
        first = runner.table.round == 0
        self._commit(Moment(ask.what), lasts_us // 20)
        if ask.what == "shooting":
            self._commit(Moment("mafia"), lasts_us // 20)
        roles = BLACK if ask.what == "mafia" else {ask.what}
        if not first or ask.what == "mafia":
            self._bare([seat for seat, role in self.scenario.roles.items() if role in roles], lasts_us, 1, 8)
        self._bare([seat for seat in self._night.peeks if ask.what == self._peek_call(seat, first)], lasts_us, 3, 5)
        number = self._number(ask.what, first)
        if ask.offer("number") is not None:
            for seat in number:
                self._press(lasts_us // 4, f"{seat}#")

    def _number(self, call: str, first: bool) -> Iterable[int]:
        if first:
            return () if call == "mafia" else self.scenario.holders(call)
        if call == "best move":
            return self._night.best_move
        target = self._night.kill if call == "shooting" else self._night.checks.get(call)
        return () if target is None else (target,)

    def _peek_call(self, seat: int, first: bool) -> str:
        if not first:
            return "shooting"
        return "sheriff" if self.scenario.roles.get(seat) in BLACK else "mafia"

    def _bare(self, seats: Iterable[int], lasts_us: int, off: int, on: int) -> None:
        """The seats lift their masks from `off` to `on` tenths of the call."""
        for seat in seats:
            self.world.mask(seat, self.world.now_us + lasts_us * off // 10, False)
            self.world.mask(seat, self.world.now_us + lasts_us * on // 10, True)

    # -- the day
    def _speak(self, ask: Ask) -> None:
        what = "speech" if ask.what == "silent" else ask.what
        if what == "speech":
            for nth, nomination in enumerate(self._day.nominations):
                if nomination.speaker == ask.seat:
                    key = "B" if nomination.withdrawn else "A"
                    self._press(S + nth * 10 * MS, f"{key}{nomination.nominee}#")
        self._commit(Moment(what, ask.seat), 2 * S)
        self._press(3 * S, "T")

    def _nominees(self, ask: Ask) -> None:
        self._commit(Moment("nominations"), S)
        self._press(2 * S, "#")

    def _dusk(self, ask: Ask) -> None:
        self._commit(Moment("night word"), S)
        last = self.kit.runner.table.round + 1 >= len(self.scenario.nights)
        self._soon(2 * S, self._finish if last else lambda: self.world.keys("#"))

    def _result(self, ask: Ask) -> None:
        self._press(2 * S, "#")

    def _finish(self) -> None:
        self.nothing_left()
        self.done = True

    # -- ballots
    def _call(self, ask: Ask) -> None:
        if ask.seat:
            told = self._day.ballot(ask.seat, ask.stage)
            made = contacts(told.hands, IN_GOOD_TIME_US, told.contacts, told.lifts)
        else:
            made = contacts(self._day.raise_hands, IN_GOOD_TIME_US, self._day.raise_contacts, ())
        earliest_us = min((down_us for _, down_us, _ in made), default=0)
        self._t_us = self.world.now_us + S - min(CALL_US, earliest_us)
        self._hands.plan(made, self._t_us)
        self._press(self._t_us + CALL_US - self.world.now_us, "#")

    def _hands_go(self, ask: Ask) -> None:
        if self._t_us is None:
            return
        now_us, t_us, self._t_us = self.world.now_us, self._t_us, None
        self._commit(
            Moment("raise") if ask.what == "raise" else Moment("ballot", ask.seat, ask.stage), t_us + BREACH_US - now_us
        )
        if ask.offer("thanks") is not None:
            self._press(t_us - SPEAKER_US - now_us, "T")
        else:
            self._soon(t_us - now_us, lambda: self.world.wired_key(t_us))

    def _count(self, ask: Ask) -> None:
        delay_us = max(500 * MS, self._hands.last_us + 100 * MS - self.world.now_us)
        for seat, nominee in self._host_votes:
            if nominee == ask.seat and ask.stage == 1:
                self._press(delay_us, f"{seat}#")
        self._counted = Moment("after ballot", ask.seat, ask.stage)

        def count() -> None:
            self.world.keys("#")
            self._hands.lift()

        self._soon(delay_us + 10 * MS, count)


STEPS: dict[str, Callable[[Told, Ask], None]] = {
    "deal": Told._deal,
    "mafia": Told._called,
    "don": Told._called,
    "sheriff": Told._called,
    "seating": Told._called,
    "shooting": Told._called,
    "best move": Told._called,
    "speech": Told._speak,
    "silent": Told._speak,
    "defence": Told._speak,
    "last word": Told._speak,
    "nominees": Told._nominees,
    "dusk": Told._dusk,
    "result": Told._result,
    "call": Told._call,
    "ballot": Told._hands_go,
    "raise": Told._hands_go,
    "count": Told._count,
}
