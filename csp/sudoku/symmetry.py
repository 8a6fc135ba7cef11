"""Symmetries: the ways to rewrite a grid that keep it a grid, and a puzzle's solutions its solutions.

Rows may change places within a band of boxes, and bands among themselves; columns and stacks likewise; values may
change names. A strategy that depends on none of this takes the same nodes on every form of a puzzle; those that read
from the top left, or break ties that way, do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from csp.sudoku.grid import Puzzle, Shape

if TYPE_CHECKING:
    import numpy as np

Item = TypeVar("Item")


def shuffled(items: Iterable[Item], rng: np.random.Generator) -> list[Item]:
    """The items in any order, each with the same chance (Fisher and Yates).

    Only `rng.random()` is used, so that the order does not depend on how a version of NumPy shuffles.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = int(rng.random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return order


@dataclass(frozen=True)
class Symmetry:
    """One such way.

    rows, columns: [size] the row (column) that comes to each place
    values: [size] the new name of each value, 1 first
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    values: tuple[int, ...]

    def apply(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle in its new form, its solution too; it has as many solutions as before, and the same name."""
        solution = None if puzzle.solution is None else self._rewrite(puzzle.solution)
        return Puzzle(puzzle.shape, self._rewrite(puzzle.givens), puzzle.name, solution, puzzle.solutions)

    def _rewrite(self, grid: Sequence[int]) -> tuple[int, ...]:
        size, names = len(self.rows), (0, *self.values)
        return tuple(names[grid[size * row + column]] for row in self.rows for column in self.columns)


def shuffled_lines(shape: Shape, band: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Rows (`band` is the height of a box) or columns (its width) in an order that keeps bands together; [size]."""
    bands = shuffled(range(0, shape.size, band), rng)
    return tuple(line for first in bands for line in shuffled(range(first, first + band), rng))


def random_symmetry(shape: Shape, rng: np.random.Generator) -> Symmetry:
    """Any symmetry of the shape but turning the grid on its side, each with the same chance."""
    rows = shuffled_lines(shape, shape.box_height, rng)
    columns = shuffled_lines(shape, shape.box_width, rng)
    return Symmetry(rows, columns, tuple(shuffled(range(1, shape.size + 1), rng)))


def against_reading_order(puzzle: Puzzle, rng: np.random.Generator) -> Puzzle:
    """A form of the puzzle that a search in reading order takes long over.

    The bands and rows with the fewest givens come first, so that there is little to look back at, and the first row
    of the solution reads downwards from the highest value, so that ascending values come to it last.
    """
    return _sorted_by_givens(puzzle, 1, tuple(range(puzzle.shape.size, 0, -1)), rng)


def along_reading_order(puzzle: Puzzle, rng: np.random.Generator) -> Puzzle:
    """A form of the puzzle that suits a search in reading order: `against_reading_order` the other way round."""
    return _sorted_by_givens(puzzle, -1, tuple(range(1, puzzle.shape.size + 1)), rng)


def _sorted_by_givens(puzzle: Puzzle, sign: int, first_row: tuple[int, ...], rng: np.random.Generator) -> Puzzle:
    """Rows by their number of givens (`sign` 1: ascending), columns at random, the solution's top row `first_row`."""
    shape, solution = puzzle.shape, puzzle.solution
    if solution is None:
        raise ValueError("a puzzle without its solution cannot be rewritten by it")
    size, band = shape.size, shape.box_height
    count = [sign * sum(map(bool, puzzle.givens[size * row : size * (row + 1)])) for row in range(size)]
    bands = sorted(range(0, size, band), key=lambda first: sum(count[first : first + band]))
    rows = tuple(row for first in bands for row in sorted(range(first, first + band), key=count.__getitem__))
    columns = shuffled_lines(shape, shape.box_width, rng)
    name_of = {solution[size * rows[0] + column]: name for column, name in zip(columns, first_row, strict=True)}
    return Symmetry(rows, columns, tuple(name_of[value] for value in range(1, size + 1))).apply(puzzle)
