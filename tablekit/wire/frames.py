"""Frames in a stream of bytes: a zero, COBS of payload and CRC-32, a zero. What is damaged is dropped and counted.

COBS (Cheshire and Baker, 1999) takes the zeros out of a frame, so that a zero ends one wherever a reader begins.
"""

from zlib import crc32

from tablekit.wire.messages import PAYLOAD_MOST

END = 0
CHECK_BYTES = 4
STUFFED_MOST = PAYLOAD_MOST + CHECK_BYTES + 1
"""The longest frame between its zeros."""


def frame(payload: bytes) -> bytes:
    """The bytes to send. Its own zero before it keeps it apart from whatever noise came first."""
    checked = payload + crc32(payload).to_bytes(CHECK_BYTES, "little")
    blocks = checked.split(b"\0")
    stuffed = b"".join(bytes([len(block) + 1]) + block for block in blocks)
    return b"\0" + stuffed + b"\0"


def unframe(stuffed: bytes) -> bytes | None:
    """The payload of what stood between two zeros; None if it is damaged."""
    checked = bytearray()
    at = 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end > len(stuffed):
            return None
        checked += stuffed[at + 1 : end] + b"\0"
        at = end
    payload, check = bytes(checked[: -CHECK_BYTES - 1]), checked[-CHECK_BYTES - 1 : -1]
    return payload if payload and crc32(payload) == int.from_bytes(check, "little") else None


class Frames:
    """The receiver of one stream."""

    def __init__(self) -> None:
        self.bad = 0
        """Pieces between zeros that were no frame."""
        self._piece = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads of the frames that end in `data`."""
        *ended, rest = data.split(b"\0")
        payloads = []
        for part in ended:
            self._take(part)
            if self._piece:
                payload = unframe(bytes(self._piece)) if len(self._piece) <= STUFFED_MOST else None
                if payload is None:
                    self.bad += 1
                else:
                    payloads.append(payload)
                self._piece.clear()
        self._take(rest)
        return payloads

    def _take(self, part: bytes) -> None:
        """Of a piece that is too long to be a frame only so much is kept as shows that."""
        self._piece += part[: STUFFED_MOST + 1 - len(self._piece)]
