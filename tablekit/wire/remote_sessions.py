"""Who speaks to the Pi as its remote: sessions that are asked for, the one that lives, and what is refused."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from tablekit.wire.messages import Answer, Call, Hail
from tablekit.wire.seal import DOUBLED_WITHIN_US, NO_TAG, NONCE_BYTES, Session, opens, seal, session_key

CANDIDATES = 4
USED_KEPT = 64

Refusal = Literal["forged", "foreign", "replayed", "doubled", "by the remote"]
REFUSALS: dict[Refusal, str] = {
    "forged": "a frame without this table's seal",
    "foreign": "a frame of another table's remote or kit",
    "replayed": "a frame that had been here before, sent again by somebody",
    "doubled": "a frame that the radio brought twice or late",
    "by the remote": "a frame that the remote refused as forged, replayed or doubled",
}
"""What did nothing, in words. Only "doubled" is usual."""


@dataclass
class Candidate:
    """A session that was asked for, and answered. Only the remote can use it."""

    session: Session
    nonce: bytes
    """The Pi's own."""
    called_us: int


class Sessions:
    """The sessions with one remote. A new one takes over with its first frame: a repeated Call ends nothing."""

    def __init__(self, key: bytes, remote: int, nonce: bytes) -> None:
        self.current: Session | None = None
        self._key = key
        self._remote = remote
        self._nonce = nonce
        self._answered = 0
        self._candidates: OrderedDict[bytes, Candidate] = OrderedDict()  # by the remote's nonce
        self._begun: OrderedDict[bytes, int] = OrderedDict()  # the nonces of sessions that were used, and since when
        self._former: Session | None = None

    def called(self, call: Call, payload: bytes, at_us: int) -> Refusal | None:
        """A remote asks for a session. None: it may be answered."""
        if call.remote != self._remote:
            return "foreign"
        if not opens(self._key, payload):
            return "forged"
        if call.nonce in self._begun:
            return self._old(self._begun[call.nonce], at_us)
        candidate = self._candidates.get(call.nonce) or self._candidate(call.nonce)
        candidate.called_us = at_us
        return None

    def answer(self, called: bytes) -> bytes | None:
        """The payload that answers the Call with that nonce; None if it has come too late."""
        candidate = self._candidates.get(called)
        return seal(self._key, Answer(self._remote, called, candidate.nonce, NO_TAG)) if candidate else None

    def hail(self) -> bytes:
        """The payload that asks the remote to call."""
        return seal(self._key, Hail(self._remote, self._nonce, NO_TAG))

    def hear(self, payload: bytes, counter: int, at_us: int) -> Refusal | Literal["fresh"]:
        """What a sealed frame is; a fresh one of a session that was asked for begins that session."""
        session = self.current
        if session is None or not opens(session.key, payload):
            session = self._begin(payload, at_us)
        if session:
            return session.hear(counter, at_us)
        if self._former and opens(self._former.key, payload):
            return self._old(next(reversed(self._begun.values())), at_us)
        return "forged"

    def drop_unused(self, at_us: int) -> int:
        """Forget the candidates that nobody used while the session went on; how many: repeated Calls, then."""
        old = [it for it, candidate in self._candidates.items() if at_us - candidate.called_us > DOUBLED_WITHIN_US]
        for called in old:
            del self._candidates[called]
        return len(old)

    def _candidate(self, called: bytes) -> Candidate:
        self._answered += 1
        number = (int.from_bytes(self._nonce, "little") + self._answered) % (1 << 8 * NONCE_BYTES)
        nonce = number.to_bytes(NONCE_BYTES, "little")
        candidate = Candidate(Session(session_key(self._key, called, nonce)), nonce, 0)
        self._candidates[called] = candidate
        if len(self._candidates) > CANDIDATES:
            self._candidates.popitem(last=False)
        return candidate

    def _begin(self, payload: bytes, at_us: int) -> Session | None:
        called = next((it for it, candidate in self._candidates.items() if opens(candidate.session.key, payload)), None)
        if called is None:
            return None
        self._former, self.current = self.current, self._candidates[called].session
        self._candidates.clear()
        self._begun[called] = at_us
        if len(self._begun) > USED_KEPT:
            self._begun.popitem(last=False)
        return self.current

    @staticmethod
    def _old(since_us: int, at_us: int) -> Refusal:
        return "doubled" if at_us - since_us < DOUBLED_WITHIN_US else "replayed"
