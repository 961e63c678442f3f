"""`hardware/pins.toml`, the single source of every pin: read, checked, and told as `[inputs]` of a `table.toml`."""

from tablekit.pinout.file import FILE, load
from tablekit.pinout.records import LAYOUTS, Layout, Pinout
from tablekit.pinout.wired import boot_lines, config

__all__ = ["FILE", "LAYOUTS", "Layout", "Pinout", "boot_lines", "config", "load"]
