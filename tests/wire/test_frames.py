"""Frames: what is damaged, cut, doubled or random is never accepted, and costs one good neighbour at most."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_vectors import VECTORS

from tablekit.wire.frames import STUFFED_MOST, Frames, frame
from tablekit.wire.messages import PAYLOAD_MOST

PAYLOADS = st.binary(min_size=1, max_size=PAYLOAD_MOST)
NEIGHBOUR = bytes([0x82, 7, 0])
EACH = pytest.mark.parametrize(("payload", "stream"), VECTORS, ids=[payload.hex() for payload, _ in VECTORS])


def accepted(stream: bytes) -> list[bytes]:
    return Frames().feed(stream)


@EACH
def test_the_shared_vectors(payload: bytes, stream: bytes) -> None:
    assert frame(payload) == stream
    assert accepted(stream) == [payload]


@given(st.lists(PAYLOADS), st.integers(1, 40), st.binary())
def test_what_is_sent_is_received_whatever_was_before_and_however_it_is_cut(
    payloads: list[bytes], step: int, noise: bytes
) -> None:
    stream = noise + b"".join(map(frame, payloads))
    frames = Frames()
    received = [payload for at in range(0, len(stream), step) for payload in frames.feed(stream[at : at + step])]
    assert received[len(received) - len(payloads) :] == payloads


def spoilt(stream: bytes, *bits: int) -> bytes:
    flipped = bytearray(stream)
    for bit in bits:
        flipped[bit // 8] ^= 1 << bit % 8
    return bytes(flipped)


@EACH
def test_one_wrong_bit_is_noticed_and_the_neighbours_stay(payload: bytes, stream: bytes) -> None:
    around = frame(NEIGHBOUR) + stream + frame(NEIGHBOUR)
    for bit in range(len(stream) * 8):
        damaged = accepted(frame(NEIGHBOUR) + spoilt(stream, bit) + frame(NEIGHBOUR))
        assert set(damaged) <= {NEIGHBOUR, payload}
        assert damaged.count(payload) <= (bit < 8 or bit >= len(stream) * 8 - 8)  # its own zeros carry nothing
        assert damaged.count(NEIGHBOUR) >= 1
    assert accepted(around) == [NEIGHBOUR, payload, NEIGHBOUR]


@pytest.mark.slow
@EACH
def test_two_wrong_bits_are_noticed(payload: bytes, stream: bytes) -> None:
    """Every pair of bits between the frame's own zeros."""
    inside = range(8, len(stream) * 8 - 8)
    for pair in combinations(inside, 2):
        assert accepted(spoilt(stream, *pair)) == []


@EACH
def test_a_cut_frame_is_noticed(payload: bytes, stream: bytes) -> None:
    for size in range(1, len(stream) - 1):
        assert accepted(stream[:size] + frame(NEIGHBOUR)) == [NEIGHBOUR]
        assert accepted(frame(NEIGHBOUR) + stream[size + 1 :]) == [NEIGHBOUR]


def random_frames(count: int, seed: int) -> int:
    """How many of `count` pieces were accepted: half of them noise, half of them well-formed COBS."""
    chance = Random(seed)
    frames, taken = Frames(), 0
    for _ in range(count // 1000):
        stream = bytearray()
        for number in range(1000):
            if number % 2:
                stream += chance.randbytes(chance.randrange(1, STUFFED_MOST)).replace(b"\0", b"\1")
            else:
                blocks = chance.randbytes(chance.randrange(6, STUFFED_MOST - 6)).split(b"\0")
                stream += b"".join(bytes([len(block) + 1]) + block for block in blocks)
            stream += b"\0"
        taken += len(frames.feed(bytes(stream)))
    return taken


def test_random_frames_are_never_accepted() -> None:
    assert random_frames(20_000, 1) == 0


@pytest.mark.truth
def test_ten_million_random_frames() -> None:
    assert random_frames(10_000_000, 2) == 0


def test_d8_every_good_frame_in_a_megabyte_of_noise_is_accepted_and_memory_is_bounded() -> None:
    chance = Random(8)
    sent, stream = [], bytearray()
    for number in range(10_000):
        stream += chance.choice(
            [
                chance.randbytes(100),
                b"\0" * chance.randrange(200),
                b"\xff" * chance.randrange(300),
                b"AT\r\nATQ0 V1\r\n",
            ]
        )
        sent.append(bytes([0x82]) + number.to_bytes(2, "little"))
        stream += frame(sent[-1])
    frames, received, at = Frames(), [], 0
    while at < len(stream):
        size = chance.choice([1, 7, 64, 4096])
        received += frames.feed(bytes(stream[at : at + size]))
        at += size
        assert len(frames._piece) <= STUFFED_MOST + 1
    assert received == sent
