"""A puzzle as a constraint model: a variable per cell, an all-different constraint per row, column and box."""

from __future__ import annotations

from csp.model import AllDifferent, Model
from csp.sudoku.grid import Puzzle


def model_of(puzzle: Puzzle) -> Model:
    """Variable x is cell x; a given has a domain of one value."""
    everything = tuple(range(1, puzzle.shape.size + 1))
    domains = tuple((value,) if value else everything for value in puzzle.givens)
    return Model(domains, tuple(AllDifferent(unit) for unit in puzzle.shape.units))
