"""A second chip of the kernel as the expander: through gpiozero as it is, and in whole words."""

from contextlib import closing

from gpiozero.pins.lgpio import LGPIOFactory

from tablekit.devices.expander import ALL, LINES, Expanders
from tablekit.devices.gpio import Wire
from tablekit.intake.debounce import Line
from tests.kernel.conftest import Listen
from tests.kernel.sim_chip import SimChip


def test_it_is_a_chip_of_its_own_with_sixteen_lines(chip: SimChip, expander: SimChip) -> None:
    assert expander.number != chip.number
    assert expander.lines == LINES


def test_gpiozero_reads_its_lines_as_pins_of_that_chip(expander: SimChip, listen: Listen) -> None:
    pad = Line("pad", 1)
    inputs, heard = listen({pad: Wire(15)}, LGPIOFactory(chip=expander.number))
    touched = expander.hold(15, False)
    line, ticks_ns, active = heard.get(timeout=10)  # type: ignore[misc]
    assert (line, active, inputs.active(pad)) == (pad, True, True)
    assert touched.holds(ticks_ns)


def test_all_its_levels_are_one_word_and_the_pull_is_the_chip_s_own(expander: SimChip) -> None:
    for line in range(LINES):
        expander.hold(line, False)
    with closing(Expanders([expander.number])) as chips:
        assert chips.read() == ALL
        for line in (0, 9, 15):
            expander.hold(line, False)
        assert chips.read() == ALL & ~(1 << 0 | 1 << 9 | 1 << 15)


def test_as_outputs_its_lines_carry_what_is_written(expander: SimChip) -> None:
    with closing(Expanders([expander.number], outputs=True)) as chips:
        chips.write(0b1010_0000_0000_0001)
        assert [line for line in range(LINES) if expander.level(line)] == [0, 13, 15]
        chips.write(0)
        assert not any(expander.level(line) for line in range(LINES))
