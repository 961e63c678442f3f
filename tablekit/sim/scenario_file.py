"""Reading a scenario file. Whatever can be known to be wrong without playing is one ScenarioError:

KIT201 not readable · KIT202 not TOML · KIT203 unknown key · KIT204 missing key · KIT205 value not allowed ·
KIT206 no such seat · KIT207 contradiction · KIT208 roles · KIT209 nights and days.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from tablekit.errors import ScenarioError
from tablekit.sim.agreement import alternating
from tablekit.sim.scenario import Scenario
from tablekit.sim.scenario_keys import SCENARIO, SEATS_MOST
from tablekit.sim.toml_values import Place, is_whole


class TableSize(NamedTuple):
    """The seats that a rule book plays with; `usual` is its own number, None where the file has to say."""

    least: int
    most: int
    usual: int | None = None


def load(path: Path, sizes: Mapping[str, TableSize] = MappingProxyType({})) -> Scenario:
    """The game in the file; `sizes`: how many seats the written rule books play with. ScenarioError if it is wrong."""
    told = parsed(path)
    count = seats_of(told, sizes, Place(str(path), SEATS_MOST, key="seats"))
    place = Place(str(path), count or SEATS_MOST)
    scenario = msgspec.structs.replace(SCENARIO(told, place), seats=count)
    alternating(scenario, place)
    return scenario


def parsed(path: Path) -> dict[str, Any]:
    """The TOML of the file."""
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ScenarioError(201, f"{path} cannot be read: {why}", "Name a scenario file that exists") from error
    remedy = "A scenario is a TOML file in UTF-8"
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ScenarioError(202, f"{path}, line {line}: a byte that is not UTF-8", remedy) from error
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).removesuffix(")").rpartition(" (at ")
        raise ScenarioError(202, f"{path}, {where}: {what}", remedy) from error
    except (ValueError, RecursionError) as error:
        raise ScenarioError(202, f"{path}: lists too deep or a number too long to read", remedy) from error


def seats_of(told: Mapping[str, Any], sizes: Mapping[str, TableSize], place: Place) -> int | None:
    """How many seats the game has: told, or the book's own number; None if nobody knows."""
    ruleset = told.get("ruleset")
    size = sizes.get(ruleset) if isinstance(ruleset, str) else None
    least, most, usual = size or TableSize(1, SEATS_MOST)
    allowed = (f"{least} to {most}" if least < most else f"{most}") + (f" with {ruleset}" if size else "")
    count = told.get("seats", usual)
    if count is None and size:
        raise place.missing(f"how many play, {allowed}")
    if count is not None and (not is_whole(count) or not least <= count <= most):
        raise place.wrong(count, allowed)
    return count
