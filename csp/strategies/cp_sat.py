"""OR-Tools CP-SAT as a strategy: the same model, handed to a clause-learning solver.

Everything is deterministic: one worker, and the seed of the question. What CP-SAT counts is reported under its own
names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from backends import Backend
from csp.answer import Abilities, Answer, Finds, Question, Solve, Unsupported
from csp.model import AllDifferent, Constraint, Linear, Model, NotEqual, Predicate, Table
from csp.simplified import Simplified, allowed_rows, shifted, simplify, within

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEEDS = 1 << 31  # CP-SAT keeps its seed in an int32

LARGEST = 1 << 60
"""Values, and sums of products, go this far from 0: CP-SAT counts in int64, and wants to add and subtract them."""


@dataclass(frozen=True)
class CpSat:
    """OR-Tools CP-SAT: each constraint of the model in its own terms, one worker.

    presolve: simplify the model first. With it many puzzles are solved before the search begins, and the counters
        stay at 0; without it the search does all the work.

    A predicate is given as the table of the rows it allows. The seed is passed on, but with one worker CP-SAT seldom
    draws: on small models every seed gives the same search. The node limit is ignored: CP-SAT does not count nodes as
    this project does. Each solution of an enumeration costs a call from CP-SAT into Python, which is part of the time.
    Where the model minimises a variable, so does CP-SAT, and the answer is the best solution, however many were asked
    for.
    """

    presolve: bool = True

    backends: ClassVar[tuple[Backend, ...]] = ("external",)
    abilities: ClassVar[Abilities] = Abilities("any model; predicates with few combinations of values", optimises=True)

    def prepare(self, model: Model, question: Question) -> Solve:
        """Imports OR-Tools and builds its model; each call of the result solves it from the start.

        Raises:
            Unsupported: a value or a sum beyond LARGEST, or a predicate over too many combinations of values.
            ModelError: a predicate raised.
        """
        from ortools.sat.python import cp_model

        simple = simplify(model)
        if not simple.possible:
            return lambda: Answer((), complete=True, counters=dict.fromkeys(COUNTERS, 0))
        _refuse_large_numbers(simple)
        network, variables = _build(simple)
        if model.minimise is not None:
            network.minimize(variables[model.minimise])
        enumerating = question.solutions > 1 and model.minimise is None
        parameters: dict[str, Any] = {
            "num_workers": 1,
            "random_seed": question.seed % SEEDS,
            "cp_model_presolve": self.presolve,
            "enumerate_all_solutions": enumerating,
        }
        search = _enumerate if enumerating else _first

        def solve() -> Answer:
            solver, found = cp_model.CpSolver(), Finds(question)
            for name, value in parameters.items():
                setattr(solver.parameters, name, value)
            status = search(solver, network, variables, found)
            if model.minimise is None:
                return _answer(solver, status, found, enumerating, None)
            return _answer(
                solver, status, found, True, solver.value(variables[model.minimise]) if found.count else None
            )

        return solve


def _refuse_large_numbers(simple: Simplified) -> None:
    """Raises Unsupported for numbers that CP-SAT would call an invalid model."""
    for variable, domain in enumerate(simple.domains):
        if domain[0] < -LARGEST or domain[-1] > LARGEST:
            raise Unsupported(f"variable {variable} has values beyond 2**60, which is as far as CP-SAT can go")
    furthest = [max(abs(domain[0]), abs(domain[-1])) for domain in simple.domains]
    for constraint in simple.constraints:
        if isinstance(constraint, Linear):
            factors = zip(constraint.scope, constraint.coefficients, strict=True)
            reach = [abs(constraint.constant) + sum(furthest[place] * abs(factor) for place, factor in factors)]
        elif isinstance(constraint, AllDifferent) and constraint.offsets:
            reach = [furthest[variable] + abs(offset) for variable, offset in shifted(constraint)]
        elif isinstance(constraint, NotEqual) and constraint.offset:
            reach = [furthest[constraint.left] + abs(constraint.offset)]
        else:
            continue
        if max(reach, default=0) > LARGEST:
            raise Unsupported(
                f"{type(constraint).__name__} over variables {constraint.scope} reaches sums beyond 2**60, which is "
                f"as far as CP-SAT can go"
            )


def _build(simple: Simplified) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model in CP-SAT's terms, and its variable for each of ours; [n]."""
    from ortools.sat.python import cp_model

    network = cp_model.CpModel()
    variables = [
        network.new_int_var_from_domain(cp_model.Domain.from_values(list(domain)), f"x{variable}")
        for variable, domain in enumerate(simple.domains)
    ]
    for constraint in simple.constraints:
        _add(network, variables, constraint, simple)
    return network, variables


def _add(
    network: cp_model.CpModel, variables: list[cp_model.IntVar], constraint: Constraint, simple: Simplified
) -> None:
    """One constraint; a table without rows is said to be false, which CP-SAT might take for true."""
    from ortools.sat.python import cp_model

    scope = [variables[variable] for variable in constraint.scope]
    match constraint:
        case AllDifferent():
            network.add_all_different(
                [
                    variables[variable] + offset if offset else variables[variable]
                    for variable, offset in shifted(constraint)
                ]
            )
        case NotEqual():
            network.add(scope[0] + constraint.offset != scope[1] if constraint.offset else scope[0] != scope[1])
        case Linear():
            total = cp_model.LinearExpr.weighted_sum(scope, list(constraint.coefficients))
            network.add(_compare(total, constraint))
        case Table(forbidden=True):
            if rows := within(constraint.rows, constraint.scope, simple.domains):
                network.add_forbidden_assignments(scope, rows)
        case Table() | Predicate():
            if isinstance(constraint, Predicate):
                rows = allowed_rows(constraint, simple.domains, "cp-sat")
            else:
                rows = within(constraint.rows, constraint.scope, simple.domains)
            if rows:
                network.add_allowed_assignments(scope, rows)
            else:
                network.add_bool_or([])


def _compare(total: Any, constraint: Linear) -> Any:
    """CP-SAT's expression for the relation of a sum to its constant."""
    match constraint.relation:
        case "=":
            return total == constraint.constant
        case "!=":
            return total != constraint.constant
        case "<=":
            return total <= constraint.constant
        case ">=":
            return total >= constraint.constant


Search = Callable[["cp_model.CpSolver", "cp_model.CpModel", "list[cp_model.IntVar]", Finds], "cp_model.CpSolverStatus"]


def _first(
    solver: cp_model.CpSolver, network: cp_model.CpModel, variables: list[cp_model.IntVar], found: Finds
) -> cp_model.CpSolverStatus:
    """One solution, or none."""
    from ortools.sat.python import cp_model

    status = solver.solve(network)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.add(tuple(solver.value(variable) for variable in variables))
    return status


def _enumerate(
    solver: cp_model.CpSolver, network: cp_model.CpModel, variables: list[cp_model.IntVar], found: Finds
) -> cp_model.CpSolverStatus:
    """Solutions until there are enough, heard of by a callback that then stops the search."""
    from ortools.sat.python import cp_model

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if found.enough:
                return
            if found.keeping:
                found.add(tuple(self.value(variable) for variable in variables))
            else:
                found.skip()
            if found.enough:
                self.stop_search()

    return solver.solve(network, Listener())


COUNTERS = ("branches", "conflicts", "binary_propagations", "integer_propagations", "booleans")


def _answer(
    solver: cp_model.CpSolver, status: cp_model.CpSolverStatus, found: Finds, ended: bool, objective: int | None
) -> Answer:
    """What the solver's status means for what was asked.

    ended: OPTIMAL means that the search went to its end: all solutions were found, or the best one. Where only one of
        many was asked for, it says no more than that there is one.

    A search that the callback stopped is FEASIBLE.
    """
    from ortools.sat.python import cp_model

    complete = status == cp_model.INFEASIBLE or (ended and status == cp_model.OPTIMAL)
    enough = complete or (found.enough and objective is None)
    counted = solver.response_proto
    return Answer(
        tuple(found.kept),
        complete,
        "" if enough else f"CP-SAT stopped early: {solver.status_name(status)}",
        counters={name: getattr(counted, f"num_{name}") for name in COUNTERS},
        found=found.count,
        objective=objective,
    )
