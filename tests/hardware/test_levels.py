"""The circuits' values, held to the data sheets: what is low is low, what is high is high, and nothing burns."""

import math
from typing import NamedTuple

import pytest

from hardware.making import values
from tablekit.handheld import LOW_MV


class Input(NamedTuple):
    """What reads a line: its supply, and what it surely takes as low and as high."""

    supply: float
    low: float
    high: float


# Raspberry Pi: 0.8 V and 2.0 V; MCP23017: 0.2 and 0.8 of the supply; ATmega2560: 0.3 and 0.6 of it.
READERS = {"pi": Input(3.3, 0.8, 2.0), "expander": Input(3.3, 0.66, 2.64), "hub": Input(5.0, 1.5, 3.0)}
RESISTOR = 0.05
CABLE_OHM = 2.0  # 5 m of cable there and back, and the contacts
SINK_V = 0.25  # an LM393 at 1.5 mA (0.4 V at 4 mA, at worst); a DRV5023 has less

HALL_A, HALL_LEAST_V = 3.6e-3, 2.5  # a DRV5023, at worst
LM393_A = 1e-3
WINDING_OHM = 150  # of the onset board's transformer

reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())


def parallel(*ohms: float) -> float:
    return 1 / sum(1 / ohm for ohm in ohms)


def pressed(supply: float, drop: float = 0.0) -> float:
    """The level at the pin, at worst: a weak pull-down against a strong pull-up."""
    series, pull = values.SERIES_OHM * (1 + RESISTOR) + CABLE_OHM, values.PULL_UP_OHM * (1 - RESISTOR)
    return drop + (supply - drop) * series / (series + pull)


@reader
def test_a_closed_contact_is_surely_low(reader: Input) -> None:
    assert pressed(reader.supply) < reader.low


@reader
def test_a_contact_is_late_by_less_than_ten_microseconds(reader: Input) -> None:
    end, farads = pressed(reader.supply), values.FILTER_NF * 1.2e-9
    source = parallel(values.SERIES_OHM * (1 + RESISTOR) + CABLE_OHM, values.PULL_UP_OHM)
    late_s = source * farads * math.log((reader.supply - end) / (reader.low - end))
    assert late_s < 10e-6


@reader
def test_a_comparator_or_hall_switch_is_surely_low(reader: Input) -> None:
    assert pressed(reader.supply, SINK_V) < reader.low


@pytest.mark.parametrize("supply", [3.2, 4.75])
def test_a_seat_with_hall_switch_and_force_plate_has_volts_enough_behind_its_resistor(supply: float) -> None:
    plate_a = LM393_A + supply / (values.REFERENCE_HIGH_OHM + values.REFERENCE_LOW_OHM) + supply / 20_000
    local_v = supply - (HALL_A + plate_a) * values.SUPPLY_OHM * (1 + RESISTOR)
    assert local_v > HALL_LEAST_V
    reference_v = local_v * values.REFERENCE_LOW_OHM / (values.REFERENCE_LOW_OHM + values.REFERENCE_HIGH_OHM)
    assert reference_v < local_v - 1.5


@reader
def test_a_bent_contact_at_pin_seven_shorts_no_supply_and_burns_no_resistor(reader: Input) -> None:
    ohm = values.SUPPLY_OHM * (1 - RESISTOR)
    assert reader.supply / ohm < 0.06
    assert reader.supply**2 / ohm <= 0.27  # of 1/4 W, and its tolerance


@reader
def test_contacts_get_the_milliampere_that_keeps_them_clean(reader: Input) -> None:
    assert 0.001 < reader.supply / (values.SERIES_OHM + values.PULL_UP_OHM) < 0.003


def test_forty_lines_take_a_sixth_of_what_usb_gives() -> None:
    assert 40 * 5.0 / values.PULL_UP_OHM < 0.5 / 5


def test_a_pin_that_drives_by_mistake_outlives_a_pressed_pad() -> None:
    assert 3.3 / values.SERIES_OHM < 0.016  # a Pi's pin
    assert 5.0 / values.SERIES_OHM < 0.040  # an ATmega's


def test_a_light_is_bright_and_no_led_gets_too_much() -> None:
    for led_v, driver_v in ((2.9, 0.7), (3.4, 0.8)):
        amperes = (values.LIGHT_V - led_v - driver_v) / values.LIGHT_OHM
        assert 0.010 < amperes < 0.025


@pytest.mark.parametrize("gpio_v", [3.3 - 0.7, 5.0 - 0.7])  # MCP23017 and ATmega2560, loaded
def test_a_pin_opens_its_driver(gpio_v: float) -> None:
    assert gpio_v > 2.4  # ULN2803A: 200 mA at 2.4 V


def threshold(supply: float, turned: float) -> float:
    """Of the onset board, its trimmer turned from 0 to 1."""
    return supply * turned * values.TRIMMER_OHM / (values.TRIMMER_OHM + values.THRESHOLD_OHM)


@pytest.mark.parametrize("supply", [3.3, 5.0])
def test_the_trimmer_goes_from_silence_to_a_loud_voice_within_what_an_lm393_compares(supply: float) -> None:
    bias_v = 250e-9 * (values.ENVELOPE_OHM + values.COMPARATOR_OHM)
    assert threshold(supply, 0.1) > 2 * bias_v
    assert 0.5 < threshold(supply, 1.0) < supply - 2.0


@pytest.mark.parametrize("supply", [3.3, 5.0])
def test_the_comparator_does_not_flutter(supply: float) -> None:
    step = supply * values.COMPARATOR_OHM / (values.COMPARATOR_OHM + values.HYSTERESIS_OHM)
    assert 0.02 < step < 0.1


def test_an_onset_is_told_within_a_millisecond_and_holds_from_one_pulse_of_a_voice_to_the_next() -> None:
    charge_s = (values.ONSET_SERIES_OHM + WINDING_OHM) * values.ENVELOPE_NF * 1e-9
    decay_s = values.ENVELOPE_OHM * values.ENVELOPE_NF * 1e-9
    assert charge_s < 0.5e-3
    assert 1 / 80 < decay_s < 0.1


def test_a_loud_loudspeaker_does_not_harm_the_comparator() -> None:
    peak_v = math.sqrt(2 * 15 * 8)  # 15 W at 8 ohms
    assert (peak_v - 3.3) / (values.ONSET_SERIES_OHM + values.COMPARATOR_OHM) < 0.005
    assert 2 * peak_v < values.DIODE_REVERSE_V / 2  # C1 keeps one peak while the other comes
    assert peak_v / (values.ONSET_SERIES_OHM + WINDING_OHM) < values.DIODE_A


@pytest.mark.parametrize("supply", [3.3, 5.0])
def test_a_hand_on_the_force_plate_is_told_and_its_comparator_can_compare(supply: float) -> None:
    reference = supply * values.REFERENCE_LOW_OHM / (values.REFERENCE_LOW_OHM + values.REFERENCE_HIGH_OHM)
    assert reference < supply - 2.0
    assert supply * 3_000 / (3_000 + values.FSR_TRIMMER_OHM / 2) < reference  # a resting hand, the trimmer half-way


def test_the_radio_gets_its_three_volts_from_the_hub() -> None:
    radio_v = 5.0 * values.DIVIDER_LOW_OHM / (values.DIVIDER_LOW_OHM + values.DIVIDER_HIGH_OHM)
    assert 2.4 < radio_v < 3.6


def test_the_host_is_asked_for_new_cells_before_the_radio_fails() -> None:
    assert values.RADIO_LEAST_V * 1000 < LOW_MV


@pytest.mark.parametrize("cells_v", [values.RADIO_LEAST_V, 4.5, 4.8])
def test_the_cable_of_the_remote_is_louder_than_its_radio(cells_v: float) -> None:
    share = values.ADAPTER_OHM / (values.ADAPTER_OHM + values.RADIO_BACK_OHM)
    assert 3.3 * share < 0.3 * cells_v  # the adapter says low while the radio says high
    assert 3.3 * (1 - share) > 0.6 * cells_v  # and the other way round
