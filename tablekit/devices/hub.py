"""The seat hub: what its log says becomes events of the kit, in table time; what the kit wants goes back to it."""

import logging
from collections.abc import Callable
from typing import Protocol

from tablekit.devices.hub_lines import HubEvidence, fact_of, line_of
from tablekit.devices.onset import Onset
from tablekit.events import MaskUnproven, Stamped, Unproven, WordHeard
from tablekit.intake.chatter import Chatter
from tablekit.intake.linkclock import HubClock
from tablekit.wire.hub_link import Booted, Exchange, HubLink, Promise, Told, Unlike, What
from tablekit.wire.messages import VERSION, Edge, Heartbeat, Hello, RadioIn

log = logging.getLogger(__name__)

SILENT_US = 700_000
"""A hub that says nothing for so long is lost: a line that damages one byte in a hundred does not bring that about."""
STALL_US = 100_000
"""A kit that has not looked for so long cannot tell the hub's silence from its own."""
ATTACH_US, SETTLES_US = 50_000, 1_000_000
"""If its clock is no better after this time, its facts count with the first error."""
UNSURE_US, SURE_US = 2_000, 1_000
"""With a clock that is worse than the first no ballot opens, until it is better than the second."""
PPM = 5_000
"""So far off may its counter be: the board's clock is a ceramic resonator."""
CALM_MS, BALLOT_MS = 50, 20
"""From one heartbeat to the next."""
WAITING_MOST = 1_000


class Sink(Protocol):
    """The kit, as the hub's facts see it."""

    def heard(self, fact: Stamped) -> None:
        """A fact that the hands' own counter stamped."""

    def promised(self, upto_us: int, held_us: int) -> None:
        """All that was seen by `upto_us` is told, but for what is stamped after `held_us` and still under way."""

    def lost(self) -> None:
        """The counter is silent."""

    def back(self, at_us: int) -> int:
        """It answers again; returns from when on it counts."""

    def unsure(self, err_us: int) -> None:
        """Its clock is known only to this error; 0: well enough."""


class Hub:
    """One hub. Bytes come in by `received`; `turn` gives those that must leave at once. Nothing here waits."""

    def __init__(self, kit: Sink, first: int = 1) -> None:
        self._first = first  # the seat at its first place
        self.link = HubLink()
        self.radio: Callable[[bytes, int], None] = lambda data, at_us: None
        """Is given what the hub's radio brings, with the time at which it was here."""
        self.clock: HubClock | None = None
        self.hello: Hello | None = None
        """Who the hub has said it is."""
        self.attached = False
        """Do its facts count? Not before its clock is known, and not while it is silent."""
        self._kit = kit
        self._waiting: list[Told] = []  # told while nobody could say when it was
        self._known: set[int] = set()  # the lines that are down, as the kit was told
        self._promised: frozenset[int] = frozenset()  # the same by the last promise: what is lost later is not told
        self._chatter: dict[int, Chatter] = {}
        self._unsure = self._ballot = False
        self._onset = Onset()
        self._beat: Heartbeat | None = None  # the last one that the clock has heard
        self._boots = self._booted_us = 0
        self._turned_us = self._listening_us = self._back_us = 0

    # -- what comes
    def received(self, data: bytes, at_us: int) -> None:
        """Bytes that were here by `at_us`."""
        for told in self.link.received(data, at_us):
            if isinstance(told, Booted):
                self._booted(told.hello, at_us)
            elif isinstance(told, Exchange):
                if self.clock is not None:
                    self.clock.exchange(told.sent_us, self.clock.extend(told.ticks), told.received_us)
            elif isinstance(told, RadioIn):
                self.radio(told.data, at_us)
            else:
                self._waiting.append(told)
        del self._waiting[:-WAITING_MOST]
        if self.clock is not None and self.link.beat is not None and self.link.beat is not self._beat:
            self._beat = self.link.beat
            self.clock.heard(self.clock.extend(self._beat.ticks), at_us)
        if self.clock is not None and (self.attached or self.clock.settled(at_us) <= self._good_enough_us(at_us)):
            waiting, self._waiting = self._waiting, []
            for told in waiting:
                self._act(told)

    def _good_enough_us(self, at_us: int) -> int:
        """The error with which its facts begin to count: a clock that will be fit for a ballot is soon."""
        return UNSURE_US if at_us < self._booted_us + SETTLES_US else ATTACH_US

    def closed(self) -> None:
        """Its port is gone; whoever answers next is asked who he is."""
        self._lose()
        self.link.forget()
        self.clock = None

    def _booted(self, hello: Hello, at_us: int) -> None:
        self._lose()
        self._booted_us = at_us
        self.hello = hello
        self.clock = None
        if hello.version == VERSION:
            self._boots += 1
            self.clock = HubClock(f"hub {hello.boot:08x}.{self._boots}", hello.tick_hz, PPM)
            log.info("%s: firmware %04x, reset by %02x", self.clock.name, hello.firmware, hello.reset)

    def _lose(self) -> None:
        self._waiting.clear()
        self._onset.forget()
        self._unsure = False
        if self.attached:
            self.attached = False
            self._known = set(self._promised)
            self._kit.lost()

    def _act(self, told: Told) -> None:
        match told:
            case Edge():
                self._edge(told)
            case Unlike(ticks, number, down):
                if self.attached:
                    self._unproven(number, self._stamp(ticks)[0], down)
            case Promise(ticks, pending_ticks, down):
                at_us = self._stamp(ticks)[0]
                if not self.attached:
                    self._attach(at_us, down)
                held = [self._stamp(pending_ticks)[0], self._onset.holds_us]
                self._kit.promised(at_us - 1, min(us for us in held if us is not None) - 1)
                if at_us > self._back_us:
                    self._promised = frozenset(self._known)
            case _:
                pass

    def _attach(self, at_us: int, down: frozenset[int]) -> None:
        """From here on it counts; what has changed meanwhile has no provable edge."""
        self.attached = True
        self._back_us = self._kit.back(at_us) + 1  # at one stamp facts would come first
        for number in sorted(self._known ^ down):
            self._unproven(number, self._back_us, number in down)

    def _stamp(self, ticks: int) -> tuple[int, int, int]:
        """Table time, the bound of its error, and the ticks without their wrap."""
        assert self.clock is not None
        whole = self.clock.extend(ticks)
        return (*self.clock.stamp(whole), whole)

    def _edge(self, edge: Edge) -> None:
        line = line_of(edge.line, self._first)
        if line is None or self.clock is None or self.hello is None:
            return
        at_us, err_us, ticks = self._stamp(edge.ticks)
        grain_ticks = max(edge.grain_ticks, self.hello.grain_ticks)
        evidence = HubEvidence(err_us=err_us, clock=self.clock.name, ticks=ticks, grain_ticks=grain_ticks)
        fact = fact_of(edge, line, at_us, evidence)
        if fact is None:
            return
        if self.attached and at_us <= self._back_us:
            self._under_way(edge)
            return
        if isinstance(fact, WordHeard):
            self._hear(fact)
            return
        if self.attached:
            self._keep(edge.line, edge.what)
        self._kit.heard(fact)
        if line.kind == "mask" and self._chatter.setdefault(edge.line, Chatter()).begins(at_us):
            self._kit.heard(MaskUnproven(at_us, line.seat, worn=edge.line in self._known))

    def _under_way(self, edge: Edge) -> None:
        """It began before the hub was back, so its edge cannot be proven; what it has led to counts."""
        if edge.what in (What.PRESS, What.RELEASE):
            self._unproven(edge.line, self._back_us, edge.what == What.PRESS)

    def _hear(self, onset: WordHeard) -> None:
        """Another cue's is waited out: the hub stamps one onset each time that it is armed."""
        word = self._onset.hears(onset)
        if word is not None:
            self._kit.heard(word)
        elif self._onset.listens:
            log.info("an onset that may not be the word's, at %d us", onset.at_us)
            self.link.arm(self._turned_us)

    def _keep(self, number: int, what: int) -> None:
        if what == What.PRESS:
            self._known.add(number)
        elif what == What.RELEASE:
            self._known.discard(number)

    def _unproven(self, number: int, at_us: int, down: bool) -> None:
        self._keep(number, What.PRESS if down else What.RELEASE)
        line = line_of(number, self._first)
        if line is not None and line.kind == "pad":
            self._kit.heard(Unproven(at_us, line.seat, down=down))
        elif line is not None and line.kind == "mask":
            self._kit.heard(MaskUnproven(at_us, line.seat, worn=down))

    # -- what goes
    def arm(self, now_us: int) -> None:
        """The word is coming: its onset is wanted. It counts as soon as the sound desk has begun the word too."""
        self._onset.arm(now_us)
        self.link.arm(now_us)

    def word_begins(self, at_us: int, err_us: int) -> None:
        """The sound desk has begun the word: its onset is not before that."""
        word = self._onset.begins(at_us - err_us)
        if word is not None:
            self._kit.heard(word)

    def turn(self, now_us: int, *, ballot: bool) -> bytes:
        """Notice its silence; what to send now. In a `ballot` its heartbeats and its clock are wanted more often."""
        if now_us - self._turned_us > STALL_US:
            self._listening_us = now_us
        self._turned_us, self._ballot = now_us, ballot
        self._onset.tire(now_us)
        if self.attached and now_us > self._silent_us():
            log.warning("the hub has fallen silent")
            self._lose()
        if self.clock is not None:
            self._mind_clock(self.clock, now_us)
        self.link.rate(BALLOT_MS if ballot else CALM_MS)
        return self.link.to_send(now_us)

    def due_us(self) -> int:
        """When it wants the next turn, even if nothing comes."""
        dues_us = [self.link.due_us]
        if self.clock is not None:
            dues_us.append(max(self.clock.asks_at_us(ballot=self._ballot), self.link.ping_us))
        if self.attached:
            dues_us += [self._silent_us() + 1, self._turned_us + STALL_US // 2]
        return min(dues_us)

    def _silent_us(self) -> int:
        """When it has been silent for too long."""
        return max(self.link.heard_us or 0, self._listening_us) + SILENT_US

    def _mind_clock(self, clock: HubClock, now_us: int) -> None:
        if now_us >= clock.asks_at_us(ballot=self._ballot):
            self.link.ping(now_us)
        if not self.attached or now_us - self._listening_us < STALL_US:
            return
        err_us = clock.settled(now_us)
        if err_us > UNSURE_US and not self._unsure:
            self._unsure = True
            self._kit.unsure(err_us)
        elif err_us <= SURE_US and self._unsure:
            self._unsure = False
            self._kit.unsure(0)
