"""The handheld remote, simulated: what firmware/remote does between its keys, its display and its radio."""

import binascii
from collections import deque
from dataclasses import dataclass

from tablekit.timebase import US_PER_MS, US_PER_S
from tablekit.wire.codec import decode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.glyphs import LETTERS, NO_LINK
from tablekit.wire.messages import VERSION, Answer, Call, Hail, Message, Press, Pressed, Row, Screen, Status
from tablekit.wire.remote_display import COLUMNS, ROWS
from tablekit.wire.remote_link import PRESS_NUMBERS, newer
from tablekit.wire.seal import NO_TAG, Session, opens, seal, session_key

SAY_AGAIN_US = 160 * US_PER_MS
GIVE_UP_US = 2 * US_PER_S
STATUS_US = CALL_US = US_PER_S
HAILED_AFTER_US = 900 * US_PER_MS
"""A Hail is obeyed only by a remote that has heard nothing else for so long: it may be an old one, sent again."""
GONE_AFTER_US = 3_500 * US_PER_MS
PRESSES = 8
"""So many wait to be acknowledged; one more is dropped."""
BLANK = bytes(ROWS * COLUMNS).replace(b"\0", b" ")


@dataclass
class Waiting:
    """A press that is not acknowledged."""

    number: int
    key: str
    screen: int
    since_us: int


class RadioRemote:
    """One remote from one power-on to the next; `boot` must be another one each time."""

    def __init__(self, key: bytes, remote: int, boot: int, at_us: int = 0, battery_mv: int = 4_200) -> None:
        self.failed = False
        """The sign "!": a press was given up; it stands until the next one."""
        self.refused = 0
        self._key = key
        self._remote = remote
        self._boot = boot
        self._battery_mv = battery_mv
        self._frames = Frames()
        self._session: Session | None = None
        self._calls = 0
        self._calling: bytes | None = None  # the nonce of the Call that should be answered
        self._rows = bytearray(BLANK)  # as they come
        self._display = BLANK  # as they are shown
        self._shown = 0
        self._no_link = True
        self._waiting: deque[Waiting] = deque()
        self._pressed = 0
        self._heard_us = at_us - GONE_AFTER_US
        self._status_us = self._call_us = self._say_us = at_us
        self._call()

    @property
    def lines(self) -> tuple[str, ...]:
        """What its display shows."""
        if self._no_link:
            return NO_LINK
        text = "".join(LETTERS[code] for code in self._display)
        return tuple(text[at : at + COLUMNS].rstrip() for at in range(0, ROWS * COLUMNS, COLUMNS))

    @property
    def busy(self) -> bool:
        """The sign that a press waits to be acknowledged."""
        return bool(self._waiting)

    def press(self, key: str, at_us: int) -> None:
        """The host presses a key."""
        if self._session is None or len(self._waiting) == PRESSES:
            self._drop()
            return
        self.failed = False
        self._pressed = (self._pressed + 1) % PRESS_NUMBERS
        if not self._waiting:
            self._say_us = at_us
        self._waiting.append(Waiting(self._pressed, key, self._shown, at_us))

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes of the radio's stream."""
        for payload in self._frames.feed(data):
            match decode(payload):
                case Answer() as answer:
                    self._answered(answer, payload, at_us)
                case Hail() as hail:
                    self._hailed(hail, payload, at_us)
                case Row() | Screen() | Pressed() as message:
                    self._sealed(message, payload, at_us)
                case _:
                    pass

    @property
    def due_us(self) -> int:
        """When `to_send` has something."""
        due_us = [self._status_us] if self._session else []
        due_us += [self._call_us] if self._calling else []
        due_us += [self._say_us] if self._waiting else []
        return min(due_us)

    def to_send(self, now_us: int) -> list[bytes]:
        """The frames that its radio should get now."""
        self._tire(now_us)
        frames = []
        if self._calling and self._call_us <= now_us:
            self._call_us = now_us + CALL_US
            frames.append(seal(self._key, Call(VERSION, 0x0100, self._remote, self._calling, NO_TAG)))
        if self._session and self._waiting and self._say_us <= now_us:
            self._say_us = now_us + SAY_AGAIN_US
            first = self._waiting[0]
            counter = self._session.next_counter()
            frames.append(seal(self._session.key, Press(counter, first.number, ord(first.key), first.screen, NO_TAG)))
        if self._session and self._status_us <= now_us:
            self._status_us = now_us + STATUS_US
            counter = self._session.next_counter()
            status = Status(counter, self._shown, self._battery_mv, self.refused % 256, NO_TAG)
            frames.append(seal(self._session.key, status))
        return [frame(payload) for payload in frames]

    def _call(self) -> None:
        self._calls += 1
        self._calling = self._boot.to_bytes(4, "little") + self._calls.to_bytes(4, "little")

    def _answered(self, answer: Answer, payload: bytes, at_us: int) -> None:
        if answer.remote != self._remote or self._calling is None or answer.called != self._calling:
            return
        if not opens(self._key, payload):
            self.refused += 1
            return
        if self._waiting:
            self._drop()
        self._session = Session(session_key(self._key, self._calling, answer.nonce))
        self._calling = None
        self._shown = self._pressed = 0
        self._heard_us = self._status_us = at_us

    def _hailed(self, hail: Hail, payload: bytes, at_us: int) -> None:
        if hail.remote != self._remote or self._calling:
            return
        if at_us - self._heard_us < HAILED_AFTER_US or not opens(self._key, payload):
            self.refused += 1
            return
        self._call()
        self._call_us = at_us

    def _sealed(self, message: Row | Screen | Pressed, payload: bytes, at_us: int) -> None:
        if self._session is None:
            return
        if not opens(self._session.key, payload) or self._session.hear(message.counter, at_us) != "fresh":
            self.refused += 1
            return
        self._heard_us = at_us
        self._act(message, at_us)

    def _act(self, message: Message, at_us: int) -> None:
        match message:
            case Row(row=row, text=text):
                self._rows[row * COLUMNS : (row + 1) * COLUMNS] = text
            case Screen(screen=screen, crc=crc):
                if binascii.crc_hqx(self._rows, 0) == crc:
                    self._display, self._shown, self._no_link = bytes(self._rows), screen, False
                self._status_us = at_us
            case Pressed(press=press):
                while self._waiting and not newer(self._waiting[0].number, press):
                    self._waiting.popleft()
                    self._say_us = at_us

    def _drop(self) -> None:
        """What was typed behind a lost press would mean something else without it: it goes with it."""
        self._waiting.clear()
        self.failed = True

    def _tire(self, now_us: int) -> None:
        """What time alone ends: the saying of a press, and the trust in what the display shows."""
        if self._waiting and now_us - self._waiting[0].since_us >= GIVE_UP_US:
            self._drop()
        if now_us - self._heard_us >= GONE_AFTER_US:
            self._shown, self._no_link = 0, True
