"""Grading: how much work a puzzle asks of each kind of strategy, in counts that no machine changes, and in one word.

    trivial, easy, medium, hard, extreme

Three kinds of strategy find different puzzles hard, so there are three words: `grade` for those that infer,
`fewest_first` for those that choose the variable with the fewest candidates, `reading_order` for those that take the
cells as they come. Only counts decide; time never does.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from backends import Backend
from csp.answer import Question, conclude
from csp.strategies.backtracking import Backtracking
from csp.sudoku.generator import number_of_givens, prove
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of

Grade = Literal["trivial", "easy", "medium", "hard", "extreme"]
GRADES: tuple[Grade, ...] = ("trivial", "easy", "medium", "hard", "extreme")

Singles = Literal["naked", "hidden", "none"]

NODE_LIMIT = 10_000_000
"""No count goes further; a count of so many nodes means "at least"."""


@dataclass(frozen=True)
class Effort:
    """What a unique puzzle asks for.

    blanks: cells without a given, so the fewest nodes that any search takes
    singles: `naked`: naked singles alone solve it; `hidden`: naked and hidden ones do; `none`: they do not
    mrv: nodes to the first solution, fewest candidates first (with forward checking or without: the same)
    proof: nodes to that solution and the proof that there is no other, fewest candidates first
    fc: nodes to the first solution in reading order with forward checking
    naive: nodes to the first solution in reading order without
    """

    blanks: int
    singles: Singles
    mrv: int
    proof: int
    fc: int
    naive: int


class NotUnique(ValueError):
    """A puzzle that has no solution or several, or is not known to have just one, has no grade."""


def effort_of(puzzle: Puzzle, backend: Backend = "compiled") -> Effort:
    """Count it all; every count ends at NODE_LIMIT.

    Raises:
        NotUnique: it was not shown that there is exactly one solution.
    """
    proof = prove(puzzle, NODE_LIMIT, backend)
    if conclude(proof) != "unique":
        raise NotUnique(f"{puzzle.name or puzzle.text}: {conclude(proof)}, so it has no grade")
    return Effort(
        blanks=puzzle.shape.cells - number_of_givens(puzzle),
        singles=singles_needed(puzzle),
        mrv=_nodes(puzzle, Backtracking("mrv", "ascending", "forward-checking"), backend),
        proof=proof.nodes or 0,
        fc=_nodes(puzzle, Backtracking("static", "ascending", "forward-checking"), backend),
        naive=_nodes(puzzle, Backtracking("static", "ascending", "none"), backend),
    )


def _nodes(puzzle: Puzzle, strategy: Backtracking, backend: Backend) -> int:
    """Nodes to the first solution."""
    return strategy.prepare(model_of(puzzle), Question(node_limit=NODE_LIMIT, backend=backend))().nodes or 0


def grade(effort: Effort) -> Grade:
    """For strategies that infer: what singles do, and how large a search is left where they are not enough.

    trivial: naked singles alone solve it (and fewest candidates first never backtracks)
    easy: naked and hidden singles solve it
    medium, hard, extreme: they do not, and the proof takes fewer than 10, fewer than 100, more nodes for each blank
    """
    if effort.singles != "none":
        return "trivial" if effort.singles == "naked" else "easy"
    return _by_decades(effort.proof / effort.blanks, ("medium", "hard", "extreme"), 10)


def fewest_first(effort: Effort) -> Grade:
    """For strategies that take the variable with the fewest candidates first (`mrv`, `mrv-fc`).

    trivial: the first solution is found without backtracking
    easy, medium, hard, extreme: with fewer than 3, 10, 100, with more nodes for each blank
    """
    if effort.mrv == effort.blanks:
        return "trivial"
    if effort.mrv < 3 * effort.blanks:
        return "easy"
    return _by_decades(effort.mrv / effort.blanks, ("medium", "hard", "extreme"), 10)


def reading_order(effort: Effort) -> Grade:
    """For strategies that take the cells in reading order (`naive`, `fc`), by the nodes of `naive`.

    trivial, easy, medium, hard, extreme: fewer than 10, 100, 1,000, 10,000, more nodes for each blank
    """
    return _by_decades(effort.naive / effort.blanks, GRADES, 10)


def _by_decades(nodes_per_blank: float, words: tuple[Grade, ...], first_bound: int) -> Grade:
    """The first word below `first_bound`, and the next one for each ten times as many."""
    bound = first_bound
    for word in words[:-1]:
        if nodes_per_blank < bound:
            return word
        bound *= 10
    return words[-1]


def singles_needed(puzzle: Puzzle) -> Singles:
    """The weakest inference that fills the whole grid."""
    if all(fill_singles(puzzle, hidden=False)):
        return "naked"
    return "hidden" if all(fill_singles(puzzle, hidden=True)) else "none"


def fill_singles(puzzle: Puzzle, hidden: bool) -> tuple[int, ...]:
    """What naked singles fill in, and hidden ones too if asked for; [cells], 0 where they do not get any further.

    Naked single: a cell with one candidate left. Hidden single: a value with one place left in a unit. The result
    does not depend on the order in which they are found.
    """
    shape = puzzle.shape
    grid = list(puzzle.givens)
    candidates = [(1 << shape.size) - 1] * shape.cells
    fresh = [cell for cell, value in enumerate(grid) if value]
    while fresh:
        for cell in fresh:
            candidates[cell] = 0
            for peer in _peers(shape)[cell]:
                candidates[peer] &= ~(1 << (grid[cell] - 1))
        fresh = []
        for cell, mask in enumerate(candidates):
            if mask and not mask & (mask - 1):
                grid[cell] = mask.bit_length()
                fresh.append(cell)
        if hidden and not fresh:
            fresh = _place_hidden(shape, candidates, grid)
    return tuple(grid)


def _place_hidden(shape: Shape, candidates: list[int], grid: list[int]) -> list[int]:
    """Fill in a hidden single of each unit that has one; the cells filled. (A filled cell has no candidates.)"""
    fresh = []
    for unit in shape.units:
        once = twice = 0
        for cell in unit:
            twice |= once & candidates[cell]
            once |= candidates[cell]
        single = once & ~twice
        if single:
            bit = single & -single
            cell = next(cell for cell in unit if candidates[cell] & bit)
            if not grid[cell]:
                grid[cell] = bit.bit_length()
                fresh.append(cell)
    return fresh


@functools.cache
def _peers(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """For each cell those that share a unit with it; [cells]."""
    shared: list[set[int]] = [set() for _ in range(shape.cells)]
    for unit in shape.units:
        for cell in unit:
            shared[cell].update(unit)
    return tuple(tuple(sorted(peers - {cell})) for cell, peers in enumerate(shared))
