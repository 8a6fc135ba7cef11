"""A small search of its own for generators that have to fill a square, or to prove that a puzzle has one solution.

The strategies are not used here, so that a seed makes the same instance whatever becomes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Undecided(Exception):
    """The limit of nodes came first."""


def fillings(
    units: Sequence[Sequence[int]], givens: Sequence[int], values: Sequence[int], nodes: int
) -> Iterator[list[int]]:
    """The ways to fill a square so that no unit has a value twice. The cell with the fewest candidates comes first.

    units: the cells of each row, column, region
    givens: [cells], 0 for a blank; they do not contradict each other
    values: in the order in which they are tried
    nodes: values placed at most

    Raises:
        Undecided: after so many.
    """
    bit = {value: 1 << place for place, value in enumerate(values)}
    everything = (1 << len(values)) - 1
    used = [sum(bit[givens[cell]] for cell in unit if givens[cell]) for unit in units]
    units_of = [[number for number, unit in enumerate(units) if cell in unit] for cell in range(len(givens))]
    grid = list(givens)
    placed = 0

    def taken(cell: int) -> int:
        """The values that its units have, one bit each."""
        mask = 0
        for unit in units_of[cell]:
            mask |= used[unit]
        return mask

    def search(blanks: list[int]) -> Iterator[list[int]]:
        nonlocal placed
        if not blanks:
            yield list(grid)
            return
        cell = max(blanks, key=lambda each: taken(each).bit_count())
        rest = [each for each in blanks if each != cell]
        free = everything & ~taken(cell)
        for value in values:
            if not free & bit[value]:
                continue
            if placed == nodes:
                raise Undecided
            placed += 1
            grid[cell] = value
            for unit in units_of[cell]:
                used[unit] ^= bit[value]
            yield from search(rest)
            for unit in units_of[cell]:
                used[unit] ^= bit[value]

    yield from search([cell for cell, value in enumerate(givens) if not value])
