"""The checker: is this grid a solution of that puzzle? It shares no code with any strategy, nor with the model.

Only the shape's numbers and the puzzle's givens are used; rows, columns and boxes are worked out here again on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence

from csp.check import miscounted, unsound
from csp.sudoku.grid import Puzzle


def duplicate_given(puzzle: Puzzle) -> str:
    """Why the givens contradict each other directly, naming both cells; "" when they do not."""
    size, high, wide = puzzle.shape.size, puzzle.shape.box_height, puzzle.shape.box_width
    seen: dict[tuple[str, int, int, int], int] = {}
    for cell, value in enumerate(puzzle.givens):
        if not value:
            continue
        row, column = divmod(cell, size)
        places = (("row", row, 0), ("column", column, 0), ("box", row // high, column // wide))
        for kind, number, offset in places:
            earlier = seen.setdefault((kind, number, offset, value), cell)
            if earlier != cell:
                one, other = puzzle.shape.name_of(earlier), puzzle.shape.name_of(cell)
                return f"{value} is given twice in one {kind}: {one} and {other}"
    return ""


def mistake(puzzle: Puzzle, grid: Sequence[int]) -> str:
    """Why `grid` ([cells] values) is not a solution of `puzzle`; "" when it is one."""
    size, high, wide = puzzle.shape.size, puzzle.shape.box_height, puzzle.shape.box_width
    if len(grid) != size * size:
        return f"{len(grid)} cells instead of {size * size}"
    wanted = set(range(1, size + 1))
    for cell, (given, value) in enumerate(zip(puzzle.givens, grid, strict=True)):
        if given and given != value:
            return f"{puzzle.shape.name_of(cell)} is given as {given}; the answer has {value}"
    for number in range(size):
        top, left = number // high * high, number % high * wide  # a band has `high` boxes side by side
        row = grid[number * size : (number + 1) * size]
        column = grid[number::size]
        box = [grid[(top + down) * size + left + across] for down in range(high) for across in range(wide)]
        for kind, values in (("row", row), ("column", column), ("box", box)):
            if set(values) != wanted:
                return f"{kind} {number + 1} is not 1 to {size}, each once: {' '.join(map(str, values))}"
    return ""


def wrong(puzzle: Puzzle, solutions: Sequence[Sequence[int]], complete: bool, found: int | None = None) -> str:
    """Why an answer is wrong, by the rules and by what came with the puzzle; "" when nothing speaks against it.

    solutions: the grids found and kept; complete: the claim that there are no others; found: how many were found, if
        not all of them were kept
    """
    if reason := unsound(solutions, lambda grid: mistake(puzzle, grid)):
        return reason
    found = len(solutions) if found is None else found
    known, kept_all = puzzle.solution, found == len(solutions)
    if (
        known is not None
        and complete
        and kept_all
        and not mistake(puzzle, known)
        and known not in map(tuple, solutions)
    ):
        return "complete, it says, but without the solution that came with the puzzle"
    if reason := miscounted(found, complete, puzzle.solutions):
        return f"{reason}; the puzzle came with a count of {puzzle.solutions}"
    return ""


def remark(puzzle: Puzzle, solutions: Sequence[Sequence[int]], found: int | None = None) -> str:
    """What is odd about the solution that came with the puzzle, though the answer is right; "" when nothing is.

    solutions, found: as for `wrong`
    """
    if puzzle.solution is None:
        return ""
    if reason := mistake(puzzle, puzzle.solution):
        return f"the solution that came with the puzzle is wrong: {reason}"
    kept_all = found is None or found == len(solutions)
    if solutions and kept_all and puzzle.solution not in map(tuple, solutions):
        return "differs from the solution that came with the puzzle; both are right, so it has more than one"
    return ""
