"""Quasigroup completion: a Latin square with holes, to be filled so that every row and column has every value once.

Holes are made in a random Latin square, so there is always a solution (Achlioptas, Gomes, Kautz and Selman, Generating
satisfiable problem instances, 2000). With all cells as holes, the solutions are the Latin squares themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from csp.model import AllDifferent, Model
from csp.problems.family import Content, Family, Named, Unread
from csp.problems.parameters import below, seeded, shuffled, within
from csp.problems.squares import blocks, givens_of, not_square

if TYPE_CHECKING:
    import numpy as np

LARGEST = 60
BY_SHARE = -1

COUNTS = (1, 2, 12, 576, 161_280, 812_851_200)
"""Latin squares of order 1, 2, ... (OEIS A002860)."""

Square = list[list[int]]


def generate(
    size: int = 15, holes: int = BY_SHARE, share: float = 0.42, balanced: bool = False, seed: int = 0
) -> Content:
    """A random Latin square with holes.

    holes: how many; -1: the share says so
    share: of the cells that are holes, when `holes` does not say how many; 1: all
    balanced: every row and every column has the same number of holes, or one more. These are harder.

    Raises:
        InstanceError: size, holes or share make no sense.
    """
    within("size", size, 1, LARGEST)
    if holes != BY_SHARE:
        within("holes", holes, 0, size * size, f"a square of size {size} has {size * size} cells")
    within("share", share, 0, 1, "it is the share of the cells that are holes")
    rng = seeded(seed, "quasigroup", size)
    square = latin_square(size, rng)
    cells = shuffled(rng, ((row, column) for row in range(size) for column in range(size)))
    if balanced:
        # Each value of another Latin square stands once in every row and column.
        other = latin_square(size, rng)
        cells.sort(key=lambda cell: other[cell[0]][cell[1]])
    for row, column in cells[: round(share * size * size) if holes == BY_SHARE else holes]:
        square[row][column] = 0
    return {"size": size, "givens": square}


def latin_square(size: int, rng: np.random.Generator) -> Square:
    """A Latin square over 1 .. size, each nearly as likely as any other: size**3 steps of the chain of Jacobson and
    Matthews, Generating uniformly distributed random Latin squares (1996).

    `cube[row][column][value]` is 1 where the value stands, 0 elsewhere. A step adds 1 at a place that holds 0 and
    restores all sums along the three lines through it; that may leave one -1 (an improper square), from which the next
    step goes on.
    """
    cube = [
        [[int((row + column) % size == value) for value in range(size)] for column in range(size)]
        for row in range(size)
    ]
    improper: tuple[int, int, int] | None = None
    steps = 0
    while size > 1 and (steps < size**3 or improper):
        if improper is None:
            row, column, value = (below(rng, size) for _ in range(3))
            if cube[row][column][value]:
                continue
        else:
            row, column, value = improper
        rows = [each for each in range(size) if cube[each][column][value] == 1]
        columns = [each for each in range(size) if cube[row][each][value] == 1]
        values = [each for each in range(size) if cube[row][column][each] == 1]
        other_row, other_column, other_value = (ones[below(rng, len(ones))] for ones in (rows, columns, values))
        for sign, r, c, v in (
            (1, row, column, value),
            (1, row, other_column, other_value),
            (1, other_row, column, other_value),
            (1, other_row, other_column, value),
            (-1, other_row, column, value),
            (-1, row, other_column, value),
            (-1, row, column, other_value),
            (-1, other_row, other_column, other_value),
        ):
            cube[r][c][v] += sign
        place = (other_row, other_column, other_value)
        improper = place if cube[other_row][other_column][other_value] < 0 else None
        steps += 1
    return [[cell.index(1) + 1 for cell in line] for line in cube]


def read(text: str) -> Iterator[Named | Unread]:
    """The squares in a text, named by their number; the form is that of `csp.problems.squares`."""
    for number, lines in enumerate(blocks(text), 1):
        size = len(lines)
        if size > LARGEST:
            yield Unread(f"line {lines[0][0]}", f"a square of {size} rows; at most {LARGEST} are taken")
            continue
        mistake = not_square(lines, size)
        givens, bad = ([], mistake) if mistake else givens_of(lines)
        yield Unread(*bad) if bad else Named(str(number), {"size": size, "givens": givens})


def model(content: Content) -> Model:
    """Variable row * size + column: the value of the cell, from 1; a given has a domain of one value."""
    size = content["size"]
    domains = [[given] if given else range(1, size + 1) for row in content["givens"] for given in row]
    rows = [AllDifferent(range(row * size, (row + 1) * size)) for row in range(size)]
    columns = [AllDifferent(range(column, size * size, size)) for column in range(size)]
    return Model(domains, rows + columns)


def check(content: Content, values: Sequence[int]) -> str:
    """Why these values are no solution; "" when they are one."""
    size, givens = content["size"], content["givens"]
    if len(values) != size * size:
        return f"{len(values)} cells instead of {size * size}"
    square = [values[start : start + size] for start in range(0, size * size, size)]
    for row in range(size):
        for column in range(size):
            if givens[row][column] not in (0, square[row][column]):
                return (
                    f"row {row + 1}, column {column + 1} is given as {givens[row][column]}; "
                    f"the answer has {square[row][column]}"
                )
    for kind, lines in (("row", square), ("column", list(zip(*square, strict=True)))):
        for number, line in enumerate(lines, 1):
            if sorted(line) != list(range(1, size + 1)):
                return f"{kind} {number} is not 1 to {size}, each once: {' '.join(map(str, line))}"
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """The rows, with a bar between them."""
    size = content["size"]
    rows = (values[start : start + size] for start in range(0, len(values), size))
    return " | ".join(" ".join(map(str, row)) for row in rows)


def count(content: Content) -> int | None:
    """OEIS A002860, when there are no givens."""
    size = content["size"]
    return None if size > len(COUNTS) or any(map(any, content["givens"])) else COUNTS[size - 1]


def _empty(size: int) -> Content:
    return {"size": size, "givens": [[0] * size for _ in range(size)]}


QUASIGROUP = Family(
    "quasigroup",
    "Latin squares with holes, to be completed",
    generate,
    model,
    check,
    write,
    {f"latin-{size}": (f"all Latin squares of order {size}", _empty(size)) for size in (3, 4, 5)},
    read,
    noun="square",
    count=count,
)
