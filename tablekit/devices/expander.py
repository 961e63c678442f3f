"""MCP23017 expanders on I²C, through the kernel's driver: each is a chip of 16 lines, read or written in one call.

`dtoverlay=mcp23017,addr=0x20,noints` in the Pi's /boot/firmware/config.txt makes the kernel drive the one at 0x20.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablekit.devices.gpio import import_lgpio
from tablekit.errors import DeviceError

LINES = 16
"""Of one chip."""
ALL = (1 << LINES) - 1
DEVICES = Path("/sys/bus/i2c/devices")


def chip_of(bus: int, address: int, devices: Path = DEVICES) -> int:
    """The number of the kernel's chip at that address; DeviceError 407 if there is none."""
    name = f"{bus}-{address:04x}"
    for found in (devices / name).glob("gpiochip[0-9]*"):
        return int(found.name.removeprefix("gpiochip"))
    raise DeviceError(
        407,
        f"there is no expander at 0x{address:x} of I²C bus {bus}",
        f"Check its wires and address pins (`i2cdetect -y {bus}` shows it), and write "
        f"dtoverlay=mcp23017,addr=0x{address:x},noints into /boot/firmware/config.txt",
    )


class Expanders:
    """A row of chips as one word of bits, line 0 of the first one lowest; all of its lines inputs or all outputs.

    What the bus refuses is an OSError or lgpio's own error: FAULTS.
    """

    def __init__(self, chips: Sequence[int], *, outputs: bool = False, pulled_up: bool = True) -> None:
        self._lgpio = import_lgpio()
        self._handles: list[int] = []
        self._written: list[int | None] = [None] * len(chips)
        self.faults: tuple[type[Exception], ...] = (OSError, self._lgpio.error)
        try:
            for chip in chips:
                self._handles.append(self._lgpio.gpiochip_open(chip))
                self._claim(self._handles[-1], chip, outputs=outputs, pulled_up=pulled_up)
        except BaseException:
            self.close()
            raise

    def _claim(self, handle: int, chip: int, *, outputs: bool, pulled_up: bool) -> None:
        lgpio: Any = self._lgpio
        lines = list(range(LINES))
        try:
            if outputs:
                lgpio.group_claim_output(handle, lines, [0] * LINES)
            else:
                lgpio.group_claim_input(handle, lines, lgpio.SET_PULL_UP if pulled_up else 0)
        except lgpio.error as error:
            raise DeviceError(
                408,
                f"the lines of /dev/gpiochip{chip} cannot be used: {error}",
                "Stop the other program that holds them (`gpioinfo` names it)",
            ) from error

    def read(self) -> int:
        """The levels of all lines now."""
        levels = 0
        for place, handle in enumerate(self._handles):
            _, bits = self._lgpio.group_read(handle, 0)
            levels |= (bits & ALL) << LINES * place
        return levels

    def write(self, levels: int) -> None:
        """Set all lines; a chip whose lines are so already is left alone."""
        for place, handle in enumerate(self._handles):
            bits = levels >> LINES * place & ALL
            if bits != self._written[place]:
                self._lgpio.group_write(handle, 0, bits)
                self._written[place] = bits

    def close(self) -> None:
        """Let go of the lines."""
        for handle in self._handles:
            self._lgpio.gpiochip_close(handle)
        self._handles.clear()
