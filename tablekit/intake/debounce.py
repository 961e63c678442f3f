"""One line's debounce: what the edges of a pad, a mask or a wired key come to. The firmware holds the same rule.

The first contact is the stamp; what confirms it only delays it. Time passes before an edge acts, so a limit that
falls on an edge's own stamp is judged by the level before that edge.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple, TypedDict

from tablekit.events import (
    Event,
    HandDown,
    HandUp,
    MaskOff,
    MaskOn,
    MaskUnproven,
    Rejected,
    Unproven,
    WordKey,
)

NEW_AFTER_US = 5_000
"""Inactive for this long, a contact is over; the next one is new."""
CONFIRM_US = 12_000
"""So long after its first edge a contact is judged: it must be active, and have been for at least half of the time."""
RELEASE_US = 30_000
"""Inactive for this long, a press is over."""
READING_US = 1_000
"""Reading a level takes less than this: of a line that changed meanwhile the reading says nothing."""


class Line(NamedTuple):
    """What an input is wired to. Active is: hand on the pad, mask worn, key pressed. Seat 0 is nobody's.

    "word" is the onset's wire: its device arms it and tells the onset as a fact, it is never debounced.
    """

    kind: Literal["pad", "mask", "key", "word"]
    seat: int


class Evidence(TypedDict):
    """What stands behind an edge's stamp."""

    err_us: int
    clock: str
    ticks: int


class Contact(NamedTuple):
    """An active edge that a press may begin with, and what was before it."""

    at_us: int
    evidence: Evidence
    inactive_since_us: int
    active_before_us: int


class Debounce:
    """One line: give it its edges and readings in the order of their stamps; what they come to goes to `tell`."""

    def __init__(self, line: Line, tell: Callable[[Event], None], clock: str = "") -> None:
        if line.kind == "word":
            raise ValueError("the word's onset is told as a fact, it is not debounced")
        self.active = False
        self.down = False
        self.missed = 0
        """Edges that must have been lost: equal ones came in a row, or a reading disagreed."""
        self._kind = line.kind
        self._seat = line.seat
        self._tell = tell
        self._clock = clock
        self._contacts: deque[Contact] = deque()  # the one that is being judged, and the later active edges
        self._active_us = 0  # how long the line was active in all, up to its last inactive edge
        self._since_us = -RELEASE_US  # the last change; before time began
        self._edge_us = -RELEASE_US  # the last edge, one that changes nothing too
        self._evidence = Evidence(err_us=0, clock=clock, ticks=0)  # of the last change

    @property
    def floor_us(self) -> int | None:
        """The oldest stamp that it may still tell of without a new edge; None: none."""
        if self.down:
            return None if self.active else self._since_us
        return self._contacts[0].at_us if self._contacts else None

    @property
    def due_us(self) -> int | None:
        """When time alone will decide something; None: never."""
        if self.down:
            return None if self.active else self._since_us + RELEASE_US
        if not self._contacts:
            return None
        judged_us = self._contacts[0].at_us + CONFIRM_US
        return judged_us if self.active else min(judged_us, self._since_us + NEW_AFTER_US)

    def settle(self, upto_us: int) -> None:
        """Decide what time alone decides; every edge before `upto_us` has been given."""
        while (due_us := self.due_us) is not None and due_us <= upto_us:
            if self.down:
                self._release()
            elif not self.active and due_us == self._since_us + NEW_AFTER_US:
                self._drop(due_us)
            else:
                self._judge(due_us)

    def edge(self, at_us: int, active: bool, ticks: int = 0, err_us: int = 0) -> None:
        """The line became `active` or inactive at `at_us`."""
        self.settle(at_us)
        self._edge_us = at_us
        if active == self.active:
            self.missed += 1
            return
        self._evidence = Evidence(err_us=err_us, clock=self._clock, ticks=ticks)
        if not active:
            self._active_us += at_us - self._since_us
        elif not self.down:
            self._contacts.append(Contact(at_us, self._evidence, self._since_us, self._active_us))
        self.active = active
        self._since_us = at_us

    def level(self, read_us: int, active: bool, at_us: int | None = None) -> None:
        """The level, read by `read_us`; every edge before `at_us` (default: `read_us`) has been given.

        A reading that disagrees is followed and told as unproven; a contact under way is dropped.
        """
        at_us = read_us if at_us is None else at_us
        self.settle(at_us)
        if active == self.active or max(self._since_us, self._edge_us) > read_us - READING_US:
            return
        self.missed += 1
        self._drop(at_us)
        self.active = self.down = active
        self._since_us = at_us
        match self._kind:
            case "pad":
                self._tell(Unproven(at_us, self._seat, down=active))
            case "mask":
                self._tell(MaskUnproven(at_us, self._seat, worn=active))
            case "key":
                pass

    def lose(self, at_us: int) -> None:
        """Nothing is known from `at_us` on: what is under way is dropped, what is confirmed stands until a reading."""
        self._drop(at_us)
        self.active = self.down
        self._since_us = self._edge_us = at_us - READING_US

    def _judge(self, due_us: int) -> None:
        contact = self._contacts[0]
        active_us = self._active_us - contact.active_before_us + (due_us - self._since_us if self.active else 0)
        if self.active and 2 * active_us >= CONFIRM_US:
            self.down = True
            self._press(contact, self._contacts[-1].at_us)
            self._contacts.clear()
        else:
            self._reject(self._contacts[1].inactive_since_us if len(self._contacts) > 1 else self._since_us)

    def _drop(self, at_us: int) -> None:
        if self._contacts:
            self._reject(at_us if self.active else self._since_us)
            self._contacts.clear()

    def _reject(self, until_us: int) -> None:
        at_us, evidence, *_ = self._contacts.popleft()
        self._tell(Rejected(at_us, self._seat, line=self._kind, lasted_us=until_us - at_us, **evidence))

    def _press(self, contact: Contact, settled_us: int) -> None:
        at_us, evidence, *_ = contact
        match self._kind:
            case "pad":
                self._tell(HandDown(at_us, self._seat, settled_us=settled_us, **evidence))
            case "mask":
                self._tell(MaskOn(at_us, self._seat, **evidence))
            case "key":
                self._tell(WordKey(at_us, **evidence))

    def _release(self) -> None:
        self.down = False
        match self._kind:
            case "pad":
                self._tell(HandUp(self._since_us, self._seat, **self._evidence))
            case "mask":
                self._tell(MaskOff(self._since_us, self._seat, **self._evidence))
            case "key":
                pass
