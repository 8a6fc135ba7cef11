"""The network that kernels read: variables, domains as bit masks, and which values support each other.

value        0 .. d-1 inside kernels: the position of a model's value among all its values, ascending
neighbour    a variable that shares a constraint with another
arc          an ordered pair (variable, neighbour); the arcs of one variable are consecutive
support      of a value: the values that go with it at the other end of an arc, as a bit mask
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from backends import Backend, Vector, vector
from csp.model import Model

MAX_VALUES = 63  # a domain is the bits of one int64, less the sign

UNASSIGNED = -1


class TooManyValues(ValueError):
    """A model with more different values than a bit mask holds."""


class Network(NamedTuple):
    """Who constrains whom, in flat vectors; n variables, m arcs, d values.

    first: [n + 1]; the arcs of variable x are first[x] .. first[x + 1] - 1
    neighbours: [m]; the other end of each arc
    support: [d]; the values that go with value v at the other end of an arc, as a bit mask. All arcs share the one
        relation, which is symmetric: a table per arc costs a quarter of the node rate.
    """

    first: Vector
    neighbours: Vector
    support: Vector


@dataclass(frozen=True)
class Prepared:
    """A model in the kernels' terms, before any search.

    network: lists; `Network` of vectors for a backend comes from `for_backend`
    values: the model's value for each position; [d]
    domains: what each variable may take, once the givens are propagated; [n]
    assignment: the position of a given's value, or UNASSIGNED; [n]
    consistent: False when two givens contradict each other
    """

    network: Network
    values: tuple[int, ...]
    domains: tuple[int, ...]
    assignment: tuple[int, ...]
    consistent: bool

    def for_backend(self, backend: Backend) -> Network:
        return Network(*(vector(backend, numbers) for numbers in self.network))

    def values_of(self, assignment: Vector) -> tuple[int, ...]:
        """A complete assignment in the model's own values; [n]."""
        return tuple(self.values[position] for position in assignment)


def prepare(model: Model) -> Prepared:
    """The network of a model, with every variable that has one value assigned and its neighbours told.

    Raises:
        TooManyValues: more than MAX_VALUES different values.
    """
    values = tuple(sorted({value for domain in model.domains for value in domain}))
    if len(values) > MAX_VALUES:
        raise TooManyValues(f"{len(values)} different values; this search keeps a domain in {MAX_VALUES} bits")
    position = {value: index for index, value in enumerate(values)}
    domains = [sum(1 << position[value] for value in domain) for domain in model.domains]
    neighbours = _neighbours(model)
    assignment = [position[domain[0]] if len(domain) == 1 else UNASSIGNED for domain in model.domains]
    consistent = True
    for variable in model.variables:
        for neighbour in neighbours[variable]:
            if assignment[neighbour] == UNASSIGNED:
                continue
            domains[variable] &= ~(1 << assignment[neighbour])
            if assignment[variable] == assignment[neighbour]:
                consistent = False
    return Prepared(_network(neighbours, len(values)), values, tuple(domains), tuple(assignment), consistent)


def _neighbours(model: Model) -> list[list[int]]:
    """For each variable those it must differ from, ascending, each once however many constraints say so."""
    neighbours: list[set[int]] = [set() for _ in model.variables]
    for constraint in model.constraints:
        for left, right in constraint.pairs():
            neighbours[left].add(right)
            neighbours[right].add(left)
    return [sorted(others) for others in neighbours]


def _network(neighbours: list[list[int]], values: int) -> Network:
    """Every other value goes with a value: the relation is "not equal"."""
    first = [0]
    for others in neighbours:
        first.append(first[-1] + len(others))
    everything = (1 << values) - 1
    not_equal = [everything & ~(1 << value) for value in range(values)]
    return Network(first, [other for others in neighbours for other in others], not_equal)
