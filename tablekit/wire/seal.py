"""The seal of the remote's frames: a tag that only this table can make, and a counter that lets a frame pass once.

The tag is keyed BLAKE2s (RFC 7693) with a digest of 8 bytes, over type and fields; it ends the payload. The types of
the two directions differ, so that no frame can be sent back to its sender.
"""

from collections import deque
from hashlib import blake2s
from hmac import compare_digest
from typing import Literal

from tablekit.timebase import US_PER_S
from tablekit.wire.codec import encode
from tablekit.wire.messages import Message

KEY_BYTES, NONCE_BYTES, TAG_BYTES = 16, 8, 8
NO_TAG = bytes(TAG_BYTES)
"""Stands in a message until it is sealed."""
DOUBLED_WITHIN_US = 3 * US_PER_S
"""So late a radio may bring a frame, or its double; an older one was kept by somebody."""

Freshness = Literal["fresh", "doubled", "replayed"]


def tag(key: bytes, sealed: bytes) -> bytes:
    """The tag of type and fields."""
    return blake2s(sealed, key=key, digest_size=TAG_BYTES).digest()


def seal(key: bytes, message: Message) -> bytes:
    """The payload of a message that ends with a tag, whatever stood in its place."""
    sealed = encode(message)[:-TAG_BYTES]
    return sealed + tag(key, sealed)


def opens(key: bytes, payload: bytes) -> bool:
    """Whether the payload ends with its tag."""
    return compare_digest(tag(key, payload[:-TAG_BYTES]), payload[-TAG_BYTES:])


def session_key(pairing_key: bytes, remotes_nonce: bytes, pis_nonce: bytes) -> bytes:
    """The key of one session; either side can see to it that it is a new one."""
    return blake2s(remotes_nonce + pis_nonce, key=pairing_key, digest_size=KEY_BYTES).digest()


class Session:
    """One side's view of a session: its key, and the counters of both directions."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._sent = 0
        self._heard = 0
        self._settled = 0  # of the frames heard so long ago that no double of them can still be under way
        self._recent: deque[tuple[int, int]] = deque()  # when it was heard, its counter

    def next_counter(self) -> int:
        """Of the next frame to send."""
        self._sent += 1
        return self._sent

    def hear(self, counter: int, at_us: int) -> Freshness:
        """Whether an opened frame may act: its counter must be higher than all before it."""
        while self._recent and self._recent[0][0] <= at_us - DOUBLED_WITHIN_US:
            self._settled = self._recent.popleft()[1]
        if counter > self._heard:
            self._heard = counter
            self._recent.append((at_us, counter))
            return "fresh"
        return "replayed" if counter <= self._settled else "doubled"
