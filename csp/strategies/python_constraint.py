"""The library python-constraint as a strategy, with each of its solver classes.

The library counts nothing, so its answers carry no counters.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from backends import Backend
from csp.answer import Abilities, Answer, Finds, Question, Solve, Unsupported
from csp.model import AllDifferent, Constraint, Linear, NotEqual, Table
from csp.simplified import simplify

if TYPE_CHECKING:
    from csp.model import Model

SolverName = Literal["optimized", "backtracking", "recursive", "min-conflicts", "parallel"]

Assignment = dict[int, int]


Library = Callable[[], Any]
"""Makes an object of the library: a new one for every search."""


@dataclass(frozen=True)
class PythonConstraint:
    """python-constraint: the library's own constraints where it has them right, functions for all others.

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
    abilities: ClassVar[Abilities] = Abilities("any model; min-conflicts finds one solution and proves nothing")

    def __post_init__(self) -> None:
        if self.steps < 0:
            raise ValueError(f"steps is {self.steps}; it must not be negative")

    def prepare(self, model: Model, question: Question) -> Solve:
        """Imports the library; each call of the result builds the problem and solves it.

        Raises:
            Unsupported: min-conflicts is asked for more than one solution.
            ModelError: a predicate raised.
        """
        import constraint  # noqa: F401  (outside the time)

        if self.solver == "min-conflicts" and question.solutions > 1:
            raise Unsupported("min-conflicts finds one solution at most; ask for the first, or take another solver")
        simple = simplify(model)
        if not simple.possible:
            return lambda: Answer((), complete=True)
        constraints = [each for whole in simple.constraints for each in _in_its_terms(whole)]

        def solve() -> Answer:
            found = Finds(question)
            if not simple.domains:
                # The library says that a problem without variables has no solution; it has one, the empty one.
                found.add(())
                return Answer(tuple(found.kept), complete=True, found=found.count)
            explore = {"min-conflicts": _one_or_gave_up, "parallel": _all}.get(self.solver, _in_turn)
            complete, stopped = explore(self._problem(simple.domains, constraints, question), question, found)
            return Answer(tuple(found.kept), complete, stopped, found=found.count)

        return solve

    def _problem(
        self, domains: Sequence[Sequence[int]], constraints: Iterable[tuple[Library, list[int]]], question: Question
    ) -> Any:
        """The model in the library's terms, never searched yet."""
        import constraint

        solvers: dict[SolverName, Library] = {
            "optimized": constraint.OptimizedBacktrackingSolver,
            "backtracking": constraint.BacktrackingSolver,
            "recursive": constraint.RecursiveBacktrackingSolver,
            # A generator of its own: without one the class draws from Python's global one.
            "min-conflicts": lambda: constraint.MinConflictsSolver(self.steps, random.Random(question.seed)),  # noqa: S311
            "parallel": constraint.ParallelSolver,
        }
        problem = constraint.Problem()
        problem.setSolver(solvers[self.solver]())  # given to Problem(), the parallel solver would print two warnings
        for variable, domain in enumerate(domains):
            problem.addVariable(variable, list(domain))
        for make, scope in constraints:
            problem.addConstraint(make(), scope)
        return problem


def _in_its_terms(whole: Constraint) -> list[tuple[Library, list[int]]]:
    """The library's constraints, each with its scope, that together say what one of ours does.

    Offsets are unknown to the library. Split into pairs they prune as soon as one end is assigned, while a function
    over all variables would wait for the last but one.
    """
    import constraint

    scope = list(whole.scope)
    function = constraint.FunctionConstraint
    match whole:
        case AllDifferent() if any(whole.offsets):
            return [each for pair in whole.pairs() for each in _in_its_terms(pair)]
        case AllDifferent() | NotEqual(offset=0):
            return [(constraint.AllDifferentConstraint, scope)]
        case Linear() if whole.relation != "!=":
            return [(partial(_sum, whole), scope)]
        case Table():
            rows = frozenset(map(tuple, whole.rows))
            return [(partial(function, partial(_listed, rows, not whole.forbidden)), scope)]
        case _:
            return [(partial(function, whole.holds), scope)]


def _listed(rows: frozenset[tuple[int, ...]], wanted: bool, *values: int) -> bool:
    return (values in rows) == wanted


def _sum(linear: Linear) -> Any:
    """The library's sum, which prunes by bounds.

    Its preparation takes the least of each domain, and breaks on one that another constraint has emptied before. The
    search is over then anyway, so it is left out.
    """
    import constraint

    coefficients, constant = list(linear.coefficients), linear.constant
    if linear.relation == ">=":
        coefficients, constant = [-factor for factor in coefficients], -constant
    kind: Any = constraint.ExactSumConstraint if linear.relation == "=" else constraint.MaxSumConstraint

    class Sum(kind):  # type: ignore[misc]
        def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
            if all(domains[variable] for variable in variables):
                super().preProcess(variables, domains, constraints, vconstraints)

    return Sum(constant, coefficients)


def _in_order(solution: Assignment) -> tuple[int, ...]:
    return tuple(solution[variable] for variable in range(len(solution)))


# How to explore a problem: solutions go to the last argument; the results are whether there are no others, and why the
# search stopped before it knew.


def _in_turn(problem: Any, question: Question, found: Finds) -> tuple[bool, str]:
    """One solution after the other until there are enough."""
    if question.solutions == 1:
        solution = problem.getSolution()
        if solution is not None:
            found.add(_in_order(solution))
        return solution is None, ""
    for solution in problem.getSolutionIter():
        _take(solution, found)
        if found.enough:
            return False, ""
    return True, ""


def _one_or_gave_up(problem: Any, question: Question, found: Finds) -> tuple[bool, str]:
    """One solution, or nothing known."""
    solution = problem.getSolution()
    if solution is None:
        return False, "min-conflicts gave up"
    found.add(_in_order(solution))
    return False, ""


def _all(problem: Any, question: Question, found: Finds) -> tuple[bool, str]:
    """Every solution, cut to as many as were asked for."""
    every = problem.getSolutions()
    for solution in every[: question.solutions]:
        _take(solution, found)
    return len(every) <= question.solutions, ""


def _take(solution: Assignment, found: Finds) -> None:
    if found.keeping:
        found.add(_in_order(solution))
    else:
        found.skip()
