"""Hands around the word: how their contacts bounce, and when the program hears of each edge."""

import math
import random
from collections.abc import Iterator
from typing import NamedTuple

SPREAD_US = 20_000
HELD_US = 400_000

BOUNCES_MOST = 5
STAYS_US = (50, 800)
AWAY_US = (50, 900)
"""A contact that bounces at most so is closed for over half of its first 12 ms."""

DELIVERY_MEDIAN_US = 1_500
DELIVERY_SIGMA = math.log(7_000 / DELIVERY_MEDIAN_US) / 2.326
"""From the kernel's stamp to the callback: 1.5 ms, and 7 ms for one edge in a hundred, as measured."""
LOADED = 0.001
LOADED_MOST_US = 106_000
"""A loaded Pi hears of an edge so much later."""


class Edge(NamedTuple):
    """A change of a pad, relative to T, and when the program hears of it."""

    at_us: int
    heard_us: int
    down: bool


class Hand(NamedTuple):
    """A press from its first contact to where it stays, and its release."""

    seat: int
    press: tuple[Edge, ...]
    release: tuple[Edge, ...]

    @property
    def counts(self) -> bool:
        """The truth: is its first contact before T?"""
        return self.press[0].at_us < 0


def close_hand(chance: random.Random, seat: int) -> Hand:
    """A hand somewhere near the word."""
    down_us = chance.randint(-SPREAD_US, SPREAD_US)
    return Hand(seat, tuple(_bouncing(chance, down_us, True)), tuple(_bouncing(chance, down_us + HELD_US, False)))


def _bouncing(chance: random.Random, at_us: int, down: bool) -> Iterator[Edge]:
    yield Edge(at_us, at_us + delivery_us(chance), down)
    for _ in range(chance.randint(0, BOUNCES_MOST)):
        for stay_us, level in ((STAYS_US, not down), (AWAY_US, down)):
            at_us += chance.randint(*stay_us)
            yield Edge(at_us, at_us + delivery_us(chance), level)


def delivery_us(chance: random.Random) -> int:
    """How late an edge is heard of."""
    if chance.random() < LOADED:
        return chance.randint(DELIVERY_MEDIAN_US, LOADED_MOST_US)
    return round(chance.lognormvariate(math.log(DELIVERY_MEDIAN_US), DELIVERY_SIGMA))
