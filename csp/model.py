"""A constraint satisfaction problem, as a person writes it down once and every strategy takes it.

variable     0 .. n-1; it may have a name
domain       the values a variable may take, ascending integers; a domain of one value is a given
constraint   a relation over some variables, its scope
solution     a value for every variable, shape [n], that satisfies every constraint

A `Builder` gives out variables and collects constraints, which reads best in a problem of one's own:

    draft = Builder()
    a, b = draft.variable("a", range(10)), draft.variable("b", range(10))
    draft.add(Linear([a, b], [1, 1], "=", 12), NotEqual(a, b))
    model = draft.model()
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal, get_args


class ModelError(ValueError):
    """A model that makes no sense; the message names the variable or constraint."""


Relation = Literal["=", "!=", "<=", ">="]

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class AllDifferent:
    """The variables of `scope`, each with its offset added, take values that are all different.

    offsets: one per variable; none: 0 for each. Queens that stand on no common diagonal differ in `value + column`.
    """

    scope: Sequence[int]
    offsets: Sequence[int] = ()

    def __post_init__(self) -> None:
        _freeze(self, scope=self.scope, offsets=self.offsets)
        if self.offsets and len(self.offsets) != len(self.scope):
            raise ModelError(f"AllDifferent has {len(self.offsets)} offsets for {len(self.scope)} variables")

    def pairs(self) -> Iterator[NotEqual]:
        """The binary constraints it is equivalent to: each pair is not equal."""
        if not self.offsets:
            yield from (NotEqual(left, right) for left, right in combinations(self.scope, 2))
            return
        for (left, added), (right, other) in combinations(zip(self.scope, self.offsets, strict=True), 2):
            yield NotEqual(left, right, added - other)

    def holds(self, *values: int) -> bool:
        """Whether values, in the order of the scope, satisfy it."""
        shifted = map(sum, zip(values, self.offsets, strict=True)) if self.offsets else values
        return len(set(shifted)) == len(values)


@dataclass(frozen=True)
class NotEqual:
    """The value of `left` plus `offset` is not the value of `right`."""

    left: int
    right: int
    offset: int = 0

    @property
    def scope(self) -> tuple[int, ...]:
        return (self.left, self.right)

    def pairs(self) -> Iterator[NotEqual]:
        """Itself."""
        yield self

    def holds(self, left: int, right: int) -> bool:
        """Whether the values satisfy it."""
        return left + self.offset != right


@dataclass(frozen=True)
class Linear:
    """The sum of coefficient times value, over `scope`, stands in `relation` to `constant`."""

    scope: Sequence[int]
    coefficients: Sequence[int]
    relation: Relation
    constant: int

    def __post_init__(self) -> None:
        _freeze(self, scope=self.scope, coefficients=self.coefficients)
        object.__setattr__(self, "constant", _whole(self.constant, "the constant of a Linear"))
        if len(self.coefficients) != len(self.scope):
            raise ModelError(f"Linear has {len(self.coefficients)} coefficients for {len(self.scope)} variables")
        if self.relation not in get_args(Relation):
            raise ModelError(f"Linear has the relation {self.relation!r}; there are {' '.join(get_args(Relation))}")

    def holds(self, *values: int) -> bool:
        """Whether values, in the order of the scope, satisfy it."""
        return RELATIONS[self.relation](sum(map(operator.mul, self.coefficients, values)), self.constant)


@dataclass(frozen=True)
class Table:
    """The values of `scope` are one of `rows`; or, if these are the `forbidden` ones, none of them."""

    scope: Sequence[int]
    rows: Sequence[Sequence[int]]
    forbidden: bool = False

    def __post_init__(self) -> None:
        _freeze(self, scope=self.scope)
        object.__setattr__(self, "rows", tuple(_row(row, "a row of a Table") for row in self.rows))
        for row in self.rows:
            if len(row) != len(self.scope):
                raise ModelError(f"Table has the row {row} for {len(self.scope)} variables")

    def holds(self, *values: int) -> bool:
        """Whether values, in the order of the scope, satisfy it."""
        return (values in self.rows) != self.forbidden


@dataclass(frozen=True)
class Predicate:
    """`function`, called with the values of `scope` in order, says True.

    It is called at any time, any number of times, and must depend on nothing but the values.
    """

    scope: Sequence[int]
    function: Callable[..., bool]
    name: str = ""

    def __post_init__(self) -> None:
        _freeze(self, scope=self.scope)
        if not self.name:
            object.__setattr__(self, "name", getattr(self.function, "__name__", "predicate"))

    def holds(self, *values: int) -> bool:
        """Whether values, in the order of the scope, satisfy it.

        Raises:
            ModelError: the function raised; the message names it, the values and what it raised.
        """
        try:
            return bool(self.function(*values))
        except Exception as error:
            raise ModelError(
                f"the predicate {self.name} over variables {self.scope} raised {type(error).__name__} "
                f"for the values {values}: {error}"
            ) from error


Constraint = AllDifferent | NotEqual | Linear | Table | Predicate


@dataclass(frozen=True)
class Model:
    """Variables by number, their domains, and the constraints between them.

    names: of the variables, for messages; none: they have only numbers
    minimise: the variable whose value should be as small as can be; None: any solution is as good as another

    Raises:
        ModelError: an empty domain, a domain out of order, a value that is no whole number, a variable that does not
            exist, or one twice in a scope.
    """

    domains: Sequence[Sequence[int]]
    constraints: Sequence[Constraint]
    names: Sequence[str] = ()
    minimise: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", tuple(self.constraints))
        object.__setattr__(self, "names", tuple(self.names))
        if self.names and len(self.names) != len(self.domains):
            raise ModelError(f"{len(self.names)} names for {len(self.domains)} variables")
        domains = (
            _row(domain, f"the domain of variable {self.name_of(variable)}")
            for variable, domain in enumerate(self.domains)
        )
        object.__setattr__(self, "domains", tuple(domains))
        for variable, domain in enumerate(self.domains):
            if not domain:
                raise ModelError(f"variable {self.name_of(variable)} has an empty domain")
            if any(low >= high for low, high in pairwise(domain)):
                whose = f"the domain of variable {self.name_of(variable)}"
                raise ModelError(f"{whose} is not in ascending order without repeats: {domain}")
        for number, constraint in enumerate(self.constraints):
            self._check_scope(f"constraint {number}", constraint.scope)
        if self.minimise is not None:
            self._check_scope("minimise", (self.minimise,))

    def _check_scope(self, whose: str, scope: Sequence[int]) -> None:
        for variable in scope:
            if not 0 <= variable < len(self.domains):
                raise ModelError(f"{whose} names variable {variable}; there are {len(self.domains)}")
        if len(set(scope)) < len(scope):
            raise ModelError(f"{whose} names a variable twice: {scope}")

    @property
    def variables(self) -> range:
        return range(len(self.domains))

    def name_of(self, variable: int) -> str:
        """The name of a variable, or its number."""
        return self.names[variable] if self.names else str(variable)


class Builder:
    """A model on its way: gives out variables, collects constraints.

    Unlike `Model` it takes the values of a domain in any order, repeats included.
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._domains: list[tuple[int, ...]] = []
        self._constraints: list[Constraint] = []

    def variable(self, name: str, domain: Iterable[int]) -> int:
        """A new variable; its number, for the scopes of constraints.

        Raises:
            ModelError: an empty domain, a value that is no whole number, or a name that is taken.
        """
        values = sorted(set(_row(domain, f"the domain of variable {name}")))
        if not values:
            raise ModelError(f"variable {name} has an empty domain")
        if name in self._names:
            raise ModelError(f"there are two variables named {name}")
        self._names.append(name)
        self._domains.append(tuple(values))
        return len(self._names) - 1

    def variables(self, names: Iterable[object], domain: Iterable[int]) -> list[int]:
        """A new variable for each name, all of one domain; their numbers."""
        values = list(domain)
        return [self.variable(str(name), values) for name in names]

    def add(self, *constraints: Constraint) -> None:
        """More constraints."""
        self._constraints += constraints

    def model(self, minimise: int | None = None) -> Model:
        """The model of all variables and constraints so far.

        Raises:
            ModelError: a constraint names a variable that there is not, or one twice.
        """
        return Model(self._domains, self._constraints, self._names, minimise)


def _freeze(constraint: object, **fields: Sequence[int]) -> None:
    """Sequences of a frozen dataclass as tuples of plain integers, whatever they were given as."""
    for name, numbers in fields.items():
        object.__setattr__(constraint, name, _row(numbers, f"the {name} of {type(constraint).__name__}"))


def _row(numbers: Iterable[int], whose: str) -> tuple[int, ...]:
    try:
        return tuple(map(operator.index, numbers))
    except TypeError:
        pass
    bad = next((number for number in numbers if not hasattr(number, "__index__")), numbers)
    raise ModelError(f"{whose}: {bad!r} is not a whole number")


def _whole(number: int, whose: str) -> int:
    return _row((number,), whose)[0]
