"""Every file that is made, and what it should be."""

from collections.abc import Iterator
from pathlib import Path

from hardware.making import firmware, labels, maps, overviews, parts, remote_circuit, seat, wiring
from tablekit.pinout import LAYOUTS, Layout, Pinout, config

ROOT = Path(__file__).parent.parent.parent
HARDWARE = ROOT / "hardware"
FIRMWARE = ROOT / "firmware"
EXAMPLE = """# A table {title}, {seats} seats. Made from hardware/pins.toml by `make hardware`.

ruleset = "sport"
seats   = {seats}

[options]
cutoff = "key" # the host says «Спасибо» himself, and presses the wired key

"""


def made(pinout: Pinout) -> dict[Path, str]:
    """All but the schematics."""
    readme = FIRMWARE / "README.md"
    told = parts.read()
    examples = {f"{layout}-{seats}.toml": example(pinout, layout, seats) for layout, seats in tables(pinout, told)}
    folders = {
        "drawings": pictures(pinout),
        "examples": examples,
        "labels": {f"{layout}.svg": labels.labels(pinout, layout) for layout in LAYOUTS},
        "parts": parts.pages(pinout, told),
        "wiring": wiring.pages(pinout),
    }
    return {
        FIRMWARE / "hub" / "pins.h": firmware.hub_header(pinout.hub),
        FIRMWARE / "remote" / "pins.h": firmware.remote_header(pinout.remote),
        readme: firmware.with_tables(readme.read_text(encoding="utf-8"), pinout),
    } | {HARDWARE / folder / name: text for folder, texts in folders.items() for name, text in texts.items()}


def schematics() -> dict[Path, str]:
    """What schemdraw draws."""
    from hardware.making.circuits import circuits

    return {HARDWARE / "drawings" / f"{name}.svg": svg for name, svg in circuits().items()}


def pictures(pinout: Pinout) -> dict[str, str]:
    """The pictures of boards, cables and the whole."""
    drawn = {f"{layout}-overview": overviews.overview(pinout, layout) for layout in LAYOUTS}
    drawn |= {"header-pins": maps.pi_header(pinout, "header"), "expanders-pins": maps.pi_header(pinout, "expanders")}
    drawn |= {"hub-pins": maps.mega(pinout), "chip": maps.chip(pinout), "seat": seat.seat(pinout.cable)}
    drawn |= {"remote": remote_circuit.board(pinout.remote), "remote-keys": remote_circuit.keys(pinout.remote)}
    return {f"{name}.svg": svg for name, svg in drawn.items()}


def tables(pinout: Pinout, told: parts.List) -> Iterator[tuple[Layout, int]]:
    """Each layout with each size that it may have."""
    return ((layout, seats) for layout in LAYOUTS for seats in told.sizes if seats <= pinout.most_seats(layout))


def example(pinout: Pinout, layout: Layout, seats: int) -> str:
    """A whole `table.toml`."""
    return EXAMPLE.format(title=parts.TITLES[layout], seats=seats) + config(layout, seats, pinout)


def stale(files: dict[Path, str]) -> dict[Path, str]:
    """Those that are not there, or not as they should be."""
    return {path: text for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text}
