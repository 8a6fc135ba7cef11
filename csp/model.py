"""A constraint satisfaction problem, as a person writes it down once and every strategy takes it.

variable     0 .. n-1
domain       the values a variable may take, ascending integers; a domain of one value is a given
constraint   a relation over some variables, its scope
solution     a value for every variable, shape [n], that satisfies every constraint
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise


class ModelError(ValueError):
    """A model that makes no sense; the message names the variable or constraint."""


@dataclass(frozen=True)
class AllDifferent:
    """The variables of `scope` take values that are all different."""

    scope: tuple[int, ...]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The binary constraints it is equivalent to: each pair is not equal."""
        return combinations(self.scope, 2)


@dataclass(frozen=True)
class NotEqual:
    """Two variables take different values."""

    left: int
    right: int

    @property
    def scope(self) -> tuple[int, ...]:
        return (self.left, self.right)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Itself."""
        yield (self.left, self.right)


Constraint = AllDifferent | NotEqual


@dataclass(frozen=True)
class Model:
    """Variables by number, their domains, and the constraints between them.

    Raises:
        ModelError: an empty domain, a domain out of order, a variable that does not exist, or one twice in a scope.
    """

    domains: tuple[tuple[int, ...], ...]
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        for variable, domain in enumerate(self.domains):
            if not domain:
                raise ModelError(f"variable {variable} has an empty domain")
            if any(low >= high for low, high in pairwise(domain)):
                raise ModelError(
                    f"the domain of variable {variable} is not in ascending order without repeats: {domain}"
                )
        for number, constraint in enumerate(self.constraints):
            scope = constraint.scope
            for variable in scope:
                if not 0 <= variable < len(self.domains):
                    raise ModelError(f"constraint {number} names variable {variable}; there are {len(self.domains)}")
            if len(set(scope)) < len(scope):
                raise ModelError(f"constraint {number} names a variable twice: {scope}")

    @property
    def variables(self) -> range:
        return range(len(self.domains))
