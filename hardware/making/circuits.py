"""The schematics."""

import re

import schemdraw
import schemdraw.elements as elm

from hardware.making import values
from hardware.making.svg import FONT
from hardware.making.values import ohm

PAPER = r'\1<rect x="\2" y="\3" width="\4" height="\5" fill="white"/>'


def circuits() -> dict[str, str]:
    """Each as SVG, by its name."""
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"  # and not paths, if ziafont is installed
    drawn = {
        "seat-board": seat_board(),
        "pad-switch": pad_switch(),
        "pad-fsr": pad_fsr(),
        "dock-reed": dock_reed(),
        "dock-hall": dock_hall(),
        "light": light(),
        "onset": onset(),
    }
    return {name: _finished(drawing.get_imagedata("svg").decode()) + "\n" for name, drawing in drawn.items()}


def _finished(svg: str) -> str:
    """On white; without the last digits, which may be another machine's."""
    rounded = re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", svg)
    return re.sub(r'(<svg[^>]*viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>)', PAPER, rounded, count=1)


def seat_board() -> schemdraw.Drawing:
    """What stands between a seat's cable and the pins that read it."""
    drawing = _sheet()
    for number, (name, jack, y) in enumerate((("PAD", "jack pin 1", 0.0), ("MASK", "jack pin 3", -5.6))):
        parts = [f"{letter}{2 * number + 1 if letter == 'R' else number + 1}" for letter in "RC"]
        drawing += elm.Dot(open=True).at((0, y)).label(f"{name}, {jack}", loc="left")
        drawing += elm.Resistor().right().at((0, y)).label(f"{parts[0]}  {ohm(values.SERIES_OHM)}", loc="top")
        drawing += (node := elm.Dot())
        drawing.push()
        drawing += elm.Capacitor().down().at(node.center).label(f"{parts[1]}\n{values.FILTER_NF} nF", loc="bottom")
        drawing += elm.Ground()
        drawing.pop()
        drawing += elm.Line().right().length(1.8).at(node.center)
        drawing += (pull := elm.Dot())
        drawing += (
            elm.Resistor().up().at(pull.center).label(f"R{2 * number + 2}  {ohm(values.PULL_UP_OHM)}", loc="bottom")
        )
        drawing += elm.Vdd().label("VCC")
        drawing += elm.Line().right().length(1.6).at(pull.center)
        drawing += elm.Dot(open=True).label(f"{name} OUT, to its pin", loc="right")
    drawing += elm.Dot(open=True).at((0, -10.4)).label("supply, jack pin 7", loc="left")
    drawing += elm.Resistor().right().at((0, -10.4)).label(f"R5  {ohm(values.SUPPLY_OHM)}", loc="top")
    drawing += elm.Dot(open=True).label("VCC", loc="right")
    straight = "straight: LIGHT+ to pin 5, LIGHT− to pin 4, GND to pins 2, 6, 8"
    drawing += elm.Label().at((4, -12.0)).label("R5 only for a Hall switch or a force plate", halign="center")
    drawing += elm.Label().at((4, -12.9)).label(straight, halign="center")
    return drawing


def pad_switch() -> schemdraw.Drawing:
    """Two microswitches under a plate."""
    drawing = _sheet()
    drawing += elm.Dot(open=True).at((0, 0)).label("PAD, jack pin 1", loc="left")
    drawing += elm.Line().right().length(1.2)
    drawing += (first := elm.Dot())
    drawing += elm.Button().down().length(3).at(first.center).label("S1", loc="bottom", ofst=0.3)
    drawing += (low := elm.Dot())
    drawing += elm.Line().right().length(2.4).at(first.center)
    drawing += elm.Button().down().length(3).label("S2", loc="bottom", ofst=0.3)
    drawing += elm.Line().left().length(2.4)
    drawing += elm.Line().left().length(1.2).at(low.center)
    drawing += elm.Dot(open=True).label("GND, jack pin 2", loc="left")
    return drawing


def pad_fsr() -> schemdraw.Drawing:
    """A force-sensing plate with a comparator."""
    drawing = _sheet()
    drawing += (amp := _comparator().at((5, 0)).flip())
    drawing += elm.Line().left().length(1.0).at(amp.in2)
    drawing += (back := elm.Dot())
    drawing += elm.Line().left().length(1.8).at(back.center)
    drawing += (sense := elm.Dot())
    drawing += elm.Resistor().up().at(sense.center).label(f"trimmer\n{ohm(values.FSR_TRIMMER_OHM)}", loc="top")
    drawing += elm.Vdd().label("VCC, jack pin 7")
    drawing += elm.Line().left().length(2.6).at(sense.center)
    drawing += elm.ResistorVar().down().label("FSR", loc="bottom")
    drawing += elm.Ground()
    drawing += elm.Line().left().length(1.0).at(amp.in1)
    drawing += (reference := elm.Dot())
    drawing += elm.Resistor().down().at(reference.center).label(ohm(values.REFERENCE_LOW_OHM), loc="bottom")
    drawing += elm.Ground()
    drawing += elm.Line().left().length(1.2).at(reference.center)
    drawing += elm.Resistor().down().label(ohm(values.REFERENCE_HIGH_OHM), loc="top")
    drawing += elm.Dot(open=True).label("VCC", loc="bottom", ofst=0.1)
    drawing += elm.Line().right().length(0.8).at(amp.out)
    drawing += (out := elm.Dot())
    drawing += elm.Line().right().length(1.2).at(out.center)
    drawing += elm.Dot(open=True).label("PAD, jack pin 1", loc="right")
    drawing += elm.Line().up().length(2.2).at(out.center)
    drawing += elm.Resistor().left().tox(back.center).label(ohm(values.FSR_HYSTERESIS_OHM), loc="top")
    drawing += elm.Line().down().toy(back.center)
    return drawing


def dock_reed() -> schemdraw.Drawing:
    """Closed by the magnet of the mask that lies in it."""
    drawing = _sheet()
    drawing += elm.Dot(open=True).at((0, 0)).label("MASK, jack pin 3", loc="left")
    drawing += elm.SwitchReed().right().length(3).label("reed contact, normally open", loc="top", ofst=0.3)
    drawing += elm.Dot(open=True).label("GND, jack pin 6", loc="right")
    return drawing


def dock_hall() -> schemdraw.Drawing:
    """The same without a contact."""
    drawing = _sheet()
    pins = [
        elm.IcPin(name="OUT", pin="3", side="left", slot="1/1"),
        elm.IcPin(name="VCC", pin="1", side="top", slot="1/1"),
        elm.IcPin(name="GND", pin="2", side="bot", slot="1/1"),
    ]
    drawing += (hall := elm.Ic(pins=pins, size=(3.6, 2.4)).label("DRV5023", loc="center", ofst=(0.75, 0)))
    drawing += elm.Line().left().length(1.4).at(hall.OUT)
    drawing += elm.Dot(open=True).label("MASK, jack pin 3", loc="left")
    drawing += elm.Line().up().length(0.6).at(hall.VCC)
    drawing += (supply := elm.Dot())
    drawing += elm.Line().left().length(3.2).at(supply.center)
    drawing += elm.Dot(open=True).label("VCC, jack pin 7", loc="left")
    drawing += elm.Line().down().length(0.6).at(hall.GND)
    drawing += (ground := elm.Dot())
    drawing += elm.Line().left().length(3.2).at(ground.center)
    drawing += elm.Dot(open=True).label("GND, jack pin 8", loc="left")
    drawing += elm.Line().right().length(3.0).at(supply.center)
    drawing += elm.Capacitor().down().toy(ground.center).label("100 nF", loc="bottom")
    drawing += elm.Line().left().tox(ground.center)
    return drawing


def light() -> schemdraw.Drawing:
    """A light, and its eighth of a driver."""
    drawing = _sheet()
    drawing += elm.Vdd().at((0, 0)).label(f"+{values.LIGHT_V:g} V of the lights")
    drawing += elm.Fuse().down().label("1 A, one for all", loc="bottom")
    drawing += elm.Line().right().length(1.4)
    drawing += elm.Dot(open=True).label("LIGHT+\njack pin 5", loc="bottom", ofst=0.2)
    drawing += elm.Line().right().length(0.8)
    drawing += elm.Resistor().right().label(ohm(values.LIGHT_OHM), loc="top")
    drawing += elm.LED().right().label("white LED", loc="bottom", ofst=0.2)
    drawing += elm.Line().right().length(0.8)
    drawing += elm.Dot(open=True).label("LIGHT−\njack pin 4", loc="bottom", ofst=0.2)
    drawing += elm.Line().right().length(0.8)
    pins = [
        elm.IcPin(name="OUT", pin="18…11", side="left", slot="2/2"),
        elm.IcPin(name="IN", pin="1…8", side="right", slot="2/2"),
        elm.IcPin(name="COM", pin="10", side="top", slot="1/1"),
        elm.IcPin(name="GND", pin="9", side="bot", slot="1/1"),
    ]
    drawing += (
        driver := elm.Ic(pins=pins, size=(3.4, 2.6)).anchor("OUT").label("ULN2803A", loc="center", ofst=(0, -0.35))
    )
    drawing += elm.Line().up().length(0.5).at(driver.COM)
    drawing += elm.Vdd().label("+5 V of the lights")
    drawing += elm.Ground().at(driver.GND)
    drawing += elm.Line().right().length(1.0).at(driver.IN)
    drawing += elm.Dot(open=True).label("hub's pin (5 V)\nor MCP23017 (3.3 V)", loc="right")
    return drawing


def onset() -> schemdraw.Drawing:
    """From the loudspeaker's wires to a line that is low while there is sound."""
    drawing = _sheet()
    drawing += elm.Dot(open=True).at((0, 0)).label("loudspeaker +", loc="left")
    drawing += elm.Resistor().right().label(f"R1  {ohm(values.ONSET_SERIES_OHM)}", loc="top")
    drawing += (coil := elm.Transformer(t1=4, t2=4).right().anchor("p1").label("600 Ω : 600 Ω", loc="bottom", ofst=0.9))
    drawing += elm.Line().left().tox((0, 0)).at(coil.p2)
    drawing += elm.Dot(open=True).label("loudspeaker −", loc="left")
    drawing += elm.Ground().at(coil.s2)
    drawing += elm.Schottky().right().at(coil.s1).label(f"D1  {values.DIODE}", loc="top", ofst=0.1)
    drawing += (store := elm.Dot())
    drawing += elm.Capacitor().down().length(2.6).at(store.center).label(f"C1\n{values.ENVELOPE_NF} nF", loc="top")
    drawing += elm.Ground()
    drawing += elm.Line().right().length(1.6).at(store.center)
    drawing += (leak := elm.Dot())
    drawing += elm.Resistor().down().length(2.6).at(leak.center).label(f"R2\n{ohm(values.ENVELOPE_OHM)}", loc="bottom")
    drawing += elm.Ground()
    drawing += elm.Resistor().right().at(leak.center).label(f"R3  {ohm(values.COMPARATOR_OHM)}", loc="top")
    drawing += (clamp := elm.Dot())
    drawing += elm.Schottky().up().at(clamp.center).label(f"D2  {values.DIODE}", loc="bottom", ofst=0.1)
    drawing += elm.Vdd().label("VCC")
    drawing += elm.Line().right().length(1.4).at(clamp.center)
    drawing += (amp := _comparator().anchor("in1"))
    drawing += elm.Line().down().length(3.9).at(amp.in2)
    drawing += (reference := elm.Dot())
    drawing += (
        elm.Resistor().left().length(2.2).at(reference.center).label(f"R4  {ohm(values.COMPARATOR_OHM)}", loc="top")
    )
    drawing += (
        pot := elm.Potentiometer().down().anchor("tap").label(f"R5  {ohm(values.TRIMMER_OHM)}", loc="top", ofst=0.2)
    )
    drawing += elm.Ground().at(pot.end)
    drawing += elm.Line().left().length(1.4).at(pot.start)
    drawing += elm.Resistor().left().label(f"R6  {ohm(values.THRESHOLD_OHM)}", loc="bottom")
    drawing += elm.Dot(open=True).label("VCC", loc="left")
    drawing += elm.Line().right().length(0.9).at(amp.out)
    drawing += (out := elm.Dot())
    drawing += elm.Line().down().toy(reference.center).at(out.center)
    drawing += elm.Resistor().left().tox(reference.center).label(f"R7  {ohm(values.HYSTERESIS_OHM)}", loc="bottom")
    drawing += elm.Line().right().length(1.2).at(out.center)
    drawing += (pull := elm.Dot())
    drawing += elm.Resistor().up().at(pull.center).label(f"R8  {ohm(values.PULL_UP_OHM)}", loc="top")
    drawing += elm.Vdd().label("VCC")
    drawing += elm.Line().right().length(1.6).at(pull.center)
    drawing += (lamp := elm.Dot())
    drawing += elm.LED().up().reverse().at(lamp.center).label("red LED", loc="bottom", ofst=0.4)
    drawing += elm.Resistor().up().length(2.0).label(f"R9  {ohm(values.ONSET_LED_OHM)}", loc="bottom")
    drawing += elm.Vdd().label("VCC")
    drawing += elm.Resistor().right().at(lamp.center).label(f"R10  {ohm(values.SERIES_OHM)}", loc="bottom")
    drawing += elm.Dot(open=True).label("OUT, to the\nword's pin", loc="right")
    return drawing


def _comparator() -> elm.Opamp:
    comparator = elm.Opamp(leads=True)
    comparator.label("½ LM393", loc="center", fontsize=9, ofst=(-0.3, 0))
    comparator.label("8 to VCC, 4 to GND", loc="bottom", fontsize=9, ofst=(0.9, 0.1))
    for anchor, leg in (("in1", 2), ("in2", 3), ("out", 1)):
        comparator.label(str(leg), loc=anchor, fontsize=9, ofst=(-0.15 if anchor == "out" else 0.15, 0.15))
    return comparator


def _sheet() -> schemdraw.Drawing:
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2.4, fontsize=12, lw=1.4, font=FONT, margin=0.6)
    return drawing
