"""Magic squares: 1 .. n * n in a square, with one sum in every row, every column and both diagonals."""

from __future__ import annotations

from collections.abc import Sequence

from csp.model import AllDifferent, Linear, Model
from csp.problems.family import Content, Family
from csp.problems.parameters import within

LARGEST = 30

COUNTS = (1, 0, 8, 7040, 2_202_441_792)
"""Solutions for size 1, 2, ..., mirror images and rotations counted apart (8 times OEIS A006052, but for size 1)."""


def generate(size: int = 3) -> Content:
    """The square of so many rows. There is one of each size, so there is nothing to draw.

    Raises:
        InstanceError: size is not from 1 to LARGEST.
    """
    within("size", size, 1, LARGEST)
    return {"size": size}


def model(content: Content) -> Model:
    """Variable row * size + column: the number in the cell."""
    size = content["size"]
    cells = range(size * size)
    lines = [cells[row * size : (row + 1) * size] for row in range(size)]
    lines += [cells[column::size] for column in range(size)]
    if size > 1:
        lines += [cells[:: size + 1], cells[size - 1 : -1 : size - 1]]
    total = size * (size * size + 1) // 2
    sums = [Linear(line, [1] * size, "=", total) for line in lines]
    return Model([range(1, size * size + 1)] * (size * size), [AllDifferent(cells), *sums])


def check(content: Content, values: Sequence[int]) -> str:
    """Why these numbers are no solution; "" when they are one."""
    size = content["size"]
    if sorted(values) != list(range(1, size * size + 1)):
        return f"not the numbers 1 to {size * size}, each once: {' '.join(map(str, values))}"
    wanted = sum(values) // size
    sums = {"the falling diagonal": 0, "the rising diagonal": 0}
    for place, value in enumerate(values):
        row, column = place // size + 1, place % size + 1
        for line, through in (
            (f"row {row}", True),
            (f"column {column}", True),
            ("the falling diagonal", row == column),
            ("the rising diagonal", row + column == size + 1),
        ):
            sums[line] = sums.get(line, 0) + value * through
    for line, found in sums.items():
        if found != wanted:
            return f"{line} sums to {found} instead of {wanted}"
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """The rows, with a bar between them."""
    size = content["size"]
    rows = (values[start : start + size] for start in range(0, len(values), size))
    return " | ".join(" ".join(map(str, row)) for row in rows)


def count(content: Content) -> int | None:
    """As far as it is known."""
    size = content["size"]
    return COUNTS[size - 1] if size <= len(COUNTS) else None


MAGIC = Family(
    "magic",
    "magic squares: one sum in every row, column and diagonal",
    generate,
    model,
    check,
    write,
    {"lo-shu": ("the square of order 3, 8 solutions by turning and mirroring one", generate(3))},
    noun="square",
    count=count,
)
