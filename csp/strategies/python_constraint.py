"""The library python-constraint as a strategy, with each of its solver classes.

The library counts nothing, so its answers carry no counters.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from backends import Backend
from csp.answer import Answer, Question, Solve, Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    from csp.model import Model

SolverName = Literal["optimized", "backtracking", "recursive", "min-conflicts", "parallel"]

Assignment = dict[int, int]


@dataclass(frozen=True)
class PythonConstraint:
    """python-constraint: an AllDifferentConstraint for each constraint of the model.

    solver: the library's class
        optimized: OptimizedBacktrackingSolver, what the library takes when nothing is said: forward checking, and the
            variables sorted once, by constraints and then by domain
        backtracking: BacktrackingSolver, which sorts them again at every step, so that small domains come first
        recursive: RecursiveBacktrackingSolver, the same order by recursion
        min-conflicts: MinConflictsSolver, local search. It proves nothing: without a solution it gave up
        parallel: ParallelSolver, by threads and without forward checking. It finds all solutions whatever is asked,
            so a puzzle with many takes as long as all of them; the answer is cut to what was asked
    steps: min-conflicts gives up after so many sweeps over the variables; the other classes take no notice

    The node limit is ignored: the library counts no nodes. A search uses up the library's objects (it reorders the
    domains), so each call builds them again, inside the time: 0.1 ms of it for a 9x9 Sudoku.
    """

    solver: SolverName = "optimized"
    steps: int = 1000

    backends: ClassVar[tuple[Backend, ...]] = ("external",)

    def __post_init__(self) -> None:
        if self.steps < 0:
            raise ValueError(f"steps is {self.steps}; it must not be negative")

    def prepare(self, model: Model, question: Question) -> Solve:
        """Imports the library; each call of the result builds the problem and solves it.

        Raises:
            Unsupported: min-conflicts is asked for more than one solution.
        """
        import constraint  # noqa: F401  (outside the time)

        if self.solver == "min-conflicts" and question.solutions > 1:
            raise Unsupported("min-conflicts finds one solution at most; ask for the first, or take another solver")
        scopes = _scopes(model)
        search = {"min-conflicts": _one_or_gave_up, "parallel": _all}.get(self.solver, _in_turn)

        def solve() -> Answer:
            if not model.domains:
                # The library says that a problem without variables has no solution; it has one, the empty one.
                return Answer(((),), complete=True)
            found, complete, stopped = search(self._problem(model, scopes, question), question.solutions)
            solutions = tuple(tuple(solution[variable] for variable in model.variables) for solution in found)
            return Answer(solutions, complete, stopped)

        return solve

    def _problem(self, model: Model, scopes: list[list[int]], question: Question) -> Any:
        """The model in the library's terms, never searched yet."""
        import constraint

        solvers: dict[SolverName, Callable[[], Any]] = {
            "optimized": constraint.OptimizedBacktrackingSolver,
            "backtracking": constraint.BacktrackingSolver,
            "recursive": constraint.RecursiveBacktrackingSolver,
            # A generator of its own: without one the class draws from Python's global one.
            "min-conflicts": lambda: constraint.MinConflictsSolver(self.steps, random.Random(question.seed)),  # noqa: S311
            "parallel": constraint.ParallelSolver,
        }
        problem = constraint.Problem()
        problem.setSolver(solvers[self.solver]())  # given to Problem(), the parallel solver would print two warnings
        for variable, domain in enumerate(model.domains):
            problem.addVariable(variable, list(domain))
        for scope in scopes:
            problem.addConstraint(constraint.AllDifferentConstraint(), scope)
        return problem


def _scopes(model: Model) -> list[list[int]]:
    """The scopes of the constraints that say something.

    One over a single variable says nothing, and the library takes an empty scope for "all variables".
    """
    return [list(constraint.scope) for constraint in model.constraints if len(constraint.scope) > 1]


Found = tuple[list[Assignment], bool, str]
"""The solutions, whether there are no others, and why the search stopped before it knew."""


def _in_turn(problem: Any, cap: int) -> Found:
    """One solution after the other until there are `cap`."""
    if cap == 1:
        solution = problem.getSolution()
        return ([], True, "") if solution is None else ([solution], False, "")
    found = list(islice(problem.getSolutionIter(), cap))
    return found, len(found) < cap, ""


def _one_or_gave_up(problem: Any, cap: int) -> Found:
    """One solution, or nothing known."""
    solution = problem.getSolution()
    return ([], False, "min-conflicts gave up") if solution is None else ([solution], False, "")


def _all(problem: Any, cap: int) -> Found:
    """Every solution, cut to `cap`."""
    found = problem.getSolutions()
    return found[:cap], len(found) <= cap, ""
