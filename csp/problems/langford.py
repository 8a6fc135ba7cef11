"""Langford pairs: the numbers 1 .. n, each twice, in a row, with k other places between the two k's.

Read backwards, an arrangement is another one. Unless `reversals` is asked for, one of the two counts: the one in which
the pair of the largest odd number stands nearer to the left end. (Reversal moves the first place of k's pair from p to
2n - k - p, and for odd k these two are never the same place.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from csp.model import AllDifferent, Model, NotEqual
from csp.problems.family import Content, Family
from csp.problems.parameters import within

LARGEST = 200

COUNTS = (0, 0, 1, 1, 0, 0, 26, 150, 0, 0, 17_792, 108_144, 0, 0, 39_809_640, 326_721_800)
"""Arrangements up to reversal for 1, 2, ... pairs (OEIS A014552): none unless n or n + 1 is a multiple of 4."""


def generate(pairs: int = 7, reversals: bool = False) -> Content:
    """So many pairs. There is one such instance, so there is nothing to draw.

    reversals: an arrangement and its reversal are two solutions

    Raises:
        InstanceError: pairs is not from 2 to LARGEST.
    """
    within("pairs", pairs, 2, LARGEST, "a single pair has no place in two")
    return {"pairs": pairs, "reversals": reversals}


def model(content: Content) -> Model:
    """Variable k - 1: the first place, from 1, of the pair of k; the second is k + 1 further on."""
    pairs = content["pairs"]
    numbers = range(1, pairs + 1)
    domains = [range(1, 2 * pairs - number) for number in numbers]
    constraints: list[AllDifferent | NotEqual] = [
        AllDifferent(range(pairs)),
        AllDifferent(range(pairs), [number + 1 for number in numbers]),
    ]
    for small, large in combinations(numbers, 2):
        constraints.append(NotEqual(small - 1, large - 1, small + 1))
        constraints.append(NotEqual(large - 1, small - 1, large + 1))
    if not content["reversals"]:
        odd = pairs - 1 if pairs % 2 == 0 else pairs
        domains[odd - 1] = range(1, (2 * pairs - odd) // 2 + 1)
    return Model(domains, constraints, [f"pair of {number}" for number in numbers])


def check(content: Content, values: Sequence[int]) -> str:
    """Why these places are no solution; "" when they are one."""
    pairs = content["pairs"]
    if len(values) != pairs:
        return f"{len(values)} first places for {pairs} pairs"
    row = [0] * (2 * pairs)
    for number, first in enumerate(values, 1):
        for place in (first, first + number + 1):
            if not 1 <= place <= 2 * pairs:
                return f"a {number} stands at place {place} of {2 * pairs}"
            if row[place - 1]:
                return f"a {row[place - 1]} and a {number} both stand at place {place}"
            row[place - 1] = number
    if not content["reversals"]:
        odd = max(number for number in row if number % 2)
        if row.index(odd) > row[::-1].index(odd):
            return f"the pair of {odd} stands nearer to the right end: of this and its reversal the other one counts"
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """The numbers from left to right."""
    row = [0] * (2 * content["pairs"])
    for number, first in enumerate(values, 1):
        row[first - 1] = row[first + number] = number
    return " ".join(map(str, row))


def count(content: Content) -> int | None:
    """OEIS A014552, twice that with reversals."""
    pairs = content["pairs"]
    if pairs % 4 in (1, 2):
        return 0
    return COUNTS[pairs - 1] * (2 if content["reversals"] else 1) if pairs <= len(COUNTS) else None


LANGFORD = Family(
    "langford",
    "Langford pairs: 1 .. n twice in a row, k places between the two k's",
    generate,
    model,
    check,
    write,
    {"langford-3": ("the smallest, 3 1 2 1 3 2 or its reversal", generate(3))},
    count=count,
)
