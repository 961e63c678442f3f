"""The people of a scenario: a host and players who do what the file says, at the kit's own device end."""

from collections.abc import Callable, Iterable
from functools import partial

from tablekit.effects import Effect, Say, Text
from tablekit.errors import ScenarioError
from tablekit.events import WordKey
from tablekit.game.ask import Ask
from tablekit.game.scene import desk, scene
from tablekit.game.table import BLACK
from tablekit.sim.hands import Hands, contacts, once_more
from tablekit.sim.moment import Moment
from tablekit.sim.page import Page
from tablekit.sim.scenario import CALL_US, BallotHands, Breach, Day, Night, Scenario
from tablekit.sim.world import SPEAKER_US, World

MS, S = 1_000, 1_000_000
SOON_US = 50 * MS
BREACH_US = -250 * MS
"""A foul or a removal while hands are going, relative to T."""
PRESS_US = 20 * MS
"""The shortest press of a pad that is surely one."""
HANDS = ("call", "ballot", "raise", "word", "count")
"""The steps of a ballot."""


class Told:
    """Looks at what the kit asks, as the people at the table see it, and plans what they do about it."""

    def __init__(self, world: World, scenario: Scenario) -> None:
        self.world, self.kit, self.scenario = world, world.kit, scenario
        self.done = False
        """The file has nothing more to tell."""
        self.page = Page("", Night())
        self._told_out = False
        self._step: tuple[int, str] | None = None
        self._calls: set[tuple[str, bool]] = set()
        """The calls that this night has had."""
        self._hands = Hands(world)
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
        self._commit(Moment("morning"), 20 * MS)
        after, self._counted = self._counted, Moment("")
        self._commit(after, SOON_US)
        called = scene(self.kit.runner).night and ask.until_us is not None
        STEPS.get(ask.what, Told._called if called else Told._wait)(self, ask)

    def _turn_page(self) -> None:
        """A new night or day of the file, once the kit has begun it; a decided game has no more of them."""
        period = scene(self.kit.runner).period
        period = "night 0" if period == "deal" else period
        if period == self.page.name:
            return
        self._finish_page()
        best_move = self.page.best_move
        kind, number = period.split()
        told = self.scenario.nights if kind == "night" else self.scenario.days
        if self.kit.runner.table.result is not None:
            self.page = Page(period, Night())
        elif int(number) < len(told):
            self.page, self._calls = Page(period, told[int(number)]), set()
            self.page.best_move = self.page.best_move or best_move
        elif best_move:  # of the night that is told last, but named in the morning
            self.page = Page(period, Day())
            self.page.best_move = best_move
            self._told_out = True
        else:
            self.done = True

    def _finish_page(self) -> None:
        """ScenarioError 220 if a foul or a removal of it had no moment."""
        for _, breach in self.page.breaches:
            raise ScenarioError(
                220,
                f'{self.page.name}: the moment "{breach.moment}" for seat {breach.seat} never comes',
                "Name a moment that this night or day has",
            )

    def _hear(self, effect: Effect) -> None:
        if not isinstance(effect, Say):
            return
        self._turn_page()
        if effect.cue in ("night", "day"):
            for seat in scene(self.kit.runner).living:
                self.world.mask(seat, self.world.now_us + 2 * SOON_US, effect.cue == "night")
        elif effect.cue == "number":
            self._shoot(effect.numbers[0], effect.at_us)

    def _shoot(self, number: int, called_us: int) -> None:
        """Who shoots on the number, early in its time, or between it and the next, just before that is called."""
        deadline_us = self.kit.deadline_us
        assert deadline_us is not None
        slot_us = deadline_us - called_us
        heard_us = self.world.now_us - called_us
        for shot in self.page.night.shots:
            if shot.number == number:
                at_us = called_us + (slot_us * 99 // 100 if shot.between else heard_us + slot_us // 50)
                self.world.pad(shot.seat, at_us, True)
                self.world.pad(shot.seat, at_us + max(slot_us // 10, PRESS_US), False)
        if number == self.kit.seats:
            for name in ("mafia", "shooting"):
                self._commit(Moment(name), slot_us * 9 // 10)

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

    def _commit(self, moment: Moment, delay_us: int) -> None:
        """The fouls and removals of that moment, a millisecond apart."""
        for nth, (key, breach) in enumerate(self.page.take_breaches(moment)):
            self.world.after(delay_us + nth * MS, partial(self._punish, key, breach))

    def _punish(self, key: str, breach: Breach) -> None:
        if not self.kit.runner.table.present(breach.seat):
            raise ScenarioError(
                221,
                f'{self.page.name}: seat {breach.seat} is out at "{breach.moment}"',
                "Only a seat in the game can be given a foul or be removed",
            )
        self.world.keys(f"{key}{breach.seat}#")

    def _wait(self, ask: Ask) -> None:
        """A step that only waits for the host."""
        self._commit(Moment(ask.what, ask.seat), S)
        if ask.offer("next") is not None:
            self._press(2 * S, "#")

    # -- the deal and the night
    def _deal(self, ask: Ask) -> None:
        self._commit(Moment("deal"), SOON_US)
        if ask.seat and scene(self.kit.runner).night:
            self._bare([ask.seat], S, 2, 8)
        role = ask.host.args.get("role") if ask.host else None
        if ask.offer("number") is not None and isinstance(role, Text):
            known = desk(self.kit.runner).roles
            unknown = [seat for seat in self.scenario.holders(role.template) if seat not in known]
            self._press(S, "".join(f"{seat}#" for seat in unknown[:1]))
        else:
            self._press(S, "#")

    def _called(self, ask: Ask) -> None:
        """A night call: who may lifts his mask, others peek; the host enters what he is shown."""
        if (ask.what, self._learning) in self._calls:
            return
        self._calls.add((ask.what, self._learning))
        deadline_us = self.kit.deadline_us
        lasts_us = 0 if deadline_us is None else deadline_us - self.world.now_us
        if ask.what != "shooting":
            self._commit(Moment(ask.what), lasts_us // 20)
        self._bare(self._woken(ask), lasts_us, 1, 8)
        self._bare(self._peeking(ask), lasts_us, 3, 5)
        keys = ""
        if ask.offer("elect") is not None:
            keys += f"A{self.scenario.elected}#"
        if ask.offer("number") is not None:
            keys += "".join(f"{seat}#" for seat in self._shown(ask.what))
        if ask.offer("refuse") is not None:
            keys += "".join(f"B{seat}#" for seat in self.page.night.refuse if seat in self._holders(ask.what))
        self._press(lasts_us // 4, keys)

    @property
    def _learning(self) -> bool:
        """Does the host still learn who holds which card?"""
        return not self.kit.runner.table.record.roles

    def _holders(self, call: str) -> list[int]:
        """Who knows that he is called: told by the file, or dealt by the kit."""
        cards = self.scenario.roles or desk(self.kit.runner).roles
        roles = BLACK if call == "mafia" else {call}
        return [seat for seat, role in cards.items() if role in roles]

    def _woken(self, ask: Ask) -> list[int]:
        """Who is called, and may show his face."""
        return [seat for seat in self._holders(ask.what) if seat in ask.bare]

    def _shown(self, call: str) -> Iterable[int]:
        """The seats that the host is shown; while he learns, masks tell him who the mafia is."""
        if call == "best move":
            return self.page.take_best_move()
        if self._learning:
            masks = self.kit.book.fields.mask_sensors
            return () if call == "mafia" and masks else self._holders(call)
        target = self.page.night.kill if call in ("mafia", "shooting") else self.page.shown.pop(call, None)
        return () if target is None else (target,)

    def _peeking(self, ask: Ask) -> list[int]:
        """A seat peeks in the first call, other than its own, in which it may not show its face."""
        return self.page.take_peeks({*ask.bare, *self._holders(ask.what)})

    def _bare(self, seats: Iterable[int], lasts_us: int, off: int, on: int) -> None:
        """The seats lift their masks from `off` to `on` tenths of the call."""
        for seat in seats:
            self.world.mask(seat, self.world.now_us + lasts_us * off // 10, False)
            self.world.mask(seat, self.world.now_us + lasts_us * on // 10, True)

    def _dawn(self, ask: Ask) -> None:
        """A best move that nobody has asked for, unless its time comes by day, is tried, and refused."""
        if self.page.name != "night 0":
            self._press(S, "".join(f"{seat}#" for seat in self.page.take_best_move()))
        self._press(2 * S, "#")

    # -- the day
    def _best_move(self, ask: Ask) -> None:
        if scene(self.kit.runner).night:
            self._called(ask)
        else:
            self._dawn(ask)

    def _morning(self, ask: Ask) -> None:
        """Whom the Avenger takes along, and who stays as the Ghost."""
        self.done, day = self._told_out, self.page.day
        if day.avenger_takes is not None and day.avenger_takes[1] == "morning":
            self._press(S, f"A{day.avenger_takes[0]}#")
        if day.ghost_keeps is not None:
            self._press(S + MS, f"B{day.ghost_keeps}#")
        self._dawn(ask)

    def _talk(self, ask: Ask) -> None:
        """What the host is told while all talk; he ends it when its time has come."""
        day, ends_us = self.page.day, 3 * S if self.page.day.talk_s is None else self.page.day.talk_s * S
        self._commit(Moment("talk"), SOON_US)
        if ask.what == "talk":
            if ask.offer("nominate") is not None:
                self._nominate(self.kit.runner.table.seats)
            for nth, suspect in enumerate(day.suspects):
                self._press((10 + nth) * MS, f"A{suspect}#")
            if day.avenger_takes is not None and day.avenger_takes[1] == "talk":
                self._press(ends_us - SOON_US, f"A{day.avenger_takes[0]}#")
        self._press(ends_us, "T")

    def _nomination(self, ask: Ask) -> None:
        self._nominate([ask.seat])
        self._press(2 * S, "#")

    def _takes(self, ask: Ask) -> None:
        if self.page.day.kamikaze_takes is not None:
            self._press(S, f"A{self.page.day.kamikaze_takes}#")
        self._press(2 * S, "#")

    def _picks(self, ask: Ask) -> None:
        if self.page.day.ghost_picks is not None:
            self._press(S, f"{self.page.day.ghost_picks}#")
        self._press(2 * S, "#")

    def _speak(self, ask: Ask) -> None:
        what = "speech" if ask.what in ("silent", "monologue") else ask.what
        if ask.offer("nominate") is not None:
            self._nominate([ask.seat])
        self._commit(Moment(what, ask.seat), SOON_US)
        self._press(3 * S, "T")

    def _nominate(self, speakers: Iterable[int]) -> None:
        for nth, nomination in enumerate(self.page.take_nominations(list(speakers))):
            key = "B" if nomination.withdrawn else "A"
            self._press((10 + nth) * MS, f"{key}{nomination.nominee}#")

    def _nominees(self, ask: Ask) -> None:
        """What the dead would have nominated is tried, and refused."""
        self._nominate(self.kit.runner.table.seats)
        self._commit(Moment("nominations"), S)
        self._press(2 * S, "#")

    def _dusk(self, ask: Ask) -> None:
        self._commit(Moment("night word"), S)
        night = self.kit.runner.table.round + 1
        last = night >= len(self.scenario.nights)
        maniac_night = ask.offer("number") is not None and not last and "maniac" in self.scenario.nights[night].acts
        self._soon(2 * S, self._finish if last else lambda: self.world.keys("1#" if maniac_night else "#"))

    def _finish(self) -> None:
        self._finish_page()
        self.done = True

    # -- ballots
    def _call(self, ask: Ask) -> None:
        day = self.page.day
        question = BallotHands(0, hands=day.raise_hands, contacts=day.raise_contacts)
        made = contacts(day.ballot(ask.seat, ask.stage) if ask.seat else question)
        made = [contact for contact in made if contact.seat not in self.page.dead_pads]
        if ask.host is not None:
            made = once_more(made)
        self._hands.lift()
        earliest_us = min((contact.down_us for contact in made), default=0)
        self._t_us = self.world.now_us + S - min(CALL_US, earliest_us)
        self._hands.plan(made, self._t_us)
        self._press(self._t_us + CALL_US - self.world.now_us, "#")

    def _hands_go(self, ask: Ask) -> None:
        """T is fixed already: the key is pressed, and the word or the wired key comes, so that it falls there."""
        if self._t_us is None:
            return
        now_us, t_us, self._t_us = self.world.now_us, self._t_us, None
        moment = Moment("raise") if ask.what == "raise" else Moment("ballot", ask.seat, ask.stage)
        self._commit(moment, t_us + BREACH_US - now_us)
        if WordKey in ask.facts:
            self._soon(t_us - now_us, lambda: self.world.wired_key(t_us))
        else:
            self._press(t_us - SPEAKER_US - now_us, "T")

    def _count(self, ask: Ask) -> None:
        delay_us = max(500 * MS, self._hands.last_us + SOON_US - self.world.now_us)
        for seat, nominee in self.page.day.host_votes:
            if nominee == ask.seat:
                self._press(delay_us, f"A{seat}#")
        self._counted = Moment("after ballot", ask.seat, ask.stage)

        def count() -> None:
            self.world.keys("#")
            self._hands.lift()

        self._soon(delay_us + 10 * MS, count)


STEPS: dict[str, Callable[[Told, Ask], None]] = {
    "cards": Told._deal,
    "card": Told._deal,
    "deal": Told._deal,
    "best move": Told._best_move,
    "dawn": Told._dawn,
    "morning": Told._morning,
    "talk": Told._talk,
    "second talk": Told._talk,
    "nomination": Told._nomination,
    "monologue": Told._speak,
    "parting": Told._takes,
    "ghost": Told._picks,
    "speech": Told._speak,
    "silent": Told._speak,
    "defence": Told._speak,
    "last word": Told._speak,
    "nominees": Told._nominees,
    "dusk": Told._dusk,
    "call": Told._call,
    "ballot": Told._hands_go,
    "raise": Told._hands_go,
    "count": Told._count,
}
"""What people do at a step; in a night call who is called wakes, and at any other step the host goes on."""
