"""The remote that is paired with this table, at work."""

import secrets
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue

from tablekit.devices.port import SerialPort
from tablekit.devices.ports import mismatch, ports_for
from tablekit.handheld import REMOTE, Handheld
from tablekit.store import pairing
from tablekit.store.pairing import Pairing
from tablekit.tables import Brought, SimulatedTable, Table
from tablekit.texts import Language, translate
from tablekit.timebase import SystemClock
from tablekit.view.told import RemoteLines
from tablekit.wire.codec import decode
from tablekit.wire.messages import VERSION, Call
from tablekit.wire.remote_link import RemoteLink
from tablekit.wire.seal import NONCE_BYTES, opens
from tablekit.wired.table import WiredTable

BAUD = 9_600
STRIDE = 3
"""A line that moves at each tick would fill the radio."""


def handheld(
    folder: Path, table: Table, language: Language, inbox: SimpleQueue[Brought], stack: ExitStack
) -> Handheld | None:
    """By the hub's radio, and at any port of its own; None: no remote was paired. JournalError 304, 309."""
    paired = pairing.load(folder)
    if paired is None or isinstance(table, SimulatedTable):
        return None
    clock = SystemClock()
    hub = table.hub if isinstance(table, WiredTable) else None
    taken = [hub.port] if hub is not None else []
    candidates = ports_for(REMOTE, lambda: [port.name for port in taken])
    port = SerialPort(REMOTE, inbox.put, clock, candidates=candidates, ask=b"", known=calls_of(paired), baud=BAUD)
    stack.enter_context(closing(port))
    link = RemoteLink(paired.key, paired.remote, secrets.token_bytes(NONCE_BYTES))
    held = Handheld(table.kit, link, RemoteLines(translate(language), clock, STRIDE), inbox.put, port.write)
    if hub is not None:
        hub.listen(held.received, paired.channel)
        held.radio = hub.radio
    return held


def calls_of(paired: Pairing) -> Callable[[bytes], bool]:
    """Is that payload a Call of the table's own remote? DeviceError 416 if it speaks another version."""

    def known(payload: bytes) -> bool:
        call = decode(payload)
        ours = isinstance(call, Call) and call.remote == paired.remote and opens(paired.key, payload)
        if isinstance(call, Call) and ours and call.version != VERSION:
            raise mismatch(call.version, REMOTE)
        return ours

    return known
