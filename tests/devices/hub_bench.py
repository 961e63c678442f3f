"""A hub's Pi side on the bench: a simulated hub, two ways between, and a sink that writes down what it is told."""

from collections.abc import Callable
from random import Random

from tablekit.devices.hub import Hub
from tablekit.events import Stamped
from tablekit.sim.hub import Counter, SimulatedHub
from tablekit.sim.link import Faults, Link

MS, S = 1_000, 1_000_000
BOOT = 0xABCDEF01
LOST = "lost"
QUIET = Faults(delay_us=50, jitter_us=100)


class Sink:
    """The kit, as a list of what it is told."""

    def __init__(self) -> None:
        self.facts: list[Stamped] = []
        self.told: list[Stamped] = []
        """Those that were promised before a loss: the others the game never hears of."""
        self._waiting: list[Stamped] = []
        self._lost = False
        self.events: list[str | tuple[str, int]] = []
        """What happened to the link."""
        self.promised_us = self.held_us = -1
        self.opens = True
        """May a ballot open?"""

    def heard(self, fact: Stamped) -> None:
        assert self._lost or fact.at_us > self.held_us, f"{fact} after a promise of {self.held_us}"
        self.facts.append(fact)
        if not self._lost:
            self._waiting.append(fact)

    def promised(self, upto_us: int, held_us: int) -> None:
        if upto_us > self.promised_us:
            self.promised_us, self.held_us = upto_us, min(held_us, upto_us)
            self.told += [fact for fact in self._waiting if fact.at_us <= upto_us]
            self._waiting = [fact for fact in self._waiting if fact.at_us > upto_us]

    def lost(self) -> None:
        self.events.append(LOST)
        self._lost = True
        self._waiting.clear()

    def back(self, at_us: int) -> int:
        self.events.append(("back", at_us))
        self._lost = False
        self.promised_us = self.held_us = max(at_us, self.promised_us + 1) - 1
        return self.promised_us + 1

    def unsure(self, err_us: int) -> None:
        self.events.append(("unsure", err_us))
        self.opens = err_us == 0


class Bench:
    """Table time goes on by `run`; `hub` is None while there is none."""

    def __init__(
        self,
        counter: Counter | None = None,
        faults: Faults = QUIET,
        seed: int = 1,
        ways: Callable[[Faults, Random], Link] = Link,
    ) -> None:
        chance = Random(seed)
        self.sink = Sink()
        self.radio: list[tuple[bytes, int]] = []
        self.kit = Hub(self.sink)
        self.kit.radio = lambda data, at_us: self.radio.append((data, at_us))
        self.hub: SimulatedHub | None = SimulatedHub(counter or Counter(), BOOT)
        self.now_us = 0
        self.ballot = False
        self.cut = False
        """Nothing comes through."""
        self.asleep = False
        """The kit does nothing."""
        self.up, self.down = ways(faults, chance), ways(faults, chance)

    def attach(self) -> None:
        """Until the hub's facts count."""
        while not self.kit.attached:
            self.run(self.now_us + 10 * MS)

    def after(self, us: int) -> None:
        """Let so much time pass."""
        self.run(self.now_us + us)

    def run(self, to_us: int) -> None:
        while self.now_us < to_us:
            dues_us = [self.up.next_us, self.down.next_us, self.hub.next_us if self.hub else None]
            dues_us += [] if self.asleep else [self.kit.due_us()]
            self.now_us = min(max(self.now_us + 100, min(due for due in dues_us if due is not None)), to_us)
            self._step()

    def _step(self) -> None:
        now_us, hub = self.now_us, self.hub
        if hub is not None:
            hub.run(now_us)
        if not self.asleep:
            data = b"".join(data for _, data in self.up.due(now_us))
            if data and not self.cut:
                self.kit.received(data, now_us)
            out = self.kit.turn(now_us, ballot=self.ballot)
            self.down.send(out, now_us)
        for at_us, data in self.down.due(now_us):
            if hub is not None and not self.cut:
                hub.received(data, at_us)
        if hub is not None:
            for at_us, data in hub.out:
                self.up.send(data, at_us)
            hub.out.clear()

    def drive(self, number: int, active: bool, at_us: int | None = None) -> int:
        """A line changes, now or then; returns when."""
        at_us = self.now_us if at_us is None else at_us
        assert self.hub is not None
        self.hub.drive(number, active, at_us)
        return at_us
