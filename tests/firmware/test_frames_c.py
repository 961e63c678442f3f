"""The C side of the frames: the shared vectors, and every stream as the Python side takes it."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from tablekit.wire.frames import STUFFED_MOST, Frames, frame
from tablekit.wire.messages import PAYLOAD_MOST

VECTORS = Path(__file__).parents[1] / "vectors" / "frames.txt"


def taken_by_c(built: Path, stream: bytes) -> tuple[list[tuple[bytes, bytes]], int]:
    """The payloads with the frames that C makes of them, and what it has counted as bad."""
    run = subprocess.run([built / "frames"], input=stream, capture_output=True, check=True)
    *lines, bad = run.stdout.decode().splitlines()
    pairs = [line.split() for line in lines]
    return [(bytes.fromhex(payload), bytes.fromhex(out)) for payload, out in pairs], int(bad.split()[1])


def test_the_shared_vectors(built: Path) -> None:
    lines = [line.split() for line in VECTORS.read_text().splitlines() if line and not line.startswith("#")]
    vectors = [(bytes.fromhex(payload), bytes.fromhex(stream)) for payload, stream in lines]
    assert taken_by_c(built, b"".join(stream for _, stream in vectors)) == (vectors, 0)


def streams(seed: int, pieces: int) -> bytes:
    """Good frames, spoilt ones, well-formed COBS without a check, noise, and runs of one byte."""
    chance = Random(seed)
    stream = bytearray()
    for _ in range(pieces):
        size = chance.randint(1, PAYLOAD_MOST)
        payload = bytes(chance.choice((0, 1, 255, chance.randrange(256))) for _ in range(size))
        good = bytearray(frame(payload))
        match chance.randrange(6):
            case 0:
                good[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
            case 1:
                del good[chance.randrange(len(good)) :]
            case 2:
                blocks = chance.randbytes(chance.randrange(STUFFED_MOST + 20)).split(b"\0")
                good = bytearray(b"".join(bytes([min(255, len(block) + 1)]) + block for block in blocks) + b"\0")
            case 3:
                good = bytearray(chance.randbytes(chance.randrange(300)))
            case 4:
                good = bytearray([chance.randrange(256)]) * chance.randrange(300)
        stream += good
    return bytes(stream)


@pytest.mark.parametrize("pieces", [2_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_both_sides_take_the_same_of_any_stream(built: Path, pieces: int) -> None:
    stream = streams(pieces, pieces)
    frames = Frames()
    payloads = frames.feed(stream)
    taken, bad = taken_by_c(built, stream)
    assert [payload for payload, _ in taken] == payloads
    assert all(out == frame(payload) for payload, out in taken)
    assert bad == frames.bad % 65_536
