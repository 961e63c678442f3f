"""The seal: the same vectors as the firmware's, and what a session lets pass."""

import ctypes
import shutil
import subprocess
from hashlib import blake2s
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekit.wire.codec import decode
from tablekit.wire.messages import Press, Pressed
from tablekit.wire.seal import DOUBLED_WITHIN_US, NO_TAG, TAG_BYTES, Session, opens, seal, session_key, tag

ROOT = Path(__file__).parents[2]
KEY = bytes(range(16))


def vectors(kind: str) -> list[tuple[bytes, ...]]:
    """The words of each vector of that kind."""
    lines = (ROOT / "tests" / "vectors" / "seal.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line.startswith(kind + " ")]
    return [tuple(b"" if word == "-" else bytes.fromhex(word) for word in words) for _, *words in rows]


HASHES, TAGS, SESSIONS = vectors("hash"), vectors("tag"), vectors("session")


def test_the_vectors_are_python_s() -> None:
    assert len(HASHES) > 30
    assert all(blake2s(data, key=key, digest_size=len(digest)).digest() == digest for key, data, digest in HASHES)
    assert all(tag(key, sealed) == expected for key, sealed, expected in TAGS)
    assert all(session_key(key, theirs, ours) == expected for key, theirs, ours, expected in SESSIONS)


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The firmware's seal, compiled for this machine, with sanitizers that stop at the first fault."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc: the firmware's seal cannot be compiled")
    library = tmp_path_factory.mktemp("seal") / "seal.so"
    sources = [ROOT / "firmware" / "common" / name for name in ("blake2s.c", "seal.c")]
    flags = [
        "-std=c11",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsanitize=undefined",
        "-fsanitize-undefined-trap-on-error",
    ]
    subprocess.run(["gcc", *flags, "-shared", "-fPIC", "-o", library, *sources], check=True)
    return ctypes.CDLL(str(library))


def test_the_firmware_hashes_as_python_does(firmware: ctypes.CDLL) -> None:
    for key, data, digest in HASHES:
        out = ctypes.create_string_buffer(len(digest) + 1)
        firmware.blake2s(out, len(digest), key, len(key), data, len(data))
        assert out.raw == digest + b"\0", (key, data)


def test_the_firmware_seals_and_opens_as_python_does(firmware: ctypes.CDLL) -> None:
    for key, sealed, expected in TAGS:
        payload = ctypes.create_string_buffer(sealed + NO_TAG, len(sealed) + TAG_BYTES)
        firmware.seal(key, payload, len(payload))
        assert payload.raw == sealed + expected
        assert firmware.opens(key, payload.raw, len(payload))
        for bit in range(8 * len(payload)):
            forged = bytearray(payload.raw)
            forged[bit // 8] ^= 1 << bit % 8
            assert not firmware.opens(key, bytes(forged), len(forged))
    for key, theirs, ours, expected in SESSIONS:
        out = ctypes.create_string_buffer(len(expected))
        firmware.session_key(out, key, theirs, ours)
        assert out.raw == expected


def test_what_is_too_short_to_have_a_tag_is_not_opened(firmware: ctypes.CDLL) -> None:
    assert not any(firmware.opens(KEY, bytes(8), size) for size in range(TAG_BYTES + 1))


def test_a_sealed_message_is_itself_and_opens_with_its_key_alone() -> None:
    payload = seal(KEY, Press(1, 2, ord("T"), 3, NO_TAG))
    message = decode(payload)
    assert isinstance(message, Press)
    assert message[:4] == (1, 2, ord("T"), 3)
    assert opens(KEY, payload)
    assert not opens(bytes(16), payload)


@given(st.integers(min_value=0), st.integers(1, 255))
def test_no_byte_of_it_can_be_changed(at: int, by: int) -> None:
    payload = bytearray(seal(KEY, Pressed(7, 1, NO_TAG)))
    payload[at % len(payload)] ^= by
    assert not opens(KEY, bytes(payload))


def test_each_side_can_make_a_session_a_new_one() -> None:
    keys = {session_key(KEY, bytes([a] * 8), bytes([b] * 8)) for a in range(4) for b in range(4)}
    assert len(keys) == 16


def test_counters_go_up_from_one() -> None:
    session = Session(KEY)
    assert [session.next_counter() for _ in range(3)] == [1, 2, 3]


def test_a_frame_passes_once_and_none_before_it_passes_after_it() -> None:
    session = Session(KEY)
    assert [session.hear(counter, 0) for counter in (1, 3, 3, 2, 1, 4)] == [
        "fresh", "fresh", "doubled", "doubled", "doubled", "fresh",
    ]  # fmt: skip


def test_a_double_that_comes_too_late_was_kept_by_somebody() -> None:
    session = Session(KEY)
    assert session.hear(5, 0) == "fresh"
    assert session.hear(5, DOUBLED_WITHIN_US - 1) == "doubled"
    assert session.hear(6, DOUBLED_WITHIN_US) == "fresh"
    assert session.hear(5, DOUBLED_WITHIN_US) == "replayed"
    assert session.hear(6, DOUBLED_WITHIN_US) == "doubled"
    assert session.hear(0, DOUBLED_WITHIN_US) == "replayed"


@given(st.lists(st.integers(0, 30)))
def test_whatever_comes_each_counter_passes_at_most_once_and_upwards(counters: list[int]) -> None:
    session = Session(KEY)
    passed = [counter for at, counter in enumerate(counters) if session.hear(counter, at * 1_000_000) == "fresh"]
    assert passed == sorted(set(passed))
