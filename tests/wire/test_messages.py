"""Messages: both sides are made from one table, and only what has the form of its type is one."""

import struct
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_vectors import VECTORS

from tablekit.wire.codec import decode, encode
from tablekit.wire.messages import LAYOUTS, PAYLOAD_MOST, Ack, Heartbeat, RadioOut, Rate

FIRMWARE = Path(__file__).parents[2] / "firmware"


def test_both_sides_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make messages` writes them."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(FIRMWARE)])
    import messages  # type: ignore[import-not-found, unused-ignore]

    for path, text in messages.made().items():
        assert path.read_text() == text


@pytest.mark.parametrize("payload", [payload for payload, _ in VECTORS], ids=lambda payload: payload.hex())
def test_every_message_there_and_back(payload: bytes) -> None:
    message = decode(payload)
    assert message is not None
    assert encode(message) == payload


def test_the_vectors_have_every_message() -> None:
    assert {payload[0] for payload, _ in VECTORS} == set(LAYOUTS)


@given(st.binary(max_size=PAYLOAD_MOST + 5))
def test_a_payload_is_a_message_of_exactly_these_bytes_or_none(payload: bytes) -> None:
    message = decode(payload)
    assert message is None or encode(message) == payload


def test_a_wrong_length_is_no_message() -> None:
    payload = encode(Ack(boot=7, next_seq=1))
    assert decode(payload) == Ack(7, 1)
    assert decode(payload[:-1]) is None
    assert decode(payload + b"\0") is None
    assert decode(encode(RadioOut(b""))) == RadioOut(b"")
    assert decode(b"") is None
    assert decode(b"\x7f") is None


@pytest.mark.parametrize("message", [Rate(256), Ack(-1, 0), RadioOut(bytes(49))])
def test_what_has_no_room_is_not_sent(message: Rate | Ack | RadioOut) -> None:
    with pytest.raises(struct.error):
        encode(message)


def test_a_heartbeat_on_the_wire() -> None:
    """Byte by byte, once: whoever writes another side needs no more than the table."""
    beat = Heartbeat(0x01020304, 0x11121314, 0x21222324, 0x3132, b"abcdef", b"ABCDEF", 1, 20, 2, 3, 4, 5, 6, 7, 8)
    told = "03 04030201 14131211 24232221 3231 616263646566 414243444546 01 14 0200 0300 0400 0500 0600 0700 0800"
    assert encode(beat) == bytes.fromhex(told)
