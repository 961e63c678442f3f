"""The shared vectors: payloads of every message and their frames. The C side plays the same file."""

from pathlib import Path

FILE = Path(__file__).parent.parent / "vectors" / "frames.txt"


def read() -> list[tuple[bytes, bytes]]:
    """Payload and frame of each line."""
    lines = [line.split("#")[0].split() for line in FILE.read_text().splitlines()]
    return [(bytes.fromhex(words[0]), bytes.fromhex(words[1])) for words in lines if words]


VECTORS = read()
