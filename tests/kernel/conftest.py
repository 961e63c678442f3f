"""These tests run inside the emulated machine, where GPIO_SIM names the folder of a kernel chip's lines."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import SimpleQueue
from typing import Any, NamedTuple

import pytest

from tablekit.devices.gpio import Edge, GpioInputs, Looped, Onset, Wiring, open_factory
from tests.kernel.sim_chip import SimChip

if "GPIO_SIM" not in os.environ:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture
def chip() -> Iterator[SimChip]:
    """The kernel's chip with the lines of a Pi, each pulled up."""
    with SimChip.of("GPIO_SIM") as opened:
        yield opened


@pytest.fixture
def expander() -> Iterator[SimChip]:
    """A second chip of the kernel, with the sixteen lines of an expander."""
    with SimChip.of("GPIO_SIM_EXPANDER") as opened:
        yield opened


class Heard(NamedTuple):
    """Open lines, and what they tell."""

    inputs: GpioInputs
    queue: "SimpleQueue[Edge | Onset | Looped]"


Listen = Callable[..., Heard]


@pytest.fixture
def listen() -> Iterator[Listen]:
    """Opens lines; they are closed at the end, whatever has happened."""
    with ExitStack() as closing:

        def opened(wiring: Wiring, factory: Any = None) -> Heard:
            factory = factory or open_factory("lgpio")
            closing.callback(factory.close)
            queue = SimpleQueue[Edge | Onset | Looped]()
            inputs = GpioInputs(factory, wiring, queue.put)
            closing.callback(inputs.close)
            return Heard(inputs, queue)

        yield opened
