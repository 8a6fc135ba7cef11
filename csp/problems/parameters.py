"""What the generators of several families share: limits on their parameters, and draws from a seeded generator.

Draws are made from `rng.random()` alone, whose stream NumPy keeps the same from version to version.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from backends import generator
from csp.problems.family import InstanceError

if TYPE_CHECKING:
    import numpy as np

Item = TypeVar("Item")


def within(name: str, value: float, least: float, most: float, why: str = "") -> None:
    """Nothing, when a parameter is from `least` to `most`.

    Raises:
        InstanceError: it is not.
    """
    if not least <= value <= most:  # this way round a NaN is refused too
        raise InstanceError(f"{name} is {value}; it must be from {least} to {most}" + (f": {why}" if why else ""))


def seeded(seed: int, *stream: str | int) -> np.random.Generator:
    """The generator that an instance is drawn with (`backends.generator`).

    Raises:
        InstanceError: a negative seed.
    """
    if seed < 0:
        raise InstanceError(f"seed is {seed}; it must not be negative")
    return generator(seed, *stream)


def below(rng: np.random.Generator, limit: int) -> int:
    """A whole number from 0 to `limit` - 1, each as likely as any other."""
    return int(rng.random() * limit)


def shuffled(rng: np.random.Generator, items: Iterable[Item]) -> list[Item]:
    """The items in a random order (Fisher and Yates)."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = below(rng, place + 1)
        order[place], order[other] = order[other], order[place]
    return order
