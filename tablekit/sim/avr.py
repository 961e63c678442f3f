"""An AVR chip that runs its real program in virtual time, by simavr (firmware/sim/avrsim.c).

Time is counted in the chip's cycles; nothing reads a clock, and the same inputs at the same cycles give the same bytes.
"""

import ctypes
import os
import struct
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from tablekit.errors import DeviceError

FIRMWARE = Path(__file__).parents[2] / "firmware"
BUILT = Path(os.environ.get("TABLEKIT_FIRMWARE", FIRMWARE / "build"))
"""Where `make -C firmware all sim` puts what is run here."""
HZ = 16_000_000
ENDED = 5
"""simavr's states from here on: the program has ended, or crashed."""
UART_REGISTERS = {0: (0xC0, 0xC4), 1: (0xC8, 0xCC)}
"""Of a serial port: UCSRnA and UBRRn, on both chips."""
U2X = 0x02
BITS_A_BYTE = 11
"""simavr sends a parity bit too."""
SRAM = 0x800000
"""Where an ELF file has the data space."""
PAINT = 0xC5

Logged: TypeAlias = list[tuple[int, int]]
"""A cycle, and the byte."""


class _Entry(ctypes.Structure):
    _fields_ = (("cycle", ctypes.c_uint64), ("value", ctypes.c_uint8))


@cache
def _library() -> Any:
    """The harness; DeviceError if it has not been built."""
    file = BUILT / "libavrsim.so"
    try:
        library = ctypes.CDLL(str(file))
    except OSError as error:
        raise DeviceError(
            480,
            f"The emulator cannot be loaded ({error})",
            "Install gcc, libsimavr-dev and libelf-dev, and build it: make -C firmware sim",
        ) from error
    sim, number, byte, size = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint8, ctypes.c_size_t
    bytes_at = ctypes.POINTER(ctypes.c_uint8)
    for name, result, *arguments in (
        ("new", sim, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint32),
        ("free", None, sim),
        ("cycle", number, sim),
        ("slept", number, sim),
        ("data", bytes_at, sim),
        ("data_size", ctypes.c_uint32, sim),
        ("supply", None, sim, ctypes.c_uint32),
        ("eeprom", ctypes.c_int, sim, bytes_at, ctypes.c_uint32, ctypes.c_int),
        ("eeprom_size", ctypes.c_uint32, sim),
        ("stall", None, sim, number),
        ("drive", None, sim, number, byte, byte, byte),
        ("feed", None, sim, number, byte, byte),
        ("run", ctypes.c_int, sim, number),
        ("await", ctypes.c_int, sim, ctypes.c_uint16, number),
        ("take", size, sim, byte, ctypes.POINTER(_Entry), size),
        ("watch_interrupts", None, sim, byte),
        ("interrupts_off", number, sim),
        ("spent", number, sim, byte, ctypes.c_int),
    ):
        function = getattr(library, f"avrsim_{name}")
        function.restype, function.argtypes = result, arguments
    return library


@cache
def symbols(elf: Path) -> dict[str, tuple[int, int]]:
    """The address and size of each variable of a program, by its name."""
    data = elf.read_bytes()
    (sections_at,) = struct.unpack_from("<I", data, 0x20)
    section_size, sections = struct.unpack_from("<HH", data, 0x2E)
    headers = [struct.unpack_from("<10I", data, sections_at + i * section_size) for i in range(sections)]
    found = {}
    for _, kind, _, _, at, size, names, *_ in headers:
        if kind != 2:  # SHT_SYMTAB
            continue
        names_at = headers[names][4]
        for offset in range(at, at + size, 16):
            name_at, address, length = struct.unpack_from("<III", data, offset)
            name = data[names_at + name_at : data.index(b"\0", names_at + name_at)].decode()
            if name and address >= SRAM:
                found[name] = (address - SRAM, length)
    return found


class Avr:
    """One chip from its power-on; a power cut is a new one with the old one's `eeprom`."""

    def __init__(self, elf: Path, mcu: str, eeprom: bytes = b"", supply_mv: int = 5_000) -> None:
        self._library = _library()
        self._sim = self._library.avrsim_new(os.fsencode(elf), mcu.encode(), HZ)
        if not self._sim:
            raise DeviceError(481, f"{elf} cannot be run as an {mcu}", "Build it: make -C firmware")
        self._symbols = symbols(elf)
        self._data = self._library.avrsim_data(self._sim)
        self._fed = {0: 0, 1: 0}  # the cycle when the last byte fed has been
        self._entries = (_Entry * 4096)()
        self._library.avrsim_supply(self._sim, supply_mv)
        if eeprom:
            self._eeprom((ctypes.c_uint8 * len(eeprom)).from_buffer_copy(eeprom), write=True)
        self._paint()

    def __del__(self) -> None:
        if getattr(self, "_sim", None):
            self._library.avrsim_free(self._sim)

    @property
    def cycle(self) -> int:
        """Cycles since power-on."""
        return int(self._library.avrsim_cycle(self._sim))

    @property
    def slept(self) -> int:
        """Of them, those in which it slept."""
        return int(self._library.avrsim_slept(self._sim))

    def run(self, until_cycle: int) -> None:
        """Run until then, or an instruction longer; DeviceError if the program ends."""
        self._goes_on(self._library.avrsim_run(self._sim, until_cycle))

    def run_until_set(self, register: int, most_cycles: int) -> None:
        """Run until the byte at this address of the data space is not 0; DeviceError if it stays so."""
        self._goes_on(self._library.avrsim_await(self._sim, register, self.cycle + most_cycles))
        if not self._data[register]:
            raise DeviceError(483, f"{register:#x} is still 0 at cycle {self.cycle}", "Look at what the program does")

    def run_until_asleep(self, most_cycles: int) -> bool:
        """Run until it sleeps; false if it does not in so many cycles."""
        end = self.cycle + most_cycles
        self._goes_on(self._library.avrsim_await(self._sim, 0, end))
        return self.cycle < end

    def register(self, address: int) -> int:
        """A byte of the data space, as it is now."""
        return int(self._data[address])

    def drive(self, port: str, bit: int, level: bool, at_cycle: int | None = None) -> None:
        """Put a pin to a level, then (default: now) and until it is driven again."""
        at_cycle = self.cycle if at_cycle is None else at_cycle
        self._library.avrsim_drive(self._sim, at_cycle, ord(port), bit, level)

    def byte_cycles(self, uart: int) -> int:
        """How long a byte takes at the rate to which the program has set its port."""
        control, rate = UART_REGISTERS[uart]
        divider = self._data[rate] | self._data[rate + 1] << 8
        return int(BITS_A_BYTE * (8 if self._data[control] & U2X else 16) * (divider + 1))

    def feed(self, uart: int, data: bytes, at_cycle: int | None = None) -> int:
        """Send to a serial port, from then (default: now) or when the bytes before are through; when these will be."""
        cycle = max(self.cycle if at_cycle is None else at_cycle, self._fed[uart])
        for byte in data:
            self._library.avrsim_feed(self._sim, cycle, ord("0") + uart, byte)
            cycle += self.byte_cycles(uart)
        self._fed[uart] = cycle
        return cycle

    def taken(self, uart: int) -> Logged:
        """The bytes that the program has sent since this was asked last, with the cycles when each began."""
        return self._logged("01"[uart])

    def spi(self) -> Logged:
        """The bytes that it has sent by SPI, as `taken`."""
        return self._logged("S")

    def writes(self, port: str) -> Logged:
        """What it has written to a port's outputs, as `taken`."""
        return self._logged(port)

    def poke(self, address: int, byte: int) -> None:
        """Change a byte of the data space behind the program's back."""
        self._data[address] = byte

    def read(self, name: str, size: int | None = None, offset: int = 0) -> bytes:
        """A variable, or a part of it."""
        address, length = self._symbols[name]
        size = length - offset if size is None else size
        return bytes(self._data[address + offset : address + offset + size])

    def number(self, name: str) -> int:
        """A variable that is an unsigned number."""
        return int.from_bytes(self.read(name), "little")

    def write(self, name: str, value: bytes | int) -> None:
        """Change a variable."""
        address, length = self._symbols[name]
        for i, byte in enumerate(value.to_bytes(length, "little") if isinstance(value, int) else value):
            self._data[address + i] = byte

    def eeprom(self) -> bytes:
        """What would outlive a power cut."""
        content = (ctypes.c_uint8 * self._library.avrsim_eeprom_size(self._sim))()
        self._eeprom(content, write=False)
        return bytes(content)

    def stall(self, cycles: int) -> None:
        """The next instruction takes so much longer."""
        self._library.avrsim_stall(self._sim, cycles)

    def watch_interrupts(self, vectors: int) -> None:
        """From now on measure the interrupts of the first vectors; three times slower."""
        self._library.avrsim_watch_interrupts(self._sim, vectors)

    def interrupts_off(self) -> int:
        """The longest time without interrupts, in cycles, their own routines included."""
        return int(self._library.avrsim_interrupts_off(self._sim))

    def spent(self, vector: int, longest: bool = False) -> int:
        """The cycles of an interrupt's routine: all in all, or of its longest run."""
        return int(self._library.avrsim_spent(self._sim, vector, longest))

    def stack_used(self) -> int:
        """The deepest that the stack has been, in bytes."""
        end = self._library.avrsim_data_size(self._sim)
        free = next((i for i in range(self._heap, end) if self._data[i] != PAINT), end)
        return int(end - free)

    def _goes_on(self, state: int) -> None:
        if state >= ENDED:
            raise DeviceError(482, f"The program ended at cycle {self.cycle}", "Look for what stopped it")

    @property
    def _heap(self) -> int:
        return self._symbols["_end"][0]

    def _paint(self) -> None:
        for i in range(self._heap, self._library.avrsim_data_size(self._sim)):
            self._data[i] = PAINT

    def _eeprom(self, content: Any, write: bool) -> None:
        self._library.avrsim_eeprom(self._sim, content, len(content), write)

    def _logged(self, channel: str) -> Logged:
        logged: Logged = []
        while count := self._library.avrsim_take(self._sim, ord(channel), self._entries, len(self._entries)):
            logged += [(entry.cycle, entry.value) for entry in self._entries[:count]]
        return logged
