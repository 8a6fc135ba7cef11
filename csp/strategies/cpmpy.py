"""CPMpy as a strategy: a modelling library in front of many solvers."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from backends import Backend
from csp.answer import Abilities, Answer, Finds, Question, Solve, Unsupported
from csp.model import RELATIONS, AllDifferent, Constraint, Linear, Model, NotEqual, Predicate, Table
from csp.simplified import Simplified, allowed_rows, shifted, simplify, within
from csp.strategies.cp_sat import SEEDS

LARGEST_SPAN, LARGEST = 100_000, 1 << 30
"""CPMpy and some of its solvers write out every number between the ends of a domain with gaps."""


@dataclass(frozen=True)
class CpMpy:
    """A solver behind CPMpy, which rewrites the model into what that solver takes.

    solver: by CPMpy's name: ortools, pysat, pysat:glucose4, choco, exact, z3, ...; those that it finds installed

    A new solver is made for every call, and what CPMpy does for that is part of the time: it is what the library costs
    beside the bare solver. Predicates become tables. Counters, node limits and, but for ortools, seeds are unknown to
    it.
    """

    solver: str = "ortools"

    backends: ClassVar[tuple[Backend, ...]] = ("external",)
    abilities: ClassVar[Abilities] = Abilities("any model; predicates with few combinations of values", optimises=True)

    def prepare(self, model: Model, question: Question) -> Solve:
        """Imports CPMpy and writes the model in its terms.

        Raises:
            Unsupported: CPMpy or the solver is not installed; the solver does not take such a model; a predicate over
                too many combinations of values; values that are too large or too far apart.
            ModelError: a predicate raised.
        """
        _require(self.solver)
        simple = simplify(model)
        if not simple.possible:
            return lambda: Answer((), complete=True)
        _refuse_wide_domains(simple)
        import cpmpy
        from cpmpy.transformations.get_variables import get_variables_model

        variables, expressions = _write(simple)
        if any(each is False for each in expressions):  # `in` would compare, and make expressions of that
            return lambda: Answer((), complete=True)
        written = cpmpy.Model(*expressions)
        if model.minimise is not None:
            written.minimize(variables[model.minimise])
        options: dict[str, Any] = {}
        if self.solver == "ortools":
            options = {"num_workers": 1, "random_seed": question.seed % SEEDS}
        mentioned = {variable.name for variable in get_variables_model(written)}
        free = {place: simple.domains[place] for place, each in enumerate(variables) if each.name not in mentioned}

        def solve() -> Answer:
            with _refusals(self.solver):
                solver = cpmpy.SolverLookup.get(self.solver, written)
                if model.minimise is not None:
                    return _best(solver, variables, free, model.minimise, options)
                return _solutions(solver if mentioned else None, variables, free, question, options)

        with _refusals(self.solver):
            cpmpy.SolverLookup.get(self.solver, written)
        return solve


@contextlib.contextmanager
def _refusals(name: str) -> Iterator[None]:
    """What CPMpy's solvers raise about models that they do not take (a package may be missing for that) as Unsupported.

    CPMpy warns that a solver has been used up by an enumeration, which is known here: each is used once.
    """
    import cpmpy

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (NotImplementedError, ImportError, cpmpy.exceptions.NotSupportedError) as error:
        raise Unsupported(f"cpmpy with {name} does not take this model: {error}") from error


def _require(name: str) -> None:
    """Raises Unsupported when there is no such solver here."""
    try:
        from cpmpy import SolverLookup
    except ImportError:
        raise Unsupported("cpmpy needs CPMpy: pip install 'run-bench[cpmpy]'") from None
    installed = list(SolverLookup.solvernames())
    if name not in installed:
        families = ", ".join(dict.fromkeys(each.partition(":")[0] for each in installed))
        raise Unsupported(
            f"cpmpy finds no solver {name!r} here; it finds {families}, some of them with solvers of their own "
            f"(python -c 'import cpmpy; print(cpmpy.SolverLookup.solvernames())')"
        )


def _refuse_wide_domains(simple: Simplified) -> None:
    """Raises Unsupported for a domain that CPMpy would write out."""
    for variable, domain in enumerate(simple.domains):
        if domain[-1] - domain[0] > LARGEST_SPAN or max(abs(domain[0]), abs(domain[-1])) > LARGEST:
            raise Unsupported(
                f"the values of variable {variable} are further apart than {LARGEST_SPAN:,}, or beyond {LARGEST:,}, "
                f"and cpmpy may write out every number between them; take cp-sat"
            )


Free = Mapping[int, Sequence[int]]
"""The variables that no expression mentions, and their domains. CPMpy's solvers forget such variables, so they get
their values here: for each solution of the others, every combination."""

Expression = Any
"""CPMpy's; True or False where it does not depend on any variable."""


def _write(simple: Simplified) -> tuple[list[Any], list[Expression]]:
    """CPMpy's variable for each of ours, [n], and what has to hold."""
    import cpmpy

    variables = [
        cpmpy.intvar(domain[0], domain[-1], name=f"x{variable}") for variable, domain in enumerate(simple.domains)
    ]
    expressions = [_in_its_terms(constraint, variables, simple) for constraint in simple.constraints]
    bound = {variable for constraint in simple.constraints for variable in constraint.scope}
    for variable in sorted(bound):
        domain = simple.domains[variable]
        if len(domain) <= domain[-1] - domain[0]:
            expressions.append(cpmpy.InDomain(variables[variable], list(domain)))
    return variables, [each for each in expressions if each is not True]


def _in_its_terms(constraint: Constraint, variables: Sequence[Any], simple: Simplified) -> Expression:
    """One constraint as an expression."""
    import cpmpy

    scope = [variables[variable] for variable in constraint.scope]
    match constraint:
        case AllDifferent():
            return cpmpy.AllDifferent([variables[variable] + offset for variable, offset in shifted(constraint)])
        case NotEqual():
            return scope[0] + constraint.offset != scope[1]
        case Linear():
            terms = [factor * each for factor, each in zip(constraint.coefficients, scope, strict=True) if factor]
            return RELATIONS[constraint.relation](cpmpy.sum(terms) if terms else 0, constraint.constant)
        case Table(forbidden=True):
            rows = within(constraint.rows, constraint.scope, simple.domains)
            return cpmpy.NegativeTable(scope, [list(row) for row in rows]) if rows else True
        case Table():
            rows = within(constraint.rows, constraint.scope, simple.domains)
        case Predicate():
            rows = allowed_rows(constraint, simple.domains, "cpmpy")
    return cpmpy.Table(scope, [list(row) for row in rows]) if rows else False


def _solutions(
    solver: Any, variables: Sequence[Any], free: Free, question: Question, options: dict[str, Any]
) -> Answer:
    """Solutions until there are enough; no solver: all variables are free."""
    from cpmpy.solvers.solver_interface import ExitStatus

    found = Finds(question)

    def one_more() -> None:
        for values in product(*free.values()):
            if found.enough:
                return
            if found.keeping:
                found.add(_values(variables, dict(zip(free, values, strict=True))))
            else:
                found.skip()

    if solver is None:
        one_more()
        return Answer(tuple(found.kept), not found.enough, found=found.count)
    if question.solutions == 1:
        if solver.solve(**options):
            one_more()
        complete = solver.status().exitstatus == ExitStatus.UNSATISFIABLE
    else:
        solver.solveAll(display=one_more, solution_limit=question.solutions, **options)
        ends = (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)
        complete = not found.enough and solver.status().exitstatus in ends
    stopped = "" if complete or found.enough else f"stopped early: {solver.status().exitstatus.name}"
    return Answer(tuple(found.kept), complete, stopped, found=found.count)


def _best(solver: Any, variables: Sequence[Any], free: Free, minimised: int, options: dict[str, Any]) -> Answer:
    """The best solution."""
    from cpmpy.solvers.solver_interface import ExitStatus

    solved = solver.solve(**options)
    status = solver.status().exitstatus
    complete = status in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)
    stopped = "" if complete else f"stopped early: {status.name}"
    if not solved:
        return Answer((), complete, stopped)
    best = _values(variables, {variable: domain[0] for variable, domain in free.items()})
    return Answer((best,), complete, stopped, objective=best[minimised])


def _values(variables: Sequence[Any], free: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(free[place] if place in free else int(variable.value()) for place, variable in enumerate(variables))
