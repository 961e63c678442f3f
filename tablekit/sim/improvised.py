"""Players who improvise: they answer whatever the kit asks, as people do, and know no card but their own."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tablekit.effects import WORDS, Effect, Say, Text, text
from tablekit.game.ask import Ask
from tablekit.game.procedures.deal import CITIZEN
from tablekit.game.scene import HANDS_GO, Scene, scene
from tablekit.game.table import BLACK
from tablekit.sim.attention import Attention
from tablekit.sim.gestures import Gestures
from tablekit.sim.manners import CALM, Profile
from tablekit.sim.world import SPEAKER_US, World

MS, S = 1_000, 1_000_000
AT_THE_WORD_US = (-1, 0, 1)
"""Where the closest of the late hands fall, relative to T."""
BEST_MOVE = 3


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a player tells the host: aloud by day, with the fingers at night. `seat` 0: whom the host asks."""

    seat: int
    what: Literal["nominate", "withdraw", "pass", "ends", "silence", "shows", "elects", "refuses"]
    number: int = 0

    @property
    def text(self) -> Text:
        """As a sentence."""
        return Text(SENTENCES[self.what].template, {"seat": self.seat, "number": self.number})


SENTENCES = {
    "nominate": text("Seat {seat}: I nominate {number}."),
    "withdraw": text("Seat {seat}: I take {number} back."),
    "pass": text("Seat {seat}: Pass."),
    "ends": text("Seat {seat}: That is all."),
    "silence": text("The table falls silent."),
    "shows": text("Seat {seat} shows: {number}."),
    "elects": text("The mafia elects {number}."),
    "refuses": text("Seat {number} refuses to move."),
}


class Players:
    """All seats. What the table may see comes from `seed`; the cards and all that is done at night from `secret`.

    `fate`: whom they choose at night comes from `seed` too, whoever they are.
    """

    def __init__(
        self, world: World, seed: int, profile: Profile = CALM, secret: int | None = None, *, fate: bool = False
    ) -> None:
        self.world, self.kit, self.profile = world, world.kit, profile
        self._seed, self._fate = seed, fate
        self.listeners: list[Callable[[Spoken], None]] = []
        """Each is told what a player says or shows."""
        self.secret = random.Random(f"night {seed if secret is None else secret}")
        self._day = random.Random(f"day {seed}")
        self._cards: Mapping[int, str] = {}
        self._game = 0
        self._night = False
        self._gestures = Gestures(world)
        self._late: list[int] = []
        self._split: tuple[int, ...] = ()
        self._stage: tuple[int, str, int] | None = None
        self._choices: dict[int, int] = {}
        self._agreed: tuple[int, str] | None = None
        self._aims: dict[int, list[tuple[int, float]]] = {}
        self._soon = Attention(world, self._notice).soon
        world.kit.listeners.append(self._hear)

    @property
    def drawn(self) -> Mapping[int, str]:
        """Who has drawn which card, if the host deals real ones."""
        if self._game != self.kit.game:
            self._game = self.kit.game
            cards = [role for role, count in self.kit.runner.table.cards.items() for _ in range(count)]
            seats = self.kit.runner.table.seats
            cards += [CITIZEN] * (len(seats) - len(cards))
            self.secret.shuffle(cards)
            self._cards = dict(zip(seats, cards, strict=True))
        return self._cards

    def card(self, seat: int) -> str:
        """The seat's own card: what it was dealt, or drew."""
        return self.kit.runner.table.record.roles.get(seat) or self.drawn[seat]

    # -- looking and hearing
    def _notice(self, ask: Ask | None, seen: Scene) -> None:
        if ask is None or ask.what == "paused":
            return
        self._mind_masks(seen)
        if ask.what not in HANDS_GO:
            self._hands_off()
        if seen.night and ask.until_us is not None:
            self._called(ask, seen)
        elif ask.what == "card" and seen.night:
            self._look_at_card(ask.seat)
        elif ask.what == "best move":
            for number in self._shown(ask, [ask.seat]):
                self._say(self.secret.randint(200, 800) * MS, Spoken(ask.seat, "shows", number))
        elif ask.what == "nomination":
            if self._day.random() < self.profile.nominates:
                self._say(300 * MS, Spoken(ask.seat, "nominate", self._day.choice(seen.living)))
        elif ask.what in ("talk", "second talk"):
            self._talk(ask, seen)
        elif ask.offer("thanks") is not None and ask.seat and not ask.sealed:
            self._speak(ask, seen)
        elif ask.what == "call":
            self._jump_the_gun(seen)

    def _hear(self, effect: Effect) -> None:
        if not isinstance(effect, Say):
            return
        match effect.cue:
            case "ballot":
                self._vote(effect.numbers[0])
            case "raise":
                self._vote(0)
            case word if word in WORDS:
                self._come_late(effect.at_us + SPEAKER_US)
            case "split":
                self._split = effect.numbers
            case "number":
                self._shoot(effect.numbers[0])

    def _say(self, delay_us: int, spoken: Spoken) -> None:
        def say() -> None:
            for listener in self.listeners:
                listener(spoken)

        self._soon(delay_us, say)

    def _look_at_card(self, seat: int) -> None:
        """Who is called lifts his mask, draws, and puts it back on."""
        self._gestures.wear(seat, self.world.now_us + self._day.randint(100, 400) * MS, False)
        self._gestures.wear(seat, self.world.now_us + self._day.randint(500, 900) * MS, True)

    # -- speeches
    def _talk(self, ask: Ask, seen: Scene) -> None:
        """All talk; some are named for the vote, and one is taken back."""
        chance, lasts_us = self._day, round(self._day.uniform(*self.profile.talk_s) * S)
        if ask.offer("nominate") is not None:
            for number in chance.sample(seen.living, min(len(seen.living), chance.randint(1, 4))):
                self._say(lasts_us * chance.randint(1, 6) // 10, Spoken(chance.choice(seen.living), "nominate", number))
            if chance.random() < self.profile.withdraws:
                self._say(
                    lasts_us * 7 // 10, Spoken(chance.choice(seen.living), "withdraw", chance.choice(seen.living))
                )
        self._say(lasts_us, Spoken(0, "silence"))
        self._fidget(chance, lasts_us)

    def _speak(self, ask: Ask, seen: Scene) -> None:
        """A speech, with a nomination perhaps, that ends with «Пас»."""
        chance, profile, seat = self._day, self.profile, ask.seat
        lasts_us = round(chance.uniform(*profile.talk_s) * S)
        if ask.offer("nominate") is not None and chance.random() < profile.nominates:
            free = [other for other in seen.living if other not in seen.nominees]
            named = chance.choice(free or seen.living)
            self._say(lasts_us * 3 // 10, Spoken(seat, "nominate", named))
            if ask.offer("withdraw") is not None and chance.random() < profile.withdraws:
                self._say(lasts_us * 5 // 10, Spoken(seat, "withdraw", named))
                if chance.random() < profile.nominates:
                    self._say(lasts_us * 7 // 10, Spoken(seat, "nominate", chance.choice(seen.living)))
        self._say(lasts_us, Spoken(seat, "ends" if ask.what == "last word" else "pass"))
        self._fidget(chance, lasts_us)

    def _fidget(self, chance: random.Random, lasts_us: int) -> None:
        """Hands that rest on a pad for no reason, those of seats that are out too."""
        for seat in self.kit.runner.table.seats:
            if chance.random() < self.profile.restless:
                touch_us = self.world.now_us + chance.randint(0, lasts_us)
                self._gestures.touch(seat, touch_us, chance.randint(2, 900) * MS)

    # -- ballots
    def _vote(self, nominee: int) -> None:
        """The call: who has chosen this nominee puts his hand; some come late, lift it, or vote once more."""
        chance, profile, seen = self._day, self.profile, scene(self.kit.runner)
        self._choose(seen)
        self._gestures.next_occasion()
        self._late = []
        passed = seen.votes.keys()
        for seat in seen.living:
            chosen = self._choices.get(seat) == nominee
            again = self._choices.get(seat) in passed and chance.random() < profile.second
            if not (chosen or again):
                continue
            if chance.random() < profile.late:
                self._late.append(seat)
                continue
            down_us = self.world.now_us + chance.randint(200, 1_300) * MS
            self._vote_at(seat, down_us)
            if chance.random() < profile.lifts:
                self._gestures.lift(seat, down_us + chance.randint(50, 2_000) * MS)
        fields = self.kit.book.fields
        if fields.cutoff == "key":
            self._come_late(self.world.now_us + round(fields.ballot_s * S))

    def _choose(self, seen: Scene) -> None:
        """Before the first call of a stage each makes up his mind: a nominee, or 0 for the raise."""
        stage = (self.kit.game, seen.period, seen.stage)
        if self._stage == stage:
            return
        self._stage = stage
        chance, profile = self._day, self.profile
        nominees: Iterable[int] = {0: (0,), 1: seen.nominees}.get(seen.stage, self._split)
        open_to = [nominee for nominee in nominees if nominee in (0, *seen.living)]
        stays_away = profile.abstains if seen.stage else 1 - profile.raises
        self._choices = {
            seat: chance.choice(open_to) for seat in seen.living if chance.random() >= stays_away and open_to
        }

    def _come_late(self, t_us: int) -> None:
        """«Спасибо» is on its way: hands at T, a little before it and after it."""
        for seat in self._late:
            close = self._day.random() < 0.5
            offset_us = self._day.choice(AT_THE_WORD_US) if close else self._day.randint(-20 * MS, 200 * MS)
            self._vote_at(seat, t_us + offset_us)
        self._late = []

    def _vote_at(self, seat: int, at_us: int) -> None:
        bounce_us = self._day.randint(300, 3_000) if self._day.random() < self.profile.bounces else 0
        self._gestures.vote(seat, at_us, bounce_us)

    def _jump_the_gun(self, seen: Scene) -> None:
        """A hand before the call."""
        for seat in seen.living:
            if self._day.random() < self.profile.early:
                self._gestures.vote(seat, self.world.now_us + self._day.randint(50, 1_500) * MS)

    def _hands_off(self) -> None:
        """No hands are asked for any more: those still on their way stay away, the others leave the pads."""
        self._gestures.next_occasion()
        self._late = []
        for seat in self.kit.runner.table.seats:
            slow = self._day.random() < self.profile.holds_on
            delay_ms = self._day.randint(2_000, 6_000) if slow else self._day.randint(100, 600)
            self._gestures.lift(seat, self.world.now_us + delay_ms * MS)

    # -- the night
    def _mind_masks(self, seen: Scene) -> None:
        """Masks on for the night, off for the day."""
        if seen.night == self._night:
            return
        self._night = seen.night
        for seat in self.kit.runner.table.seats:
            worn = seen.night and seat in seen.living
            self._gestures.wear(seat, self.world.now_us + self._day.randint(200, 1_500) * MS, worn)

    def _called(self, ask: Ask, seen: Scene) -> None:
        """A night call: those who are meant lift their masks and show the host whom they choose; some peek."""
        chance, lasts_us = self.secret, self._left_us()
        meant = [seat for seat in seen.living if self._is_meant(seat, ask.what)]
        for seat in seen.living:
            if (seat in meant and seat in ask.bare) or chance.random() < self.profile.peeks:
                bare_us = self.world.now_us + round(lasts_us * chance.uniform(0.1, 0.4))
                self._gestures.wear(seat, bare_us, False)
                self._gestures.wear(seat, bare_us + round(lasts_us * chance.uniform(0.1, 0.5)), True)
        for number in self._shown(ask, meant):
            self._say(round(lasts_us * chance.uniform(0.1, 0.6)), Spoken(meant[0] if meant else 0, "shows", number))
        if ask.offer("elect") is not None and meant:
            self._say(lasts_us * 8 // 10, Spoken(0, "elects", chance.choice(meant)))
        if ask.offer("refuse") is not None and chance.random() < self.profile.refuses:
            self._say(lasts_us * 8 // 10, Spoken(0, "refuses", chance.choice(meant or seen.living)))
        self._fidget(chance, lasts_us)

    def _left_us(self) -> int:
        """How long the open call still lasts."""
        return max(0, (self.kit.deadline_us or 0) - self.world.now_us)

    def _is_meant(self, seat: int, call: str) -> bool:
        if call == "best move":
            return seat in self.kit.runner.table.killed
        card = self.card(seat)
        return card == call or (call in ("mafia", "shooting") and card in BLACK)

    def _shown(self, ask: Ask, meant: list[int]) -> Iterable[int]:
        """The numbers that the host is shown; while he learns the cards, one's own, and the blacks' masks will do."""
        offer = ask.offer("number")
        if offer is None:
            return ()
        if not self.kit.runner.table.record.roles:
            return meant if ask.what != "mafia" else ()
        others = [seat for seat in scene(self.kit.runner).living if seat not in meant]
        right = [seat for seat in others if offer.why_not is None or offer.why_not(seat) is None]
        most = BEST_MOVE if ask.what == "best move" else 1
        if self._fate:
            living, chance = scene(self.kit.runner).living, self._fated(ask.what)
            return (chance.choice(living),)
        return self.secret.sample(right, min(len(right), self.secret.randint(0, 3), most))

    def _fated(self, what: str) -> random.Random:
        """Fixed for this night, whoever is who."""
        return random.Random(f"{self._seed}/{self.kit.game}/{scene(self.kit.runner).period}/{what}")

    def _shoot(self, number: int) -> None:
        """A number is called: those who aim at it press their pads."""
        seen = scene(self.kit.runner)
        if self._agreed != (self.kit.game, seen.period):
            self._agreed = (self.kit.game, seen.period)
            self._agree(seen)
        slot_us = self._left_us()
        for seat, shots in self._aims.items():
            for aim, moment in shots:
                if aim == number:
                    press_us = self.world.now_us + round(slot_us * moment)
                    self._gestures.touch(seat, press_us, self.secret.randint(80, 400) * MS)

    def _agree(self, seen: Scene) -> None:
        """The blacks have one target; but some shoot elsewhere, twice, between two numbers, or not at all."""
        chance = self.secret
        target = self._fated("shooting").choice(seen.living) if self._fate else chance.choice(seen.living)
        self._aims = {}
        for seat in seen.living:
            if self.card(seat) not in BLACK:
                continue
            shots = [(target, chance.uniform(0.1, 0.55))]
            if not self._fate and chance.random() < self.profile.disagrees:
                other = (chance.choice(self.kit.runner.table.seats), chance.uniform(0.1, 0.99))
                shots = chance.choice([[other], [*shots, other], [(target, 0.9)], []])
            self._aims[seat] = shots
