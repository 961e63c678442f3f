"""`pins.toml` read, and what it tells proved to be a table that can be built."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from tablekit.errors import ConfigError
from tablekit.pinout.faults import faults
from tablekit.pinout.records import Pinout

PACKAGE = Path(__file__).parent.parent
PINS = Path("hardware", "pins.toml")
FILE = PACKAGE / PINS if (PACKAGE / PINS).exists() else PACKAGE.parent / PINS


@cache
def load(file: Path = FILE) -> Pinout:
    """The pins of the file; ConfigError 170 to 175 if it cannot be read, or what it tells cannot be built."""
    try:
        pinout = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Pinout, strict=True, str_keys=True)
    except (OSError, ValueError) as error:  # msgspec's own is a ValueError
        raise ConfigError(170, f"{file} cannot be used: {error}", "Correct it, or take it anew from the kit") from error
    for fault in faults(pinout):
        raise fault
    return pinout
