"""Opens what the [inputs] and [lights] of a table.toml name; it imports gpiozero and pyserial, which is slow."""

import os
import tempfile
from contextlib import ExitStack, closing
from functools import partial
from queue import SimpleQueue

from tablekit.config import Expander, Lamps, Pins, SeatHub, TableConfig
from tablekit.devices import lamps
from tablekit.devices.expander import Expanders, chip_of
from tablekit.devices.gpio import ARRIVAL_STAMPED, GpioInputs, open_factory
from tablekit.devices.poller import Poller
from tablekit.devices.port import SerialPort
from tablekit.devices.ports import ASK_HUB, HUB_BAUD, is_hub, ports_for
from tablekit.effects import Text, text
from tablekit.inlet import Inlet
from tablekit.kit import Kit
from tablekit.tables import Brought
from tablekit.wired.expanders import ExpanderPart, lines_of
from tablekit.wired.header import ARRIVAL_US, HeaderPart, loop, wiring
from tablekit.wired.hub import HubPart
from tablekit.wired.table import Part, WiredTable

DOUBTFUL = text("The pins are stamped late: each hand ± {ms} ms.")


def wired_table(told: TableConfig, kit: Kit, inbox: SimpleQueue[Brought], stack: ExitStack) -> WiredTable:
    """The real table; DeviceError (401-406) if its pins cannot be opened. What is plugged in may come later."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # where lgpio makes its pipe
    parts: list[Part] = []
    ports: list[SerialPort] = []
    first = 1
    for part, inlet in zip(told.inputs, kit.inlets, strict=True):
        match part:
            case Pins():
                parts.append(_header(part, first, kit, inlet, inbox, stack))
            case Expander():
                parts.append(_expanders(part, first, kit, inlet, inbox, stack))
            case SeatHub():
                parts.append(_hub(part, first, kit, inlet, inbox, stack, ports))
        first += part.places
    if told.lights is None:
        return WiredTable(kit, parts, kit.clock)
    lights = told.lights
    lit = lamps.Lamps(partial(_chips, lights, outputs=True), lights.pins, lit_high=lights.active == "high")
    return WiredTable(kit, parts, kit.clock, stack.enter_context(closing(lit)).show)


def _header(
    told: Pins, first: int, kit: Kit, inlet: Inlet, inbox: SimpleQueue[Brought], stack: ExitStack
) -> HeaderPart:  # fmt: skip
    factory = open_factory(told.backend)
    stack.callback(factory.close)
    inputs = GpioInputs(factory, wiring(told, first), inbox.put, loop(told))
    stack.enter_context(closing(inputs))
    late_us = ARRIVAL_US if told.backend in ARRIVAL_STAMPED else 0
    if late_us:
        kit.tell(Text(DOUBTFUL.template, {"ms": late_us // 2_000}))
    return HeaderPart(kit, inlet, inputs, kit.clock, looped=told.loop is not None, late_us=late_us)


def _expanders(
    told: Expander, first: int, kit: Kit, inlet: Inlet, inbox: SimpleQueue[Brought], stack: ExitStack
) -> ExpanderPart:  # fmt: skip
    poller = Poller(inlet.name, partial(_chips, told), inbox.put, kit.clock)
    stack.enter_context(closing(poller))
    return ExpanderPart(kit, inlet, lines_of(told, first))


def _chips(told: Expander | Lamps, *, outputs: bool = False) -> Expanders:
    return Expanders([chip_of(told.bus, address) for address in told.addresses], outputs=outputs)


def _hub(
    told: SeatHub, first: int, kit: Kit, inlet: Inlet, inbox: SimpleQueue[Brought], stack: ExitStack,
    ports: list[SerialPort],
) -> HubPart:  # fmt: skip
    candidates = (lambda: [told.port]) if told.port else ports_for("hub", lambda: [port.name for port in ports])
    port = SerialPort(inlet.name, inbox.put, kit.clock, candidates=candidates, ask=ASK_HUB, known=is_hub, baud=HUB_BAUD)
    ports.append(port)
    stack.enter_context(closing(port))
    return HubPart(kit, inlet, port, kit.clock, first)
