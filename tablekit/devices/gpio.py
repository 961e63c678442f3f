"""Pads, masks, the key and the word's onset on the Pi's own pins, read through gpiozero.

Edges are handed over raw, with the stamp of the back end, in the order of delivery (which is not the order of time):
what is a contact and what came first is for the intake to say.
"""

import contextlib
import importlib
import logging
import os
import sys
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any, Literal, NamedTuple

from gpiozero import GPIOPinInUse, InputDevice, OutputDevice

from tablekit.errors import DeviceError
from tablekit.intake.debounce import Line

log = logging.getLogger(__name__)

Backend = Literal["lgpio", "rpigpio", "mock"]
BACKENDS: Mapping[Backend, tuple[str, str]] = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
# These stamp an edge when Python hears of it, milliseconds after the kernel saw it.
ARRIVAL_STAMPED: frozenset[Backend] = frozenset({"rpigpio"})

WORD = Line("word", 0)
INSTALL = "Install lgpio 0.2.2 or newer (Raspberry Pi OS: the package python3-lgpio)"
CLOSE_TRIES, CLOSE_AGAIN_S = 100, 0.005


class Wire(NamedTuple):
    """Where a line is wired: its GPIO number, its pull, and the level that means active."""

    gpio: int
    pull: Literal["up", "down", "floating"] = "up"
    active: Literal["low", "high"] = "low"


class Loop(NamedTuple):
    """Two lines that a wire joins: what the kit does to the one is heard by the other."""

    output: int
    input: Wire


Wiring = Mapping[Line, Wire]
Edge = tuple[Line, int, bool]  # the line, `ticks_ns` of the back end, whether it is active since
Onset = tuple[Literal["word"], int]  # `ticks_ns` of the same counter
Looped = tuple[Literal["loop"], int]  # the toggle that has come back, in the same


class GpioInputs:
    """The wired lines, open: every edge is `put`, from the back end's thread; so `put` must not raise, nor block.

    `DeviceError` 405: a line is in use; 406: it cannot be such an input. The factory stays its opener's to close.
    """

    def __init__(
        self, factory: Any, wiring: Wiring, put: Callable[[Edge | Onset | Looped], None], loop: Loop | None = None
    ) -> None:  # fmt: skip
        self._put = put
        self._by_lgpio = type(factory).__name__ == "LGPIOFactory"
        self._armed_ns: int | None = None
        self._inputs: dict[Line, _Input] = {}
        self._loop: tuple[OutputDevice, _Input] | None = None
        try:
            for line, wire in wiring.items():
                self._inputs[line] = _open(factory, line, wire, self._heard if line == WORD else _reporter(put, line))
            if loop is not None:
                self._loop = _open_loop(factory, loop, self._looped)
        except DeviceError:
            self.close()
            raise

    @property
    def lines(self) -> list[Line]:
        """Those that have a level to be read."""
        return [line for line in self._inputs if line != WORD]

    def active(self, line: Line) -> bool:
        """Is it, read anew? Edges get lost, and what was active at power-on never gave one."""
        return self._inputs[line].active

    def arm(self, since_ns: int = 0) -> None:
        """Report the next onset of the word, once; an edge stamped before `since_ns` that comes late is not it."""
        self._armed_ns = since_ns

    @property
    def alive(self) -> bool:
        """Does the back end's thread live? Levels are still read when it does not."""
        thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None) if self._by_lgpio else None
        return thread is None or bool(thread.is_alive())

    def toggle(self) -> None:
        """Change the loop's output; its input will tell."""
        assert self._loop is not None
        self._loop[0].toggle()

    def close(self) -> None:
        """Let go of every line."""
        for wired in (*self._inputs.values(), *(self._loop or ())):
            _let_go(wired)
        self._inputs.clear()
        self._loop = None

    def _heard(self, ticks_ns: int, active: bool) -> None:
        if active and self._armed_ns is not None and ticks_ns >= self._armed_ns:
            self._armed_ns = None
            self._put(("word", ticks_ns))

    def _looped(self, ticks_ns: int, active: bool) -> None:
        self._put(("loop", ticks_ns))


class _Input:
    """One open line. It must be held: gpiozero refers to the callback only weakly."""

    def __init__(self, factory: Any, wire: Wire, report: Callable[[int, bool], None]) -> None:
        self._report = report
        self._active_level = wire.active == "high"
        # InputDevice and the pin's own `when_changed`: DigitalInputDevice would swallow the second of two equal
        # levels, which is how a pulse shorter than the kernel's wake-up arrives, and hands no stamp on.
        floating = wire.pull == "floating"
        self._device = InputDevice(
            wire.gpio,
            pull_up=None if floating else wire.pull == "up",
            active_state=True if floating else None,
            pin_factory=factory,
        )
        pin = self._device.pin
        pin.bounce = None
        pin.edges = "both"
        pin.when_changed = self._changed

    @property
    def active(self) -> bool:
        return bool(self._device.pin.state == self._active_level)

    def close(self) -> None:
        if not self._device.closed:
            self._device.pin.when_changed = None  # lgpio's pin forgets to when it is closed
            self._device.close()

    def _changed(self, ticks: float, level: int) -> None:
        try:
            self._report(round(ticks * 1e9), level == self._active_level)
        except Exception:  # it would end lgpio's only thread, and every pad would be deaf
            log.exception("an edge could not be told")


def _let_go(wired: "_Input | OutputDevice") -> None:
    """lgpio calls a line busy of which it tells an edge in that instant."""
    for _ in range(CLOSE_TRIES):
        try:
            wired.close()
        except Exception as error:  # each back end raises its own kind
            refused = error
        else:
            return
        Event().wait(CLOSE_AGAIN_S)
    log.warning("a line could not be closed: %s", refused)


def _reporter(put: Callable[[Edge], None], line: Line) -> Callable[[int, bool], None]:
    return lambda ticks_ns, active: put((line, ticks_ns, active))


def _open(factory: Any, line: Line, wire: Wire, report: Callable[[int, bool], None], name: str = "") -> _Input:
    name = name or (f"{line.kind} of seat {line.seat}" if line.seat else line.kind)
    try:
        return _Input(factory, wire, report)
    except Exception as error:
        raise _refusal(error, wire.gpio, name, f"an input with pull {wire.pull}") from error


def _open_loop(factory: Any, loop: Loop, report: Callable[[int, bool], None]) -> "tuple[OutputDevice, _Input]":
    heard = _open(factory, WORD, loop.input, report, "loop")
    try:
        return OutputDevice(loop.output, pin_factory=factory), heard
    except Exception as error:
        heard.close()
        raise _refusal(error, loop.output, "loop", "an output") from error


def _refusal(error: Exception, gpio: int, name: str, what: str) -> DeviceError:
    """Each back end raises its own kind."""
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return DeviceError(
            405,
            f"GPIO{gpio} ({name}) is in use: {error}",
            "Stop the other program or the second copy of the kit that holds it (`gpioinfo` names it), "
            "and wire each line to a pin of its own",
        )
    return DeviceError(406, f"GPIO{gpio} ({name}) cannot be {what}: {error}", "Correct the wiring")


def open_factory(name: Backend = "lgpio") -> Any:
    """The gpiozero pin factory `name` and no other; `DeviceError` 401–404 says why it cannot be opened."""
    if name not in BACKENDS:
        raise DeviceError(401, f"there is no GPIO back end {name!r}", f"Choose one of: {', '.join(BACKENDS)}")
    if name == "lgpio":
        import_lgpio()
    module, factory = BACKENDS[name]
    try:
        opened = getattr(importlib.import_module(module), factory)()
    except ImportError as error:
        raise DeviceError(
            402, f"the GPIO back end {name} is not installed: {error}", "Install its package, or use lgpio"
        ) from error
    except Exception as error:  # each back end raises its own kind
        raise DeviceError(
            404,
            f"the pins cannot be opened with {name}: {error}",
            "Run this on a Raspberry Pi, as a member of the group gpio; elsewhere use the simulation (`--sim`)",
        ) from error
    if name in ARRIVAL_STAMPED:
        log.warning("%s stamps edges when Python hears of them: close calls in a ballot are doubtful", name)
    return opened


def import_lgpio() -> Any:
    """lgpio itself. Importing it makes a pipe in the working folder (`LG_WD`, if set), and starts its one thread."""
    try:
        with contextlib.chdir("."):  # come back: lgpio moves the whole process into LG_WD
            lgpio = importlib.import_module("lgpio")
    except ImportError as error:
        raise DeviceError(402, f"the GPIO back end lgpio is not installed: {error}", INSTALL) from error
    except Exception as error:
        raise DeviceError(
            403,
            f"lgpio cannot make its pipe in {os.environ.get('LG_WD') or 'the working folder'}: {error}",
            "Set LG_WD to a folder that this user may write, such as /run/tablekit",
        ) from error
    if not hasattr(lgpio, "SET_PULL_NONE"):  # pip falls back to an empty 0.0.0.2 where there is no wheel
        raise DeviceError(
            402,
            "the installed lgpio is too old or an empty stub",
            INSTALL,
        )
    return lgpio
