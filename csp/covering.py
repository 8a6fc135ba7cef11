"""Which models are exact covers, and of what.

An option says that a variable takes a value. It covers the variable, a primary item: each takes exactly one. For every
AllDifferent, offsets added, it covers the value there: at most one variable of the scope takes it, so the item is
secondary. Where there are no more values than variables each must be taken, and the item is primary too, which lets
the search branch on "where does this value go?". A NotEqual is an AllDifferent of two.

An equation of two variables gives the value of one from the other, so the two share their options (the two places of a
number in Langford's problem).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from csp.answer import Unsupported
from csp.model import AllDifferent, Constraint, Linear, Model, NotEqual
from csp.simplified import Simplified, shifted, simplify

Values = dict[int, int]
"""Variables and their values."""


@dataclass(frozen=True)
class Covering:
    """An exact cover whose solutions are those of a model.

    primary, items: items 1 .. primary are primary, primary + 1 .. items secondary
    options: the items of each, ascending
    means: the variables that each option gives a value
    given: the variables that have their value from the start
    possible: False when the givens contradict each other, so that there is nothing to search
    """

    primary: int
    items: int
    options: list[list[int]]
    means: list[Values]
    given: Values
    possible: bool


IMPOSSIBLE = Covering(0, 0, [], [], {}, possible=False)


def covering_of(model: Model) -> Covering:
    """The exact cover of a model.

    Raises:
        Unsupported: it is none; the message names the constraint.
    """
    simple = simplify(model)
    for constraint in simple.constraints:
        if not isinstance(constraint, AllDifferent | NotEqual) and not _is_equation(constraint):
            raise Unsupported(
                f"exact-cover takes AllDifferent, NotEqual, and equations of two variables; this model has a "
                f"{type(constraint).__name__} over variables {constraint.scope}"
            )
    if model.minimise is not None:
        raise Unsupported("exact-cover finds solutions, not the best one, and this model minimises a variable")
    return _cover(simple) if simple.possible else IMPOSSIBLE


def _is_equation(constraint: Constraint) -> bool:
    return (
        isinstance(constraint, Linear)
        and constraint.relation == "="
        and len(constraint.scope) == 2
        and 0 not in constraint.coefficients
    )


Item = tuple[int, int]
"""A variable's: (VARIABLE, variable). A value's: (the number of the constraint, the value, offset added)."""

VARIABLE = -1


def _cover(simple: Simplified) -> Covering:
    differing = [each for each in simple.constraints if isinstance(each, AllDifferent | NotEqual)]
    memberships: list[list[Item]] = [[] for _ in simple.domains]
    must: list[Item] = []
    for number, constraint in enumerate(differing):
        members = _members(constraint)
        for variable, offset in members:
            memberships[variable].append((number, offset))
        values = sorted({value + offset for variable, offset in members for value in simple.domains[variable]})
        if len(values) <= len(members):
            must += [(number, value) for value in values]
    heads: list[Item] = []
    means, covers = [], []
    for lowest, group in _groups(simple).items():
        heads.append((VARIABLE, lowest))
        for assigned in group:
            covered = [heads[-1]]
            for variable, value in assigned.items():
                covered += [(number, value + offset) for number, offset in memberships[variable]]
            if len(set(covered)) == len(covered):  # else two variables of the group take a value they may not share
                means.append(assigned)
                covers.append(covered)
    return _without_givens([*heads, *must], means, covers)


def _members(constraint: AllDifferent | NotEqual) -> list[tuple[int, int]]:
    """The variables that must differ, each with what is added to it."""
    if isinstance(constraint, AllDifferent):
        return shifted(constraint)
    return [(constraint.left, constraint.offset), (constraint.right, 0)]


def _groups(simple: Simplified) -> dict[int, list[Values]]:
    """The variables in groups that equations tie together, by the lowest of each: the values that they can have.

    In a group the value of any variable decides those of all.
    """
    rows = {variable: [{variable: value} for value in domain] for variable, domain in enumerate(simple.domains)}
    group_of = list(range(len(simple.domains)))
    for equation in simple.constraints:
        if not isinstance(equation, Linear):
            continue
        (left, right), (factor, other_factor) = equation.scope, equation.coefficients
        one, other = group_of[left], group_of[right]
        if one == other:
            rows[one] = [values for values in rows[one] if equation.holds(values[left], values[right])]
            continue
        partners = {values[right]: values for values in rows[other]}
        joined = []
        for values in rows[one]:
            needed, remainder = divmod(equation.constant - factor * values[left], other_factor)
            if not remainder and needed in partners:
                joined.append(values | partners[needed])
        lowest = min(one, other)
        del rows[max(one, other)]
        rows[lowest] = sorted(joined, key=lambda values: values[lowest])
        group_of = [lowest if group in (one, other) else group for group in group_of]
    return rows


def _without_givens(primary: Sequence[Item], means: Sequence[Values], covers: Sequence[Sequence[Item]]) -> Covering:
    """The cover that is left once the only options of a variable are chosen."""
    options_of = Counter(covered[0] for covered in covers)
    given: Values = {}
    taken: set[Item] = set()
    for values, covered in zip(means, covers, strict=True):
        if options_of[covered[0]] == 1:
            if not taken.isdisjoint(covered):
                return IMPOSSIBLE
            given |= values
            taken.update(covered)
    left = [number for number, covered in enumerate(covers) if taken.isdisjoint(covered)]
    items = [item for item in primary if item not in taken]
    first, count = set(items), Counter(item for number in left for item in covers[number])
    # What only one option covers excludes nothing.
    items += [item for item in sorted(count) if item not in first and count[item] > 1]
    number_of = {item: number for number, item in enumerate(items, 1)}
    options = [sorted(number_of[item] for item in covers[number] if item in number_of) for number in left]
    return Covering(len(first), len(items), options, [means[number] for number in left], given, possible=True)
