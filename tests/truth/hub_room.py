"""A room whose pads, wired key and speaker go to a hub: its bytes go by a bad cable into the real kit, step by step.

The hub behind the cable may be any that can be driven as the simulated one is. Nothing here judges a hand.
"""

from bisect import insort
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Protocol

from ballot_room import EndlessVote, Spoil
from hub_cable import BYTE_US, MODELS, NEVER_US, Faults, Model, Way
from hub_counter import DriftingCounter
from plan import Times

from tablekit.effects import WORDS, Effect, Say
from tablekit.events import CueStarted, Event, HostSaid, LinkBack, LinkLost, Stamped
from tablekit.game.fields import Fields
from tablekit.kit import Kit, Setup
from tablekit.seats import HubSeats
from tablekit.sim.hub import WRAP, SimulatedHub
from tablekit.timebase import ManualClock
from tablekit.wire.messages import LINE_WORD

MS = 1_000
SOUNDS_US = 200 * MS
"""So long the speaker line shows a word."""
AGAIN_US = 25 * MS
"""The host looks so often whether he is asked."""
DEAD_KEY_US = 700 * MS
"""So long after the word that nobody has heard the host takes the remote's key."""
PATIENCE_US = 9_000 * MS
BOOTS = 0x9E3779B1
"""The boot ids of a hub are the multiples of it, as the firmware has them."""


class HubModel(Protocol):
    """A hub: driven in table time, its bytes are in `out`, with when."""

    out: list[tuple[int, bytes]]

    @property
    def next_us(self) -> int: ...
    def drive(self, number: int, active: bool, at_us: int) -> None: ...
    def received(self, data: bytes, at_us: int) -> None: ...
    def run(self, to_us: int) -> None: ...


class Maker(Protocol):
    """Makes the hubs of an evening. `coarse_us`: hands so near to the word may be on the line; 0: it is exact."""

    coarse_us: int
    byte_us: int
    """What a byte takes on the cable, if the hub does not take it."""
    cables: tuple[str, ...]
    """The kinds of cable that an evening may have."""

    def __call__(self, at_us: int, boots: int, active: frozenset[int], wraps_us: int, chance: Random) -> HubModel:
        """A hub that is powered at `at_us`, for the `boots`th time, its counter wrapping at `wraps_us`."""


class Simulated:
    """The model in Python."""

    coarse_us = 0
    byte_us = BYTE_US
    cables = tuple(MODELS)

    def __call__(self, at_us: int, boots: int, active: frozenset[int], wraps_us: int, chance: Random) -> SimulatedHub:
        counter = DriftingCounter(at_us, WRAP - 2 * (wraps_us - at_us), chance)
        return SimulatedHub(counter, boots * BOOTS % WRAP, active)  # type: ignore[arg-type]


class Table(Kit):
    """The real kit, with nothing but votes. `look` sees each event before the game does; `spoil` plants faults."""

    def __init__(self, fields: Fields, seats: int, look: Callable[[Event], None], spoil: Spoil | None) -> None:
        self.time = ManualClock()
        super().__init__(Setup("sport"), self.time)
        self.book: EndlessVote = EndlessVote(fields, (1, 2, 3))
        self.seats = seats
        self._look, self._spoil = look, spoil
        self.begin()

    def feed(self, event: Event) -> None:
        self._look(event)
        told = event if self._spoil is None else self._spoil(event)
        if told is not None:
            super().feed(told)


class HubRoom:
    """The hub, its cable, the kit and its host, in true time. Subclasses plant faults in `seats`."""

    def __init__(
        self, fields: Fields, seats: int, model: Model, faults: Faults, chance: Random, maker: Maker, wraps_us: int
    ) -> None:
        self.chance, self.maker = chance, maker
        self.wraps_us = wraps_us
        self.now_us = self.t_us = self.said_us = self._due_us = 0
        self.lost: list[tuple[int, int]] = []
        """From when until when the kit had no hub, in true time."""
        self.blind: list[tuple[int, int]] = []
        """The same by the stamps that the game got."""
        self.outages: list[tuple[int, int]] = []
        """From when until when the hub was off, or its cable."""
        self.lies: list[str] = []
        """Stamps that err by more than they say."""
        self.hubs: list[tuple[int, HubModel]] = []
        """Each hub of the evening, and since when it lived."""
        self.stall_us = NEVER_US, NEVER_US
        self.opened = False
        self.hears = True
        self.cue_err_us = 500
        self._key_word = fields.cutoff == "key"
        self._at: Times | None = None
        self._hub: HubModel | None = None
        self._back_us = 0
        self._reset_us = NEVER_US
        self._down: set[int] = set()
        self._edges: list[tuple[int, int, bool]] = []
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._plans = 0
        self.up, self.down = (Way(delay, faults, maker.byte_us, chance) for delay in (model.back, model.there))
        self.kit = Table(fields, seats, self._look, self.spoil)
        self.seats = HubSeats(self.kit, self.kit.inlets[0])
        self.kit.listeners.append(self._speak)
        self.prepare()

    spoil: Spoil | None = None

    def prepare(self) -> None:
        """For planted faults."""

    # -- what happens
    def edge(self, at_us: int, number: int, active: bool) -> None:
        """A line of the hub changes then."""
        insort(self._edges, (at_us, number, active))

    def post(self, at_us: int, do: Callable[[], None]) -> None:
        """Something is done at the kit then."""
        self._plans += 1
        heappush(self._planned, (at_us, self._plans, do))

    def reset(self, at_us: int, back_us: int) -> None:
        """The hub is off from the one to the other."""
        self._reset_us, self._back_us = at_us, back_us
        self.outages.append((at_us, back_us))

    def cut(self, from_us: int, until_us: int) -> None:
        """The cable carries nothing."""
        for way in (self.up, self.down):
            way.cut_from_us, way.cut_until_us = from_us, until_us
        self.outages.append((from_us, until_us))

    def stall(self, from_us: int, until_us: int) -> None:
        """The kit does nothing, and its bytes pile up."""
        self.stall_us = from_us, until_us

    def play(self, at: Times) -> int:
        """One ballot; returns when it was over."""
        self._at, self.opened, self.t_us = at, False, at.t
        self.post(at.call, lambda: self._press("next", "call"))
        if not self._key_word:
            self.post(at.thanks, lambda: self._press("thanks", "ballot"))
        self.post(at.count, self._go_on)
        self.run(at.ends)
        while not self.over and self.now_us < at.ends + PATIENCE_US:
            self.run(self.now_us + AGAIN_US)
        self._at = None
        return self.now_us

    @property
    def over(self) -> bool:
        """Is all known that could have come of the ballot's keys, and the next one not called yet?"""
        at, ask = self._at, self.kit.runner.ask
        assert at is not None
        done = not self.opened or (ask is not None and ask.what == "call")
        return done and self.kit.merge.released_us >= at.ends - 60 * MS

    # -- steps
    def run(self, to_us: int) -> None:
        """Everything up to then."""
        while (next_us := self._next_us()) < to_us:
            self._step(next_us)
        self._step(to_us)

    def _next_us(self) -> int:
        kit_us = self._kit_next_us
        if self._stalled(max(kit_us, self.now_us + 1)):
            kit_us = self.stall_us[1]
        hub_us = self._hub.next_us if self._hub is not None else self._back_us
        edge_us = self._edges[0][0] if self._edges else NEVER_US
        return max(self.now_us + 1, min(kit_us, hub_us, edge_us, self.down.next_us, self._reset_us))

    @property
    def _kit_next_us(self) -> int:
        return min(self.up.next_us, self._due_us, self._planned[0][0] if self._planned else NEVER_US)

    def _stalled(self, at_us: int) -> bool:
        return self.stall_us[0] <= at_us < self.stall_us[1]

    def _step(self, at_us: int) -> None:
        self.now_us = at_us
        self._power(at_us)
        self._drive(at_us)
        hub = self._hub
        if hub is not None:
            hub.run(at_us)
        if not self._stalled(at_us):
            self._run_kit(at_us)
        for arrived_us, data in self.down.due(at_us):
            if hub is not None:
                hub.received(data, arrived_us)
        if hub is not None:
            for sent_us, data in hub.out:
                self.up.send(data, sent_us)
            hub.out.clear()

    def _power(self, at_us: int) -> None:
        if self._reset_us <= at_us:
            self._hub, self._reset_us = None, NEVER_US
        if self._hub is None and at_us >= self._back_us:
            self._drive(at_us)
            self.wraps_us = max(self.wraps_us, at_us + 5_000 * MS) if self.hubs else self.wraps_us
            boots = len(self.hubs) + 1
            self._hub = self.maker(at_us, boots, frozenset(self._down - {LINE_WORD}), self.wraps_us, self.chance)
            self.hubs.append((at_us, self._hub))

    def _drive(self, at_us: int) -> None:
        while self._edges and self._edges[0][0] <= at_us:
            edge_us, number, active = self._edges.pop(0)
            (self._down.add if active else self._down.discard)(number)
            if self._hub is not None:
                self._hub.drive(number, active, edge_us)

    def _run_kit(self, at_us: int) -> None:
        if self._kit_next_us > at_us:
            return
        kit, hub = self.kit, self.seats.hub
        kit.time.jump(at_us)
        if data := b"".join(data for _, data in self.up.due(at_us)):
            hub.received(data, at_us)
        while self._planned and self._planned[0][0] <= at_us:
            heappop(self._planned)[2]()
        kit.turn()
        self.down.send(self.seats.turn(at_us), at_us)
        wake_us = kit.wake_us
        self._due_us = min(hub.due_us(), wake_us if wake_us is not None and wake_us > at_us else NEVER_US)

    # -- the host, and what he hears
    def _press(self, key: str, step: str) -> None:
        """He presses a key if the kit waits for it."""
        runner = self.kit.runner
        if runner.ask is not None and runner.ask.what == step:
            self.kit.arrived(HostSaid(self.now_us, key=key, ask=runner.step))

    def _go_on(self) -> None:
        at, ask = self._at, self.kit.runner.ask
        if at is None or ask is None or (self.opened and ask.what == "call"):
            return
        if self.now_us > at.t + DEAD_KEY_US:
            self._press("thanks", "ballot")
        self._press("next", "count")
        self.post(self.now_us + AGAIN_US, self._go_on)

    def _speak(self, effect: Effect) -> None:
        if not isinstance(effect, Say):
            return
        self.opened = self.opened or effect.cue == "ballot"
        if effect.cue == "ballot":  # the speaker line shows every cue
            self._sound(self.now_us)
        elif effect.cue in WORDS and self._at is not None:
            self.said_us = self.now_us
            self.t_us = max(self._at.t, self.now_us + 40 * MS)
            err_us = self.cue_err_us
            cue = CueStarted(self.t_us + self.chance.randint(-err_us, err_us), err_us=err_us, cue=effect.cue)
            told_us = max(self.now_us + 1, cue.at_us + self.chance.randint(-15 * MS, 10 * MS))
            self.post(told_us, lambda: self._begins(cue))
            if self.hears:
                self._sound(self.t_us)

    def _begins(self, cue: CueStarted) -> None:
        self.seats.hub.word_begins(cue.at_us, cue.err_us)
        self.kit.arrived(cue)

    def _sound(self, at_us: int) -> None:
        self.edge(at_us, LINE_WORD, True)
        self.edge(at_us + SOUNDS_US, LINE_WORD, False)

    def _look(self, event: Event) -> None:
        match event:
            case LinkLost():
                self.lost.append((self.now_us, NEVER_US))
                self.blind.append((event.at_us, NEVER_US))
            case LinkBack():
                self.lost[-1] = self.lost[-1][0], self.now_us
                self.blind[-1] = self.blind[-1][0], event.at_us
            case Stamped(ticks=ticks) if ticks and event.clock.startswith("hub") and not self.maker.coarse_us:
                self._check(event)
            case _:
                pass

    def _check(self, event: Stamped) -> None:
        """Its error is what it says at most."""
        boot = int(event.clock[4:12], 16)
        counter = next(hub.counter for _, hub in self.hubs if hub.boot == boot)  # type: ignore[attr-defined]
        now = counter.ticks(event.at_us)
        true_us = counter.table_us(now + (event.ticks - now + WRAP // 2) % WRAP - WRAP // 2)
        if abs(event.at_us - true_us) > event.err_us + 1:
            self.lies.append(f"{event} was at {true_us} us")
