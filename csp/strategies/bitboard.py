"""The fast kernel for 9x9 Sudoku as a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from backends import Backend
from csp.answer import Abilities, Answer, Finds, Question, Solve, Unsupported
from csp.model import AllDifferent, Model
from csp.sudoku.grid import Shape

VALUES = frozenset(range(1, 10))

UNITS = frozenset(frozenset(unit) for unit in Shape(3, 3).units)


@dataclass(frozen=True)
class Bitboard:
    """Naked and hidden singles and locked candidates for 9x9 Sudoku, bit-parallel, then search.

    Only for 9x9: the rules, the layout of the board in memory and the search are made for it (`csp.sudoku.bitboard`).
    A cell with two candidates left has both placed by choice, one after the other: both are nodes.
    """

    backends: ClassVar[tuple[Backend, ...]] = ("compiled", "python")
    abilities: ClassVar[Abilities] = Abilities("9x9 Sudoku", counts=("nodes", "backtracks"))

    def prepare(self, model: Model, question: Question) -> Solve:
        """The candidates as bit masks; the kernel, compiled.

        Raises:
            Unsupported: the model is not a 9x9 Sudoku.
            CannotCompile: Numba refused the kernel.
        """
        if reason := not_a_sudoku(model):
            raise Unsupported(f"bitboard solves 9x9 Sudoku and nothing else: {reason}")
        import numpy as np

        from csp.sudoku.bitboard_search import COUNTERS, EXHAUSTED, LIMIT, NO_LIMIT, SOLUTION, new_search
        from csp.sudoku.solving import kernel

        masks = np.array([sum(1 << (value - 1) for value in domain) for domain in model.domains], np.int64)
        node_limit = NO_LIMIT if question.node_limit is None else question.node_limit
        search, grids = new_search(), np.zeros((1, len(masks)), np.uint8)
        start, next_solution, read, _ = kernel(question.backend)

        def solve() -> Answer:
            search.progress[:] = 0
            start(search, masks)
            found, outcome = Finds(question), SOLUTION
            while outcome == SOLUTION and not found.enough:
                outcome = next_solution(search, node_limit)
                if outcome == SOLUTION and found.keeping:
                    read(search, grids, 0)
                    found.add(tuple(grids[0].tolist()))
                elif outcome == SOLUTION:
                    found.skip()
            stopped = f"node limit of {node_limit:,}" if outcome == LIMIT else ""
            counts = COUNTERS.read(search.progress)
            return Answer(
                tuple(found.kept),
                complete=outcome == EXHAUSTED,
                stopped=stopped,
                nodes=counts["nodes"],
                backtracks=counts["backtracks"],
                counters={"filled": counts["filled"]},
                found=found.count,
            )

        return solve


def not_a_sudoku(model: Model) -> str:
    """Why a model is not a 9x9 Sudoku; "" when it is one."""
    if len(model.domains) != 81:
        return f"the model has {len(model.domains)} variables instead of 81"
    for variable, domain in enumerate(model.domains):
        if not VALUES.issuperset(domain):
            return f"variable {variable} may have {next(value for value in domain if value not in VALUES)}"
    scopes = {
        frozenset(constraint.scope)
        for constraint in model.constraints
        if isinstance(constraint, AllDifferent) and not any(constraint.offsets)
    }
    if len(model.constraints) != len(UNITS) or scopes != UNITS:
        return "its constraints are not that the 9 rows, the 9 columns and the 9 boxes are all different"
    return ""
