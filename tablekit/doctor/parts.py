"""The parts that table.toml names: is each there, and how well does it answer? Each is opened for itself."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from statistics import median

import msgspec

from tablekit.config import Expander, Lamps, Part, Pins, SeatHub, TableConfig
from tablekit.devices.expander import Expanders, chip_of
from tablekit.devices.hub import UNSURE_US
from tablekit.devices.hub_lines import line_of
from tablekit.doctor.bench import Bench, Opener
from tablekit.doctor.findings import Check, Finding, doubt, fault, ok, warning
from tablekit.errors import DeviceError
from tablekit.events import Event, Unproven
from tablekit.intake.delivery import SETTLE_US
from tablekit.timebase import US_PER_MS, US_PER_S, Clock
from tablekit.wired.expanders import ExpanderPart
from tablekit.wired.header import HeaderPart
from tablekit.wired.hub import COMES_US, HubPart

WATCH_US = 2 * US_PER_S
"""So long a part is watched once it is there."""
LATE_US = 20 * US_PER_MS
"""Edges that are told later than this delay a verdict."""
READING_US = 10 * US_PER_MS
"""An expander that is read more slowly than this makes half a ballot doubtful."""
READINGS = 50
MANY_GLITCHES = 255
"""The hub counts no further."""
RESETS = {
    0: "by its bootloader",
    1: "switched on",
    2: "by its reset button or the port",
    4: "by a brown-out",
    8: "by its watchdog",
}
"""Bits of MCUSR, the last of them tells."""


def names(told: TableConfig) -> list[str]:
    """What each part is called here."""
    kinds = [_kind(part) for part in told.inputs]
    return [
        kind if kinds.count(kind) == 1 else f"{kind} {kinds[:place].count(kind) + 1}"
        for place, kind in enumerate(kinds)
    ]


def _kind(part: Part) -> str:
    return {Pins: "pins", Expander: "expander", SeatHub: "hub"}[type(part)]


def checks(told: TableConfig, opened: Opener) -> Iterator[Check]:
    """One for each part of [inputs]."""
    first = 1
    for name, part in zip(names(told), told.inputs, strict=True):
        yield Check(name, _looking(name, part, first, told, opened))
        first += part.places


def _looking(
    name: str, part: Part, first: int, told: TableConfig, opened: Opener
) -> Callable[[], Iterator[Finding]]:  # fmt: skip
    alone = msgspec.structs.replace(told, inputs=(part,), lights=None)

    def look() -> Iterator[Finding]:
        with ExitStack() as stack:
            bench = Bench(opened(alone, stack), part.places)
            active: set[str] = set()
            bench.listeners.append(lambda event: _note(event, active, first))
            match bench.table.parts[0]:
                case HeaderPart() as header:
                    yield from _pins(name, bench, header, part)
                case ExpanderPart() as expander:
                    yield from _expander(name, bench, expander, part)
                case HubPart() as hub:
                    yield from _hub(name, bench, hub, part, first)
            if active:
                held = DeviceError(
                    472,
                    f"active now: {', '.join(sorted(active))}",
                    "If nobody touches them they are stuck: `tablekit doctor seats` shows them one by one",
                )
                yield warning(name, held)

    return look


def _note(event: Event, active: set[str], first: int) -> None:
    """A pad that is down as the watch begins. Masks may lie outside their docks."""
    if isinstance(event, Unproven) and event.down:
        active.add(f"the pad of seat {event.seat + first - 1}")


def _seats(part: Part) -> str:
    return f"{part.places} pads{' and masks' if part.has_masks else ''}"


# -- the header
def _pins(name: str, bench: Bench, header: HeaderPart, part: Part) -> Iterator[Finding]:
    lags_us: list[int] = []
    looped = header.loop

    def listen() -> None:
        if looped is not None and looped.lag_us:
            lags_us.append(looped.lag_us)

    bench.frame = listen
    bench.run(lambda: False, WATCH_US)
    yield ok(name, f"{_seats(part)} on the Pi's header are open.")
    if looped is None:
        yield warning(name, no_loop())
    elif looped.upto_us(bench.now_us) < bench.now_us - US_PER_S:
        yield fault(name, deaf_loop())
    else:
        worst_us = max(lags_us, default=looped.lag_us)
        told = f"the loop answers; edges come {worst_us / US_PER_MS:.1f} ms after their stamp at most"
        if worst_us > LATE_US:
            late = DeviceError(454, told, "Verdicts wait for them: end other programs on the Pi")
            yield warning(name, late)
        else:
            yield ok(name, f"{told[0].upper()}{told[1:]}.")


def no_loop() -> DeviceError:
    """Nothing proves that every edge has come."""
    return DeviceError(
        470,
        f"no loop is wired, so a verdict waits {SETTLE_US // US_PER_MS} ms for edges that may come late",
        "Join two free pins with a wire, and name them in table.toml: loop = [26, 27]",
    )


def deaf_loop() -> DeviceError:
    """Its wire is off."""
    return DeviceError(
        471,
        "what is done to the output of the loop does not arrive at its input",
        "Check its wire, and that table.toml names its two pins, first the output",
    )


# -- expanders
def _expander(name: str, bench: Bench, expander: ExpanderPart, part: Part) -> Iterator[Finding]:
    source = bench.kit.inlets[0].source
    there = bench.run(lambda: bool(bench.unread) or (source.promised_us > 0 and not source.lost), WATCH_US)
    if bench.unread:
        yield Finding(name, "FAULT", bench.unread[source.name])
        return
    if not there:
        raise DeviceError(
            452,
            "the expander is not read: its bus does not answer",
            "Check its cable; the log of `tablekit run` has what the bus says",
        )
    bench.run(lambda: False, WATCH_US)
    yield ok(name, f"{_seats(part)} at the expander are read.")
    if expander.worst_us > READING_US:
        yield warning(name, _slow(expander.worst_us))


def _slow(error_us: int) -> DeviceError:
    return DeviceError(
        475,
        f"the expander is read so slowly that a stamp errs by {error_us / US_PER_MS:.1f} ms",
        "Give the bus 400 kHz (dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt), or fewer chips",
    )


def lights(told: Lamps, clock: Clock) -> Iterator[Finding]:
    """Are the expanders of the lights there? How long a reading of one takes; DeviceError 402, 403, 407, 408."""
    chips = [chip_of(told.bus, address) for address in told.addresses]
    expanders = Expanders(chips)
    try:
        took_us = _timed(expanders.read, clock)
    finally:
        expanders.close()
    yield ok("lights", f"The expander is there, and answers within {took_us / US_PER_MS:.1f} ms.")


def _timed(read: Callable[[], object], clock: Clock) -> float:
    took_us = []
    for _ in range(READINGS):
        before_us = clock.now_us()
        read()
        took_us.append(clock.now_us() - before_us)
    return median(took_us)


# -- the hub
def _hub(name: str, bench: Bench, part: HubPart, wired: Part, first: int) -> Iterator[Finding]:
    hub = part.seats.hub
    device = part.inlet.name
    if not bench.run(lambda: hub.hello is not None and device in bench.found, COMES_US):
        raise bench.sought.get(device) or _unsure(name)
    bench.run(lambda: hub.attached, COMES_US)
    bench.run(lambda: False, WATCH_US)
    hello, beat, clock = hub.hello, hub.link.beat, hub.clock
    assert hello is not None
    version, reset = f"{hello.firmware >> 8}.{hello.firmware & 255}", _reset(hello.reset)
    where = bench.found.get(device, "?")
    boot = f"boot {hello.boot:08x} ({reset})"
    yield ok(name, f"At {where}: firmware {version}, messages {hello.version}, {boot}; {_seats(wired)}.")
    if clock is None or beat is None or not hub.attached or clock.settled(bench.now_us) > UNSURE_US:
        yield fault(name, _unsure(name))
        return
    yield ok(name, f"Its clock is known to ± {clock.settled(bench.now_us)} us.")
    counters = {
        "of the log lost": beat.lost,
        "rejected contacts not logged": beat.unlogged,
        "scans missed": beat.missed_scans,
        "frames from the Pi damaged": beat.bad_frames,
        "frames to the Pi damaged": hub.link.bad,
        "times unplugged": bench.closed,
    }
    bad = [f"{count} {what}" for what, count in counters.items() if count]
    told = f"link: {beat.resent} lines sent again"
    if bad:
        rough = DeviceError(
            473,
            f"since it was switched on: {', '.join(bad)} ({told})",
            "A shorter USB cable with a ferrite core, into a socket of the Pi itself; then switch the hub off and on",
        )
        yield (fault if beat.lost else warning)(name, rough)
    else:
        yield ok(name, f"L{told[1:]}, nothing lost or damaged.")
    glitches = ((line_of(number, first), count) for number, count in enumerate(hub.link.glitches))
    noisy = [f"{line.kind} {line.seat or ''}".rstrip() for line, count in glitches if line and count == MANY_GLITCHES]
    if noisy:
        what = f"Contacts that came to nothing, 255 and more: {', '.join(noisy)}"
        yield doubt(name, what, "Check their plugs; `tablekit doctor seats` shows whether it goes on")


def _unsure(name: str) -> DeviceError:
    return DeviceError(
        474,
        f"the clock of the {name} is not known well enough for a ballot",
        "Give it a socket of the Pi itself, without a USB hub between; end other programs; look again in a minute",
    )


def _reset(bits: int) -> str:
    return next((RESETS[bit] for bit in (8, 4, 2, 1) if bits & bit), RESETS[0])


def described(parts: Sequence[Part]) -> str:
    """The inputs in one line."""
    return ", ".join(f"{_kind(part)}: {_seats(part)}" for part in parts)
