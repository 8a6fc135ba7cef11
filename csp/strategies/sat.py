"""SAT solvers through python-sat (PySAT): the model as clauses (`csp.cnf`)."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal

from backends import Backend
from csp.answer import Abilities, Answer, Finds, Once, Question, Solve, Unsupported
from csp.cnf import Formula, encode
from csp.model import Linear, Model, Predicate
from csp.simplified import Simplified, simplify

SolverName = Literal[
    "cadical103",
    "cadical153",
    "cadical195",
    "gluecard3",
    "gluecard4",
    "glucose3",
    "glucose4",
    "glucose42",
    "lingeling",
    "maplechrono",
    "maplecm",
    "mergesat3",
    "minicard",
    "minisat22",
    "minisat-gh",
]

COUNTERS = ("restarts", "conflicts", "decisions", "propagations")


@dataclass(frozen=True)
class Sat:
    """A SAT solver of python-sat, given the model as clauses.

    solver: by the library's name
    incremental: one solver for all instances of a shape, kept by the process, the domains of each given as
        assumptions. It is what one would do with a whole file, and much faster where loading the clauses takes longer
        than solving. But what was learned for one instance is there for the next, so time and counters depend on what
        was solved before in the same process; each instance is timed once. Without it, every call loads the clauses
        into a new solver, inside the time: each row stands for itself, which is why it is the default.

    Predicates become tables, sums become decision diagrams. The counters are the solver's own; it knows no nodes, so
    the node limit is ignored, and so is the seed. Every solution of an enumeration is excluded by a clause, so that the
    memory grows with their number. Where the model minimises a variable, the solver is asked again and again for a
    smaller value until there is none, and the answer is the best solution, however many were asked for.
    """

    solver: SolverName = "cadical153"
    incremental: bool = False

    backends: ClassVar[tuple[Backend, ...]] = ("external",)
    abilities: ClassVar[Abilities] = Abilities(
        "any model; predicates and sums with few combinations of values", optimises=True
    )

    def prepare(self, model: Model, question: Question) -> Solve:
        """Imports the library and makes the clauses.

        Raises:
            Unsupported: python-sat is not installed, or has not this solver; a predicate or a sum with too many
                combinations of values.
            ModelError: a predicate raised.
        """
        simple = simplify(model)
        _require(self.solver)

        def nothing() -> Answer:
            return Answer((), complete=True, counters=dict.fromkeys(COUNTERS, 0))

        if not simple.possible:
            return nothing
        if not self.incremental:
            formula = encode(simple.domains, simple.constraints)
            if not formula.possible:
                return nothing
            return partial(self._from_new, formula, simple, model.minimise, question)
        solver, formula = _shared(self.solver, simple)
        if not formula.possible:
            return nothing
        return Once(partial(_solve, solver, formula, simple, model.minimise, question, keep=True))

    def _from_new(self, formula: Formula, simple: Simplified, minimise: int | None, question: Question) -> Answer:
        """The answer of a new solver."""
        from pysat.solvers import Solver

        with Solver(name=self.solver, bootstrap_with=formula.clauses) as solver:
            return _solve(solver, formula, simple, minimise, question, keep=False)


def _require(name: SolverName) -> None:
    """Raises Unsupported when there is no such solver."""
    try:
        from pysat.solvers import NoSuchSolverError, Solver
    except ImportError:
        raise Unsupported("sat needs python-sat: pip install 'run-bench[sat]'") from None
    try:
        Solver(name=name).delete()
    except NoSuchSolverError:
        raise Unsupported(f"this release of python-sat has no solver {name}; cadical153 is one that it has") from None


_kept: dict[SolverName, tuple[Any, Any, Formula]] = {}
"""For each solver the last shape, and the solver and formula for it: a file is of one shape, and memory is finite."""


atexit.register(_kept.clear)  # the library's own clean-up needs what is gone at the very end


def _shared(name: SolverName, simple: Simplified) -> tuple[Any, Formula]:
    """The solver for all instances of the same constraints, and what its literals mean."""
    from pysat.solvers import Solver

    shape = _domains_of_shape(simple), simple.constraints
    if name not in _kept or _kept[name][0] != shape:
        _kept.pop(name, None)
        formula = encode(*shape)
        _kept[name] = shape, Solver(name=name, bootstrap_with=formula.clauses), formula
    _, solver, formula = _kept[name]
    return solver, formula


def _domains_of_shape(simple: Simplified) -> tuple[tuple[int, ...], ...]:
    """Domains that do not depend on the givens: of each variable, all the values that there are.

    Variables of sums and predicates keep their own. Sums would grow, and a predicate need not know what to say of a
    value that its variable cannot have.
    """
    own = {
        variable
        for constraint in simple.constraints
        if isinstance(constraint, Linear | Predicate)
        for variable in constraint.scope
    }
    others = [variable for variable in range(len(simple.domains)) if variable not in own]
    every = tuple(sorted({value for variable in others for value in simple.domains[variable]}))
    return tuple(domain if variable in own else every for variable, domain in enumerate(simple.domains))


@dataclass(frozen=True)
class _Session:
    """A solver that looks for solutions of one instance.

    solver, formula: the library's object, and what its literals mean
    domains: of the instance; the formula's may be larger
    assumptions: that variables have values of these domains, and that clauses of this session hold
    guard: the literal that makes these clauses hold, so that they can be forgotten; none: they need not be
    """

    solver: Any
    formula: Formula
    domains: Sequence[Sequence[int]]
    assumptions: Sequence[int]
    guard: Sequence[int]

    def next_solution(self, more: Sequence[int] = ()) -> tuple[int, ...] | None:
        """One that obeys `more` assumptions too."""
        if not self.solver.solve(assumptions=[*self.assumptions, *more]):
            return None
        model = self.solver.get_model()
        return tuple(
            next(value for value in domain if model[literals[value] - 1] > 0)
            for domain, literals in zip(self.domains, self.formula.literals, strict=True)
        )

    def exclude(self, solution: Sequence[int]) -> bool:
        """Never find it again; False when there can be no other."""
        clause = [
            -literals[value]
            for value, domain, literals in zip(solution, self.domains, self.formula.literals, strict=True)
            if len(domain) > 1
        ]
        self.solver.add_clause([*(-literal for literal in self.guard), *clause])
        return bool(clause)


def _solve(
    solver: Any, formula: Formula, simple: Simplified, minimise: int | None, question: Question, keep: bool
) -> Answer:
    """The answer of a solver; `keep`: and leave it as it was, but for what it has learned."""
    before = solver.accum_stats()
    assumptions = list(_within(simple.domains, formula))
    guard = [formula.new()] if keep else []
    session = _Session(solver, formula, simple.domains, [*assumptions, *guard], guard)
    answer = _solutions(session, question) if minimise is None else _smallest(session, minimise)
    for literal in guard:
        solver.add_clause([-literal])
    after = solver.accum_stats()
    return replace(answer, counters={name: int(after[name] - before[name]) for name in COUNTERS})


def _within(domains: Sequence[Sequence[int]], formula: Formula) -> Iterator[int]:
    """Assumptions that say that each variable has a value of its domain."""
    for domain, literals in zip(domains, formula.literals, strict=True):
        if len(domain) == 1:
            yield literals[domain[0]]
        elif len(domain) < len(literals):
            yield from (-literal for value, literal in literals.items() if value not in domain)


def _solutions(session: _Session, question: Question) -> Answer:
    found = Finds(question)
    complete = False
    while not complete and not found.enough:
        solution = session.next_solution()
        if solution is None:
            complete = True
        else:
            found.add(solution)
            complete = not found.enough and not session.exclude(solution)
    return Answer(tuple(found.kept), complete, found=found.count)


def _smallest(session: _Session, variable: int) -> Answer:
    """The solution with the smallest value of a variable."""
    best, solution = None, session.next_solution()
    while solution is not None:
        best, literals = solution, session.formula.literals[variable]
        solution = session.next_solution([-literal for value, literal in literals.items() if value >= best[variable]])
    if best is None:
        return Answer((), complete=True)
    return Answer((best,), complete=True, objective=best[variable])
