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
    units_of: list[list[int]] = [[] for _ in givens]
    for number, unit in enumerate(units):
        for cell in unit:
            units_of[cell].append(number)
    used: list[set[int]] = [{givens[cell] for cell in unit} for unit in units]
    grid = list(givens)
    placed = 0

    def candidates(cell: int) -> list[int]:
        return [value for value in values if not any(value in used[unit] for unit in units_of[cell])]

    def search(blanks: list[int]) -> Iterator[list[int]]:
        nonlocal placed
        if not blanks:
            yield list(grid)
            return
        cell, choice = min(((cell, candidates(cell)) for cell in blanks), key=lambda pair: len(pair[1]))
        rest = [each for each in blanks if each != cell]
        for value in choice:
            if placed == nodes:
                raise Undecided
            placed += 1
            grid[cell] = value
            for unit in units_of[cell]:
                used[unit].add(value)
            yield from search(rest)
            for unit in units_of[cell]:
                used[unit].remove(value)

    yield from search([cell for cell, value in enumerate(givens) if not value])
