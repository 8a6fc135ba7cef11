"""Models as clauses (conjunctive normal form), for SAT solvers.

literal      a positive integer for a statement, its negative for the opposite
clause       a list of literals of which at least one is true
direct       the encoding: one literal for each value of each variable, "the variable has this value"

The models of the formula, cut to those literals, are the solutions. Other literals stand for what a solver would
otherwise find out again and again: the row of a table, the partial sum of a linear constraint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from csp.answer import Unsupported
from csp.model import AllDifferent, Constraint, Linear, NotEqual, Predicate, Table
from csp.simplified import LARGEST_TABLE, allowed_rows, shifted, within

LARGEST_PAIRWISE = 12
"""At most one of so many literals is said pair by pair; of more, by a ladder of new literals."""


@dataclass
class Formula:
    """Clauses on their way.

    literals: for each variable, the literal of each of its values; [n]
    clauses: over literals 1 .. top
    possible: False when the encoding has already found that there is no solution
    """

    literals: list[dict[int, int]]
    clauses: list[list[int]]
    top: int = 0
    possible: bool = True

    def new(self) -> int:
        """A literal that stands for something new."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """One of these is true; none: there is no solution."""
        self.possible = self.possible and bool(literals)
        if literals:
            self.clauses.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Pairwise; or by a ladder, whose rung i says that one of the literals up to i is true (Sinz 2005)."""
        if len(literals) <= LARGEST_PAIRWISE:
            self.clauses += [[-one, -other] for one, other in combinations(literals, 2)]
            return
        rung = 0
        for literal in literals:
            if rung:
                self.add(-rung, -literal)
            below, rung = rung, self.new()
            self.add(-literal, rung)
            if below:
                self.add(-below, rung)


def encode(domains: Sequence[Sequence[int]], constraints: Sequence[Constraint]) -> Formula:
    """The formula of constraints, each over two variables or more.

    Raises:
        Unsupported: a predicate or a sum that takes too many rows; the message names it.
        ModelError: a predicate raised.
    """
    formula = Formula([], [])
    for domain in domains:
        literals = {value: formula.new() for value in domain}
        formula.literals.append(literals)
        formula.add(*literals.values())
        formula.at_most_one(list(literals.values()))
    for constraint in constraints:
        _encode(formula, constraint, domains)
    return formula


def _encode(formula: Formula, constraint: Constraint, domains: Sequence[Sequence[int]]) -> None:
    match constraint:
        case AllDifferent():
            _all_different(formula, constraint)
        case NotEqual():
            _not_equal(formula, constraint)
        case Linear():
            _linear(formula, constraint)
        case Table(forbidden=True):
            for row in within(constraint.rows, constraint.scope, domains):
                _forbid(formula, constraint.scope, row)
        case Table():
            _allow(formula, constraint.scope, within(constraint.rows, constraint.scope, domains))
        case Predicate():
            _predicate(formula, constraint, domains)


def _not_equal(formula: Formula, constraint: NotEqual) -> None:
    left, right = (formula.literals[variable] for variable in constraint.scope)
    for value in left:
        if value + constraint.offset in right:
            formula.add(-left[value], -right[value + constraint.offset])


def _all_different(formula: Formula, constraint: AllDifferent) -> None:
    """At most one variable takes each value; where there are no values to spare, one does."""
    takers: dict[int, list[int]] = {}
    for variable, offset in shifted(constraint):
        for value, literal in formula.literals[variable].items():
            takers.setdefault(value + offset, []).append(literal)
    for literals in takers.values():
        formula.at_most_one(literals)
        if len(takers) == len(constraint.scope):
            formula.add(*literals)
    if len(takers) < len(constraint.scope):  # which clause learning would need exponential time to find (pigeonholes)
        formula.possible = False


def _forbid(formula: Formula, scope: Sequence[int], row: Sequence[int]) -> None:
    formula.add(*(-formula.literals[variable][value] for variable, value in zip(scope, row, strict=True)))


def _allow(formula: Formula, scope: Sequence[int], rows: Sequence[Sequence[int]]) -> None:
    """One row is chosen, and a value needs a row that has it (the support encoding; Gent 2002)."""
    if not rows:
        formula.possible = False
        return
    chosen = [formula.new() for _ in rows]
    formula.add(*chosen)
    for column, variable in enumerate(scope):
        supports: dict[int, list[int]] = {value: [] for value in formula.literals[variable]}
        for literal, row in zip(chosen, rows, strict=True):
            formula.add(-literal, formula.literals[variable][row[column]])
            supports[row[column]].append(literal)
        for value, having in supports.items():
            formula.add(-formula.literals[variable][value], *having)


def _predicate(formula: Formula, predicate: Predicate, domains: Sequence[Sequence[int]]) -> None:
    """As the table of what it allows, or of what it forbids, whichever is shorter."""
    allowed = allowed_rows(predicate, domains, "sat")
    size = prod(len(domains[variable]) for variable in predicate.scope)
    if 2 * len(allowed) < size:
        _allow(formula, predicate.scope, allowed)
        return
    holds = frozenset(allowed)
    for row in product(*(domains[variable] for variable in predicate.scope)):
        if row not in holds:
            _forbid(formula, predicate.scope, row)


ROOT = 0
"""The node of a diagram that is reached whatever the values, for which no literal is needed."""


def _linear(formula: Formula, linear: Linear) -> None:
    """A decision diagram: level by level, a literal for each sum of the first terms that leaves the rest open.

    (Abio and others, A New Look at BDDs for Pseudo-Boolean Constraints, 2012; here over the values of variables, and
    without merging the sums that leave the same choices.)
    """
    terms = sorted(
        ((factor, variable) for variable, factor in zip(linear.scope, linear.coefficients, strict=True) if factor),
        key=lambda term: -abs(term[0]),
    )
    # What the terms from each level on can add at least and at most.
    low, high = [0], [0]
    for factor, variable in reversed(terms):
        products = [factor * value for value in formula.literals[variable]]
        low.insert(0, low[0] + min(products))
        high.insert(0, high[0] + max(products))
    verdict = _verdict(linear, low[0], high[0])
    formula.possible = formula.possible and verdict is not False
    level: dict[int, int] = {0: ROOT} if verdict is None else {}
    edges = 0
    for depth, (factor, variable) in enumerate(terms, 1):
        following: dict[int, int] = {}
        for total, node in level.items():
            if edges > LARGEST_TABLE:
                raise Unsupported(
                    f"sat needs more than {LARGEST_TABLE:,} partial sums for the Linear over variables {linear.scope}; "
                    f"smaller domains or coefficients, or fewer variables, would do"
                )
            reached = [] if node == ROOT else [-node]
            for value, literal in formula.literals[variable].items():
                after = total + factor * value
                verdict = _verdict(linear, after + low[depth], after + high[depth])
                edges += 1
                if verdict is None:
                    if after not in following:
                        following[after] = formula.new()
                    formula.add(*reached, -literal, following[after])
                elif not verdict:
                    formula.add(*reached, -literal)
        level = following


def _verdict(linear: Linear, low: int, high: int) -> bool | None:
    """Whether the relation holds for all sums from `low` to `high` (True), for none (False), or it is open (None)."""
    constant = linear.constant
    match linear.relation:
        case "<=":
            return True if high <= constant else False if low > constant else None
        case ">=":
            return True if low >= constant else False if high < constant else None
        case "=":
            return False if constant < low or constant > high else True if low == high else None
        case "!=":
            return True if constant < low or constant > high else False if low == high else None
