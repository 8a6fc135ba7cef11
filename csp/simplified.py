"""A model with its easiest constraints taken care of, and predicates as tables: what solvers of other makes are given.

Every solver has its own idea of a constraint over no variable or over one (python-constraint takes an empty scope for
"all variables"; an empty table may mean "anything goes"). So such constraints are decided here, once: one over no
variable holds or does not, one over a single variable is a smaller domain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from csp.answer import Unsupported
from csp.model import AllDifferent, Constraint, Model, Predicate

LARGEST_TABLE = 200_000
"""A predicate becomes a table when the product of its domains is at most this."""


@dataclass(frozen=True)
class Simplified:
    """The same solutions as the model it was made from.

    domains: of each variable, shape [n]; one may be empty
    constraints: each over two variables or more
    possible: False when a constraint over no variable does not hold, or a domain is empty
    """

    domains: tuple[tuple[int, ...], ...]
    constraints: tuple[Constraint, ...]
    possible: bool


def simplify(model: Model) -> Simplified:
    """Decide the constraints over fewer than two variables.

    Raises:
        ModelError: a predicate raised.
    """
    domains = [tuple(domain) for domain in model.domains]
    constraints, possible = [], True
    for constraint in model.constraints:
        holds: Callable[..., bool] = constraint.holds
        match tuple(constraint.scope):
            case ():
                possible = possible and holds()
            case (variable,):
                domains[variable] = tuple(value for value in domains[variable] if holds(value))
            case _:
                constraints.append(constraint)
    return Simplified(tuple(domains), tuple(constraints), possible and all(domains))


def allowed_rows(predicate: Predicate, domains: Sequence[Sequence[int]], solver: str) -> list[tuple[int, ...]]:
    """The rows of values, in the order of its scope, for which a predicate holds.

    Raises:
        Unsupported: they are too many to try; `solver` is who needs them.
        ModelError: the predicate raised.
    """
    own = [domains[variable] for variable in predicate.scope]
    size = prod(map(len, own))
    if size > LARGEST_TABLE:
        raise Unsupported(
            f"{solver} needs the predicate {predicate.name} over variables {predicate.scope} as a table, which would "
            f"have {size:,} rows to try; at most {LARGEST_TABLE:,} are tried. Write it as linear constraints or "
            f"tables, or take a strategy that calls predicates: python-constraint"
        )
    return [values for values in product(*own) if predicate.holds(*values)]


def within(
    rows: Sequence[Sequence[int]], scope: Sequence[int], domains: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Those rows of a table whose values the variables of its scope may take, each once, in order."""
    own = [frozenset(domains[variable]) for variable in scope]
    return [
        row
        for row in dict.fromkeys(map(tuple, rows))
        if all(value in domain for value, domain in zip(row, own, strict=True))
    ]


def shifted(constraint: AllDifferent) -> list[tuple[int, int]]:
    """The variables of an AllDifferent, each with what is added to it."""
    return list(zip(constraint.scope, constraint.offsets or [0] * len(constraint.scope), strict=True))
