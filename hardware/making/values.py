"""The values of the circuits, once: the drawings write them, tests/hardware/test_levels.py proves them."""

# The seat board, between cable and pin: for pads, docks and the key.
PULL_UP_OHM = 2_200
SERIES_OHM = 220
FILTER_NF = 10
SUPPLY_OHM = 100

# The light.
LIGHT_V = 5.0
LIGHT_OHM = 68

# The onset board.
DIODE, DIODE_REVERSE_V, DIODE_A = "1N5711", 70, 0.015
ONSET_SERIES_OHM = 1_000
ENVELOPE_NF = 220
ENVELOPE_OHM = 100_000
COMPARATOR_OHM = 10_000
THRESHOLD_OHM = 33_000
TRIMMER_OHM = 10_000
HYSTERESIS_OHM = 1_000_000
ONSET_LED_OHM = 1_000

# An FSR pad.
FSR_TRIMMER_OHM = 50_000
REFERENCE_HIGH_OHM = 20_000
REFERENCE_LOW_OHM = 10_000
FSR_HYSTERESIS_OHM = 470_000

# The radio's lines at the hub, 5 V to 3.3 V.
DIVIDER_HIGH_OHM = 1_000
DIVIDER_LOW_OHM = 2_000
RADIO_LEAST_V = 3.2

# The remote's lines to what may have another supply; a cable's adapter speaks louder than the radio.
REMOTE_SERIES_OHM = 1_000
RADIO_BACK_OHM = 4_700
ADAPTER_OHM = 220


def ohm(value: float) -> str:
    """As a drawing writes it."""
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if value >= size:
            return f"{value / size:g} {unit}Ω"
    return f"{value:g} Ω"
