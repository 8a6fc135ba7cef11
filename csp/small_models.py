"""Small models of every kind of constraint, solved by trying everything: what contracts ask strategies about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from backends import generator
from csp.model import RELATIONS, AllDifferent, Constraint, Linear, Model, NotEqual, Predicate, Relation, Table

if TYPE_CHECKING:
    from numpy.random import Generator

Solution = tuple[int, ...]

RING = tuple(NotEqual(place, (place + 1) % 5) for place in range(5))


def _ascending(*values: int) -> bool:
    return list(values) == sorted(values)


def _no_way(*values: int) -> bool:
    return False


SMALL_MODELS: Mapping[str, Model] = {
    "no variables": Model((), ()),
    "no constraints": Model(((1, 2), (-3,), (0, 5, 9)), ()),
    "a variable that no constraint mentions": Model(((1, 2), (1, 2), (7, 8, 9)), (NotEqual(0, 1),)),
    "not equal, many solutions": Model(((0, 1, 2),) * 5, (*RING, NotEqual(0, 2))),
    "not equal, none": Model(((0, 1),) * 5, RING),
    "not equal, one": Model(((0,), (0, 1), (1, 2), (2, 3)), tuple(NotEqual(place, place + 1) for place in range(3))),
    "givens that clash": Model(((1,), (1,), (1, 2)), (NotEqual(0, 1),)),
    "not equal with an offset": Model(((-1, 0, 2), (0, 1, 3)), (NotEqual(0, 1, 1),)),
    "all different, values to spare": Model(((1, 2, 3, 4),) * 3, (AllDifferent((0, 1, 2)),)),
    "all different, each value once": Model(((-1, 0, 1),) * 3, (AllDifferent((2, 0, 1)),)),
    "all different, one value short": Model(((1, 2, 3),) * 4, (AllDifferent((0, 1, 2, 3)),)),
    "all different over one variable and over none": Model(((1, 2), (1, 2)), (AllDifferent((1,)), AllDifferent(()))),
    "four queens": Model(
        ((0, 1, 2, 3),) * 4,
        [AllDifferent(range(4), [sign * column for column in range(4)]) for sign in (0, 1, -1)],
    ),
    "a sum": Model(((-2, 0, 3), (1, 2, 5), (-1, 4)), (Linear((0, 1, 2), (2, -1, 3), "=", -3),)),
    "a sum that none reaches": Model(((0, 1), (0, 1)), (Linear((0, 1), (2, 2), "=", 3),)),
    "a bound from above": Model(((-2, 0, 3), (1, 2, 5)), (Linear((0, 1), (1, 1), "<=", 2),)),
    "a bound from below": Model(((-2, 0, 3), (1, 2, 5)), (Linear((1, 0), (-1, 2), ">=", -3),)),
    "a sum to avoid": Model(((-2, 0, 3), (1, 2, 5)), (Linear((0, 1), (1, 1), "!=", 3),)),
    "sums over one variable": Model(
        ((1, 2, 3),) * 2, (Linear((0,), (2,), "=", 4), Linear((1,), (-1,), "<=", -2), Linear((1,), (0,), ">=", 0))
    ),
    "sums that exclude each other": Model(
        ((0, 1, 2),) * 3, (Linear((0, 1), (1, 1), "=", 0), Linear((1, 2), (1, 1), "=", 4), Linear((1,), (3,), "=", 3))
    ),
    "a sum over no variable that is false": Model(((1, 2),), (Linear((), (), "=", 1),)),
    "a sum over no variable that is true": Model(((1, 2),), (Linear((), (), "<=", 1),)),
    "a table": Model(((0, 1, 2), (-1, 1), (5, 6)), (Table((2, 0), ((5, 2), (6, 0), (5, 2), (7, 1))),)),
    "a table of what is forbidden": Model(((0, 1), (-1, 1)), (Table((0, 1), ((0, 1), (1, 1), (9, 9)), True),)),
    "a table without rows": Model(((0, 1), (0, 1)), (Table((0, 1), ()),)),
    "a table that forbids nothing": Model(((0, 1), (0, 1)), (Table((0, 1), (), True),)),
    "tables over no variable and one": Model(((0, 1), (0, 1)), (Table((), ((),)), Table((1,), ((1,), (3,))))),
    "a table over no variable that is false": Model(((0, 1),), (Table((), ()),)),
    "a predicate": Model(((0, 3), (-2, 1, 2), (0, 2)), (Predicate((1, 0, 2), _ascending),)),
    "a predicate that is never true": Model(((0, 1), (0, 1)), (Predicate((0, 1), _no_way),)),
    "predicates over no variable and one": Model(
        ((0, 1), (0, 1)), (Predicate((), _ascending), Predicate((0,), _no_way))
    ),
    "all kinds together": Model(
        ((0, 1, 2, 3), (0, 1, 2), (1, 3), (-1, 2, 4)),
        (
            AllDifferent((0, 1, 2)),
            NotEqual(3, 0, 1),
            Linear((0, 1, 3), (1, 1, 1), "<=", 6),
            Table((1, 2), ((0, 1), (1, 3), (2, 3))),
            Predicate((2, 3), _ascending),
        ),
    ),
}
"""What has gone wrong in one solver or another, by what it is."""


def satisfies(model: Model, solution: Solution) -> bool:
    """Whether a solution obeys a model, by the definition of its constraints and nothing else."""
    return (
        len(solution) == len(model.domains)
        and all(value in domain for value, domain in zip(solution, model.domains, strict=True))
        and all(_obeys(constraint, solution) for constraint in model.constraints)
    )


def _obeys(constraint: Constraint, solution: Solution) -> bool:
    values = tuple(solution[variable] for variable in constraint.scope)
    match constraint:
        case AllDifferent():
            offsets = constraint.offsets or [0] * len(values)
            return len({value + offset for value, offset in zip(values, offsets, strict=True)}) == len(values)
        case NotEqual():
            return values[0] + constraint.offset != values[1]
        case Linear():
            total = sum(factor * value for factor, value in zip(constraint.coefficients, values, strict=True))
            return RELATIONS[constraint.relation](total, constraint.constant)
        case Table():
            return (values in set(map(tuple, constraint.rows))) != constraint.forbidden
        case Predicate():
            return bool(constraint.function(*values))


def all_solutions(model: Model) -> set[Solution]:
    """Every solution of a small model, by trying every assignment."""
    return {values for values in product(*model.domains) if satisfies(model, values)}


COMPANIONS = Model(
    ((0, 1),) * 3,
    (
        AllDifferent((0, 1, 2), (0, 2, 4)),
        Linear((0, 1, 2), (1, 1, 1), "=", 1),
        Table((0, 1, 2), ((1, 0, 0), (0, 1, 0))),
    ),
)
"""Three variables bound by every kind of constraint."""


def accompanied(model: Model) -> Model:
    """A model and, after its variables, the `COMPANIONS`, so that it has every kind of constraint.

    Its solutions are those of the model, each followed by each of theirs. A kernel may be made for the kinds that there
    are; for models so accompanied it is one and the same.
    """
    first = len(model.domains)
    moved = [
        replace(constraint, scope=[first + variable for variable in constraint.scope])
        for constraint in COMPANIONS.constraints
        if not isinstance(constraint, NotEqual)
    ]
    return Model((*model.domains, *COMPANIONS.domains), (*model.constraints, *moved), (), model.minimise)


def random_model(seed: int) -> Model:
    """A model of one to five variables with up to four constraints of any kind, drawn with a seed."""
    rng = generator(seed, "small-model")
    domains = [sorted(_sample(rng, range(-3, 5), _below(rng, 4) + 1)) for _ in range(_below(rng, 5) + 1)]
    return Model(domains, [_random_constraint(rng, domains) for _ in range(_below(rng, 5))])


def _random_constraint(rng: Generator, domains: list[list[int]]) -> Constraint:
    scope = _sample(rng, range(len(domains)), _below(rng, len(domains) + 1))
    numbers = [_below(rng, 7) - 3 for _ in scope]
    match _below(rng, 5):
        case 0:
            return AllDifferent(scope, numbers if _below(rng, 2) else ())
        case 1 if len(scope) >= 2:
            return NotEqual(scope[0], scope[1], _below(rng, 5) - 2)
        case 2:
            relations: tuple[Relation, ...] = ("=", "!=", "<=", ">=")
            return Linear(scope, numbers, relations[_below(rng, 4)], _below(rng, 9) - 4)
        case 3:
            own = [[*domains[variable], 9] for variable in scope]
            rows = [[values[_below(rng, len(values))] for values in own] for _ in range(_below(rng, 8))]
            return Table(scope, rows, forbidden=_below(rng, 2) == 1)
        case _:
            modulus, remainder = _below(rng, 3) + 1, _below(rng, 2)
            return Predicate(scope, lambda *values: sum(values) % modulus == remainder, f"sum modulo {modulus}")


def _below(rng: Generator, bound: int) -> int:
    return int(rng.random() * bound)


def _sample(rng: Generator, numbers: range, size: int) -> list[int]:
    """So many different numbers, in a random order."""
    left = list(numbers)
    return [left.pop(_below(rng, len(left))) for _ in range(size)]
