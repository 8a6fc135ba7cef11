"""Golomb rulers: marks at whole numbers, the first at 0, with all distances between two marks different. The shortest
ruler with so many marks is sought.

A ruler read from its other end is another ruler. With three marks or more, only that one counts whose first two marks
are nearer to each other than its last two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import gcd

from csp.model import AllDifferent, Linear, Model
from csp.problems.family import Content, Family
from csp.problems.parameters import within

LARGEST = 30
LONGEST = 10_000
BY_CONSTRUCTION = -1

LENGTHS = (0, 1, 3, 6, 11, 17, 25, 34, 44, 55, 72, 85, 106, 127)
"""Of the shortest ruler with 1, 2, ... marks (OEIS A003022)."""


def generate(marks: int = 6, longest: int = BY_CONSTRUCTION) -> Content:
    """The ruler with so many marks. There is one such instance, so there is nothing to draw.

    longest: no mark stands further from 0 than this; -1: the length of a ruler that is known to exist, because it is
        constructed here (of two constructions, the shorter ruler)

    Raises:
        InstanceError: marks or longest make no sense.
    """
    within("marks", marks, 1, LARGEST)
    if longest != BY_CONSTRUCTION:
        least = marks * (marks - 1) // 2
        within("longest", longest, least, LONGEST, f"{marks - 1} different distances in a row make at least {least}")
    return {"marks": marks, "longest": constructed(marks) if longest == BY_CONSTRUCTION else longest}


def constructed(marks: int) -> int:
    """The length of a ruler that one of two constructions gives: an upper bound for the shortest."""
    return min(_greedy(marks), _ruzsa(marks))


def _greedy(marks: int) -> int:
    """The sequence of Mian and Chowla: always the first place where a mark may stand."""
    ruler, distances = [0], set[int]()
    while len(ruler) < marks:
        place = ruler[-1] + 1
        while any(place - mark in distances for mark in ruler):
            place += 1
        distances |= {place - mark for mark in ruler}
        ruler.append(place)
    return ruler[-1]


def _ruzsa(marks: int) -> int:
    """Ruzsa, Solving a linear equation in a set of integers I (1993): for a prime p with primitive root g, the residues
    p i + (p - 1) g^i modulo p (p - 1), i = 1 .. p - 1, have all differences different; so have their multiples, and any
    `marks` of them in a row are a ruler.
    """
    prime = next(number for number in range(max(3, marks + 1), 2 * marks + 4) if _is_prime(number))
    root = next(root for root in range(2, prime + 1) if len({root**i % prime for i in range(1, prime)}) == prime - 1)
    modulus = prime * (prime - 1)
    lengths = []
    for factor in (factor for factor in range(1, modulus) if gcd(factor, modulus) == 1):
        circle = sorted((prime * i + (prime - 1) * pow(root, i, prime)) * factor % modulus for i in range(1, prime))
        unrolled = circle + [mark + modulus for mark in circle]
        lengths.append(min(unrolled[at + marks - 1] - unrolled[at] for at in range(len(circle))))
    return min(lengths)


def _is_prime(number: int) -> bool:
    return all(number % factor for factor in range(2, number))


def model(content: Content) -> Model:
    """Variables 0 .. marks - 1: the marks, of which the last is minimised; after them the distance from mark i to mark
    j for every 1 <= i < j, in order. Distances from the first mark are the marks themselves.

    Distances that follow each other are different, so `k` of them make at least 1 + 2 + ... + k: that much is known
    before any search, and domains leave it out.
    """
    marks, longest = content["marks"], content["longest"]
    names = [f"mark {mark}" for mark in range(marks)]
    domains = [_between(mark, marks - 1 - mark, longest) for mark in range(marks)]
    variable_of = {(0, mark): mark for mark in range(1, marks)}
    sums = []
    for left, right in combinations(range(1, marks), 2):
        variable_of[left, right] = len(domains)
        names.append(f"distance {left}-{right}")
        domains.append(_between(right - left, marks - 1 - (right - left), longest))
        sums.append(Linear((right, left, variable_of[left, right]), (1, -1, -1), "=", 0))
    constraints: list[AllDifferent | Linear] = [AllDifferent(list(variable_of.values())), *sums]
    if marks > 2:
        ends = (variable_of[0, 1], variable_of[marks - 2, marks - 1])
        constraints.append(Linear(ends, (1, -1), "<=", -1))
    return Model(domains, constraints, names, minimise=marks - 1)


def _between(inside: int, outside: int, longest: int) -> Sequence[int]:
    """The values of a distance that spans `inside` steps of a ruler and leaves `outside` steps to the rest."""
    if not inside:
        return (0,)
    least = inside * (inside + 1) // 2
    return range(least, longest - outside * (outside + 1) // 2 + 1)


def check(content: Content, values: Sequence[int]) -> str:
    """Why these marks and distances are no solution; "" when they are one."""
    marks, longest = content["marks"], content["longest"]
    if len(values) != marks + (marks - 1) * (marks - 2) // 2:
        return f"{len(values)} values for {marks} marks and the distances between all but the first"
    ruler = list(values[:marks])
    if ruler[0] != 0:
        return f"the first mark stands at {ruler[0]} instead of 0"
    if any(left >= right for left, right in pairwise(ruler)):
        return f"the marks do not ascend: {' '.join(map(str, ruler))}"
    if ruler[-1] > longest:
        return f"the last mark stands at {ruler[-1]}, beyond {longest}"
    between: dict[int, tuple[int, int]] = {}
    for left, right in _pairs(ruler):
        if right - left in between:
            one, other = between[right - left]
            return f"{right - left} is the distance from {one} to {other} and from {left} to {right}"
        between[right - left] = (left, right)
    for distance, (left, right) in zip(values[marks:], _pairs(ruler[1:]), strict=True):
        if distance != right - left:
            return f"the distance from {left} to {right} is given as {distance}"
    if marks > 2 and ruler[1] >= ruler[-1] - ruler[-2]:
        return "the first two marks are not nearer to each other than the last two; the reversed ruler counts instead"
    return ""


def _pairs(ruler: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((left, right) for at, left in enumerate(ruler) for right in ruler[at + 1 :])


def write(content: Content, values: Sequence[int]) -> str:
    """The marks."""
    return " ".join(map(str, values[: content["marks"]]))


def best(content: Content) -> int | None:
    """OEIS A003022, unless the ruler may not be so long."""
    marks = content["marks"]
    if marks > len(LENGTHS) or LENGTHS[marks - 1] > content["longest"]:
        return None
    return LENGTHS[marks - 1]


GOLOMB = Family(
    "golomb",
    "Golomb rulers: all distances between marks different, the shortest ruler sought",
    generate,
    model,
    check,
    write,
    {"golomb-7": ("7 marks; the shortest ruler is 25 long", {"marks": 7, "longest": 30})},
    noun="ruler",
    best=best,
)
