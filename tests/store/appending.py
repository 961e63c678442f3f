"""A process that appends to a journal until it is killed: `appending.py PATH SEED`."""

import os
import random
import sys
from pathlib import Path

from tablekit.events import HandDown
from tablekit.store.journal import create
from tablekit.store.lines import Header


def event(number: int) -> HandDown:
    """The event of that number, the same in both processes."""
    return HandDown(1_000 * number, number % 10 + 1, clock="hub", ticks=16_000 * number)


def append_forever(path: Path, seed: int) -> None:
    """Append turn after turn; tell the number of events on standard output once they are flushed."""
    header = Header(
        version="1", book="fsm", options={}, seats=10, names=(), seed=seed, boot=1, started="", simulated=True, game=1
    )
    journal = create(path, header, 0)
    chance, number = random.Random(seed), 0
    while True:
        for _ in range(chance.randint(1, 5)):
            urgent = chance.random() < 0.1
            journal.append(event(number), urgent=urgent)
            number += 1
            if urgent:
                os.write(1, b"%d\n" % number)
        journal.flush()
        os.write(1, b"%d\n" % number)


if __name__ == "__main__":
    append_forever(Path(sys.argv[1]), int(sys.argv[2]))
