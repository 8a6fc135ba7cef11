"""A model's constraints by the number of variables they bind, in bit masks and flat numbers.

Over two: a relation, one per pair of variables whatever the constraints on them. Over more: a wide constraint with the
numbers that its kind reads (`csp.wide`). Those over fewer are decided before (`csp.simplified`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from csp.model import AllDifferent, Constraint, Linear, NotEqual, Predicate, Table
from csp.network import ALL_DIFFERENT, CALL, FORBIDDEN, LINEAR, TABLE
from csp.simplified import LARGEST_TABLE, within

LARGEST_SUM = 1 << 61
"""Sums in kernels stay this far from the ends of an int64."""

EQUAL, DIFFERENT, AT_MOST = range(3)
"""How a linear sum stands to 0."""

Relation = tuple[int, ...]
"""For each value at one end, the mask of those at the other."""


class SumTooLarge(ValueError):
    """A linear constraint whose sum may leave an int64."""


@dataclass(frozen=True)
class Wide:
    """A constraint over three variables or more, as numbers."""

    kind: int
    scope: tuple[int, ...]
    data: tuple[int, ...]


class Normal:
    """The constraints of a model, sorted by how many variables they bind.

    pairs: (left, right), left < right -> the numbers of two relations: what `left` may have for each value of
        `right`, and the reverse
    relations: those that occur, "not equal" first
    shared: that one is the only one
    wide, wide_holds: the constraints over more, and what decides a row of values for each
    functions: what constraints of the kind CALL ask
    """

    def __init__(
        self,
        constraints: Sequence[Constraint],
        domains: Sequence[Sequence[int]],
        values: tuple[int, ...],
        global_all_different: bool,
        tabulate: bool,
    ) -> None:
        """Of constraints over two variables or more, and domains of any of the values."""
        self.values = values
        self._position = {value: position for position, value in enumerate(values)}
        self._domains, self._tabulate = domains, tabulate
        everything = (1 << len(values)) - 1
        self._not_equal: dict[int, tuple[Relation, Relation]] = {}
        not_equal = tuple(everything & ~(1 << position) for position in range(len(values)))
        self._not_equal[0] = not_equal, not_equal
        self._masks: dict[tuple[int, int], tuple[Relation, Relation]] = {}
        self.wide: list[Wide] = []
        self.wide_holds: list[Callable[..., bool]] = []
        self.functions: list[Callable[..., bool]] = []
        for constraint in constraints:
            self._take(constraint, global_all_different)
        self._number_relations(not_equal)

    def _number_relations(self, not_equal: Relation) -> None:
        numbers = {not_equal: 0}
        self.pairs = {
            pair: (numbers.setdefault(to_left, len(numbers)), numbers.setdefault(to_right, len(numbers)))
            for pair, (to_left, to_right) in self._masks.items()
        }
        self.relations = list(numbers)
        self.shared = len(numbers) == 1

    def _values_of(self, variable: int) -> list[tuple[int, int]]:
        """(position, value) of what a variable may take."""
        return [(self._position[value], value) for value in self._domains[variable]]

    def _take(self, constraint: Constraint, global_all_different: bool) -> None:
        if isinstance(constraint, AllDifferent | NotEqual):
            for pair in constraint.pairs():
                self._relate(pair.left, pair.right, *self._difference(pair.offset))
            if global_all_different and isinstance(constraint, AllDifferent) and len(constraint.scope) > 2:
                self._add(ALL_DIFFERENT, constraint, self._slots(constraint))
        elif len(constraint.scope) == 2:
            one, other = constraint.scope
            self._relate(one, other, *self._relation(constraint))
        else:
            self._add_wide(constraint)

    def _relate(self, one: int, other: int, to_one: Relation, to_other: Relation) -> None:
        """One more relation between two variables: what it allows and those before it did."""
        pair, masks = ((one, other), (to_one, to_other)) if one < other else ((other, one), (to_other, to_one))
        known = self._masks.get(pair)
        if known is not None and known != masks:
            masks = tuple(  # type: ignore[assignment]
                tuple(a & b for a, b in zip(old, new, strict=True)) for old, new in zip(known, masks, strict=True)
            )
        self._masks[pair] = masks

    def _difference(self, offset: int) -> tuple[Relation, Relation]:
        """`left + offset != right`: what goes with each value of `right`, and with each of `left`."""
        if offset not in self._not_equal:
            everything = (1 << len(self.values)) - 1
            self._not_equal[offset] = (
                tuple(everything & ~self._bit(value - offset) for value in self.values),
                tuple(everything & ~self._bit(value + offset) for value in self.values),
            )
        return self._not_equal[offset]

    def _bit(self, value: int) -> int:
        return 1 << self._position[value] if value in self._position else 0

    def _relation(self, constraint: Constraint) -> tuple[Relation, Relation]:
        """The relation of a constraint over two variables, by asking it for each pair of values."""
        one, other = constraint.scope
        to_one, to_other = [0] * len(self.values), [0] * len(self.values)
        rows = set(constraint.rows) if isinstance(constraint, Table) else None
        for at_one, value in self._values_of(one):
            for at_other, against in self._values_of(other):
                if (
                    constraint.holds(value, against)
                    if rows is None
                    else ((value, against) in rows) != constraint.forbidden  # type: ignore[union-attr]
                ):
                    to_one[at_other] |= 1 << at_one
                    to_other[at_one] |= 1 << at_other
        return tuple(to_one), tuple(to_other)

    def _add(self, kind: int, constraint: Constraint, data: Sequence[int]) -> None:
        self.wide.append(Wide(kind, tuple(constraint.scope), tuple(data)))
        self.wide_holds.append(constraint.holds)

    def _add_wide(self, constraint: Constraint) -> None:
        if isinstance(constraint, Linear):
            self._add(LINEAR, constraint, self._sum(constraint))
            return
        combinations = math.prod(len(self._domains[variable]) for variable in constraint.scope)
        if isinstance(constraint, Table) and (
            not constraint.forbidden or combinations > LARGEST_TABLE or not self._tabulate
        ):
            kind = FORBIDDEN if constraint.forbidden else TABLE
            self._add(kind, constraint, self._flat(within(constraint.rows, constraint.scope, self._domains)))
        elif combinations <= LARGEST_TABLE and self._tabulate:
            self._add(TABLE, constraint, self._flat(list(self._allowed(constraint))))
        elif isinstance(constraint, Predicate):
            self._add(CALL, constraint, [len(self.functions)])
            self.functions.append(constraint.holds)

    def _allowed(self, constraint: Constraint) -> Iterator[tuple[int, ...]]:
        choices = [self._domains[variable] for variable in constraint.scope]
        forbidden = set(constraint.rows) if isinstance(constraint, Table) else None
        for row in product(*choices):
            if constraint.holds(*row) if forbidden is None else row not in forbidden:
                yield row

    def _flat(self, rows: Sequence[Sequence[int]]) -> list[int]:
        return [len(rows), *(self._position[value] for row in rows for value in row)]

    def _sum(self, constraint: Linear) -> list[int]:
        """How the sum stands to 0, what is added to it, and the coefficients."""
        largest = max(map(abs, self.values), default=0)
        if abs(constraint.constant) + largest * sum(map(abs, constraint.coefficients)) > LARGEST_SUM:
            raise SumTooLarge(f"the sum over variables {constraint.scope} may be larger than 2**61")
        sign = -1 if constraint.relation == ">=" else 1
        relation = {"=": EQUAL, "!=": DIFFERENT}.get(constraint.relation, AT_MOST)
        return [relation, -sign * constraint.constant, *(sign * number for number in constraint.coefficients)]

    def _slots(self, constraint: AllDifferent) -> list[int]:
        """How many different sums of value and offset there are, and the number of each, by member and position."""
        offsets = constraint.offsets or (0,) * len(constraint.scope)
        sums = [[value + offset for value in self.values] for offset in offsets]
        number = {total: slot for slot, total in enumerate(sorted({total for some in sums for total in some}))}
        return [len(number), *(number[total] for some in sums for total in some)]
