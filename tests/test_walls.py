"""The walls between the kit's rooms: who may import whom, and what never enters the exact rooms."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "tablekit"

WORDS = {"tablekit", "tablekit.events", "tablekit.effects", "tablekit.errors", "tablekit.timebase"}
GAME = {"tablekit.game", "tablekit.game.record"}
MAY_IMPORT = {
    "tablekit": set[str](),
    "tablekit.errors": set[str](),
    "tablekit.timebase": set[str](),
    "tablekit.effects": {"tablekit.errors"},
    "tablekit.events": {"tablekit.errors"},
    "tablekit.game": WORDS | GAME,
    "tablekit.game.record": WORDS,
    "tablekit.game.procedures": WORDS | GAME,
    "tablekit.rulesets": WORDS | GAME | {"tablekit.game.procedures"},
    "tablekit.intake": WORDS,
    "tablekit.wire": WORDS,
    "tablekit.devices": WORDS | {"tablekit.intake", "tablekit.wire"},
    "tablekit.store": WORDS | {"tablekit.game.record"},
    "tablekit.recount": WORDS | GAME | {"tablekit.rulesets", "tablekit.intake", "tablekit.store"},
    "tablekit.texts": WORDS,
    "tablekit.lobby": WORDS | GAME | {"tablekit.rulesets"},
    "tablekit.config": WORDS | GAME | {"tablekit.rulesets", "tablekit.texts"},
    "tablekit.view": WORDS | GAME | {"tablekit.texts"},
}
ROOMS = {*MAY_IMPORT, "tablekit.sim", "tablekit.kit", "tablekit.cli", "tablekit.__main__"}
MAY_IMPORT["tablekit.kit"] = ROOMS - {"tablekit.cli", "tablekit.__main__"}
MAY_IMPORT["tablekit.sim"] = ROOMS - {"tablekit.cli", "tablekit.__main__"}
MAY_IMPORT["tablekit.tables"] = ROOMS - {"tablekit.cli", "tablekit.__main__"}
MAY_IMPORT["tablekit.evening"] = MAY_IMPORT["tablekit.tables"] | {"tablekit.tables"}
ROOMS |= {"tablekit.tables", "tablekit.evening", "tablekit.inlet"}
MAY_IMPORT["tablekit.inlet"] = WORDS | {"tablekit.intake", "tablekit.store"}
MAY_IMPORT["tablekit.kit"] |= {"tablekit.inlet"}
MAY_IMPORT["tablekit.sim"] |= {"tablekit.inlet"}
MAY_IMPORT["tablekit.tables"] |= {"tablekit.inlet"}
WIRES = WORDS | GAME | {"tablekit.kit", "tablekit.devices", "tablekit.wire", "tablekit.view"}
MAY_IMPORT |= {"tablekit.seats": WIRES, "tablekit.handheld": WIRES | {"tablekit.tables"}}
MAY_IMPORT["tablekit.seats"] |= {"tablekit.inlet"}
MAY_IMPORT["tablekit.wired"] = WIRES | {f"tablekit.{room}" for room in ("tables", "seats", "inlet", "intake", "config")}
MAY_IMPORT["tablekit.sim"] |= {"tablekit.seats"}
MAY_IMPORT["tablekit.evening"] |= {"tablekit.handheld"}
MAY_IMPORT["tablekit.pinout"] = WORDS
ROOMS |= {"tablekit.pinout"}
ROOMS |= {"tablekit.seats", "tablekit.handheld", "tablekit.wired"}
MAY_IMPORT["tablekit.doctor"] = ROOMS - {"tablekit.cli", "tablekit.__main__"}
ROOMS |= {"tablekit.doctor"}
MAY_IMPORT["tablekit.cli"] = ROOMS - {"tablekit.__main__"}
MAY_IMPORT["tablekit.__main__"] = {"tablekit.cli"}

EXACT = ("tablekit.game", "tablekit.rulesets", "tablekit.intake", "tablekit.wire")
CLOCKS = {"time", "datetime"}
WORLD = {"threading", "_thread", "asyncio", "concurrent", "multiprocessing", "subprocess", "socket", "random"}
WORLD |= {"secrets", "uuid", "os", "io", "pathlib", "shutil", "tempfile", "signal"}
WIRED = {"gpiozero", "lgpio", "RPi", "serial", "pygame"}


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def room_of(module: str) -> str | None:
    """The innermost room that holds `module`; None for a module of the kit that stands in no room."""
    if ".".join(module.split(".")[:2]) not in ROOMS:
        return None
    return max((room for room in ROOMS if within(module, room)), key=len)


def imports(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str, list[str]]]:
    """Line, module and names of each import, wherever it stands; relative ones made absolute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, []
        elif isinstance(node, ast.ImportFrom):
            up = node.level - is_package
            base = ".".join(module.split(".")[: -up or None]) if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                whole = inner if inner in ROOMS or is_module(inner) else source
                yield node.lineno, whole, [alias.name]


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def breaches(source: str, module: str, is_package: bool = False) -> list[str]:
    """What `module` with this source does against the walls: one line each."""
    room = room_of(module)
    if room is None:
        return [f"{module} stands in no room: name it in MAY_IMPORT"]
    exact = any(within(module, wall) for wall in EXACT)
    tree = ast.parse(source, module)
    found = []
    for line, target, names in imports(tree, module, is_package):
        at = f"{module}:{line}"
        top = target.split(".")[0]
        if top == "tablekit":
            other = room_of(target)
            if other != room and other not in MAY_IMPORT[room]:
                found.append(f"{at} {room} may not import {target}")
            private = [part for part in (*target.split("."), *names) if part.startswith("_") and part[:2] != "__"]
            if other == "tablekit.devices" != room and private:
                found.append(f"{at} {private[0]} is the devices' own")
        elif top in CLOCKS and module != "tablekit.timebase":
            found.append(f"{at} only timebase.py reads a clock, not {target}")
        elif exact and (top in WORLD or top not in sys.stdlib_module_names):
            found.append(f"{at} {room} may not import {target}")
        elif top in WIRED and room not in {"tablekit.devices", "tablekit.sim"}:
            found.append(f"{at} {target} belongs to the devices")
    if exact:
        found += [f"{module}:{node.lineno} {room} opens nothing" for node in ast.walk(tree) if opens(node)]
    return found


def opens(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "open"


def modules() -> Iterator[tuple[str, Path]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


def test_the_kit_keeps_its_walls() -> None:
    found = [
        breach
        for module, file in modules()
        for breach in breaches(file.read_text(encoding="utf-8"), module, file.name == "__init__.py")
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tablekit.game.runner", "import time"),
        ("tablekit.game.runner", "def later():\n    from time import monotonic_ns"),
        ("tablekit.game.runner", "import tablekit.devices.gpio"),
        ("tablekit.game.runner", "from tablekit import devices"),
        ("tablekit.game.runner", "from ..store import journal"),
        ("tablekit.game.runner", "from tablekit.game.procedures import speeches"),
        ("tablekit.game.procedures.speeches", "from ...rulesets import sport"),
        ("tablekit.rulesets.sport", "from random import shuffle"),
        ("tablekit.rulesets.sport", "fields = open('fields.toml')"),
        ("tablekit.intake.merge", "import threading"),
        ("tablekit.intake.merge", "from tablekit.game.table import Table"),
        ("tablekit.intake.debounce", "import gpiozero"),
        ("tablekit.wire.frames", "import serial"),
        ("tablekit.wire.frames", "import msgspec"),
        ("tablekit.devices.gpio", "from tablekit.game.runner import Runner"),
        ("tablekit.devices.gpio", "from time import monotonic"),
        ("tablekit.store.journal", "import datetime"),
        ("tablekit.store.journal", "import tablekit.kit"),
        ("tablekit.store.result", "from tablekit.game.table import Table"),
        ("tablekit.store.journal", "import pygame.mixer"),
        ("tablekit.devices.sound", "from tablekit import kit"),
        ("tablekit.sim.pins", "from tablekit.devices.gpio import _queue"),
        ("tablekit.view.screen", "from tablekit.sim.world import World"),
        ("tablekit.sim.player", "from tablekit.cli import main"),
        ("tablekit.kit", "from tablekit.cli import main"),
        ("tablekit.errors", "from tablekit.events import Event"),
        ("tablekit.cellar", ""),
        ("tablekit.cellar.wine", ""),
    ],
)
def test_a_breach_is_found(module: str, source: str) -> None:
    assert len(breaches(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tablekit.timebase", "import time, datetime"),
        ("tablekit.game.runner", "import dataclasses\nfrom tablekit.events import Event\nself.open()"),
        ("tablekit.game.procedures.speeches", "from ..table import Table\nfrom . import ballots"),
        ("tablekit.rulesets.sport", "from tablekit.game.procedures import speeches\nfrom tablekit.game import table"),
        ("tablekit.devices.gpio", "import gpiozero, threading\nfrom tablekit.intake.debounce import Line"),
        ("tablekit.store.result", "from tablekit.game.record import GameRecord"),
        ("tablekit.sim.pins", "from tablekit.devices.gpio import Wiring\nfrom tablekit.kit import Kit"),
        ("tablekit.cli.run", "from tablekit import __version__\nfrom tablekit.kit import Kit\nopen('table.toml')"),
    ],
)
def test_what_is_allowed_passes(module: str, source: str) -> None:
    assert breaches(source, module) == []


def test_a_package_file_is_read_from_its_own_folder() -> None:
    assert breaches("from .table import Table", "tablekit.game", is_package=True) == []
    assert breaches("from ..devices import gpio", "tablekit.game", is_package=True)
