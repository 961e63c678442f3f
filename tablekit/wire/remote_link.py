"""The Pi's side of the remote: opens what comes by radio, says what the display shows, takes each press once.

No I/O and no clock: bytes of the radio go in, frames come out one at a time, as a slow radio can take them.
docs/remote.md tells the protocol.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tablekit.timebase import US_PER_MS, US_PER_S
from tablekit.wire.codec import decode, encode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.messages import VERSION, Call, Pair, Press, Pressed, Status
from tablekit.wire.remote_display import RemoteDisplay
from tablekit.wire.remote_sessions import Refusal, Sessions
from tablekit.wire.seal import NO_TAG, seal

FRAME_US = 60 * US_PER_MS
"""From one frame to the next: the longest takes 46 ms at 9600 baud."""
ALIVE_US = 2_500 * US_PER_MS
"""The remote speaks each second; silent for so long, it is not there."""
HAIL_US = 500 * US_PER_MS
REMIND_US = 700 * US_PER_MS
STRANGE_US = 3 * US_PER_S
"""So long a remote may not have noticed that the Pi has restarted; then what cannot be opened is another's."""
PRESS_NUMBERS = 0x10000
"""The numbers of presses wrap."""


class KeyPress(NamedTuple):
    """A key that the host pressed."""

    number: int
    """For `acknowledge`."""
    key: str
    """0-9 A B C D * #, or T: «Спасибо»."""
    step: int | None
    """The step of the screen that he saw; None: of none that is known."""
    at_us: int
    """When it was here; it was pressed up to some seconds before."""


def pairing(key: bytes, remote: int, channel: int) -> bytes:
    """The frame that makes whoever hears it by cable this table's remote; it answers with a Call."""
    return frame(encode(Pair(remote, key, channel)))


def newer(press: int, other: int) -> bool:
    """Whether a press came after the other, by their numbers."""
    return 0 < (press - other) % PRESS_NUMBERS < PRESS_NUMBERS // 2


class RemoteLink:
    """One table's remote. `nonce` must be another one, not to be guessed, at each start of the kit."""

    def __init__(self, key: bytes, remote: int, nonce: bytes) -> None:
        self.battery_mv: int | None = None
        """As last told; 0: by cable."""
        self.refused: Counter[Refusal] = Counter()
        """Frames that did nothing, since the start; REFUSALS says it in words."""
        self.other_version: int | None = None
        """The remote that called last speaks this version of the messages, and cannot be answered."""
        self._sessions = Sessions(key, remote, nonce)
        self._display = RemoteDisplay()
        self._frames = Frames()
        self._dormant = True  # nothing is said to a remote that is not there
        self._heard_us = self._said_us = self._hailed_us = -ALIVE_US
        self._free_us = 0
        self._answers: bytes | None = None  # the nonce of the Call that is to be answered
        self._hails = False
        self._strange_us: int | None = None  # since when frames come that cannot be opened, while no remote is there
        self._refused_there: int | None = None  # what the remote's own count of refused frames was
        self._presses: list[KeyPress] = []
        self._numbers = 0
        self._unkept: dict[int, int] = {}  # presses of this session that wait for `acknowledge`
        self._last_press = self._kept_press = 0  # of this session: the last that came, the last acknowledged
        self._acknowledges = False

    def show(self, lines: Sequence[str], step: int | None) -> None:
        """The display should show these four lines of 20 columns, which belong to that step of the game."""
        self._display.show(lines, step)

    @property
    def shown(self) -> bool:
        """Has the remote told that it shows the last of what it should?"""
        return self._display.shown

    def alive(self, now_us: int) -> bool:
        """Whether the remote is there, and in session."""
        return self._sessions.current is not None and now_us - self._heard_us < ALIVE_US

    def drain(self) -> list[KeyPress]:
        """The presses since the last call; each is here exactly once."""
        presses, self._presses = self._presses, []
        return presses

    def acknowledge(self, number: int) -> None:
        """That press is kept and will act: the remote need not say it again."""
        press = self._unkept.pop(number, None)
        if press is not None:
            self._kept_press = press if newer(press, self._kept_press) else self._kept_press
            self._acknowledges = True

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes of the radio's stream, cut anywhere."""
        for payload in self._frames.feed(data):
            match decode(payload):
                case Call() as call:
                    self._called(call, payload, at_us)
                case Press() | Status() as message:
                    self._sealed(message, payload, at_us)
                case _:
                    self._count("foreign")

    @property
    def due_us(self) -> int | None:
        """When `to_send` may have something; None: not before something is received or shown."""
        if self._answers or self._hails:
            return self._free_us
        due_us = 0 if self._acknowledges else self._display.due_us
        return None if self._dormant or due_us is None else max(due_us, self._free_us)

    def to_send(self, now_us: int) -> list[bytes]:
        """The frame that the radio should get now, if it is free and there is one."""
        self._dormant = not self.alive(now_us)
        if self.due_us is None or self.due_us > now_us:
            return []
        payload = self._next(now_us)
        if payload is None:
            return []
        self._free_us = now_us + FRAME_US
        return [frame(payload)]

    def _next(self, now_us: int) -> bytes | None:
        if self._answers:
            called, self._answers = self._answers, None
            return self._sessions.answer(called)
        if self._hails:
            self._hails = False
            self._hailed_us = now_us
            return self._sessions.hail()
        session = self._sessions.current
        assert session is not None
        self._said_us = now_us
        if self._acknowledges:
            self._acknowledges = False
            return seal(session.key, Pressed(session.next_counter(), self._kept_press, NO_TAG))
        return seal(session.key, self._display.next(session.next_counter(), now_us))

    def _called(self, call: Call, payload: bytes, at_us: int) -> None:
        refusal = self._sessions.called(call, payload, at_us)
        if refusal:
            self._count(refusal)
            return
        self.other_version = call.version if call.version != VERSION else None
        self._answers = call.nonce if call.version == VERSION else None

    def _sealed(self, message: Press | Status, payload: bytes, at_us: int) -> None:
        before = self._sessions.current
        heard = self._sessions.hear(payload, message.counter, at_us)
        if heard != "fresh":
            self._refuse(heard, at_us)
            return
        if self._sessions.current is not before:
            self._begin()
        self._heard_us = at_us
        self._strange_us = None
        self._dormant = False
        self._count("replayed", self._sessions.drop_unused(at_us))
        if isinstance(message, Press):
            self._press(message, at_us)
        else:
            self._status(message, at_us)

    def _refuse(self, refusal: Refusal, at_us: int) -> None:
        """Who cannot be opened while no remote is there may be one that does not know that the Pi has restarted."""
        if refusal != "forged" or self.alive(at_us):
            self._count(refusal)
            return
        self._strange_us = at_us if self._strange_us is None else self._strange_us
        if at_us - self._strange_us >= STRANGE_US:
            self._count(refusal)
        if at_us - self._hailed_us >= HAIL_US:
            self._hails = True

    def _count(self, refusal: Refusal, frames: int = 1) -> None:
        if frames:
            self.refused[refusal] += frames

    def _begin(self) -> None:
        self._unkept.clear()
        self._last_press = self._kept_press = 0
        self._acknowledges = False
        self._refused_there = None
        self._display.forget()

    def _press(self, message: Press, at_us: int) -> None:
        if newer(message.press, self._last_press):
            self._last_press = message.press
            self._numbers += 1
            self._unkept[self._numbers] = message.press
            step = self._display.step_of(message.screen)
            self._presses.append(KeyPress(self._numbers, chr(message.key), step, at_us))
        elif not newer(message.press, self._kept_press):
            self._acknowledges = True

    def _status(self, message: Status, at_us: int) -> None:
        self.battery_mv = message.battery_mv
        if self._refused_there is not None:
            self._count("by the remote", (message.refused - self._refused_there) % 256)
        self._refused_there = message.refused
        self._display.heard(message.screen, at_us)
        if at_us - self._said_us >= REMIND_US:
            self._display.remind()
