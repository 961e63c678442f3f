"""A process that plays a game, or goes on with one, until it is killed: `playing.py FOLDER BOOK SEED`."""

import os
import sys
from pathlib import Path

from sitting import START_US, S, Sitting, Who

from tablekit.sim.manners import MESSY
from tablekit.store.archive import Archive


def sat(book: str, seed: int, archive: Archive | None = None, at_us: int = START_US) -> Sitting:
    """The table of that number, the same in every process."""
    return Sitting(book, Who(seed, MESSY, mess=0.08), archive=archive, at_us=at_us)


def play(folder: Path, book: str, seed: int) -> None:
    """Tell the number of events on standard output whenever a turn of the loop is over."""
    archive = Archive(folder)
    if archive.unfinished(simulated=True):
        sitting = sat(book, seed, archive, at_us=10_000 * S).resume()
    else:
        sitting = sat(book, seed, archive).begin()
    while sitting.step():
        os.write(1, b"%d\n" % len(sitting.kit.runner.log))


if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
