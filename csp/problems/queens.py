"""n-queens: as many queens as rows on a square board, no two in one row, column or diagonal."""

from __future__ import annotations

from collections.abc import Sequence

from csp.model import AllDifferent, Model
from csp.problems.family import Content, Family
from csp.problems.parameters import within

LARGEST = 2000

COUNTS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512)
"""Solutions for size 1, 2, ..., mirror images and rotations counted apart (OEIS A000170)."""


def generate(size: int = 8) -> Content:
    """The board of so many rows. There is one of each size, so there is nothing to draw.

    Raises:
        InstanceError: size is not from 1 to LARGEST.
    """
    within("size", size, 1, LARGEST)
    return {"size": size}


def model(content: Content) -> Model:
    """Variable r: the column, from 1, of the queen in row r."""
    size = content["size"]
    rows = range(size)
    columns = AllDifferent(rows)
    falling = AllDifferent(rows, [-row for row in rows])
    rising = AllDifferent(rows, rows)
    return Model([range(1, size + 1)] * size, [columns, falling, rising], [f"row {row + 1}" for row in rows])


def check(content: Content, values: Sequence[int]) -> str:
    """Why these columns are no solution; "" when they are one."""
    size = content["size"]
    if len(values) != size:
        return f"{len(values)} queens instead of {size}"
    taken: dict[tuple[str, int], int] = {}
    for row, column in enumerate(values, 1):
        if not 1 <= column <= size:
            return f"the queen of row {row} stands in column {column} of {size}"
        for line in (("column", column), ("rising diagonal", row + column), ("falling diagonal", row - column)):
            if line in taken:
                return f"the queens of rows {taken[line]} and {row} stand in one {line[0]}"
            taken[line] = row
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """The column of the queen in each row."""
    return " ".join(map(str, values))


def count(content: Content) -> int | None:
    """OEIS A000170, as far as it is listed here."""
    size = content["size"]
    return COUNTS[size - 1] if size <= len(COUNTS) else None


QUEENS = Family(
    "queens",
    "n queens on an n x n board, no two in one row, column or diagonal",
    generate,
    model,
    check,
    write,
    {"eight": ("the usual board, 92 solutions", generate(8))},
    noun="board",
    count=count,
)
