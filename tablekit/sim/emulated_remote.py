"""The handheld remote's real program in an emulator: keys under fingers, bytes of its radio, the letters it shows."""

from collections import deque
from pathlib import Path

from tablekit.sim.avr import Avr
from tablekit.timebase import US_PER_MS
from tablekit.wire.glyphs import LETTERS
from tablekit.wire.remote_display import COLUMNS, ROWS

MCU = "atmega328p"
CYCLES_A_US = 8
KEYS = ("123A", "456B", "789C", "*0#D")
THANKS = "T"
DDRC = 0x27
COLUMN_PINS = 4
FIRST_COLUMN, THANKS_BIT, CABLE_BIT, RADIO_SET = 4, 2, 3, 0x10
HOLD_US, PAUSE_US = 60 * US_PER_MS, 40 * US_PER_MS
LOOK_US = 200
"""While a key is held, so often it is seen which row of the matrix is driven."""


def joined_columns(keys: str, driven: int) -> set[int]:
    """The columns that these keys pull low while those rows are driven: also by a way over other rows."""
    pairs = [(row, names.index(key)) for row, names in enumerate(KEYS) for key in keys if key in names]
    rows, columns = {row for row in range(len(KEYS)) if driven >> row & 1}, set[int]()
    for _ in pairs:
        columns |= {column for row, column in pairs if row in rows}
        rows |= {row for row, column in pairs if column in columns}
    return columns


class EmulatedRemote(Avr):
    """One remote from one power-on to the next; its `eeprom` outlives it. Times are those of the table."""

    def __init__(self, elf: Path, eeprom: bytes = b"", at_us: int = 0, supply_mv: int = 4_200) -> None:
        super().__init__(elf, MCU, eeprom, supply_mv)
        self.channel: int | None = None
        """To which it has set its radio."""
        self._start_us = at_us
        self._presses: deque[tuple[str, int]] = deque()  # keys, and when the fingers come
        self._free_us = at_us  # from when on a finger is free
        self._commands = bytearray()  # to the radio itself
        self._silenced = False  # the radio takes commands
        self._sent = bytearray()
        for bit in range(THANKS_BIT, 8):
            self.drive("D", bit, True)

    @property
    def lines(self) -> tuple[str, ...]:
        """What its display shows."""
        text = "".join(LETTERS.get(code, "?") for code in self.read("screen_shown"))
        return tuple(text[at : at + COLUMNS].rstrip() for at in range(0, ROWS * COLUMNS, COLUMNS))

    @property
    def failed(self) -> bool:
        """The sign "!": a press was given up."""
        return bool(self.number("presses_failed"))

    @property
    def busy(self) -> bool:
        """The sign that a press waits to be acknowledged."""
        return bool(self.number("presses_waiting"))

    def plug(self, cable: bool) -> None:
        """Its line is the cable's from now on, or the radio's."""
        self.drive("D", CABLE_BIT, not cable)

    def press(self, keys: str, at_us: int) -> None:
        """Fingers come down on a key, or several, and leave; when they are free again if they are not yet."""
        begin_us = max(at_us, self._free_us)
        self._presses.append((keys, begin_us))
        self._free_us = begin_us + HOLD_US + PAUSE_US

    def received(self, data: bytes, at_us: int) -> None:
        """Bytes of its line, from then on."""
        self.feed(0, data, max(self.cycle, self._cycle_at(at_us)))

    def to_send(self, now_us: int) -> list[bytes]:
        """Run until then: the frames that it has given to the radio."""
        while self._presses and self._presses[0][1] <= now_us:
            keys, begin_us = self._presses[0]
            self.run(max(self.cycle, self._cycle_at(begin_us)))
            self._hold(keys, min(now_us, begin_us + HOLD_US))
            if now_us < begin_us + HOLD_US:
                break
            self._release()
            self._presses.popleft()
        self.run(max(self.cycle, self._cycle_at(now_us)))
        self._listen()
        *frames, rest = self._sent.split(b"\0\0")
        if rest.endswith(b"\0") and len(rest) > 1:
            frames.append(rest[:-1])
            rest = bytearray()
        self._sent = bytearray(rest)
        return [b"\0" + bytes(piece).strip(b"\0") + b"\0" for piece in frames]

    def _cycle_at(self, at_us: int) -> int:
        return (at_us - self._start_us) * CYCLES_A_US

    def _hold(self, keys: str, until_us: int) -> None:
        """«Спасибо» has a wire of its own; the others join their row, while that is driven, and their column."""
        self.drive("D", THANKS_BIT, THANKS not in keys)
        while self.cycle < self._cycle_at(until_us):
            low = joined_columns(keys, self._data[DDRC])
            for column in range(COLUMN_PINS):
                self.drive("D", FIRST_COLUMN + column, column not in low)
            self.run(self.cycle + LOOK_US * CYCLES_A_US)

    def _release(self) -> None:
        for bit in (THANKS_BIT, *range(FIRST_COLUMN, 8)):
            self.drive("D", bit, True)

    def _listen(self) -> None:
        """What it has sent goes on the air, or tells the radio itself its channel."""
        changes = [(cycle, -1 if value & RADIO_SET else -2) for cycle, value in self.writes("C")]
        for _, byte in sorted(changes + self.taken(0)):
            if byte < 0:
                self._silenced = byte == -2
            elif self._silenced:
                self._commands.append(byte)
            else:
                self._sent.append(byte)
        if self._commands.startswith(b"AT+C") and len(self._commands) >= 7:
            self.channel = int(self._commands[4:7])
            del self._commands[:7]
