"""A host who improvises: he presses the keys that the remote offers, and makes as many mistakes as he is told to."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from tablekit.effects import Effect, Say, Text
from tablekit.events import WordKey
from tablekit.game.ask import Ask
from tablekit.game.keypad import BACK, ENTER, KEYS, THANKS
from tablekit.game.scene import Scene, scene
from tablekit.sim.attention import Attention
from tablekit.sim.improvised import Players, Spoken

MS, S = 1_000, 1_000_000
PATIENCE_S = 90
"""So long the host waits for a speaker who does not end."""
MASKS_S = (4, 8)
"""So long he waits for the masks before he goes on without them."""
TOLD_ALOUD = {"take": "A", "keep": "B", "number": ""}
MAY_DECIDE = 0.6
SHOWN = {"shows": ("number", ""), "elects": ("elect", "A"), "refuses": ("refuse", "B")}
"""The offer and the key for what he is shown."""
SLIPS = (
    *["foul"] * 6, *["pardon"] * 2, "remove", *["pause"] * 3, *["undo"] * 4, *["repeat"] * 2, *["vote"] * 2,
    *["wrong keys"] * 4,
)  # fmt: skip
"""What may happen besides the game, as often as it is written here."""


class Host:
    """Looks at the remote and hears the players. `mess`: the chance of a slip at each step, of these `slips`."""

    def __init__(self, players: Players, seed: int, mess: float = 0.0, slips: Sequence[str] = SLIPS) -> None:
        self.players, self.world, self.kit = players, players.world, players.kit
        self.mess, self.slips = mess, slips
        self._chance = random.Random(f"host {seed}")
        players.listeners.append(self._answer)
        self._soon = Attention(self.world, self._notice).soon
        self.kit.listeners.append(self._hear)

    def _notice(self, ask: Ask | None, _: Scene) -> None:
        self._plan()
        if ask is not None and self._chance.random() < self.mess:
            self._slip()

    # -- pressing keys
    def _wait(self, least_s: float, most_s: float) -> int:
        return self._chance.randint(round(least_s * S), round(most_s * S))

    def _type(self, keys: str) -> None:
        """Press the keys, after what was left on the remote's line is gone."""
        if self.kit.keypad.line() is not None and self.kit.keypad.mode != "undo":
            self.world.keys(BACK)
        self.world.keys(keys)

    def _go_on(self, delay_us: int, do: Callable[[], None]) -> None:
        """Do what should end the step; if it does not, plan again."""

        def act() -> None:
            do()
            self._soon(2 * S, self._plan)

        self._soon(delay_us, act)

    # -- the game
    def _plan(self) -> None:
        """What the open Ask needs from the host himself."""
        ask = self.kit.runner.open
        if ask is None:
            return
        if ask.what == "paused":
            self._go_on(self._wait(2, 8), lambda: self._type(ENTER))
        elif ask.sealed:
            self._end_ballot(ask)
        elif scene(self.kit.runner).night and ask.until_us is not None:
            return  # a night call ends by its clock
        elif ask.offer("next") is not None:
            self._decide(ask)
            self._go_on(self._wait(*(MASKS_S if ask.what == "masks" else (1, 3))), lambda: self._type(ENTER))
        elif ask.offer("number") is not None:
            self._go_on(self._wait(0.5, 1.5), self._enter_number)
        elif ask.offer("thanks") is not None:
            self._go_on(PATIENCE_S * S, lambda: self._type(THANKS))

    def _decide(self, ask: Ask) -> None:
        """What he is told besides at such a step: whom one takes along, who stays, with whom the Ghost leaves."""
        for offer in ask.offers:
            if offer.key not in TOLD_ALOUD or offer.why_not is None:
                continue
            chance = self._chance if offer.key == "number" else self.players.secret
            right = [seat for seat in self.kit.runner.table.seats if offer.why_not(seat) is None]
            if right and chance.random() < MAY_DECIDE:
                keys = f"{TOLD_ALOUD[offer.key]}{chance.choice(right)}{ENTER}"
                self._soon(chance.randint(200, 900) * MS, partial(self._type, keys))

    def _end_ballot(self, ask: Ask) -> None:
        usual_s = self.kit.book.fields.ballot_s
        delay_us = self._wait(usual_s * 0.8, usual_s * 1.2)
        if WordKey in ask.facts:
            self._go_on(delay_us, lambda: self.world.wired_key(self.world.now_us))
        elif ask.offer("thanks") is not None:
            self._go_on(delay_us, lambda: self._type(THANKS))

    def _enter_number(self) -> None:
        """The seat that is asked for: who has drawn the card, or any that is right."""
        ask = self.kit.runner.open
        offer = ask.offer("number") if ask else None
        if ask is None or offer is None:
            return
        right = [n for n in self.kit.runner.table.seats if offer.why_not is None or offer.why_not(n) is None]
        role = ask.host.args.get("role") if ask.host else None
        holders = [seat for seat in right if isinstance(role, Text) and self.players.drawn[seat] == role.template]
        if right:
            self._type(f"{self._chance.choice(right) if not holders else holders[0]}{ENTER}")

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Say) and effect.cue == "time":
            self._end_speech(self._wait(0.5, 3))

    def _end_speech(self, delay_us: int) -> None:
        """End the speech that is open."""
        self._soon(delay_us, lambda: self._press_if_offered("thanks", THANKS))

    def _press_if_offered(self, offer: str, keys: str) -> None:
        ask = self.kit.runner.open
        if ask is not None and not ask.sealed and ask.offer(offer) is not None:
            self._type(keys)

    def _answer(self, spoken: Spoken) -> None:
        match spoken.what:
            case "pass" | "ends" | "silence":
                self._end_speech(self._wait(0.3, 1))
            case "nominate":
                keys = f"A{spoken.number}{ENTER}"
                self._soon(self._wait(0.3, 0.9), lambda: self._press_if_offered("nominate", keys))
            case "withdraw":
                keys = f"B{spoken.number}{ENTER}"
                self._soon(self._wait(0.3, 0.9), lambda: self._press_if_offered("withdraw", keys))
            case "shows" | "elects" | "refuses":
                offer, key = SHOWN[spoken.what]
                keys = f"{key}{spoken.number}{ENTER}"
                delay_us = self.players.secret.randint(300 * MS, 900 * MS)
                self._soon(delay_us, lambda: self._press_if_offered(offer, keys))

    # -- what else happens
    def _slip(self) -> None:
        """A foul, a removal, a pause, an undo, a key that is wrong: at some moment from now on."""
        chance = self._chance
        seat = chance.choice(self.kit.runner.table.seats)
        kind = chance.choice(self.slips)
        keys = {
            "foul": f"C{seat}{ENTER}",
            "pardon": f"CC{seat}{ENTER}",
            "remove": f"D{seat}{ENTER}",
            "pause": "DD",
            "undo": BACK * chance.choice([1, 1, 1, 2, 4]),
            "repeat": f"B{chance.randint(1, 4)}{ENTER}",
            "vote": f"A{seat}{ENTER}",
            "wrong keys": "".join(chance.choices([key for key in KEYS if key != BACK], k=chance.randint(1, 5))),
        }[kind]

        def slip() -> None:
            ask = self.kit.runner.open
            if kind not in ("vote", "wrong keys") or (ask and ask.what != "deal"):  # a wrong card is no slip
                self._type(keys)

        self.world.after(self._wait(0, chance.choice([0.4, 2, 12])), slip)
