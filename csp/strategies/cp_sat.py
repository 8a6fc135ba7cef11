"""OR-Tools CP-SAT as a strategy: the same model, handed to a clause-learning solver.

Everything is deterministic: one worker, and the seed of the question. What CP-SAT counts is reported under its own
names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from backends import Backend
from csp.answer import Answer, Question, Solve, Unsupported
from csp.model import AllDifferent, Model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEEDS = 1 << 31  # CP-SAT keeps its seed in an int32

LARGEST = 1 << 60
"""Values go this far from 0: CP-SAT counts in int64, and wants to add and subtract them."""

Solution = tuple[int, ...]


@dataclass(frozen=True)
class CpSat:
    """OR-Tools CP-SAT: one AllDifferent or `!=` for each constraint of the model, one worker.

    presolve: simplify the model first. With it many puzzles are solved before the search begins, and the counters
        stay at 0; without it the search does all the work.

    The seed is passed on, but with one worker CP-SAT seldom draws: on small models every seed gives the same search.
    The node limit is ignored: CP-SAT does not count nodes as this project does. Each solution of an enumeration costs a
    call from CP-SAT into Python, which is part of the time.
    """

    presolve: bool = True

    backends: ClassVar[tuple[Backend, ...]] = ("external",)

    def prepare(self, model: Model, question: Question) -> Solve:
        """Imports OR-Tools and builds its model; each call of the result solves it from the start.

        Raises:
            Unsupported: a value beyond LARGEST.
        """
        from ortools.sat.python import cp_model

        for variable, domain in enumerate(model.domains):
            if domain[0] < -LARGEST or domain[-1] > LARGEST:
                raise Unsupported(f"variable {variable} has values beyond 2**60, which is as far as CP-SAT can go")
        network, variables = _build(model)
        parameters: dict[str, Any] = {
            "num_workers": 1,
            "random_seed": question.seed % SEEDS,
            "cp_model_presolve": self.presolve,
            "enumerate_all_solutions": question.solutions > 1,
        }
        search = _enumeration(question.solutions) if question.solutions > 1 else _first

        def solve() -> Answer:
            solver = cp_model.CpSolver()
            for name, value in parameters.items():
                setattr(solver.parameters, name, value)
            return _answer(solver, search(solver, network, variables), question)

        return solve


def _build(model: Model) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model in CP-SAT's terms, and its variable for each of ours; [n]."""
    from ortools.sat.python import cp_model

    network = cp_model.CpModel()
    variables = [
        network.new_int_var_from_domain(cp_model.Domain.from_values(list(domain)), f"x{variable}")
        for variable, domain in enumerate(model.domains)
    ]
    for constraint in model.constraints:
        if isinstance(constraint, AllDifferent):
            network.add_all_different([variables[variable] for variable in constraint.scope])
        else:
            network.add(variables[constraint.left] != variables[constraint.right])
    return network, variables


Found = tuple["cp_model.CpSolverStatus", list[Solution]]
Search = Callable[["cp_model.CpSolver", "cp_model.CpModel", "list[cp_model.IntVar]"], Found]


def _first(solver: cp_model.CpSolver, network: cp_model.CpModel, variables: list[cp_model.IntVar]) -> Found:
    """One solution, or none."""
    from ortools.sat.python import cp_model

    status = solver.solve(network)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return status, []
    return status, [tuple(solver.value(variable) for variable in variables)]


def _enumeration(cap: int) -> Search:
    """Solutions until there are `cap`, collected by a callback that then stops the search."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, variables: list[cp_model.IntVar]) -> None:
            super().__init__()
            self.variables = variables
            self.found: list[Solution] = []

        def on_solution_callback(self) -> None:
            if len(self.found) < cap:
                self.found.append(tuple(self.value(variable) for variable in self.variables))
            if len(self.found) == cap:
                self.stop_search()

    def enumerate_solutions(
        solver: cp_model.CpSolver, network: cp_model.CpModel, variables: list[cp_model.IntVar]
    ) -> Found:
        collector = Collector(variables)
        status = solver.solve(network, collector)
        return status, collector.found

    return enumerate_solutions


def _answer(solver: cp_model.CpSolver, outcome: Found, question: Question) -> Answer:
    """What the solver's status means for what was asked.

    OPTIMAL says of a single solution that there is one (nothing is optimised), and of an enumeration that it went to
    its end. A search that the callback stopped is FEASIBLE.
    """
    from ortools.sat.python import cp_model

    status, found = outcome
    complete = status == cp_model.INFEASIBLE or (question.solutions > 1 and status == cp_model.OPTIMAL)
    stopped = (
        "" if complete or len(found) == question.solutions else f"CP-SAT stopped early: {solver.status_name(status)}"
    )
    counted = solver.response_proto
    counters = {
        "branches": counted.num_branches,
        "conflicts": counted.num_conflicts,
        "binary_propagations": counted.num_binary_propagations,
        "integer_propagations": counted.num_integer_propagations,
        "booleans": counted.num_booleans,
    }
    return Answer(tuple(found), complete, stopped, counters=counters)
