"""The checker of any model: do these values satisfy it? And what an answer may not claim, whatever the problem.

A model says of each of its constraints when it holds, so no search is needed to look. Families of problems that ship
with the project have checkers of their own, which share nothing with their models.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from csp.model import Constraint, Model, Predicate

MOST_SHOWN = 12
"""Variables of a constraint that a message names; a longer scope is cut."""


def mistake(model: Model, values: Sequence[int]) -> str:
    """Why `values` ([n]) are no solution of `model`, naming the constraint and its variables; "" when they are one.

    Raises:
        ModelError: a predicate raised.
    """
    if len(values) != len(model.domains):
        return f"{len(values)} values instead of {len(model.domains)}"
    for variable, value in enumerate(values):
        if value not in model.domains[variable]:
            return f"{model.name_of(variable)} is {value}, which is not in its domain"
    for number, constraint in enumerate(model.constraints):
        if not constraint.holds(*(values[variable] for variable in constraint.scope)):
            return f"constraint {number}, {_called(constraint)}, does not hold: {_shown(model, constraint, values)}"
    return ""


def _called(constraint: Constraint) -> str:
    kind = type(constraint).__name__
    return f"{kind} {constraint.name}" if isinstance(constraint, Predicate) else kind


def _shown(model: Model, constraint: Constraint, values: Sequence[int]) -> str:
    shown = [f"{model.name_of(variable)} is {values[variable]}" for variable in constraint.scope[:MOST_SHOWN]]
    more = len(constraint.scope) - len(shown)
    return ", ".join(shown) + (f", and {more} more" if more else "")


def unsound(solutions: Sequence[Sequence[int]], mistake: Callable[[Sequence[int]], str]) -> str:
    """Why solutions cannot stand: one is none, or one is there twice; "" when nothing speaks against them."""
    for solution in solutions:
        if reason := mistake(solution):
            return f"not a solution: {reason}"
    if len({tuple(solution) for solution in solutions}) < len(solutions):
        return "the same solution is reported twice"
    return ""


def miscounted(found: int, complete: bool, count: int | None) -> str:
    """How a number of solutions goes against the one that is known, in words; "" when it does not, or none is known.

    complete: the claim that there are no others
    """
    if count is None or (found == count or (found < count and not complete)):
        return ""
    return f"{found} found{' and no more' if complete else ''}"


def misjudged(objective: int | None, complete: bool, best: int | None) -> str:
    """How a best objective goes against the one that is known, in words; "" when it does not, or none is known.

    complete: the claim that none is better; objective: None when no solution was found
    """
    if best is None or (objective is None and not complete):
        return ""
    if objective is None:
        return f"no solution, it says; one with an objective of {best} is known"
    if objective < best:
        return f"an objective of {objective}; {best} is known to be the best"
    if objective > best and complete:
        return f"{objective} is the best, it says; a solution with an objective of {best} is known"
    return ""
