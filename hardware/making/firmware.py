"""The firmware's pins: a header for each program, and the tables of its README."""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from string import ascii_uppercase, digits

from tablekit.pinout.records import Hub, Pinout, Remote, names

MADE = "Made from hardware/pins.toml by `make hardware`."


def hub_header(hub: Hub) -> str:
    """`firmware/hub/pins.h`."""
    lines = [
        f"/* The hub's pins: an Arduino Mega 2560. {MADE} */",
        *_guarded("PINS_H"),
        "/* Lines 0 to 39 are the bits 0 to 7 of ports A, C, F, K, L, all pulled up. These are pads: active when low.",
        " * The others are docks of masks, which pull to ground while the mask is in them. */",
        *(f"#define PADS_{port} 0x{bits:02x}" for port, bits in _ports(hub.pads).items()),
        "",
        "/* Lines 40 and 41: active when low, pulled up. */",
        f"#define KEY_BIT P{hub.key}",
        f"#define WORD_BIT P{hub.word}",
        "",
        f"/* Seats 1 to {len(hub.lights)}: these bits, from the lowest. No light shares a port with an input. */",
        *(f"#define SEATS_{port} 0x{bits:02x}" for port, bits in _ports(hub.lights).items()),
        "",
        "/* SET of the HC-12: low, it takes commands. */",
        f"#define RADIO_SET_BIT P{hub.radio.set}",
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def remote_header(remote: Remote) -> str:
    """`firmware/remote/pins.h`."""
    display = remote.display
    lines = [
        f"/* The remote's pins: an ATmega328P. {MADE} */",
        *_guarded("PINS_H"),
        "/* Port B: the display, an SSD1309 or SSD1306 of 128 x 64 pixels on SPI. */",
        f"#define DISPLAY_RESET P{display.reset}",
        f"#define DISPLAY_DATA P{display.data} /* high: data, low: commands */",
        f"#define DISPLAY_SELECT P{display.select}",
        f"#define DISPLAY_MOSI P{display.mosi}",
        f"#define DISPLAY_CLOCK P{display.clock}",
        "",
        "/* Port C: the keys' rows, one driven low at a time; the radio's SET, low for commands; an open pin. */",
        f"#define KEY_ROWS 0x{_bits(remote.rows):02x}",
        f"#define RADIO_SET P{remote.radio.set}",
        f"#define NOISE_CHANNEL {remote.noise[1]}",
        "",
        "/* Port D: «Спасибо», and the cable's sense, low when there; the keys' columns. */",
        f"#define KEY_THANKS P{remote.thanks}",
        f"#define CABLE_SENSE P{remote.sense}",
        f"#define KEY_COLUMNS 0x{_bits(remote.columns):02x}",
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def with_tables(page: str, pinout: Pinout) -> str:
    """The firmware's README, its tables of pins made anew."""
    for name, table in (("hub", _hub_table(pinout.hub)), ("remote", _remote_table(pinout.remote))):
        begin, end = f"<!-- {name}: {MADE} -->\n", f"<!-- {name}: end -->\n"
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"firmware/README.md has no place for the table of the {name}")
        page = before + begin + "\n" + "\n".join(table) + "\n\n" + end + after
    return page


def _hub_table(hub: Hub) -> Iterator[str]:
    called = names(hub.board)
    yield from ("| what | port | on the board |", "|---|---|---|")
    for what, pins in (("pads", hub.pads), ("masks", hub.masks), ("lights", hub.lights)):
        first = 1
        for _, run in groupby(pins, key=lambda pin: pin[0]):
            port = list(run)
            last = first + len(port) - 1
            yield f"| {what}, seats {first}–{last} | {_runs(port)} | {_runs([called[pin] for pin in port])} |"
            first = last + 1
    radio = [hub.radio.rxd, hub.radio.txd, hub.radio.set]
    yield f"| wired «Спасибо» key | {hub.key} | {called[hub.key]} |"
    yield f"| onset of the word | {hub.word} | {called[hub.word]} |"
    yield f"| HC-12: RXD, TXD, SET | {', '.join(radio)} | {', '.join(called[pin] for pin in radio)} |"


def _remote_table(remote: Remote) -> Iterator[str]:
    called = names(remote.board)
    display, radio = remote.display, remote.radio
    shown = [display.reset, display.data, display.select, display.mosi, display.clock]
    yield from ("| what | port | of an Arduino Pro Mini, 3.3 V, 8 MHz |", "|---|---|---|")
    for what, pins in (
        ("keys' rows, one driven low at a time: `1 2 3 A`, `4 5 6 B`, `7 8 9 C`, `* 0 # D`", remote.rows),
        ("keys' columns, pulled up", remote.columns),
        ("«Спасибо», to ground", [remote.thanks]),
        ("display (SSD1309 or SSD1306, 128 × 64, SPI): reset, data/command, select, data in, clock", shown),
        ("HC-12 or cable: to its RXD, from its TXD", [radio.rxd, radio.txd]),
        ("HC-12's SET", [radio.set]),
        ("cable's sense: to ground while the cable is in", [remote.sense]),
        ("open, for noise", [remote.noise]),
    ):
        yield f"| {what} | {_runs(pins)} | {_runs([called[pin] for pin in pins])} |"


def _guarded(name: str) -> list[str]:
    return [f"#ifndef {name}", f"#define {name}", "", "#include <avr/io.h>", ""]


def _bits(pins: Iterable[str]) -> int:
    return sum(1 << int(pin[1:]) for pin in pins)


def _ports(pins: list[str]) -> dict[str, int]:
    """The bits by port, in the order of the seats."""
    return {port: _bits(pin for pin in pins if pin[0] == port) for port in dict.fromkeys(pin[0] for pin in pins)}


def _runs(called: list[str]) -> str:
    """Names in their order; three and more that count on, up or down, by the first and the last of them."""
    runs: list[list[str]] = []
    for name in called:
        if runs and _goes_on(runs[-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(_joined(run) for run in runs)


def _goes_on(run: list[str], name: str) -> bool:
    steps = {_number(after) - _number(before) for before, after in pairwise([*run, name])}
    return _stem(name) == _stem(run[0]) and steps in ({1}, {-1})


def _joined(run: list[str]) -> str:
    if len(run) < 3:
        return ", ".join(run)
    return f"{run[0]}{'–' if _number(run[0]) < _number(run[-1]) else ' down to '}{run[-1]}"


def _number(name: str) -> int:
    return int(name.lstrip(ascii_uppercase) or -1)


def _stem(name: str) -> str:
    return name.rstrip(digits)
