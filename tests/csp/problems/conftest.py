"""An oracle for any model: plain backtracking, with the constraints' own `holds` and nothing else of csp/."""

from collections.abc import Callable, Iterator

import pytest

from csp.model import Linear, Model
from csp.problems.catalogue import FAMILIES


def backtrack(model: Model) -> Iterator[tuple[int, ...]]:
    """Every solution. A sum that cannot be reached any more is given up."""
    order = _order(model)
    due, bounds = _when(model, order)
    values = [0] * len(order)

    def extend(depth: int) -> Iterator[tuple[int, ...]]:
        if depth == len(order):
            yield tuple(values)
            return
        variable = order[depth]
        for value in model.domains[variable]:
            values[variable] = value
            if all(part.holds(*(values[each] for each in part.scope)) for part in due[depth]) and all(
                low <= sum(values[each] * factor for each, factor in terms) <= high
                for terms, low, high in bounds[depth]
            ):
                yield from extend(depth + 1)

    return extend(0)


def _order(model: Model) -> list[int]:
    """Givens first, then variables with large coefficients, then as they come."""
    weight = [0] * len(model.domains)
    for constraint in model.constraints:
        if isinstance(constraint, Linear):
            for variable, coefficient in zip(constraint.scope, constraint.coefficients, strict=True):
                weight[variable] = max(weight[variable], abs(coefficient))
    return sorted(model.variables, key=lambda variable: (len(model.domains[variable]) > 1, -weight[variable], variable))


def _when(model: Model, order: list[int]) -> tuple[list[list], list[list]]:
    """By depth: the constraints whose last variable is assigned there, and the bounds of long sums."""
    depth_of = {variable: depth for depth, variable in enumerate(order)}
    due: list[list] = [[] for _ in order]
    bounds: list[list] = [[] for _ in order]
    for constraint in model.constraints:
        for part in constraint.pairs() if hasattr(constraint, "pairs") else [constraint]:
            due[max(depth_of[variable] for variable in part.scope)].append(part)
        if isinstance(constraint, Linear) and constraint.relation == "=" and len(constraint.scope) > 3:
            for variable in constraint.scope:
                bounds[depth_of[variable]].append(_reach(model, constraint, depth_of, depth_of[variable]))
    return due, bounds


def _reach(model: Model, sum_: Linear, depth_of: dict[int, int], depth: int):
    """The terms of a sum that are assigned at a depth, and between what their sum has to be for the rest to mend it."""
    terms = list(zip(sum_.scope, sum_.coefficients, strict=True))
    assigned = [(variable, factor) for variable, factor in terms if depth_of[variable] <= depth]
    products = [
        [factor * value for value in model.domains[variable]]
        for variable, factor in terms
        if depth_of[variable] > depth
    ]
    return assigned, sum_.constant - sum(map(max, products)), sum_.constant - sum(map(min, products))


@pytest.fixture(scope="session")
def solutions_of() -> Callable[[Model], list[tuple[int, ...]]]:
    return lambda model: list(backtrack(model))


@pytest.fixture(scope="session")
def first_solution() -> Callable[[Model], tuple[int, ...] | None]:
    return lambda model: next(backtrack(model), None)


@pytest.fixture(scope="session")
def families():
    return {family.name: family for family in FAMILIES}


@pytest.fixture(params=FAMILIES, ids=lambda family: family.name)
def family(request):
    """Each family that comes with the project."""
    return request.param
