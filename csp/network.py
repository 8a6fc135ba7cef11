"""The network that kernels read: variables, domains as bit masks, and which values go with each other.

value        0 .. d-1 inside kernels: the position of a model's value among all its values, ascending
neighbour    a variable that shares a binary constraint with another
arc          an ordered pair (variable, neighbour); the arcs of one variable are consecutive
relation     of a binary constraint, as masks: for each value at one end, the values that go with it at the other
wide         a constraint over three variables or more; it has a kind, and numbers that the kind reads
open         said of a variable of a constraint that has no value yet
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from backends import Backend, Vector, vector

MAX_VALUES = 63  # a domain is the bits of one int64, less the sign

UNASSIGNED = -1

BINARY, LINEAR, TABLE, FORBIDDEN, ALL_DIFFERENT, CALL = range(6)
"""The kinds of constraints. `csp.wide` says which numbers the wide ones have in `Network.data`."""


NOT_HERE = 0
"""Stands for a vector that a kernel does not read."""


class TooManyValues(ValueError):
    """A model with more different values than a bit mask holds."""


class Network(NamedTuple):
    """Who constrains whom, in flat vectors; n variables, m arcs, d values, c constraints of which b are binary.

    first: [n + 1]; the arcs of variable x are first[x] .. first[x + 1] - 1
    neighbours: [m]; the other end of each arc
    support: [r * d]; the relations one after the other. The first, by itself where all arcs share it, is "not equal".
    here: [m]; where the relation begins that gives, for a value of the neighbour, those of the arc's variable
    there: [m]; the same the other way
    constraint: [m]; the number of each arc's constraint
    scope_first, scope: [c + 1], [...]; the variables of each constraint, the binary ones first
    kind: [c]
    data_first, data: [c], [...]; where the numbers of each wide constraint begin, and they
    uses_first, uses: [n + 1], [...]; the wide constraints of each variable
    values: [d]; the model's value for each position
    """

    first: Vector
    neighbours: Vector
    support: Vector
    here: Vector
    there: Vector
    constraint: Vector
    scope_first: Vector
    scope: Vector
    kind: Vector
    data_first: Vector
    data: Vector
    uses_first: Vector
    uses: Vector
    values: Vector


LEARNT = tuple(name for name in Network._fields if name not in ("first", "neighbours", "support", "here", "there"))


def in_vectors(lists: Mapping[str, Sequence[int] | int], backend: Backend) -> dict[str, Any]:
    """Lists in the form that `backend` indexes fastest; what is NOT_HERE stays so."""
    return {name: numbers if isinstance(numbers, int) else vector(backend, numbers) for name, numbers in lists.items()}


@dataclass(frozen=True)
class Form:
    """What is known of a network when its kernel is made, so that the kernel has nothing to do for what is not there.

    shared: every arc has the relation "not equal". A table per arc costs a quarter of the node rate.
    kinds: the kinds of wide constraints that there are, ascending
    functions: those of predicates that could not be tabulated, for constraints of the kind CALL; interpreted only
    """

    shared: bool = True
    kinds: tuple[int, ...] = ()
    functions: tuple[Callable[..., bool], ...] = ()

    @property
    def wide(self) -> bool:
        """Whether there are wide constraints."""
        return bool(self.kinds)


@dataclass(frozen=True)
class Prepared:
    """A model in the kernels' terms, before any search.

    network: lists; `Network` of vectors for a backend comes from `for_backend`
    values: the model's value for each position; [d]
    domains: what each variable may take, once the givens are propagated; [n]
    assignment: the position of a given's value, or UNASSIGNED; [n]
    open: how many variables of each wide constraint have no value; [c], 0 for the others
    consistent: False when givens contradict each other, or a constraint that says nothing of any variable does not hold
    """

    network: Network
    form: Form
    values: tuple[int, ...]
    domains: tuple[int, ...]
    assignment: tuple[int, ...]
    open: tuple[int, ...]
    consistent: bool

    def for_backend(self, backend: Backend, whole: bool = True) -> Network:
        """The network in vectors; not `whole`: without what only wide constraints, and searches that learn, read."""
        vectors: dict[str, Sequence[int] | int] = {**self.network._asdict()}
        if not whole and not self.form.wide:
            vectors |= dict.fromkeys(LEARNT, NOT_HERE)
            if self.form.shared:
                vectors |= dict.fromkeys(("here", "there"), NOT_HERE)
        return Network(**in_vectors(vectors, backend))

    def values_of(self, assignment: Vector) -> tuple[int, ...]:
        """A complete assignment in the model's own values; [n]."""
        return tuple(self.values[position] for position in assignment)
