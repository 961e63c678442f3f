"""The schematics of the remote: its board with display, radio, cable and cells; and its keys."""

from hardware.making import values
from hardware.making.svg import KINDS, Canvas
from hardware.making.values import ohm
from tablekit.pinout.records import Remote, names

KEYS = ("123A", "456B", "789C", "*0#D")
ROW = 34


def board(remote: Remote) -> str:
    """Everything but the matrix of keys."""
    called, display, radio = names(remote.board), remote.display, remote.radio
    canvas = Canvas(1000, 610)
    canvas.word(500, 34, "The remote", 17, bold=True)
    canvas.box(400, 70, 200, 500, KINDS["light"], round_=6)
    for number, told in enumerate(("Arduino Pro Mini", "ATmega328P", "3.3 V, 8 MHz", "its power LED removed")):
        canvas.word(500, 300 + 22 * number, told, 13, bold=not number)
    series = ohm(values.REMOTE_SERIES_OHM)
    shown = {"RES": display.reset, "DC": display.data, "CS": display.select, "SDA": display.mosi, "SCL": display.clock}
    canvas.box(800, 70, 170, 250, KINDS["mask"], round_=6)
    for number, told in enumerate(("OLED display", "128 × 64, SPI", "SSD1309, 2.42″", "or SSD1306")):
        canvas.word(905, 160 + 22 * number, told, 13, bold=not number)
    for number, (name, pin) in enumerate(shown.items()):
        _right(canvas, 96 + ROW * number, called[pin], name, series)
    for number, name in enumerate(("VCC", "GND")):
        _tie(canvas, 800, 96 + ROW * (number + 5), name)
    canvas.box(800, 360, 170, 210, KINDS["bus"], round_=6)
    for number, told in enumerate(("HC-12", "radio, 9600 baud", "47 µF beside it")):
        canvas.word(905, 445 + 22 * number, told, 13, bold=not number)
    for number, (name, pin, resistor) in enumerate(
        (("RXD", radio.rxd, series), ("TXD", radio.txd, ohm(values.RADIO_BACK_OHM)), ("SET", radio.set, series))
    ):
        _right(canvas, 386 + ROW * number, called[pin], name, resistor)
    for number, name in enumerate(("VCC", "GND")):
        _tie(canvas, 800, 386 + ROW * (number + 3), name)
    _left(canvas, 96, called[remote.thanks], "large key «Спасибо», to GND")
    _left(canvas, 130, f"{called[remote.rows[0]]} to {called[remote.rows[-1]]}", "rows of the keys")
    _left(canvas, 164, f"{called[remote.columns[0]]} to {called[remote.columns[-1]]}", "columns of the keys")
    _left(canvas, 198, called[remote.noise], "open")
    _jack(canvas, remote)
    _cells(canvas)
    return canvas.text()


def keys(remote: Remote) -> str:
    """The matrix."""
    called = names(remote.board)
    canvas = Canvas(620, 440)
    canvas.word(310, 34, "The keys of the remote", 17, bold=True)
    for number, pin in enumerate(remote.columns):
        x = 170 + 100 * number
        canvas.line((x, 84), (x, 400))
        canvas.word(x, 76, f"pin {called[pin]}", 13, bold=True)
    for number, pin in enumerate(remote.rows):
        y = 150 + 76 * number
        canvas.line((90, y), (530, y))
        canvas.word(82, y + 5, f"pin {called[pin]}", 13, at="end", bold=True)
        for column, key in enumerate(KEYS[number]):
            x = 170 + 100 * column
            canvas.box(x + 14, y - 50, 40, 36, KINDS["pad"], round_=6)
            canvas.word(x + 34, y - 26, key, 16, bold=True)
            canvas.line((x, y - 32), (x + 14, y - 32))
            canvas.line((x + 34, y - 14), (x + 34, y))
    canvas.word(310, 428, "each key joins its column (downwards) with its row (across)", 12)
    return canvas.text()


def _right(canvas: Canvas, y: float, pin: str, name: str, resistor: str) -> None:
    canvas.line((600, y), (800, y))
    canvas.box(674, y - 6, 40, 12)
    canvas.word(694, y - 10, resistor, 11)
    canvas.word(590, y + 5, pin, 13, at="end", bold=True)
    canvas.word(810, y + 5, name, 13, at="start", bold=True)


def _tie(canvas: Canvas, x: float, y: float, name: str) -> None:
    canvas.line((x - 40, y), (x, y))
    canvas.word(x - 46, y + 5, "+ cells" if name == "VCC" else "ground", 13, at="end")
    canvas.word(x + 10, y + 5, name, 13, at="start", bold=True)


def _left(canvas: Canvas, y: float, pin: str, told: str) -> None:
    canvas.line((340, y), (400, y))
    canvas.word(410, y + 5, pin, 13, at="start", bold=True)
    canvas.word(332, y + 5, told, 13, at="end")


def _jack(canvas: Canvas, remote: Remote) -> None:
    """The cable's: a bridge in the plug closes the sense; the radio's resistor lets the adapter win on the line."""
    called = names(remote.board)
    canvas.box(30, 240, 150, 170, KINDS["once"], round_=6)
    canvas.word(105, 262, "jack of the cable", 13, bold=True)
    series = ohm(values.REMOTE_SERIES_OHM)
    for number, (name, told) in enumerate(
        (
            ("TXD of the adapter", f"{ohm(values.ADAPTER_OHM)} to {called[remote.radio.txd]}"),
            ("RXD of the adapter", f"{series} to {called[remote.radio.rxd]}"),
            ("SENSE", f"to {called[remote.sense]}"),
            ("GND", "ground"),
        )
    ):
        y = 290 + 32 * number
        canvas.word(40, y + 5, name, 12, at="start")
        canvas.line((180, y), (210, y))
        canvas.word(216, y + 5, told, 13, at="start")
    canvas.word(30, 428, "in the plug, SENSE and GND are joined;", 12, at="start")
    canvas.word(30, 446, "the adapter's VCC stays open", 12, at="start")


def _cells(canvas: Canvas) -> None:
    canvas.box(30, 490, 120, 60, KINDS["5 V"], round_=6)
    canvas.word(90, 516, "3 cells AA", 13, bold=True)
    canvas.word(90, 536, "with a holder", 12)
    canvas.line((150, 506), (190, 506))
    canvas.box(190, 496, 60, 20)
    canvas.word(220, 510, "switch", 11)
    canvas.line((250, 506), (400, 506))
    canvas.word(410, 511, "VCC (not RAW)", 13, at="start", bold=True)
    canvas.line((150, 540), (400, 540))
    canvas.word(410, 545, "GND", 13, at="start", bold=True)
    canvas.word(325, 500, "+ cells", 12)
    canvas.word(325, 534, "ground", 12)
